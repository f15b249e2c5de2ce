package dev.callcost.lab;

import dev.callcost.results.Caption;
import dev.callcost.results.EstimateText;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.text.Grid;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The base cell with its server in the client's JVM and in one of its own, on one CPU and free of pinning. */
public final class HostTable {
    private static final String ONE_CPU = "ONE_CPU";
    private static final String FREE = "FREE";

    private HostTable() {}

    /**
     * The table as Markdown: a line a host, and under it what a JVM of its own changes.
     *
     * @throws IllegalArgumentException when the file lacks one of the four cells
     */
    public static String markdown(ResultsFile file) {
        Row sameOne = cell(file, "SAME_JVM", ONE_CPU);
        Row sameFree = cell(file, "SAME_JVM", FREE);
        Row ownOne = cell(file, "OWN_JVM", ONE_CPU);
        Row ownFree = cell(file, "OWN_JVM", FREE);
        Grid grid = new Grid().left("server", ONE_CPU, FREE, "FREE / ONE_CPU");
        grid.row("in the client's JVM", time(sameOne), time(sameFree), ratio(sameFree, sameOne));
        grid.row("in a JVM of its own", time(ownOne), time(ownFree), ratio(ownFree, ownOne));
        grid.row("own JVM / client's JVM", ratio(ownOne, sameOne), ratio(ownFree, sameFree), "");
        return "Time per gRPC call: " + Caption.of(List.of(sameOne, sameFree, ownOne, ownFree)) + "\n\n"
                + grid.markdown();
    }

    private static Row cell(ResultsFile file, String server, String pinning) {
        Optional<Row> cell = file.rows().stream()
                .filter(row -> row.simpleName().equals("GrpcBenchmark.unary")
                        && row.nanos().isPresent()
                        && Stream.of(server, pinning).allMatch(row.params()::containsValue))
                .findFirst();
        return cell.orElseThrow(() -> new IllegalArgumentException(
                file.path() + " holds no GrpcBenchmark with server=" + server + " and pinning=" + pinning));
    }

    private static String time(Row row) {
        return EstimateText.time(row.nanos().orElseThrow());
    }

    private static String ratio(Row row, Row below) {
        return EstimateText.ratio(
                row.nanos().orElseThrow().ratioTo(below.nanos().orElseThrow()));
    }
}
