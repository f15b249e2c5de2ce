package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The same operations of base and head, under one chance. */
record WorkPair(WorkCount base, WorkCount head) {
    /** A thread's memory is handed out in pieces, and the rest of each counts as allocated. */
    private static final long SLACK_BYTES = 64;

    private static final double SLACK_SHARE = 0.0001;

    long bytecodes() {
        return difference(WorkCount::bytecodes);
    }

    /** More bytecodes of the JDK's classes in head. */
    long jdkBytecodes() {
        return difference(WorkCount::jdkBytecodes);
    }

    long objects() {
        return difference(WorkCount::objects);
    }

    /** Bytecodes of threads that do not call the benchmark. */
    long otherThreads() {
        return difference(WorkCount::otherThreads);
    }

    /** 0 where it is not more than what comes by chance. */
    long bytes() {
        return moreBytes(base.bytes(), head.bytes());
    }

    /** How many more bytes head allocates; 0 where it is not more than what comes by chance. */
    static long moreBytes(long base, long head) {
        return Math.abs(head - base) <= slack(base, head) ? 0 : head - base;
    }

    private static double slack(long base, long head) {
        return Math.max(SLACK_BYTES, SLACK_SHARE * Math.max(base, head));
    }

    private long difference(ToLongFunction<WorkCount> total) {
        return total.applyAsLong(head) - total.applyAsLong(base);
    }

    /** How many more calls of each method of the JDK that is not called as often. */
    SortedMap<String, Long> jdkCalls() {
        SortedMap<String, Long> more = new TreeMap<>(head.jdkCalls());
        base.jdkCalls().forEach((name, calls) -> more.merge(name, -calls, Long::sum));
        more.values().removeIf(calls -> calls == 0);
        return more;
    }

    boolean isAlike() {
        return isSameButBytes() && bytes() == 0;
    }

    boolean isSameButBytes() {
        return bytecodes() == 0
                && jdkBytecodes() == 0
                && difference(WorkCount::calls) == 0
                && difference(WorkCount::loops) == 0
                && objects() == 0
                && otherThreads() == 0
                && jdkCalls().isEmpty();
    }

    /** Whether the other chance shows the same difference, to the last digit of all that has no slack. */
    boolean differsAs(WorkPair other) {
        return bytecodes() == other.bytecodes()
                && jdkBytecodes() == other.jdkBytecodes()
                && difference(WorkCount::calls) == other.difference(WorkCount::calls)
                && difference(WorkCount::loops) == other.difference(WorkCount::loops)
                && objects() == other.objects()
                && otherThreads() == other.otherThreads()
                && jdkCalls().equals(other.jdkCalls());
    }

    /** Whether another window of the same forks shows the same difference per call. */
    boolean isRepeatedIn(WorkPair other) {
        long here = base.operations();
        long there = other.base.operations();
        return bytecodes() * there == other.bytecodes() * here
                && jdkBytecodes() * there == other.jdkBytecodes() * here
                && objects() * there == other.objects() * here
                && otherThreads() * there == other.otherThreads() * here;
    }

    boolean hasOtherThreads() {
        return base.otherThreads() + head.otherThreads() > 0;
    }

    boolean hasBytesAs(WorkPair other) {
        return Math.abs(difference(WorkCount::bytes) - other.difference(WorkCount::bytes))
                <= 2 * slack(base.bytes(), head.bytes());
    }

    /** How much more bytecodes all threads execute in head, as a share of base's. */
    double share() {
        long all = base.bytecodes() + base.jdkBytecodes() + base.otherThreads();
        return all == 0 ? 0 : (double) (bytecodes() + jdkBytecodes() + otherThreads()) / all;
    }
}
