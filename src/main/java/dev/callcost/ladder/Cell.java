package dev.callcost.ladder;

import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a row measures, whatever the benchmark class is called: classes that vary one axis of a cell share the cell from which they
 * vary it. Rows of equal cells are one row under several names.
 *
 * @param call the benchmark that has all axes of the cell, by its simple name
 * @param mode JMH's short name of the mode
 * @param axes all axes of the cell and their values
 */
public record Cell(String call, String mode, SortedMap<String, String> axes) {
    private static final String GRPC = "GrpcBenchmark.unary";
    private static final String RMI = "RmiBenchmark.call";

    /** The cell that each call has where nothing else is named. */
    private static final Map<String, Map<String, String>> BASE = Map.of(
            GRPC,
            Map.of(
                    "wireFormat", "PROTOBUF",
                    "transport", "NIO",
                    "security", "PLAINTEXT",
                    "clientExecutor", "DEFAULT",
                    "serverExecutor", "DEFAULT",
                    "stub", "BLOCKING",
                    "payload", "0",
                    "longs", "0",
                    "pinning", "ONE_CPU",
                    "server", "SAME_JVM"),
            RMI,
            Map.of("pinning", "ONE_CPU", "server", "SAME_JVM"));

    /** The benchmarks that vary one axis, or two of which this is the first. */
    private static final Map<String, Variation> VARIATIONS = Map.ofEntries(
            grpc("GrpcWireFormatBenchmark.unary", "wireFormat", "wireFormat"),
            grpc("GrpcTransportBenchmark.unary", "transport", "transport"),
            grpc("GrpcSecurityBenchmark.unary", "security", "security"),
            grpc("GrpcServerExecutorBenchmark.unary", "executor", "serverExecutor"),
            grpc("GrpcStubBenchmark.call", "stub", "stub"),
            grpc("GrpcPayloadBenchmark.unary", "payload", "payload"),
            grpc("GrpcPinningBenchmark.unary", "pinning", "pinning"),
            grpc("GrpcServerHostBenchmark.unary", "server", "server"),
            Map.entry(
                    "GrpcClientExecutorBenchmark.unary",
                    new Variation(GRPC, "executor", "clientExecutor", Map.of("stub", "FUTURE"))),
            Map.entry(
                    "GrpcDirectBenchmark.unary",
                    new Variation(GRPC, "transport", "transport", Map.of("serverExecutor", "DIRECT"))),
            Map.entry("RmiPinningBenchmark.call", new Variation(RMI, "pinning", "pinning", Map.of())),
            Map.entry("RmiServerHostBenchmark.call", new Variation(RMI, "server", "server", Map.of())));

    /**
     * A benchmark that varies one axis of a call's base cell.
     *
     * @param call the benchmark that has all axes
     * @param param what the varying benchmark calls the axis
     * @param axis what the other one calls it
     * @param fixed where its cell differs from the base cell for good
     */
    private record Variation(String call, String param, String axis, Map<String, String> fixed) {}

    private static Map.Entry<String, Variation> grpc(String benchmark, String param, String axis) {
        return Map.entry(benchmark, new Variation(GRPC, param, axis, Map.of()));
    }

    /** The cell of a row. A benchmark that shares none has one of its own. */
    public static Cell of(RowKey row) {
        return of(row.simpleName(), row.mode(), row.params());
    }

    static Cell of(String benchmark, String mode, Map<String, String> params) {
        Variation variation = VARIATIONS.get(benchmark);
        String call = variation == null ? benchmark : variation.call();
        SortedMap<String, String> axes = new TreeMap<>(BASE.getOrDefault(call, Map.of()));
        axes.putAll(variation == null ? Map.of() : variation.fixed());
        params.forEach((param, value) ->
                axes.put(variation != null && variation.param().equals(param) ? variation.axis() : param, value));
        return new Cell(call, mode, axes);
    }

    /** Whether a benchmark has all axes of a cell that others vary: it gives the cell its name. */
    private static boolean hasAllAxes(RowKey row) {
        return BASE.containsKey(row.simpleName());
    }

    /**
     * The param and value by which a benchmark that varies one axis would name the base cell; empty for other benchmarks.
     *
     * @param benchmark its simple name
     */
    static Map<String, String> paramsOfBase(String benchmark) {
        Variation variation = VARIATIONS.get(benchmark);
        return variation == null || !variation.fixed().isEmpty()
                ? Map.of()
                : Map.of(variation.param(), BASE.get(variation.call()).get(variation.axis()));
    }

    /**
     * For rows that measure the same cell, the one that is measured: that of the benchmark which has all axes, else the first.
     *
     * @param rows of one run, each once
     * @param key what makes them rows
     * @return in the order of the rows, each that need not be measured with the one that is
     */
    public static <R> Map<R, R> measuredElsewhere(List<R> rows, Function<R, RowKey> key) {
        Map<Cell, List<R>> cells = rows.stream()
                .collect(Collectors.groupingBy(row -> of(key.apply(row)), HashMap::new, Collectors.toList()));
        Map<R, R> elsewhere = new LinkedHashMap<>();
        for (R row : rows) {
            List<R> same = new ArrayList<>(cells.get(of(key.apply(row))));
            R measured = same.stream()
                    .filter(other -> hasAllAxes(key.apply(other)))
                    .findFirst()
                    .orElse(same.get(0));
            if (!row.equals(measured)) {
                elsewhere.put(row, measured);
            }
        }
        return elsewhere;
    }
}
