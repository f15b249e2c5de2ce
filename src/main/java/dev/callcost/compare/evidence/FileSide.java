package dev.callcost.compare.evidence;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.compare.evidence.RowSides.SettingDifference;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results files of a side of {@code check}.
 *
 * @param files in the order that the user gave, at least one
 * @param leftOut rows that a file of either side has with scores that cannot be used
 */
public record FileSide(List<ResultsFile> files, Set<RowKey> leftOut) {
    private static final int NAMED = 3;

    private Stream<Row> rows() {
        return files.stream().flatMap(this::rows);
    }

    private Stream<Row> rows(ResultsFile file) {
        return file.rows().stream().filter(row -> !leftOut.contains(row.key()));
    }

    /**
     * Each row by the number of the file. A method of a group is one row, also where the user names it as a metric of
     * the group.
     *
     * @param expanded a row and its quantities
     */
    public Map<RowKey, SortedMap<Integer, Row>> byKey(Function<Row, Stream<Row>> expanded) {
        Map<RowKey, SortedMap<Integer, Row>> rows = new LinkedHashMap<>();
        for (int n = 0; n < files.size(); n++) {
            int number = n;
            rows(files.get(n))
                    .flatMap(expanded)
                    .forEach(row -> rows.computeIfAbsent(row.key(), key -> new TreeMap<>())
                            .put(number, row));
        }
        return rows;
    }

    /** What speaks against the numbers of the files, a line each. */
    public List<String> warnings() {
        return files.stream()
                .flatMap(file -> file.excluded().stream()
                        .map(warning -> files.size() == 1 ? warning : file.path() + ": " + warning))
                .toList();
    }

    public List<String> paths() {
        return files.stream().map(file -> file.path().toString()).toList();
    }

    /** All files in a line, with the JDKs and the processors where they are known. */
    public String text() {
        String names = files.size() > NAMED
                ? files.get(0).path() + " ... " + files.get(files.size() - 1).path()
                : String.join(", ", paths());
        List<String> parts = new ArrayList<>();
        parts.add(files.size() == 1 ? names : files.size() + " files (" + names + ")");
        parts.add(Sections.count(rows().map(Row::key).distinct().count(), "row"));
        rows().map(Row::jdkVersion).filter(jdk -> !jdk.isEmpty()).distinct().forEach(jdk -> parts.add("JDK " + jdk));
        machines().stream()
                .map(machine -> machine.get("cpu"))
                .filter(Objects::nonNull)
                .distinct()
                .forEach(parts::add);
        return String.join(", ", parts);
    }

    /**
     * The differences between the machines of two sides, such as {@code kernel Linux 6.1 / Linux 6.2}; none when a file
     * does not say where. Two virtual machines of one kind may have different processors.
     */
    public List<SettingDifference> machinesUnlike(FileSide head) {
        List<Map<String, String>> before = machines();
        List<Map<String, String>> after = head.machines();
        return before.get(0).keySet().stream()
                .filter(name ->
                        Stream.concat(before.stream(), after.stream()).allMatch(machine -> machine.containsKey(name)))
                .filter(name -> !values(before, name).equals(values(after, name)))
                .map(name -> new SettingDifference(name, values(before, name), values(after, name)))
                .toList();
    }

    private static String values(List<Map<String, String>> machines, String name) {
        return machines.stream()
                .map(machine -> machine.get(name))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private List<Map<String, String>> machines() {
        return files.stream().map(FileSide::machine).toList();
    }

    /** The machine and the settings of its system, by name. */
    private static Map<String, String> machine(ResultsFile file) {
        Map<String, String> known = new LinkedHashMap<>();
        JsonObject environment = file.environment().orElseGet(JsonObject::new);
        JsonElement settings = environment.get("device") instanceof JsonObject device ? device.get("settings") : null;
        Stream.of(environment.get("machine"), settings)
                .filter(JsonObject.class::isInstance)
                .flatMap(members -> members.getAsJsonObject().entrySet().stream())
                .filter(member -> member.getValue().isJsonPrimitive())
                .forEach(member ->
                        known.putIfAbsent(member.getKey(), member.getValue().getAsString()));
        known.remove("memory"); // differs by a few MiB from one start of a machine to the next
        return known;
    }
}
