package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.history.HistoryReplay.Step;
import dev.callcost.lab.Simulated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule of {@code history} on public histories, which are not part of this repository: {@code -Dcallcost.histories=FOLDER} says where they are. */
class HistorySimulation {
    private static final String FOLDER = System.getProperty("callcost.histories", "");

    @Test
    void publicHistories() throws IOException {
        assumeTrue(!FOLDER.isEmpty(), "no -Dcallcost.histories=FOLDER");
        List<HistoryReplay> replays = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(FOLDER))) {
            for (Path file : files.filter(it -> it.toString().endsWith(".json.gz"))
                    .sorted()
                    .toList()) {
                HistoryReplay replay = new HistoryReplay(PublicHistories.read(file));
                replay.replay();
                steps.addAll(replay.steps());
                replays.add(replay);
            }
        }
        assertThat(replays).isNotEmpty();
        Simulated.assertTables(
                "history", HistoryReplay.changes(replays), HistoryReplay.alarms(replays), HistoryReplay.steps(steps));
    }
}
