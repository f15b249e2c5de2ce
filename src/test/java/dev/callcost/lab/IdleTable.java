package dev.callcost.lab;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** RMI calls after a pause: what they take, and how many were pinged first. */
final class IdleTable {
    private static final String CALL = "RmiIdleBenchmark.call";
    private static final String SECOND_CALL = "RmiIdleBenchmark.secondCall";
    private static final String IDLE = "idleMillis";
    private static final double NANOS_PER_MICRO = 1e3;

    private IdleTable() {}

    static String markdown(ResultsFile file) {
        List<Row> rows = Sample.rows(file, CALL, SECOND_CALL).stream()
                .sorted(Comparator.comparing(Row::simpleName).thenComparing(row -> idleMillis(row)))
                .toList();
        Grid grid = new Grid()
                .left("call after the pause")
                .right("pause, ms")
                .left("connection idle before it", "time per call", "round trips per call")
                .right("pinged", "forks");
        for (Row row : rows) {
            grid.row(
                    row.simpleName().equals(CALL) ? "first" : "second",
                    String.valueOf(idleMillis(row)),
                    idle(row),
                    EstimateText.time(row.nanos().orElseThrow()),
                    Sample.means(row, "roundTrips")
                            .flatMap(Sample::estimate)
                            .map(EstimateText::ratio)
                            .orElse(""),
                    Sample.means(row, "pings")
                            .map(pings -> Numbers.percent(pings.mean()))
                            .orElse(""),
                    String.valueOf(row.primary().forks().size()));
        }
        return "Time per call, and the idle time really passed: " + Caption.of(rows)
                + ". Round trips and pings: mean of each fork's calls\n\n" + grid.markdown();
    }

    private static int idleMillis(Row row) {
        return Integer.parseInt(row.params().getOrDefault(IDLE, "0"));
    }

    private static String idle(Row row) {
        return Optional.ofNullable(row.secondary().get("idleMicros"))
                .map(Metric::forkMedians)
                .flatMap(medians -> new Sample(Arrays.stream(medians).boxed().toList())
                        .times(NANOS_PER_MICRO)
                        .estimate())
                .map(EstimateText::plainTime)
                .orElse("");
    }
}
