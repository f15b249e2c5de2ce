package dev.callcost.agent;

import java.lang.reflect.Field;
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
 * Ends a fork's warm-up when the fork is warm (see {@link Warmth}) or at a cap. The fork starts with as many iterations
 * as fill the cap. {@code org.openjdk.jmh.runner.BaseRunner#runBenchmark} reads their number from the fork's own copy
 * of the parameters before each one; this class sets it.
 *
 * <p>JIT time and classes count during iterations only, and not in the last one, which includes the benchmark's
 * tear-down.
 *
 * <p>After the last measured iteration JMH gets {@value #TIME} in seconds, and {@value #INCOMPLETE}: 1 for a fork that
 * was not warm when its measurement began or did not stay warm. The host gets two lines of {@link CellRecord#WARM_UP}.
 */
public final class UntilWarm implements InternalProfiler {
    public static final String TIME = "warmup.time";
    public static final String INCOMPLETE = "warmup.incomplete";

    /** Readings until the JIT has compiled their code. */
    private static final int REHEARSALS = 300;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long capMillis;
    private final long leastMillis;

    private final Warmth warmUp = Warmth.ofWarmUp();
    private final Warmth measured = Warmth.ofMeasured();
    private long begin;
    private long compilationMillis;
    private long classes;

    /**
     * JMH calls this constructor in its host too, where the profiler does nothing.
     *
     * @param options separated by commas: the longest and the shortest warm-up in milliseconds of running, and the file
     *     of {@link CellRecord}
     */
    public UntilWarm(String options) {
        String[] parts = options.split(",", 3);
        capMillis = Long.parseLong(parts[0]);
        leastMillis = Long.parseLong(parts[1]);
        CellRecord.into(parts[2]);
    }

    @Override
    public String getDescription() {
        return "Ends the warm-up when the fork is warm";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Settling.settle(iteration);
        compilationMillis = Readings.compilationTime();
        classes = Readings.loadedClasses();
        begin = System.nanoTime();
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long nanos = System.nanoTime() - begin;
        long compiling = Readings.compilationTime() - compilationMillis;
        long loaded = Readings.loadedClasses() - classes;
        if (result.getRawPrimaryResults().isEmpty()) {
            return List.of(); // the iteration failed, and JMH prints why
        }
        boolean isWarmUp = iteration.getType() == IterationType.WARMUP;
        boolean isLast = !isWarmUp && measured.iterations() + 1 == iteration.getCount();
        (isWarmUp ? warmUp : measured)
                .add(new Warmth.WarmthSample(
                        nanos, result.getPrimaryResult().getScore(), isLast ? 0 : compiling, isLast ? 0 : loaded));
        if (isWarmUp) {
            if (warmUp.iterations() == 1) {
                rehearse(iteration);
            }
            double millis = warmUp.nanos() / NANOS_PER_MILLI;
            if (warmUp.isWarm() && millis >= leastMillis || millis >= capMillis) {
                setCount(iteration, warmUp.iterations());
            }
            if (warmUp.iterations() == iteration.getCount()) {
                CellRecord.add(CellRecord.WARM_UP, warmUp());
            }
        }
        if (isLast) {
            CellRecord.add(CellRecord.WARM_UP, measured());
            return results();
        }
        return List.of();
    }

    /** Sets a private field, because JMH has no setter. The field was last seen in JMH 1.37. */
    static void setCount(IterationParams parameters, int iterations) {
        try {
            Field count = countIn(parameters.getClass());
            count.setAccessible(true);
            count.setInt(parameters, iterations);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JMH has no field IterationParams.count, as 1.37 had, so iterations cannot end early;"
                            + " fix their number and length with -wi, -w, -i and -r",
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
        return "{\"seconds\":" + seconds(warmUp.nanos())
                + ",\"iterations\":" + warmUp.iterations()
                + ",\"warm\":" + warmUp.isWarm()
                + ",\"unmetUntil\":{" + until + "}}";
    }

    private String measured() {
        StringJoiner names = new StringJoiner(",");
        for (Warmth.Condition condition : measured.unmet()) {
            names.add(name(condition));
        }
        return "{\"unmetWhenMeasured\":[" + names + "]}";
    }

    private List<Result<?>> results() {
        boolean isComplete = warmUp.isWarm() && measured.unmet().isEmpty();
        return List.of(
                new ScalarResult(TIME, warmUp.nanos() / NANOS_PER_SECOND, "s", AggregationPolicy.MAX),
                new ScalarResult(INCOMPLETE, isComplete ? 0 : 1, "fork", AggregationPolicy.MAX));
    }

    /**
     * Runs without effect what is done between iterations and at the fork's end. Otherwise the readings are compiled
     * later and delay a warm fork, and classes are loaded right before the first measured iteration, which made the JIT
     * compile a gRPC call's code again in the third.
     */
    private void rehearse(IterationParams parameters) {
        setCount(parameters, parameters.getCount());
        String text = warmUp() + measured() + results();
        Warmth judged = Warmth.ofMeasured();
        for (int run = 0; run < REHEARSALS; run++) {
            Readings before = Readings.now();
            String json = Readings.now().jsonSince(before);
            CellRecord.append((text + json).substring(0, 0));
            judged.add(new Warmth.WarmthSample(run, run * 31 % 17, 0, 0));
        }
        judged.unmet();
    }

    private static String name(Warmth.Condition condition) {
        return "\"" + condition.name().toLowerCase(Locale.ROOT) + "\"";
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_SECOND);
    }
}
