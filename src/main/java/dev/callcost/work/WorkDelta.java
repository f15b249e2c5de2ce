package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkCount.MethodWork;
import dev.callcost.agent.WorkReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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
    /** A row whose work grows by so much whenever its operations double. */
    private static final double GROWTH = 1.2;

    /** How many windows in a row must grow. */
    private static final int GROWING_WINDOWS = 3;

    private static final int MOST_METHODS = 20;

    public WorkDelta {
        methods = List.copyOf(methods);
        jdk = List.copyOf(jdk);
        uncounted = List.copyOf(uncounted);
        releases = releases == null ? List.of() : List.copyOf(releases);
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

    /** The forks of both sides under one chance. */
    record WorkSides(RowWork base, RowWork head) {
        static WorkSides of(Map<CountedSide, RowWork> sides) {
            return new WorkSides(sides.get(CountedSide.BASE), sides.get(CountedSide.HEAD));
        }

        int windows() {
            return Math.min(base.windows().size(), head.windows().size());
        }

        WorkPair window(int at) {
            return new WorkPair(base.windows().get(at), head.windows().get(at));
        }

        /** Whether the order of threads may decide what they do. */
        boolean isRacing() {
            return window(0).base().operations() > 1 || hasOtherThreads();
        }

        boolean hasOtherThreads() {
            return IntStream.range(0, windows()).anyMatch(at -> window(at).hasOtherThreads());
        }

        /** Whether all calls but the first one do the same; bytes of few calls have more slack than a row has. */
        boolean isAlike() {
            return IntStream.range(1, windows()).allMatch(at -> window(at).isSameButBytes());
        }

        /** Whether a window shows what the one before it shows. */
        boolean isRepeated(int at) {
            return at > 0 && window(at).isRepeatedIn(window(at - 1));
        }

        /**
         * Whether a class of the application cannot count, of this row or of one before it in its JVM; such a class of
         * the JDK is named in all rows.
         */
        boolean hasUncounted() {
            return sides().flatMap(RowWork::uncountedOfApplication).findAny().isPresent();
        }

        /** Those that one side lacks, base's first. */
        List<Integer> otherReleases() {
            TreeSet<Integer> before = new TreeSet<>(base.releases());
            TreeSet<Integer> after = new TreeSet<>(head.releases());
            before.removeAll(head.releases());
            after.removeAll(base.releases());
            return Stream.concat(before.stream(), after.stream()).toList();
        }

        WorkSides ofApplication() {
            return new WorkSides(base.ofApplication(), head.ofApplication());
        }

        Stream<RowWork> sides() {
            return Stream.of(base, head);
        }

        Stream<String> uncounted() {
            return sides().flatMap(side -> side.uncounted().stream());
        }
    }

    /** A row without counts. */
    public static WorkDelta notCounted(String reason) {
        return new WorkDelta(
                WorkKind.NOT_COUNTED, null, null, null, List.of(), List.of(), null, null, List.of(), List.of(), reason);
    }

    /**
     * Judges the forks of the first chance; where these differ, it is known with those of the second.
     *
     * @param jvms see {@link WorkCounter}
     */
    static WorkDelta of(List<WorkSides> chances, WorkScope scope, List<String> jvms) {
        return of(chances, scope, false, jvms);
    }

    private static WorkDelta of(List<WorkSides> chances, WorkScope scope, boolean isShared, List<String> jvms) {
        int last = chances.stream().mapToInt(WorkSides::windows).min().orElseThrow() - 1;
        if (last < 0) {
            return notCounted("no call of the benchmark ended");
        }
        List<WorkPair> pairs = chances.stream().map(it -> it.window(last)).toList();
        WorkPair first = pairs.get(0);
        if (first.base().operations() != first.head().operations()) {
            return notCounted("base and head run other numbers of threads");
        }
        List<String> uncounted = chances.stream()
                .flatMap(WorkSides::uncounted)
                .distinct()
                .sorted()
                .toList();
        // threads that race may be alike by luck, in one window and under both chances
        boolean isLuck = chances.stream().anyMatch(it -> it.isRacing() && !it.isRepeated(last));
        WorkKind kind = isLuck ? WorkKind.CHANCE : kind(pairs);
        boolean isGrowing = kind != WorkKind.SAME && kind != WorkKind.CHANCE && isGrowing(chances.get(0), last);
        Spread spread = kind != WorkKind.CHANCE
                ? null
                : new Spread(
                        pairs.stream().mapToDouble(WorkPair::share).min().orElseThrow(),
                        pairs.stream().mapToDouble(WorkPair::share).max().orElseThrow());
        return new WorkDelta(
                isGrowing ? WorkKind.GROWING : kind,
                new WorkCounter(
                        WorkReader.VERSION,
                        scope.label(isShared),
                        jvms,
                        first.base().operations()),
                CallWork.of(first.base()),
                CallWork.of(first.head()),
                methods(first, WorkCount::methods),
                jdkCalls(first),
                scope == WorkScope.ALL ? jdkWork(first) : null,
                spread,
                uncounted,
                chances.get(0).otherReleases(),
                null);
    }

    /** The same; where only the JDK's work is up to chance, the application's alone. */
    static WorkDelta ofExact(List<WorkSides> chances, WorkScope scope, List<String> jvms) {
        return ofExact(chances, scope, false, jvms);
    }

    private static WorkDelta ofExact(List<WorkSides> chances, WorkScope scope, boolean isShared, List<String> jvms) {
        WorkDelta all = of(chances, scope, isShared, jvms);
        if (all.kind != WorkKind.CHANCE || scope != WorkScope.ALL) {
            return all;
        }
        WorkDelta own =
                of(chances.stream().map(WorkSides::ofApplication).toList(), WorkScope.APPLICATION, isShared, jvms);
        return own.isExact() ? own.with(all.chance) : all;
    }

    private WorkDelta with(Spread ofAll) {
        return new WorkDelta(kind, counted, base, head, methods, jdk, jdkWork, ofAll, uncounted, releases, reason);
    }

    /**
     * Judges a row whose sides ran in JVMs that had run other rows. Empty unless all is known that forks of its own
     * would show: it does the same under the first chance, or both chances show one difference, in the same methods.
     *
     * @param chances the first one, or both
     */
    static Optional<WorkDelta> ofShared(List<WorkSides> chances, WorkScope scope, List<String> jvms) {
        WorkDelta work = ofExact(chances, scope, true, jvms);
        boolean isKnown = chances.size() == 1
                ? work.kind == WorkKind.SAME && chances.get(0).isAlike()
                : work.isOther()
                        && work.hasMethodsOf(ofExact(List.of(chances.get(1), chances.get(0)), scope, true, jvms));
        return isKnown && chances.stream().noneMatch(WorkSides::hasUncounted) ? Optional.of(work) : Optional.empty();
    }

    private boolean hasMethodsOf(WorkDelta other) {
        return methods.equals(other.methods)
                && (jdkWork == null || jdkWork.methods().equals(other.jdkWork.methods()));
    }

    /** Whether forks under the second chance are needed. */
    static boolean isOpen(WorkSides first) {
        WorkKind kind = of(List.of(first), WorkScope.APPLICATION, List.of()).kind;
        return kind != WorkKind.SAME && kind != WorkKind.NOT_COUNTED;
    }

    private static WorkKind kind(List<WorkPair> pairs) {
        WorkPair first = pairs.get(0);
        if (first.isAlike()) {
            return WorkKind.SAME;
        }
        WorkPair second = pairs.get(pairs.size() - 1);
        boolean areBytesExact = first.hasBytesAs(second);
        if (!first.differsAs(second) || first.isSameButBytes() && !areBytesExact) {
            return WorkKind.CHANCE;
        }
        return direction(first, areBytesExact ? first.bytes() : 0);
    }

    /** What does not count may be the more or the less expensive part: each method of the JDK that is called. */
    private static WorkKind direction(WorkPair pair, long bytes) {
        long[] changes = LongStream.concat(
                        LongStream.of(
                                pair.bytecodes(), pair.jdkBytecodes(), pair.otherThreads(), pair.objects(), bytes),
                        pair.jdkCalls().values().stream().mapToLong(it -> it))
                .toArray();
        boolean isMore = LongStream.of(changes).anyMatch(it -> it > 0);
        boolean isLess = LongStream.of(changes).anyMatch(it -> it < 0);
        return isMore == isLess ? WorkKind.MIXED : isMore ? WorkKind.MORE : WorkKind.LESS;
    }

    /** Whether the work of a call rises from window to window, and the difference with it. */
    private static boolean isGrowing(WorkSides sides, int last) {
        if (last < GROWING_WINDOWS || difference(sides, last) == difference(sides, last - 1)) {
            return false;
        }
        for (int at = last; at > last - GROWING_WINDOWS; at--) {
            WorkCount before = sides.head().windows().get(at - 1);
            WorkCount now = sides.head().windows().get(at);
            if (perCall(now) < GROWTH * perCall(before)) {
                return false;
            }
        }
        return true;
    }

    private static double perCall(WorkCount window) {
        return window.perCall(window.bytecodes() + window.jdkBytecodes());
    }

    private static double difference(WorkSides sides, int at) {
        WorkPair pair = sides.window(at);
        return pair.base().perCall(pair.bytecodes() + pair.jdkBytecodes());
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
                .sorted(Comparator.comparingDouble((MethodDelta it) -> -Math.abs(it.bytecodes))
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
}
