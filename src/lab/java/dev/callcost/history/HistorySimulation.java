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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rule of {@code history} on stores of github-action-benchmark, which are not part of this repository:
 * {@code -Dcallcost.histories=FOLDER} has them.
 */
class HistorySimulation {
    private static final String FOLDER = System.getProperty("callcost.histories", "");

    @Test
    void publicHistories() throws IOException {
        assumeTrue(!FOLDER.isEmpty(), "no -Dcallcost.histories=FOLDER");
        List<HistoryReplay> replays = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(FOLDER))) {
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".js")).sorted().toList()) {
                String name = file.getFileName().toString().replace(".js", "");
                HistoryReplay replay = new HistoryReplay(name, HistoryReader.read(List.of(file), Optional.empty()));
                replay.replay();
                steps.addAll(replay.steps());
                replays.add(replay);
            }
        }
        assertThat(replays).isNotEmpty();
        Simulated.assertTables("history", HistoryReplay.alarms(replays), HistoryReplay.steps(steps));
    }
}
