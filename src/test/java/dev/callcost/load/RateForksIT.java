package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Latencies;
import dev.callcost.agent.TimerSlack;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Open loops in real forks, with short windows: which calls are in the results, not how long they took. */
@EnabledOnOs(OS.LINUX)
class RateForksIT {
    private static final String SHORT = " -jvmArgsAppend -XX:-AlwaysPreTouch -f 1 -rff out.json";

    @TempDir
    Path directory;

    private List<RateRow> rows(String arguments) throws Exception {
        try (SpawnedMain main = SpawnedMain.start(directory, directory, (arguments + SHORT).split(" "))) {
            Ended run = main.ended();
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        }
        return RateRow.in(ResultsFile.read(directory.resolve("out.json")));
    }

    /**
     * A warm-up of a second, so that the schedule settles; its calls are in no result. With a payload, few calls reach
     * the second WINDOW_UPDATE.
     */
    @Test
    void aRowHasTheCallsOfItsWindows() throws Exception {
        Map<String, RateRow> rows =
                rows("GrpcRate|LocalRate -p rate=500 -p payload=8000 -prof gc -wi 2 -w 500ms -i 2 -r 200ms").stream()
                        .collect(Collectors.toMap(
                                row -> row.row().benchmark().replaceFirst(".*\\.(?=\\w+\\.)", ""),
                                Function.identity()));
        assertThat(rows).containsOnlyKeys("GrpcRateBenchmark.unary", "LocalRateBenchmark.call");
        assertThat(rows.values()).allSatisfy(row -> {
            assertThat(row.row().primary().samples().samples()).isEqualTo(200);
            assertThat(row.rate()).isEqualTo(500);
            assertThat(row.made()).isGreaterThan(0).isLessThanOrEqualTo(500);
            assertThat(row.unsent()).isZero();
            assertThat(row.failed()).isEmpty();
            assertThat(highest(row, "p1.00"))
                    .as("from due")
                    .isGreaterThanOrEqualTo(highest(row, Latencies.LATE + ":p1.00"));
            assertThat(highest(row, Latencies.CPU)).isGreaterThan(highest(row, Latencies.CPU_PACER));
            assertThat(row.row().secondary()).containsKey("gc.alloc.rate.norm");
        });
        assertThat(rows.get("GrpcRateBenchmark.unary").row().secondary()).containsKey(Latencies.CPU_SERVER);
        assertThat(rows.get("LocalRateBenchmark.call").isMet())
                .as("lateness is what it measures")
                .isTrue();
        assertThat(rows.get("LocalRateBenchmark.call").isFloor()).isTrue();
        assertThat(facts())
                .allSatisfy(
                        facts -> assertThat(facts.get(TimerSlack.FACT)).isIn(TimerSlack.SHORTENED, TimerSlack.KEPT));
    }

    private static double highest(RateRow row, String metric) {
        return row.row().secondary().get(metric).forks().get(0).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }

    private List<Map<String, String>> facts() {
        return Log.forks(directory.resolve("out.log.jsonl")).stream()
                .map(Fork::facts)
                .toList();
    }

    @Test
    void atTheRateMaxLatenciesAreFromTheSendAndAnEmptyCallIsSkipped() throws Exception {
        List<RateRow> rows = rows("GrpcRate|LocalRate -p rate=max -wi 1 -w 500ms -i 2 -r 500ms");
        assertThat(rows).hasSize(1);
        RateRow row = rows.get(0);
        assertThat(row.isMax()).isTrue();
        assertThat(row.row().primary().samples().samples())
                .as("those in flight at the end are not in the rate")
                .isGreaterThanOrEqualTo(row.made() / 5);
        assertThat(row.made()).isPositive();
        assertThat(row.row().secondary())
                .containsKey(Latencies.CPU)
                .doesNotContainKeys(Latencies.MET, Latencies.FROM_SEND, Latencies.LATE);
    }
}
