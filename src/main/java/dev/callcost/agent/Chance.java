package dev.callcost.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pins what differs between two JVMs by design: the clock and the seeds of random numbers and hash tables. Two JVMs
 * with the same seed then do the same work. Another seed shows how much of the work is up to chance.
 *
 * <p>Identity hashes are pinned by the JVM's argument {@code -XX:hashCode}. Nothing pins {@code SecureRandom}, the
 * order of threads, and what the kernel answers.
 */
public final class Chance {
    private static final int THREADS = 1 << 16;

    /** A class of the JDK that begins with the time, by its internal name. */
    public static final String SEEDED = "java/util/Random";

    private static final long TICK_NANOS = 1_000;
    private static final long TICKS_PER_MILLI = 64;

    /**
     * How far the clock may fall behind the real one: what waits for a time ends, and what takes as long is not pinned.
     */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NOW_MILLIS = 1_700_000_000_000L;

    private static volatile long start = System.nanoTime();
    private static final long[] TICKS = new long[THREADS];

    private static long seed;

    /** Null where the JVM has none. */
    private static AtomicLong seeder;

    private Chance() {}

    private static long tick() {
        long thread = Thread.currentThread().getId();
        return thread < THREADS ? ++TICKS[(int) thread] : 1;
    }

    private static long late() {
        return System.nanoTime() - start - PATIENCE_NANOS;
    }

    /** In place of {@link System#nanoTime}: the thread's own clock goes on by 1 us whenever it is read. */
    public static long nanoTime() {
        return seed * 77_777 + Math.max(tick() * TICK_NANOS, late());
    }

    /** In place of {@link System#currentTimeMillis}: it goes on by 1 ms with each 64th reading. */
    public static long currentTimeMillis() {
        return NOW_MILLIS + seed * 777_777 + Math.max(tick() / TICKS_PER_MILLI, late() / NANOS_PER_MILLI);
    }

    /**
     * Pins the seeds of a JVM that begins. Classes that {@link Random} and immutable collections consist of get
     * constants from the transformer.
     */
    public static void pin(long ofJvm, Instrumentation jvm) throws UnmodifiableClassException {
        seed = ofJvm;
        seedThreads(jvm);
        List<Class<?>> pinned = new ArrayList<>();
        for (Class<?> type : jvm.getAllLoadedClasses()) {
            if (isPinned(type.getName().replace('.', '/'))) {
                pinned.add(type);
            }
        }
        jvm.retransformClasses(pinned.toArray(new Class<?>[0]));
    }

    /** Clocks and the seeds of threads begin again: another row begins. */
    static void restart() {
        Arrays.fill(TICKS, 0);
        start = System.nanoTime();
        if (seeder != null) {
            seeder.set(seed);
        }
    }

    /** Whether the transformer pins a class of the JDK, by its internal name. */
    public static boolean isPinned(String type) {
        return type.equals(SEEDED) || type.startsWith("java/util/ImmutableCollections");
    }

    /** A JVM without this field leaves random numbers of threads to chance. */
    private static void seedThreads(Instrumentation jvm) {
        try {
            jvm.redefineModule(
                    Random.class.getModule(),
                    Set.of(),
                    Map.of(),
                    Map.of("java.util.concurrent", Set.of(Chance.class.getModule())),
                    Set.of(),
                    Map.of());
            Field field = ThreadLocalRandom.class.getDeclaredField("seeder");
            field.setAccessible(true);
            seeder = (AtomicLong) field.get(null);
            seeder.set(seed);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Work.isUncounted("java.util.concurrent.ThreadLocalRandom.seeder");
        }
    }
}
