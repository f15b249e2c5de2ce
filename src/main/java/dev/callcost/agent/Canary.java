package dev.callcost.agent;

import java.util.SplittableRandom;

/**
 * A fixed piece of work that is timed before and after each iteration, on the CPU of the measuring thread. It takes
 * longer when something else, such as another virtual machine, uses the same core; no counter of this machine shows
 * that.
 *
 * <p>An interpreter runs a short program that never changes, so any processor predicts its jumps, and the time is that
 * of fetching and running instructions. The JIT makes no jump table for eight cases ({@code MinJumpTableSize}). Next to
 * a busy hardware thread of the same core the work takes 1.7 times as long (results/noise). A program of 1024
 * instructions measured mispredicted jumps instead; loops of additions and shifts kept their speed while calls took 1.5
 * times as long (results/epyc-vm-jdk17-rungs).
 */
public final class Canary {
    /** The secondary metric: the longer of both times, in nanoseconds. */
    public static final String METRIC = "canary";

    /** The shortest run counts: the first one starts with the caches and predictions that the benchmark left. */
    private static final int RUNS = 4;

    /** Runs until the JIT has compiled the work, which would otherwise happen during measured iterations. */
    private static final int REHEARSALS = 1000;

    /** Keeps the JIT from removing the work. */
    private static volatile int sink;

    private static volatile long before;
    private static volatile long beside;
    private static volatile boolean hasRehearsed;

    private Canary() {}

    public static void before() {
        before = sing();
    }

    public static void after() {
        beside = Math.max(before, sing());
    }

    /** Returns and clears the time for the last iteration; 0 when the work was not done. */
    static long take() {
        long nanos = beside;
        beside = 0;
        return nanos;
    }

    /** Does the work, which takes some 50 us, and returns the nanoseconds of the shortest run. */
    public static long sing() {
        if (!hasRehearsed) {
            hasRehearsed = true;
            rehearse();
        }
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            sink = Interpreter.interpret((int) start);
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    /** Not while {@link Interpreter} is initialized: the JIT throws away what it compiled of a class until then. */
    private static void rehearse() {
        for (int run = 0; run < REHEARSALS; run++) {
            sink = Interpreter.interpret(run);
        }
    }

    /**
     * Created when the work is first done, so a fork that never does it, such as one of cold code, does not pay for it.
     */
    private static final class Interpreter {
        private static final int KINDS = 8;
        private static final int PASSES = 96;
        private static final int LENGTH = 128;

        private static final byte[] PROGRAM = new byte[LENGTH];

        static {
            SplittableRandom random = new SplittableRandom(20070206);
            for (int at = 0; at < PROGRAM.length; at++) {
                PROGRAM[at] = (byte) random.nextInt(KINDS);
            }
        }

        private Interpreter() {}

        static int interpret(int start) {
            int a = start;
            for (int pass = 0; pass < PASSES; pass++) {
                for (int at = 0; at < PROGRAM.length; at++) {
                    switch (PROGRAM[at]) {
                        case 0 -> a += 3;
                        case 1 -> a ^= 0x55;
                        case 2 -> a *= 5;
                        case 3 -> a -= at;
                        case 4 -> a = ~a;
                        case 5 -> a = Integer.rotateLeft(a, 3);
                        case 6 -> a += a >>> 7;
                        default -> a ^= at;
                    }
                }
            }
            return a;
        }
    }
}
