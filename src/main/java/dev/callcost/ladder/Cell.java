package dev.callcost.ladder;

import dev.callcost.data.RowKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What a row measures, whatever its benchmark class is called. Classes that vary one axis share a base cell, so rows of
 * several classes can have equal cells: they are one row under several names.
 *
 * @param call the benchmark that has all axes of the cell, by its simple name
 * @param mode JMH's short name of the mode
 * @param axes all axes of the cell and their values
 */
public record Cell(String call, String mode, SortedMap<String, String> axes) {
    private static final String GRPC = "GrpcBenchmark.unary";
    private static final String RMI = "RmiBenchmark.call";

    /** What {@code callcost.jar} has in place of the benchmarks: a copy of their list. */
    private static final String LIST_ALONE = "/dev/callcost/ladder/BenchmarkList";

    /** The params of this suite's benchmarks, each with its default, by simple names. */
    private static final Map<String, Map<String, String>> PARAMS = params();

    /** The base cell of each call. RMI has two of gRPC's axes, with the same values. */
    private static final Map<String, Map<String, String>> BASE = base(PARAMS.get(GRPC));

    private static final Map<String, Variation> VARIATIONS = variations();

    /**
     * A benchmark that varies one axis of a call's base cell. Where it varies two, the second has the same name in the
     * base cell.
     *
     * @param call the benchmark that has all axes
     * @param param the axis' name in the varying benchmark
     * @param axis its name in the benchmark that has all
     * @param fixed other axes, on which its cells always differ from the base cell
     */
    private record Variation(String call, String param, String axis, Map<String, String> fixed) {}

    private static Map<String, Map<String, String>> params() {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        Map<String, Map<String, String>> params = new HashMap<>();
        BenchmarkList list = Cell.class.getResource(LIST_ALONE) == null
                ? BenchmarkList.defaultList()
                : BenchmarkList.fromResource(LIST_ALONE);
        list.getAll(silence, List.of()).forEach(benchmark -> {
            Map<String, String> defaults = new HashMap<>();
            benchmark.getParams().orElse(Map.of()).forEach((param, values) -> defaults.put(param, values[0]));
            params.put(new RowKey(benchmark.getUsername(), "", Map.of()).simpleName(), defaults);
        });
        return params;
    }

    private static Map<String, Map<String, String>> base(Map<String, String> grpc) {
        return Map.of(GRPC, grpc, RMI, Map.of("pinning", grpc.get("pinning"), "server", grpc.get("server")));
    }

    /**
     * The params of most benchmarks are axes of their call. Three name the axis otherwise, or differ from the base cell
     * on another axis too.
     */
    private static Map<String, Variation> variations() {
        Map<String, Variation> variations = new HashMap<>();
        BASE.forEach((call, axes) -> PARAMS.forEach((benchmark, params) -> {
            boolean isOfCall = benchmark.startsWith(call.replaceFirst("Benchmark.*", "")) && !benchmark.equals(call);
            if (isOfCall && !params.isEmpty() && axes.keySet().containsAll(params.keySet())) {
                String axis = Collections.min(params.keySet());
                variations.put(benchmark, new Variation(call, axis, axis, Map.of()));
            }
        }));
        Map<String, String> future = Map.of("stub", "FUTURE");
        Map<String, String> direct = Map.of("serverExecutor", "DIRECT");
        variations.put(
                "GrpcServerExecutorBenchmark.unary", new Variation(GRPC, "executor", "serverExecutor", Map.of()));
        variations.put("GrpcClientExecutorBenchmark.unary", new Variation(GRPC, "executor", "clientExecutor", future));
        variations.put("GrpcDirectBenchmark.unary", new Variation(GRPC, "transport", "transport", direct));
        return variations;
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

    /**
     * The param and value by which a benchmark that varies one axis would name the base cell; empty for other
     * benchmarks.
     */
    static Map<String, String> paramsOfBase(String benchmark) {
        Variation variation = VARIATIONS.get(benchmark);
        return variation == null || !variation.fixed.isEmpty()
                ? Map.of()
                : Map.of(variation.param, BASE.get(variation.call).get(variation.axis));
    }

    /**
     * Rows of one run that need not be measured, each with the row that measures the same cell: the row of the
     * benchmark that has all axes, else the first.
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
