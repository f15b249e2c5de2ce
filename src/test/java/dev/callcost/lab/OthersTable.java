package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.text.Grid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A call of grpc-java's own benchmark, beside its call in the suite's cell and the suite's call, by transport and server's executor. */
final class OthersTable {
    private static final String THEIRS = "TransportBenchmark.unaryCall1024Latency";
    private static final String IN_OUR_CELL = "SameCallBenchmark.unary";
    private static final String OURS = "GrpcBenchmark.unary";

    private OthersTable() {}

    static String markdown(ResultsFile file) {
        Sample.rows(file, THEIRS);
        RowEstimates estimates = RowEstimates.of(file.rows(), row -> "");
        Map<String, Map<String, Estimate>> cells = new TreeMap<>();
        for (Row row : file.rows()) {
            estimates
                    .nanos(row)
                    .ifPresent(nanos -> cells.computeIfAbsent(cell(row), it -> new TreeMap<>())
                            .put(row.simpleName(), nanos));
        }
        Grid grid = new Grid()
                .left("transport, server's executor")
                .right("grpc-java's")
                .right("its call in our cell", "of grpc-java's", "our call", "of grpc-java's");
        cells.forEach((cell, times) -> grid.row(
                cell,
                time(times, THEIRS),
                time(times, IN_OUR_CELL),
                ratio(times, IN_OUR_CELL),
                time(times, OURS),
                ratio(times, OURS)));
        return "Time per call: " + Caption.of(file.rows(), estimates) + "\n\n" + grid.markdown();
    }

    private static String cell(Row row) {
        Map<String, String> params = row.params();
        boolean inProcess = params.get("transport").replace("_", "").equals("INPROCESS");
        boolean direct = Boolean.parseBoolean(params.getOrDefault("direct", "false"))
                || "DIRECT".equals(params.get("serverExecutor"));
        return (inProcess ? "in process" : "TCP, java.nio") + ", " + (direct ? "direct" : "default");
    }

    private static String time(Map<String, Estimate> times, String row) {
        return Optional.ofNullable(times.get(row)).map(EstimateText::time).orElse("");
    }

    private static String ratio(Map<String, Estimate> times, String row) {
        return times.keySet().containsAll(List.of(row, THEIRS))
                ? EstimateText.ratio(times.get(row).ratioTo(times.get(THEIRS)))
                : "";
    }
}
