package dev.callcost.benchmark;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One call of a benchmark method with one value of each parameter, outside JMH: its states are made, filled, set up and torn down
 * as JMH would, the tear-down twice.
 *
 * @param benchmark the class
 * @param method the method
 * @param params the parameters' values
 */
record OneCall(Class<?> benchmark, Method method, Map<String, String> params) {

    /** Every benchmark of the suite with every combination of its parameters' values. */
    static Stream<OneCall> all() {
        return entries().flatMap(entry -> combinations(entry).map(params -> of(entry, params)));
    }

    /** Every benchmark of the suite, as JMH lists it. */
    static Stream<BenchmarkListEntry> entries() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return BenchmarkList.defaultList().getAll(silent, List.of()).stream();
    }

    private static Stream<Map<String, String>> combinations(BenchmarkListEntry entry) {
        Stream<Map<String, String>> combinations = Stream.of(Map.of());
        for (Map.Entry<String, String[]> param :
                entry.getParams().orElse(Map.of()).entrySet()) {
            combinations = combinations.flatMap(shorter -> Arrays.stream(param.getValue())
                    .map(value -> {
                        Map<String, String> longer = new TreeMap<>(shorter);
                        longer.put(param.getKey(), value);
                        return longer;
                    }));
        }
        return combinations;
    }

    private static OneCall of(BenchmarkListEntry entry, Map<String, String> params) {
        try {
            Class<?> type = Class.forName(entry.getUserClassQName());
            String name = entry.getUsername().substring(entry.getUsername().lastIndexOf('.') + 1);
            Method method = Arrays.stream(type.getMethods())
                    .filter(candidate -> candidate.getName().equals(name))
                    .findFirst()
                    .orElseThrow();
            return new OneCall(type, method, params);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs it.
     *
     * @return what the benchmark method returned
     * @throws Exception what a state or the method threw
     */
    Object run() throws Exception {
        Map<Class<?>, Object> states = new LinkedHashMap<>();
        try {
            for (Class<?> type : method.getParameterTypes()) {
                states.put(type, filled(type));
            }
            for (Object state : states.values()) {
                invokeAll(state, Setup.class);
            }
            Object[] arguments =
                    Arrays.stream(method.getParameterTypes()).map(states::get).toArray();
            return invoke(method, benchmark.getConstructor().newInstance(), arguments);
        } finally {
            for (Object state : states.values()) {
                invokeAll(state, TearDown.class);
                invokeAll(state, TearDown.class);
            }
        }
    }

    private Object filled(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getConstructor();
        Object state = constructor.newInstance();
        for (Field field : type.getFields()) {
            if (field.isAnnotationPresent(Param.class)) {
                field.set(state, value(field.getType(), params.get(field.getName())));
            }
        }
        return state;
    }

    private static Object value(Class<?> type, String text) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> ((Enum<?>) constant).name().equals(text))
                    .findFirst()
                    .orElseThrow();
        }
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        throw new IllegalArgumentException("a parameter of " + type);
    }

    private static void invokeAll(Object state, Class<? extends Annotation> annotation) throws Exception {
        for (Method candidate : state.getClass().getMethods()) {
            if (candidate.isAnnotationPresent(annotation)) {
                invoke(candidate, state);
            }
        }
    }

    private static Object invoke(Method method, Object target, Object... arguments) throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        words.add(benchmark.getSimpleName() + "." + method.getName());
        params.forEach((name, value) -> words.add(name + "=" + value));
        return String.join(" ", words);
    }
}
