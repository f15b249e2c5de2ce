package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Finds typing errors in {@code -p}, which JMH ignores in silence: a parameter that no benchmark has, or a value that no benchmark declares. Where all
 * declared values are integers, any integer is allowed; for an enum, any constant.
 */
public final class ParamCheck {
    private static final String INTEGER = "[+-]?\\d+";

    private ParamCheck() {}

    /**
     * Checks parameters against all benchmarks of the suite.
     *
     * @throws CommandException (usage) that lists what exists
     */
    static void check(Map<String, List<String>> given, Collection<BenchmarkListEntry> suite) {
        checkNames(given, suite);
        Map<String, Set<String>> declared = declared(suite);
        given.forEach((name, values) -> {
            Set<String> known = declared.get(name);
            for (String value : values) {
                if (!known.contains(value) && !isInteger(value, known)) {
                    throw CommandException.usage("-p " + name + "=" + value
                            + ": no benchmark has this value; there are " + String.join(", ", known));
                }
            }
        });
    }

    /**
     * Checks the names of parameters alone, for benchmarks that may take any value.
     *
     * @throws CommandException (usage) that lists what exists
     */
    static void checkNames(Map<String, List<String>> given, Collection<BenchmarkListEntry> suite) {
        Set<String> known = declared(suite).keySet();
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw CommandException.usage(
                        "-p " + name + ": no benchmark has this parameter; there are " + String.join(", ", known));
            }
        }
    }

    private static boolean isInteger(String value, Set<String> known) {
        return value.matches(INTEGER) && known.stream().allMatch(other -> other.matches(INTEGER));
    }

    private static Map<String, Set<String>> declared(Collection<BenchmarkListEntry> suite) {
        Map<String, Set<String>> declared = new TreeMap<>();
        for (BenchmarkListEntry benchmark : suite) {
            benchmark
                    .getParams()
                    .orElse(Map.of())
                    .forEach((name, values) ->
                            declared.computeIfAbsent(name, n -> new TreeSet<>()).addAll(List.of(values)));
            enumConstants(benchmark)
                    .forEach((name, constants) -> declared.get(name).addAll(constants));
        }
        return declared;
    }

    /**
     * The constants of each enum parameter by its name; JMH's list has only the declared values. Empty when the benchmark's class cannot be loaded.
     */
    public static Map<String, List<String>> enumConstants(BenchmarkListEntry benchmark) {
        Map<String, List<String>> constants = new TreeMap<>();
        String name = benchmark.getUsername().substring(benchmark.getUsername().lastIndexOf('.') + 1);
        try {
            Arrays.stream(Class.forName(benchmark.getUserClassQName()).getMethods())
                    .filter(method -> method.getName().equals(name))
                    .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                    .flatMap(state -> Arrays.stream(state.getFields()))
                    .filter(field -> field.isAnnotationPresent(Param.class)
                            && field.getType().isEnum())
                    .forEach(field -> constants.put(field.getName(), constants(field)));
        } catch (ClassNotFoundException e) {
            return Map.of();
        }
        return constants;
    }

    private static List<String> constants(Field param) {
        return Arrays.stream(param.getType().getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
    }
}
