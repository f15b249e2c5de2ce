package dev.callcost.fork;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** The parameters of a benchmark whose type is an enum. JMH's list has the values that are declared, not all there are. */
public final class EnumParams {
    private EnumParams() {}

    /**
     * The constants of each enum parameter by its name; empty when the benchmark's class is not at hand.
     *
     * @param benchmark the benchmark
     */
    public static Map<String, List<String>> of(BenchmarkListEntry benchmark) {
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
