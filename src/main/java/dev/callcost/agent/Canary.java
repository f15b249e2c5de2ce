package dev.callcost.agent;

import java.util.SplittableRandom;

/**
 * A fixed piece of work that is timed beside each iteration, on the CPU of the thread that measures: it gets slower when something else, such as
 * another virtual machine, uses the core of that CPU, which no counter of this machine tells.
 *
 * <p>The work is an interpreter's: for each instruction of a program that never changes some jumps to choose one of eight cases; the JIT makes no
 * table of so few ({@code MinJumpTableSize}). The program is short, so that any processor learns the jumps: then the work takes what fetching and
 * running instructions does, which is what two hardware threads of a core share, and takes 1.7 times as long beside a neighbour
 * (results/genoa-vm-noise). A program of 1024 instructions, which the first processor here learned, was too long for the second: it took the time of
 * jumps foreseen wrongly, neighbour or not. A loop of dependent additions and shifts, or of independent ones, runs on as before while calls take
 * one and a half times as long (results/epyc-vm-jdk17-rungs).
 */
public final class Canary {
    /** The metric with what it took beside an iteration, the worse of before and after, in nanoseconds. */
    public static final String METRIC = "canary";

    /** The least of several runs counts: the first finds the caches and predictions that the benchmark left. */
    private static final int RUNS = 4;

    /** Sees to it that the result is used. */
    private static volatile int sink;

    private static volatile long before;
    private static volatile long beside;

    private Canary() {}

    /** Does the work right before an iteration, in the thread that measures. */
    public static void before() {
        before = sing();
    }

    /** Does it right after, in the same thread. */
    public static void after() {
        beside = Math.max(before, sing());
    }

    /** What it took beside the iteration that ended last, in nanoseconds; 0 when nobody did it. It is forgotten then. */
    static long take() {
        long nanos = beside;
        beside = 0;
        return nanos;
    }

    /** Does the work, in some 50 us. */
    public static long sing() {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            sink = Work.interpret((int) start);
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    /** The program and what runs it, made when the canary first sings: a fork in which it never does, such as one of cold code, is spared it. */
    private static final class Work {
        private static final int KINDS = 8;
        private static final int PASSES = 96;
        private static final int LENGTH = 128;

        /** Runs after which the JIT has all it wants to compile of it: else that would be among the measured iterations. */
        private static final int REHEARSALS = 1000;

        private static final byte[] PROGRAM = new byte[LENGTH];

        static {
            SplittableRandom random = new SplittableRandom(20070206);
            for (int at = 0; at < PROGRAM.length; at++) {
                PROGRAM[at] = (byte) random.nextInt(KINDS);
            }
            for (int run = 0; run < REHEARSALS; run++) {
                sink = interpret(run);
            }
        }

        private Work() {}

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
