package dev.callcost.ladder;

import dev.callcost.data.RowKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static final Map<String, Variation> VARIATIONS = Map.ofEntries(
            grpc("GrpcWireFormatBenchmark.unary", "wireFormat"),
            grpc("GrpcTransportBenchmark.unary", "transport"),
            grpc("GrpcSecurityBenchmark.unary", "security"),
            grpc("GrpcStubBenchmark.call", "stub"),
            grpc("GrpcPayloadBenchmark.unary", "payload"),
            grpc("GrpcPinningBenchmark.unary", "pinning"),
            grpc("GrpcServerHostBenchmark.unary", "server"),
            vary("GrpcServerExecutorBenchmark.unary", GRPC, "executor", "serverExecutor", Map.of()),
            vary("GrpcClientExecutorBenchmark.unary", GRPC, "executor", "clientExecutor", Map.of("stub", "FUTURE")),
            vary("GrpcDirectBenchmark.unary", GRPC, "transport", "transport", Map.of("serverExecutor", "DIRECT")),
            vary("RmiPinningBenchmark.call", RMI, "pinning", "pinning", Map.of()),
            vary("RmiServerHostBenchmark.call", RMI, "server", "server", Map.of()));

    /**
     * A benchmark that varies one axis of a call's base cell. Where it varies two, the second has the same name in the base cell.
     *
     * @param call the benchmark that has all axes
     * @param param the axis' name in the varying benchmark
     * @param axis its name in the benchmark that has all
     * @param fixed other axes, on which its cells always differ from the base cell
     */
    private record Variation(String call, String param, String axis, Map<String, String> fixed) {}

    private static Map.Entry<String, Variation> grpc(String benchmark, String axis) {
        return vary(benchmark, GRPC, axis, axis, Map.of());
    }

    private static Map.Entry<String, Variation> vary(
            String benchmark, String call, String param, String axis, Map<String, String> fixed) {
        return Map.entry(benchmark, new Variation(call, param, axis, fixed));
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

    /** A benchmark that shares no cell has one of its own. */
    public static Cell of(RowKey row) {
        return of(row.simpleName(), row.mode(), row.params());
    }

    static Cell of(String benchmark, String mode, Map<String, String> params) {
        Variation variation = VARIATIONS.getOrDefault(benchmark, new Variation(benchmark, "", "", Map.of()));
        SortedMap<String, String> axes = new TreeMap<>(BASE.getOrDefault(variation.call, Map.of()));
        axes.putAll(variation.fixed);
        params.forEach((param, value) -> axes.put(param.equals(variation.param) ? variation.axis : param, value));
        return new Cell(variation.call, mode, axes);
    }

    /** The param and value by which a benchmark that varies one axis would name the base cell; empty for other benchmarks. */
    static Map<String, String> paramsOfBase(String benchmark) {
        Variation variation = VARIATIONS.get(benchmark);
        return variation == null || !variation.fixed.isEmpty()
                ? Map.of()
                : Map.of(variation.param, BASE.get(variation.call).get(variation.axis));
    }

    /**
     * Rows of one run that need not be measured, each with the row that measures the same cell: the row of the benchmark that has all axes, else the first.
     */
    public static <R> Map<R, R> measuredElsewhere(List<R> rows, Function<R, RowKey> key) {
        Predicate<R> hasAllAxes = row -> BASE.containsKey(key.apply(row).simpleName());
        Map<Cell, R> measured = new HashMap<>();
        Stream.concat(rows.stream().filter(hasAllAxes), rows.stream())
                .forEach(row -> measured.putIfAbsent(of(key.apply(row)), row));
        Map<R, R> elsewhere = new LinkedHashMap<>();
        rows.forEach(row -> elsewhere.put(row, measured.get(of(key.apply(row)))));
        elsewhere.entrySet().removeIf(row -> row.getKey().equals(row.getValue()));
        return elsewhere;
    }
}
