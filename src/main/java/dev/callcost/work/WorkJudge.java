package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkReader;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.RowPair;
import dev.callcost.work.WorkDelta.Spread;
import dev.callcost.work.WorkDelta.WorkCounter;
import dev.callcost.work.WorkDelta.WorkKind;
import dev.callcost.work.WorkDelta.WorkPair;
import dev.callcost.work.WorkDelta.WorkScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
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
}
