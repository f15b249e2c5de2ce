package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Ends a fork's warm-up when it is warm, see {@link Warmth}, or at a cap. JMH knows fixed numbers of iterations only: the fork is started
 * with as many as fill the cap, and {@code org.openjdk.jmh.runner.BaseRunner#runBenchmark} asks the parameters for their number before
 * each one, which here becomes the number of those that have been. The parameters are the fork's own copy: the host's results keep the
 * number that was planned.
 *
 * <p>JIT time and classes are those of the iterations, not of what JMH and its profilers do between them. Those of the last iteration are left out:
 * the benchmark's tear-down is in it.
 *
 * <p>After the last measured iteration it gives JMH two results, {@value #TIME} in seconds and {@value #INCOMPLETE}: 1 for a fork that was
 * not warm when it was measured, or by the same conditions was not over the measured iterations, else 0. For the host it writes lines of
 * {@value #LINE} and members of a JSON object: how long the fork warmed up, until when each condition was not met, whether it was warm in the
 * end, and what was not met over the measured iterations.
 */
public final class UntilWarm implements InternalProfiler {
    /** The metric with the seconds that warm-up iterations ran. */
    public static final String TIME = "warmup.time";

    /** The metric with the share of forks that were not warm. */
    public static final String INCOMPLETE = "warmup.incomplete";

    /** What the host's line begins with: a comment to {@link java.util.Properties}, as others write to the same file. */
    public static final String LINE = "#warmup ";

    /** Readings after which the JIT has all it wants to compile of them. */
    private static final int REHEARSALS = 300;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    private static volatile Event awaited = Event.NONE;

    private final long capMillis;
    private final long leastMillis;
    private final Path file;

    private final Warmth warmUp = Warmth.ofWarmUp();
    private final Warmth measured = Warmth.ofMeasured();
    private long begin;
    private long compilationMillis;
    private long classes;
    private long operations;

    /** What a cell waits for. */
    private record Event(String name, long operations) {
        static final Event NONE = new Event("", 0);
    }

    /**
     * Made by JMH, in its host too, where it does nothing.
     *
     * @param options milliseconds of running after which a fork is measured though it is not warm; those before which it is not, though it
     *     is; and the file that takes the line: each followed by a comma but the last
     */
    public UntilWarm(String options) {
        String[] parts = options.split(",", 3);
        capMillis = Long.parseLong(parts[0]);
        leastMillis = Long.parseLong(parts[1]);
        file = Path.of(parts[2]);
    }

    /**
     * Names what has to happen before a cell is warm, and happens after a number of operations; to be called in a trial's set-up.
     *
     * @param event its name
     * @param operations of all threads, from the fork's start
     */
    public static void await(String event, long operations) {
        awaited = new Event(event, operations);
    }

    @Override
    public String getDescription() {
        return "Ends the warm-up when the fork is warm";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (warmUp.iterations() + measured.iterations() == 0) {
            awaited = Event.NONE;
        }
        compilationMillis = compilationMillis();
        classes = CLASSES.getTotalLoadedClassCount();
        begin = System.nanoTime();
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long nanos = System.nanoTime() - begin;
        long compiling = compilationMillis() - compilationMillis;
        long loaded = CLASSES.getTotalLoadedClassCount() - classes;
        if (result.getRawPrimaryResults().isEmpty()) {
            return List.of(); // the iteration failed, and JMH is about to say why
        }
        boolean isWarmUp = iteration.getType() == IterationType.WARMUP;
        boolean isLast = !isWarmUp && measured.iterations() + 1 == iteration.getCount();
        boolean afterEvents = operations >= awaited.operations();
        operations += result.getMetadata().getAllOps();
        (isWarmUp ? warmUp : measured)
                .add(new Warmth.Iteration(
                        nanos,
                        result.getPrimaryResult().getScore(),
                        isLast ? 0 : compiling,
                        isLast ? 0 : loaded,
                        afterEvents));
        if (isWarmUp) {
            if (warmUp.iterations() == 1) {
                rehearse(iteration);
            }
            double millis = warmUp.nanos() / NANOS_PER_MILLI;
            if (warmUp.isWarm() && millis >= leastMillis || millis >= capMillis) {
                setCount(iteration, warmUp.iterations());
            }
            if (warmUp.iterations() == iteration.getCount()) {
                tell(warmUp());
            }
        }
        if (isLast) {
            tell(measured());
            return results();
        }
        return List.of();
    }

    private static long compilationMillis() {
        return COMPILER == null ? 0 : COMPILER.getTotalCompilationTime();
    }

    /** Sets a private field, because JMH has no setter. The field was last seen in JMH 1.37. */
    static void setCount(IterationParams parameters, int iterations) {
        try {
            Field count = countIn(parameters.getClass());
            count.setAccessible(true);
            count.setInt(parameters, iterations);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JMH has no field IterationParams.count, as 1.37 had, so the warm-up cannot end early;"
                            + " give it a fixed length with -wi and -w",
                    e);
        }
    }

    private static Field countIn(Class<?> type) throws NoSuchFieldException {
        for (Class<?> in = type; in != null; in = in.getSuperclass()) {
            for (Field field : in.getDeclaredFields()) {
                if (field.getName().equals("count") && field.getType() == int.class) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException("count in " + type.getName());
    }

    private String warmUp() {
        StringJoiner until = new StringJoiner(",");
        for (Map.Entry<Warmth.Condition, Long> condition : warmUp.unmetUntil().entrySet()) {
            until.add(name(condition.getKey()) + ":" + seconds(condition.getValue()));
        }
        return "\"seconds\":" + seconds(warmUp.nanos())
                + ",\"iterations\":" + warmUp.iterations()
                + ",\"warm\":" + warmUp.isWarm()
                + ",\"unmetUntil\":{" + until + "}";
    }

    private String measured() {
        StringJoiner names = new StringJoiner(",");
        for (Warmth.Condition condition : measured.unmet()) {
            names.add(name(condition));
        }
        return "\"unmetWhenMeasured\":[" + names + "]";
    }

    private List<Result<?>> results() {
        boolean isComplete = warmUp.isWarm() && measured.unmet().isEmpty();
        return List.of(
                new ScalarResult(TIME, warmUp.nanos() / NANOS_PER_SECOND, "s", AggregationPolicy.MAX),
                new ScalarResult(INCOMPLETE, isComplete ? 0 : 1, "fork", AggregationPolicy.MAX));
    }

    /**
     * Does to no effect what is done between iterations and at the fork's end: the recorder's readings until they are compiled, which else happens
     * seconds later, once there have been enough iterations, and keeps a fork from looking warm; and once what comes at the end of the warm-up and of
     * the fork: the classes that are loaded for it would else be loaded right before the first measured iteration, and made the JIT compile a gRPC
     * call's code again in the third.
     */
    private void rehearse(IterationParams parameters) {
        setCount(parameters, parameters.getCount());
        String text = warmUp() + measured() + results();
        Warmth judged = Warmth.ofMeasured();
        for (int run = 0; run < REHEARSALS; run++) {
            Readings before = Readings.now();
            String json = Readings.now().jsonSince(before);
            write((text + json).substring(0, 0));
            judged.add(new Warmth.Iteration(run, run * 31 % 17, 0, 0, true));
        }
        judged.unmet();
    }

    private void tell(String members) {
        write(LINE + members + "\n");
    }

    private void write(String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Warmth.Condition condition) {
        boolean isNamed = condition == Warmth.Condition.EVENTS && awaited != Event.NONE;
        return "\"" + (isNamed ? awaited.name() : condition.name().toLowerCase(Locale.ROOT)) + "\"";
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_SECOND);
    }
}
