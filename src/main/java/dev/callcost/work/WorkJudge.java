package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkReader;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.RowPair;
import dev.callcost.work.CountState.CountedSide;
import dev.callcost.work.WorkDelta.Spread;
import dev.callcost.work.WorkDelta.WorkCounter;
import dev.callcost.work.WorkDelta.WorkKind;
import dev.callcost.work.WorkDelta.WorkScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Compares what forks of both sides counted. Windows are compared as totals, because shares of calls have no last
 * digit.
 *
 * @param scope with the JDK's classes where both sides have the same
 * @param jvms see {@link WorkCounter}
 */
record WorkJudge(WorkScope scope, List<String> jvms) {
    /** A row whose work grows by so much whenever its operations double. */
    private static final double GROWTH = 1.2;

    /** How many windows in a row must grow. */
    private static final int GROWING_WINDOWS = 3;

    static WorkJudge of(RowPair row) {
        List<ForkJvm> jvms = Stream.of(row.base(), row.head())
                .map(side -> side.jar().jvm())
                .distinct()
                .toList();
        return new WorkJudge(
                jvms.size() == 1 ? WorkScope.ALL : WorkScope.APPLICATION,
                jvms.stream().map(ForkJvm::version).distinct().toList());
    }

    /** Judges the forks of the first chance; where these differ, it is known with those of the second. */
    WorkDelta delta(List<WorkSides> chances) {
        return delta(chances, false);
    }

    private WorkDelta delta(List<WorkSides> chances, boolean isShared) {
        int last = chances.stream().mapToInt(WorkSides::windows).min().orElseThrow() - 1;
        if (last < 0) {
            return WorkDelta.notCounted("no call of the benchmark ended");
        }
        List<WorkPair> pairs = chances.stream().map(it -> it.window(last)).toList();
        WorkPair first = pairs.get(0);
        if (first.base().operations() != first.head().operations()) {
            return WorkDelta.notCounted("base and head run other numbers of threads");
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
        return WorkDelta.of(
                isGrowing ? WorkKind.GROWING : kind,
                new WorkCounter(
                        WorkReader.VERSION,
                        scope.label(isShared),
                        jvms,
                        first.base().operations()),
                first,
                scope == WorkScope.ALL,
                spread,
                uncounted,
                chances.get(0).otherReleases());
    }

    /** The same; where only the JDK's work is up to chance, the application's alone. */
    WorkDelta exactDelta(List<WorkSides> chances) {
        return exactDelta(chances, false);
    }

    private WorkDelta exactDelta(List<WorkSides> chances, boolean isShared) {
        WorkDelta all = delta(chances, isShared);
        if (all.kind() != WorkKind.CHANCE || scope != WorkScope.ALL) {
            return all;
        }
        WorkDelta own = new WorkJudge(WorkScope.APPLICATION, jvms)
                .delta(chances.stream().map(WorkSides::ofApplication).toList(), isShared);
        return own.isExact() ? own.with(all.chance()) : all;
    }

    /**
     * Judges a row whose sides ran in JVMs that had run other rows. Empty unless all is known that forks of its own
     * would show: it does the same under the first chance, or both chances show one difference, in the same methods.
     *
     * @param chances the first one, or both
     */
    Optional<WorkDelta> sharedDelta(List<WorkSides> chances) {
        WorkDelta work = exactDelta(chances, true);
        boolean isKnown = chances.size() == 1
                ? work.kind() == WorkKind.SAME && chances.get(0).isAlike()
                : work.isOther() && work.hasMethodsOf(exactDelta(List.of(chances.get(1), chances.get(0)), true));
        return isKnown && chances.stream().noneMatch(WorkSides::hasUncounted) ? Optional.of(work) : Optional.empty();
    }

    /** Whether forks under the second chance are needed. */
    boolean isOpen(WorkSides first) {
        WorkKind kind = delta(List.of(first)).kind();
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

    /**
     * What one fork counted.
     *
     * @param windows operation 1, 2, 3 and 4, 5 to 8 of each thread, and so on
     * @param uncounted classes, and methods too large to count
     * @param releases of Java that the counted class files were compiled for
     */
    record RowWork(List<WorkCount> windows, List<String> uncounted, List<Integer> releases) {
        static RowWork read(Path file) throws IOException {
            List<String> lines = Files.readAllLines(file);
            return new RowWork(
                    WorkCount.read(lines),
                    after(WorkReader.UNCOUNTED, lines).toList(),
                    after(WorkReader.RELEASE, lines).map(Integer::valueOf).toList());
        }

        /** The same as it counts where the JDK's classes do not. */
        RowWork ofApplication() {
            return new RowWork(
                    windows.stream().map(WorkCount::ofApplication).toList(),
                    uncountedOfApplication().toList(),
                    releases);
        }

        Stream<String> uncountedOfApplication() {
            return uncounted.stream().filter(name -> !JdkClasses.isJdk(name.replace('.', '/')));
        }

        private static Stream<String> after(String beginning, List<String> lines) {
            return lines.stream()
                    .filter(line -> line.startsWith(beginning))
                    .map(line -> line.substring(beginning.length()));
        }
    }

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

    /** The same operations of base and head, under one chance. */
    record WorkPair(WorkCount base, WorkCount head) {
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
            return WorkDelta.moreBytes(base.bytes(), head.bytes());
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
                    <= 2 * WorkDelta.slack(base.bytes(), head.bytes());
        }

        /** How much more bytecodes all threads execute in head, as a share of base's. */
        double share() {
            long all = base.bytecodes() + base.jdkBytecodes() + base.otherThreads();
            return all == 0 ? 0 : (double) (bytecodes() + jdkBytecodes() + otherThreads()) / all;
        }
    }
}
