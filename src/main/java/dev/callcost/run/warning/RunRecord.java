package dev.callcost.run.warning;

import dev.callcost.text.BadFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is needed of the record of a run: JSON lines, of which the first describes the run and each other one a fork.
 *
 * @param forks the measured forks in the order they ran
 */
public record RunRecord(List<RecordedFork> forks) {
    /** The name of the record in a folder of results. */
    public static final String NAME = "record.jsonl";

    private record Key(String benchmark, String mode, Map<String, String> params) {}

    public RunRecord {
        forks = List.copyOf(forks);
    }

    /**
     * Reads a record line by line. A last line without a line feed that is no JSON was cut off when the run was killed, and is
     * left out.
     *
     * @throws BadFileException when it is missing, unreadable, empty, or not a record
     */
    public static RunRecord read(Path file) {
        return new RunRecord(RecordLines.read(file));
    }

    /** The rows in the order in which they first ran; forks without a score that is a positive number are left out. */
    public List<RecordedRow> rows() {
        Map<Key, List<RecordedFork>> rows = new LinkedHashMap<>();
        for (RecordedFork fork : forks) {
            if (!fork.scores().isEmpty()) {
                rows.computeIfAbsent(new Key(fork.benchmark(), fork.mode(), fork.params()), key -> new ArrayList<>())
                        .add(fork);
            }
        }
        return rows.values().stream().map(RecordedRow::of).toList();
    }
}
