package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkCount.MethodWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What a row's head does more or less than its base: a part of the log's line and of the JSON. A difference counts only
 * where two chances show the same, to the last digit: two equal JVMs often repeat what is up to chance, and a class
 * that is added changes it.
 *
 * @param counted how; null if nothing was counted, like both sides
 * @param base what a call of base did in the last window that all forks have, under the first chance
 * @param head the same of head
 * @param methods of the application whose own work differs, the largest difference first, and no more than
 *     {@value #MOST_METHODS}
 * @param jdk methods of the JDK that are called more or less often, the largest difference first; only those whose own
 *     work does not count
 * @param jdkWork what the JDK's own classes do; null where they do not count, and then it is no part of any number
 * @param chance the shares by which bytecodes differ under each chance, the lower one first. It is null except for
 *     {@link WorkKind#CHANCE}, and where the JDK's work alone is up to chance: then these are shares with the JDK's
 *     bytecodes, and all else is the application's
 * @param uncounted classes, and methods too large to count, of either side
 * @param releases the releases of Java that class files of one side alone were compiled for: a compiler for another
 *     release makes other code of some constructs
 * @param reason why nothing was counted; null if it was
 */
public record WorkDelta(
        WorkKind kind,
        WorkCounter counted,
        CallWork base,
        CallWork head,
        List<MethodDelta> methods,
        List<JdkDelta> jdk,
        JdkWork jdkWork,
        Spread chance,
        List<String> uncounted,
        List<Integer> releases,
        String reason) {
    private static final int MOST_METHODS = 20;

    public WorkDelta {
        methods = List.copyOf(methods);
        jdk = List.copyOf(jdk);
        uncounted = List.copyOf(uncounted);
        releases = releases == null ? List.of() : List.copyOf(releases);
    }

    /** How head's work differs from base's. It says nothing about time. */
    public enum WorkKind {
        /** To the last digit, under the first chance. */
        SAME,
        /** To the last digit alike under both chances. */
        MORE,
        /** To the last digit alike under both chances. */
        LESS,
        /**
         * Some of bytecodes, of the application or of the JDK, calls, objects and bytes rise, others fall, or only the
         * callees differ.
         */
        MIXED,
        /** The difference depends on seeds, on the clock, or on the order of threads. */
        CHANCE,
        /** It grows with each operation, as a list does that is never cleared. */
        GROWING,
        NOT_COUNTED
    }

    /** Whose work is counted. */
    enum WorkScope {
        /** That of the application, with its calls of the JDK by name. */
        APPLICATION("application"),
        /** The JDK's too, of most of its classes. It compares within the same build of the JDK alone. */
        ALL("all");

        private static final String SHARED = " in a shared JVM";

        private final String label;

        WorkScope(String label) {
            this.label = label;
        }

        /**
         * As JSON has it.
         *
         * @param isShared whether earlier rows of the JVM left caches and more behind: a call may do less than in one
         *     of its own
         */
        String label(boolean isShared) {
            return label + (isShared ? SHARED : "");
        }
    }

    /**
     * How work was counted. Numbers of other counters, scopes or JDKs do not compare.
     *
     * @param counter the version of the rules by which work is counted
     * @param scope whose work it is, and where it was counted: the label of a {@link WorkScope}
     * @param jvms the versions of the JDKs, one where both sides have the same
     * @param calls of the benchmark's method, all threads together
     */
    public record WorkCounter(int counter, String scope, List<String> jvms, long calls) {
        long total(double perCall) {
            return Math.round(perCall * calls);
        }
    }

    /**
     * What a call of the benchmark's method did, the mean of the window.
     *
     * @param bytes before the JIT removes objects
     * @param otherThreads bytecodes that all other threads executed meanwhile
     */
    public record CallWork(
            double bytecodes,
            double calls,
            double loops,
            double jdkCalls,
            double objects,
            double bytes,
            double otherThreads) {
        static CallWork of(WorkCount window) {
            return new CallWork(
                    window.perCall(window.bytecodes()),
                    window.perCall(window.calls()),
                    window.perCall(window.loops()),
                    window.perCall(window.allJdkCalls()),
                    window.perCall(window.objects()),
                    window.perCall(window.bytes()),
                    window.perCall(window.otherThreads()));
        }
    }

    /** Shares by which bytecodes differ. */
    public record Spread(double low, double high) {}

    /** A method of the application whose own work differs, per call of the benchmark. */
    public record MethodDelta(String name, double bytecodes, double calls) {}

    /** A method of the JDK that is called more or less often, per call of the benchmark. */
    public record JdkDelta(String name, double calls) {}

    /**
     * What the JDK's own classes do in a call of the benchmark. What of them does not count is in the manual, and calls
     * of such methods are counted by name.
     *
     * @param base bytecodes per call
     * @param head bytecodes per call
     * @param methods whose bytecodes or calls differ, the largest difference first, and not more than a few
     */
    public record JdkWork(double base, double head, List<MethodDelta> methods) {
        public JdkWork {
            methods = List.copyOf(methods);
        }
    }

    /**
     * @param pair the last window that all forks have, under the first chance
     * @param hasJdk whether the JDK's classes counted too
     */
    static WorkDelta of(
            WorkKind kind,
            WorkCounter counted,
            WorkPair pair,
            boolean hasJdk,
            Spread chance,
            List<String> uncounted,
            List<Integer> releases) {
        return new WorkDelta(
                kind,
                counted,
                CallWork.of(pair.base()),
                CallWork.of(pair.head()),
                methods(pair, WorkCount::methods),
                jdkCalls(pair),
                hasJdk ? jdkWork(pair) : null,
                chance,
                uncounted,
                releases,
                null);
    }

    /** A row without counts. */
    public static WorkDelta notCounted(String reason) {
        return new WorkDelta(
                WorkKind.NOT_COUNTED, null, null, null, List.of(), List.of(), null, null, List.of(), List.of(), reason);
    }

    /** With the shares of all classes, where the other numbers are the application's. */
    WorkDelta with(Spread ofAll) {
        return new WorkDelta(kind, counted, base, head, methods, jdk, jdkWork, ofAll, uncounted, releases, reason);
    }

    boolean hasMethodsOf(WorkDelta other) {
        return methods.equals(other.methods)
                && (jdkWork == null || jdkWork.methods().equals(other.jdkWork.methods()));
    }

    /** Whether two chances show the same, to the last digit. */
    public boolean isExact() {
        return switch (kind) {
            case SAME, MORE, LESS, MIXED -> true;
            case CHANCE, GROWING, NOT_COUNTED -> false;
        };
    }

    /** Whether head does other work, exactly. */
    public boolean isOther() {
        return isExact() && kind != WorkKind.SAME;
    }

    /** Whether only the application's work counts, because the JDK's is up to chance. */
    public boolean isJdkByChance() {
        return isExact() && chance != null;
    }

    /**
     * How many more bytecodes of the application head executes per call; 0 where nothing was counted, like the other
     * differences.
     */
    public double bytecodes() {
        return base == null ? 0 : perCall(counted.total(head.bytecodes) - counted.total(base.bytecodes));
    }

    /** How many more bytecodes of the JDK it executes per call; 0 where the JDK's classes do not count. */
    public double jdkBytecodes() {
        return jdkWork == null ? 0 : perCall(counted.total(jdkWork.head()) - counted.total(jdkWork.base()));
    }

    /** How many bytecodes a call executes of all classes that count. */
    public double allBytecodes(CallWork side) {
        return side.bytecodes + (jdkWork == null ? 0 : side == base ? jdkWork.base() : jdkWork.head());
    }

    /** How many more bytecodes threads that do not call the benchmark execute per call of it. */
    public double otherThreads() {
        return base == null ? 0 : perCall(counted.total(head.otherThreads) - counted.total(base.otherThreads));
    }

    /** How many more bytes head allocates per call, before the JIT removes objects. */
    public double bytes() {
        return base == null ? 0 : perCall(WorkPair.moreBytes(counted.total(base.bytes), counted.total(head.bytes)));
    }

    private double perCall(long total) {
        return (double) total / counted.calls;
    }

    /** How much more bytecodes all threads execute in head, as a share of base's. */
    public double share() {
        double all = base == null ? 0 : allBytecodes(base) + base.otherThreads;
        return all == 0 ? 0 : (bytecodes() + jdkBytecodes() + otherThreads()) / all;
    }

    /** Whether both sides have the same JDK. */
    public boolean isOfOneJdk() {
        return counted.jvms.size() < 2;
    }

    /**
     * Methods whose bytecodes or calls differ, the one with the largest difference first. Methods that only one side
     * has are the same where their names differ in numbers alone: packages with a version, anonymous classes.
     */
    private static List<MethodDelta> methods(WorkPair pair, Function<WorkCount, SortedMap<String, MethodWork>> of) {
        SortedMap<String, MethodWork> before = byName(of.apply(pair.base()));
        SortedMap<String, MethodWork> after = byName(of.apply(pair.head()));
        rename(before, after);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<MethodDelta> methods = new ArrayList<>();
        for (String name : names) {
            MethodWork ofBase = before.getOrDefault(name, MethodWork.NONE);
            MethodWork ofHead = after.getOrDefault(name, MethodWork.NONE);
            if (!ofBase.equals(ofHead)) {
                methods.add(new MethodDelta(
                        name,
                        pair.base().perCall(ofHead.bytecodes() - ofBase.bytecodes()),
                        pair.base().perCall(ofHead.calls() - ofBase.calls())));
            }
        }
        return methods.stream()
                .sorted(Comparator.comparingDouble((MethodDelta it) -> -Math.abs(it.bytecodes()))
                        .thenComparing(MethodDelta::name))
                .limit(MOST_METHODS)
                .toList();
    }

    /** A compiler numbers the lambdas of a class, so one that is added renames others. */
    private static SortedMap<String, MethodWork> byName(SortedMap<String, MethodWork> methods) {
        SortedMap<String, MethodWork> byName = new TreeMap<>();
        methods.forEach((name, work) ->
                byName.merge(name.replaceFirst("(lambda\\$\\w+)\\$\\d+$", "$1"), work, MethodWork::plus));
        return byName;
    }

    private static void rename(SortedMap<String, MethodWork> before, SortedMap<String, MethodWork> after) {
        Map<String, List<String>> ofHead = after.keySet().stream()
                .filter(name -> !before.containsKey(name))
                .collect(Collectors.groupingBy(WorkDelta::withoutNumbers));
        Map<String, List<String>> ofBase = before.keySet().stream()
                .filter(name -> !after.containsKey(name))
                .collect(Collectors.groupingBy(WorkDelta::withoutNumbers));
        ofBase.forEach((common, names) -> {
            List<String> others = ofHead.getOrDefault(common, List.of());
            if (names.size() == 1 && others.size() == 1) {
                before.put(others.get(0), before.remove(names.get(0)));
            }
        });
    }

    private static String withoutNumbers(String method) {
        return method.replaceAll("\\d+", "#");
    }

    private static JdkWork jdkWork(WorkPair pair) {
        return new JdkWork(
                pair.base().perCall(pair.base().jdkBytecodes()),
                pair.head().perCall(pair.head().jdkBytecodes()),
                methods(pair, WorkCount::jdkMethods));
    }

    private static List<JdkDelta> jdkCalls(WorkPair pair) {
        return pair.jdkCalls().entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Long> it) -> -Math.abs(it.getValue())))
                .map(it -> new JdkDelta(it.getKey(), pair.base().perCall(it.getValue())))
                .toList();
    }

    /** The same operations of base and head, under one chance. */
    record WorkPair(WorkCount base, WorkCount head) {
        /** A thread's memory is handed out in pieces, and the rest of each counts as allocated. */
        private static final long SLACK_BYTES = 64;

        private static final double SLACK_SHARE = 0.0001;

        /** What two chances, or both sides, have alike to the last digit. */
        private static final List<ToLongFunction<WorkCount>> EXACT = List.of(
                WorkCount::bytecodes,
                WorkCount::jdkBytecodes,
                WorkCount::calls,
                WorkCount::loops,
                WorkCount::objects,
                WorkCount::otherThreads);

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
            return EXACT.stream().allMatch(total -> difference(total) == 0)
                    && jdkCalls().isEmpty();
        }

        /** Whether the other chance shows the same difference, to the last digit of all that has no slack. */
        boolean differsAs(WorkPair other) {
            return EXACT.stream().allMatch(total -> difference(total) == other.difference(total))
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

        /** How many more bytes head allocates; 0 where it is not more than what comes by chance. */
        private static long moreBytes(long base, long head) {
            return Math.abs(head - base) <= slack(base, head) ? 0 : head - base;
        }

        private static double slack(long base, long head) {
            return Math.max(SLACK_BYTES, SLACK_SHARE * Math.max(base, head));
        }
    }
}
