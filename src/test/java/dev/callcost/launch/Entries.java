package dev.callcost.launch;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;

/** Entries of JMH's benchmark list, as if an annotation processor had written them. */
public final class Entries {
    private Entries() {}

    /** The same without arguments in {@code @Fork}. */
    public static BenchmarkListEntry entry(Map<String, String[]> params) {
        return entry(params, List.of(), List.of(), List.of());
    }

    /** A benchmark {@code dev.callcost.benchmark.local.Some.call} with parameters, and arguments in {@code @Fork}. */
    public static BenchmarkListEntry entry(
            Map<String, String[]> params, List<String> prepend, List<String> arguments, List<String> append) {
        return entry("dev.callcost.benchmark.local.Some", params, prepend, arguments, append);
    }

    /** A benchmark {@code call} of any class, without parameters and arguments. */
    public static BenchmarkListEntry ofClass(String name) {
        return entry(name, Map.of(), List.of(), List.of(), List.of());
    }

    private static BenchmarkListEntry entry(
            String className,
            Map<String, String[]> params,
            List<String> prepend,
            List<String> arguments,
            List<String> append) {
        return new BenchmarkListEntry(
                className,
                "generated",
                "call",
                Mode.AverageTime,
                Optional.none(),
                new int[] {1},
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                some(arguments),
                some(prepend),
                some(append),
                params.isEmpty() ? Optional.none() : Optional.of(params),
                Optional.none(),
                Optional.none(),
                Optional.none());
    }

    /** A row of that benchmark: five forks, each with so many nanoseconds of iterations. */
    public static PlannedRow row(BenchmarkListEntry entry, Map<String, String> params, long iterationNanos) {
        return new PlannedRow(entry, params, 5, iterationNanos, java.util.Optional.empty());
    }

    /** The constants of each enum parameter by its name; JMH's list has only the declared values. */
    public static Map<String, List<String>> enumConstants(BenchmarkListEntry benchmark) {
        return RowSelection.params(benchmark)
                .filter(param -> param.getType().isEnum())
                .collect(Collectors.toMap(
                        Field::getName,
                        param -> RowSelection.constants(param.getType()),
                        (one, same) -> same,
                        TreeMap::new));
    }

    private static Optional<Collection<String>> some(List<String> list) {
        return list.isEmpty() ? Optional.none() : Optional.of(list);
    }
}
