package dev.callcost.benchmark;

import dev.callcost.JmhParams;
import dev.callcost.agent.Latencies;
import dev.callcost.benchmark.load.GrpcInFlightBenchmark;
import dev.callcost.launch.Entries;
import dev.callcost.state.EchoClient;
import dev.callcost.state.rate.Pacer;
import dev.callcost.transport.ChildJvm;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One call of a benchmark method with one value of each parameter, outside JMH: its states are created, set up and torn
 * down as JMH does, the tear-down twice.
 */
public record OneCall(Class<?> benchmark, Method method, Map<String, String> params) {
    /** The calls that a benchmark at a rate sends. */
    static final long CALLS_AT_A_RATE = 20;

    private static final String RESULT = "result of the call: ";
    private static final String UNSUPPORTED = "unsupported: ";

    /** A window with these calls at the default rate. */
    private static final TimeValue LENGTH = TimeValue.milliseconds(CALLS_AT_A_RATE);

    private static final BenchmarkParams PARAMS = JmhParams.benchmark(Mode.SampleTime, 1, LENGTH);

    /** Every benchmark of the suite with every combination of its parameters' values. */
    public static Stream<OneCall> all() {
        return entries().flatMap(entry -> combinations(entry).map(params -> of(entry, params)));
    }

    /** Every benchmark of the suite, as JMH lists it. */
    public static Stream<BenchmarkListEntry> entries() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return BenchmarkList.defaultList().getAll(silent, List.of()).stream();
    }

    /**
     * Every combination of the declared values; and every other constant of an enum, with the last value of all else.
     * (The first value of the key-value service lets a hundred calls wait in one lock, which takes seconds.)
     */
    private static Stream<Map<String, String>> combinations(BenchmarkListEntry entry) {
        List<Map<String, String>> declared = List.of(Map.of());
        for (Map.Entry<String, String[]> param :
                entry.getParams().orElse(Map.of()).entrySet()) {
            declared = declared.stream()
                    .flatMap(shorter ->
                            Arrays.stream(param.getValue()).map(value -> with(shorter, param.getKey(), value)))
                    .toList();
        }
        Set<Map<String, String>> combinations = new LinkedHashSet<>(declared);
        Map<String, String> last = declared.get(declared.size() - 1);
        Entries.enumConstants(entry)
                .forEach((name, constants) ->
                        constants.forEach(constant -> combinations.add(with(last, name, constant))));
        return combinations.stream();
    }

    private static Map<String, String> with(Map<String, String> params, String name, String value) {
        Map<String, String> longer = new TreeMap<>(params);
        longer.put(name, value);
        return longer;
    }

    public static OneCall of(BenchmarkListEntry entry, Map<String, String> params) {
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
     * Returns what the benchmark method returned, or how many latencies its state measured in the iteration, or throws
     * what a state or the method threw.
     */
    Object run() throws Exception {
        Map<Class<?>, Object> states = jmh();
        Latencies latencies = new Latencies();
        latencies.beforeIteration(PARAMS, JmhParams.iteration(IterationType.MEASUREMENT, 1, LENGTH));
        try {
            Object[] arguments = arguments(method, states);
            invokeAll(states, annotatedWith(Setup.class, Setup::value, Level.Trial));
            invokeAll(states, annotatedWith(Setup.class, Setup::value, Level.Iteration));
            Object result = invoke(method, benchmark.getConstructor().newInstance(), arguments);
            invokeAll(states, annotatedWith(TearDown.class, TearDown::value, Level.Iteration));
            return states.values().stream().anyMatch(Pacer.class::isInstance) ? samples(latencies) : result;
        } finally {
            invokeAll(states, annotatedWith(TearDown.class, TearDown::value, Level.Trial));
            invokeAll(states, annotatedWith(TearDown.class, TearDown::value, Level.Trial));
        }
    }

    /** What JMH itself passes. */
    private Map<Class<?>, Object> jmh() {
        Control control = new Control();
        control.startMeasurement = true;
        control.stopMeasurement = true; // so that no operation waits for it
        // one cold operation with a hundred calls in flight is too short a window to be checked
        IterationType iteration =
                benchmark == GrpcInFlightBenchmark.class ? IterationType.WARMUP : IterationType.MEASUREMENT;
        Map<Class<?>, Object> passed = new LinkedHashMap<>();
        passed.put(Control.class, control);
        passed.put(IterationParams.class, JmhParams.iteration(iteration, 1, LENGTH));
        passed.put(BenchmarkParams.class, PARAMS);
        passed.put(ThreadParams.class, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        return passed;
    }

    private static long samples(Latencies latencies) {
        IterationResult iteration = JmhParams.sampled(1);
        latencies.afterIteration(PARAMS, null, iteration);
        return iteration.getPrimaryResult().getSampleCount();
    }

    /** Whether it needs {@link #runInOwnJvm()}. */
    boolean needsOwnJvm() {
        return Runtime.version().feature() >= 21 && params.containsValue("VIRTUAL");
    }

    /**
     * Runs it in a JVM of its own, as in a fork: the threads that carry virtual threads are the JVM's, keep the CPUs of
     * whoever first needed them, and stay for half a minute. The result is an int or a long.
     *
     * @throws UnsupportedOperationException as {@link #run}
     */
    Object runInOwnJvm() throws IOException {
        try (ChildJvm jvm = ChildJvm.start(OneCall.class, toString())) {
            String line = jvm.readLine();
            while (!line.startsWith(RESULT) && !line.startsWith(UNSUPPORTED)) {
                line = jvm.readLine();
            }
            jvm.join();
            if (line.startsWith(UNSUPPORTED)) {
                throw new UnsupportedOperationException(line.substring(UNSUPPORTED.length()));
            }
            String result = line.substring(RESULT.length());
            if (method.getReturnType() == int.class) {
                return Integer.valueOf(result);
            }
            return Long.valueOf(result);
        }
    }

    /** Runs the call of that name. */
    public static void main(String[] args) throws Exception {
        OneCall call = all().filter(candidate -> candidate.toString().equals(args[0]))
                .findFirst()
                .orElseThrow();
        try {
            System.out.println(RESULT + call.run());
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
        System.exit(0);
    }

    /** The states that a method takes; those that their own set-ups take are created before them. */
    private Object[] arguments(Method method, Map<Class<?>, Object> states) throws ReflectiveOperationException {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int n = 0; n < arguments.length; n++) {
            arguments[n] = state(method.getParameterTypes()[n], states);
        }
        return arguments;
    }

    private Object state(Class<?> type, Map<Class<?>, Object> states) throws ReflectiveOperationException {
        if (!states.containsKey(type)) {
            for (Method setup : type.getMethods()) {
                if (setup.isAnnotationPresent(Setup.class)) {
                    arguments(setup, states);
                }
            }
            states.put(type, filled(type));
        }
        return states.get(type);
    }

    /** A state of that class with this call's parameters, not set up. */
    public Object filled(Class<?> type) throws ReflectiveOperationException {
        Object state = type.getConstructor().newInstance();
        if (state instanceof EchoClient client) {
            client.warmingRounds = 1; // the answer is the same as from a server warmed well, which takes a minute
        }
        for (Field field : type.getFields()) {
            if (field.isAnnotationPresent(Param.class)) {
                field.set(state, value(field.getType(), params.get(field.getName())));
            }
        }
        return state;
    }

    private static Object value(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        return type == int.class
                ? Integer.valueOf(text)
                : Arrays.stream(type.getEnumConstants())
                        .filter(constant -> constant.toString().equals(text))
                        .findFirst()
                        .orElseThrow();
    }

    private static <A extends Annotation> Predicate<Method> annotatedWith(
            Class<A> annotation, Function<A, Level> value, Level level) {
        return method ->
                method.isAnnotationPresent(annotation) && value.apply(method.getAnnotation(annotation)) == level;
    }

    private void invokeAll(Map<Class<?>, Object> states, Predicate<Method> wanted) throws Exception {
        for (Object state : List.copyOf(states.values())) {
            for (Method candidate : state.getClass().getMethods()) {
                if (wanted.test(candidate)) {
                    invoke(candidate, state, arguments(candidate, states));
                }
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
