package dev.callcost.lab;

import dev.callcost.results.Caption;
import dev.callcost.results.EstimateText;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.run.ladder.Ladder;
import dev.callcost.run.ladder.Rung;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;

/** RMI and gRPC NIO with all threads on one CPU and free of pinning, side by side. */
public final class PinningTable {
    private PinningTable() {}

    /**
     * The table as Markdown; a pair of which the file lacks a member is left out.
     *
     * @throws IllegalArgumentException when the file holds neither pair
     */
    public static String markdown(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        Grid grid = new Grid().left("call", "ONE_CPU", "FREE", "FREE / ONE_CPU");
        List<Row> rows = new ArrayList<>();
        addPair(grid, rows, "RMI", ladder, Rung.RMI_ONE_CPU, Rung.RMI_FREE);
        addPair(grid, rows, "gRPC NIO", ladder, Rung.GRPC_ONE_CPU, Rung.GRPC_FREE);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no pair of ONE_CPU and FREE");
        }
        return "Time per call: " + Caption.of(rows) + "\n\n" + grid.markdown();
    }

    private static void addPair(Grid grid, List<Row> rows, String call, Ladder ladder, String oneCpu, String free) {
        ladder.step(oneCpu)
                .ifPresent(one -> ladder.step(free).ifPresent(other -> {
                    grid.row(
                            call,
                            EstimateText.time(one.nanos()),
                            EstimateText.time(other.nanos()),
                            EstimateText.ratio(other.nanos().ratioTo(one.nanos())));
                    rows.addAll(List.of(one.row(), other.row()));
                }));
    }
}
