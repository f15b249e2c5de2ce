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
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What a row measures, whatever its benchmark class is called. Classes that vary one axis share a base cell, so rows of several classes can
 * have equal cells: they are one row under several names.
 *
 * @param call the benchmark that has all axes of the cell, by its simple name
 * @param mode JMH's short name of the mode
 * @param axes all axes of the cell and their values
 */
public record Cell(String call, String mode, SortedMap<String, String> axes) {
    private static final String GRPC = "GrpcBenchmark.unary";
    private static final String RMI = "RmiBenchmark.call";

    /** The base cell of each call. RMI has two of gRPC's axes, with the same values. */
    private static final Map<String, Map<String, String>> BASE = base(defaults(GRPC));

    /** By benchmark, the axis that it varies; where it varies two, the second has the same name in the base cell. */
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
     * @param param the axis' name in the varying benchmark
     * @param axis its name in the benchmark that has all
     * @param fixed other axes, on which its cells always differ from the base cell
     */
    private record Variation(String call, String param, String axis, Map<String, String> fixed) {}

    private static Map.Entry<String, Variation> grpc(String benchmark, String param, String axis) {
        return Map.entry(benchmark, new Variation(GRPC, param, axis, Map.of()));
    }

    private static Map<String, Map<String, String>> base(Map<String, String> grpc) {
        return Map.of(GRPC, grpc, RMI, Map.of("pinning", grpc.get("pinning"), "server", grpc.get("server")));
    }

    /** The params of a benchmark, each with its default, as JMH's list in this jar has them. */
    private static Map<String, String> defaults(String benchmark) {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return BenchmarkList.defaultList()
                .find(silence, List.of("\\." + benchmark + "$"), List.of())
                .first()
                .getParams()
                .get()
                .entrySet()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, param -> param.getValue()[0]));
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

    /** Whether a benchmark has all axes of a cell that others vary. */
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
     * Finds rows that need not be measured, because another row measures the same cell: the row of the benchmark that has all axes, else the first.
     *
     * @param rows of one run, each once
     * @param key a row's key
     * @return each such row with the one that is measured, in the order of the rows
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
