package dev.callcost.warnings;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.stats.Bimodality;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** All warnings about a run: a line for each kind, which names the worst row. {@link WarmUpWarnings} has those about the warm-up. */
public final class Warnings {
    /**
     * The coefficient of variation of medians of ten iterations on a quiet machine: results/noise from its 221st iteration on, after its slow
     * minutes, rounded up.
     */
    static final double USUAL_VARIATION = 0.035;

    /**
     * What reading System.nanoTime costs: {@code BaselineBenchmark.nanoTime} in {@code results/noise/clock.json.gz}, rounded up. Its resolution on
     * Linux is finer.
     */
    static final double CLOCK_NANOS = 24;

    /** An invocation takes at least so many readings of the clock, so that reading it costs a hundredth at most. */
    private static final double READINGS = 100;

    /** An iteration of some milliseconds either has another thread's time slice in it, which is as long, or has none. */
    private static final double SHORTEST_NANOS = 10e6;

    private static final Set<String> TIMED_BY_INVOCATION = Set.of("sample", "ss");

    /** Two pinned forks differ by much too often by chance. */
    private static final int FEWEST_PINNED = 3;

    /** A third of the margin by which {@code check} calls rows different. */
    private static final double STOLEN_SHARE = 0.01;

    /** Three steps of the kernel's counter: one or two are within its error. */
    private static final double LEAST_STOLEN_NANOS = 30e6;

    /** Rows named after the worst one before they are only counted. */
    private static final int NAMED = 2;

    /** Lines for the end of a run; the rest stands on the page. */
    private static final int BRIEF = 5;

    private static final int LEAST_NAME = 16;

    private static final String ADVICE_OF_MODES =
            "Its mean describes neither group. If no slow minutes explain them, try -jvmArgsAppend -Xbatch"
                    + " (src/docs/compare.md), and raise -f.";

    private static final String ADVICE_OF_SPREAD =
            "The machine is not quiet or the forks differ: stop what else runs, look for slow minutes, and raise -f.";

    /** The warnings. One may stand for several tests. */
    enum Kind {
        NOT_WARM("not warm", "raise --warm-up-cap"),
        NOT_ENDED("warm-up not ended", "raise -wi or -w"),
        SLOWER("getting slower", "something grows or heats up"),
        BIMODAL("bimodal forks", "raise -f, or try -Xbatch"),
        FAR_APART("pinned, yet forks far apart", "raise -f"),
        STEAL("steal", "use a host of your own"),
        TOO_SMALL("too small for the clock", "use -bm avgt"),
        TOO_SHORT("iterations too short", "raise -r");

        private final String words;

        /** What to do about it, in a few words. */
        private final String remedy;

        Kind(String words, String remedy) {
            this.words = words;
            this.remedy = remedy;
        }
    }

    /**
     * What is wrong with one row.
     *
     * @param severity larger is worse, comparable within one warning
     * @param probability of the evidence if nothing is wrong; 0 without a test
     * @param evidence what was seen, a phrase that continues after the row
     * @param advice what to do about it, a sentence
     */
    record RowWarning(Kind kind, LoggedRow row, double severity, double probability, String evidence, String advice) {
        RowWarning(Kind kind, LoggedRow row, double severity, String evidence, String advice) {
            this(kind, row, severity, 0, evidence, advice);
        }

        String label() {
            return row.label();
        }
    }

    private Warnings() {}

    /** The warnings about a run by its log. */
    public static List<String> of(List<Fork> log) {
        return worstFirst(log).map(Warnings::line).toList();
    }

    /**
     * At most five kinds of warnings, the worst first, a line each with what to do; a line counts the rest.
     *
     * @param width of a line, to which the row's name is shortened
     */
    public static List<String> brief(List<Fork> log, int width) {
        Map<Kind, Set<String>> rows = new LinkedHashMap<>();
        worstFirst(log)
                .flatMap(List::stream)
                .forEach(it -> rows.computeIfAbsent(it.kind, kind -> new LinkedHashSet<>())
                        .add(it.label()));
        Stream<LoggedRow> capped = LoggedRow.all(log).stream().filter(WarmUpWarnings::isCapped);
        Set<String> cappedRows = capped.map(LoggedRow::label).collect(Collectors.toSet());
        List<String> lines = new ArrayList<>();
        rows.forEach((kind, names) -> {
            String worst = names.iterator().next();
            // -wi and -w would give a warm-up that reaches its cap a fixed length
            Kind advised = kind == Kind.NOT_ENDED && cappedRows.contains(worst) ? Kind.NOT_WARM : kind;
            String others = names.size() == 1 ? "" : " and " + Sections.count(names.size() - 1L, "more row");
            String end = others + ": " + advised.remedy;
            int room = Math.max(LEAST_NAME, width - kind.words.length() - ": ".length() - end.length());
            lines.add(kind.words + ": " + Grid.withoutMiddle(worst, room) + end);
        });
        if (lines.size() > BRIEF) {
            lines.subList(BRIEF, lines.size()).clear();
            lines.add("and " + (rows.size() - BRIEF) + " more: on the page");
        }
        return lines;
    }

    /** The forks, those with scores, of the rows that the warnings name first, in the order of their lines. */
    public static List<List<Fork>> worst(List<Fork> log) {
        Map<String, List<Fork>> forks = new LinkedHashMap<>();
        LoggedRow.all(log).forEach(row -> forks.putIfAbsent(row.label(), row.forks()));
        return worstFirst(log)
                .map(rows -> rows.get(0).label())
                .distinct()
                .map(forks::get)
                .toList();
    }

    /** The rows of each warning, the worst first. One name may stand for several tests, which have a line each. */
    private static Stream<List<RowWarning>> worstFirst(List<Fork> log) {
        List<LoggedRow> rows = LoggedRow.all(log);
        List<LoggedRow> warmedUp =
                rows.stream().filter(WarmUpWarnings::isWarmedUp).toList();
        Stream<RowWarning> drifting =
                significant(warmedUp, WarmUpWarnings::drift).filter(WarmUpWarnings::isLarge);
        return Stream.of(
                        test(rows, WarmUpWarnings::cold),
                        drifting,
                        test(warmedUp, WarmUpWarnings::compiling),
                        test(warmedUp, WarmUpWarnings::loading),
                        significant(rows, Warnings::bimodal),
                        significant(rows, Warnings::pinned),
                        test(rows, Warnings::steal),
                        test(rows, Warnings::shortInvocations),
                        test(rows, Warnings::shortIterations))
                .flatMap(Warnings::worstFirst);
    }

    /** The warnings of one test by kind. */
    private static Stream<List<RowWarning>> worstFirst(Stream<RowWarning> ofOneTest) {
        Comparator<RowWarning> order =
                Comparator.comparingDouble(RowWarning::severity).reversed().thenComparing(RowWarning::label);
        Map<Kind, List<RowWarning>> kinds = ofOneTest
                .sorted(order)
                .collect(Collectors.groupingBy(RowWarning::kind, () -> new EnumMap<>(Kind.class), Collectors.toList()));
        return kinds.values().stream();
    }

    /** A line for all rows of one warning: the worst row with its evidence, the names of the next, how many more, and what to do about the worst. */
    private static String line(List<RowWarning> worstFirst) {
        RowWarning worst = worstFirst.get(0);
        List<String> others = worstFirst.stream().skip(1).map(RowWarning::label).toList();
        String names = others.stream().limit(NAMED).collect(Collectors.joining(", "));
        int more = others.size() - NAMED;
        return worst.kind.words + ": " + worst.label() + " " + worst.evidence
                + (names.isEmpty() ? "" : "; likewise " + names)
                + (more > 0 ? " and " + Sections.count(more, "more row") : "") + ". " + worst.advice;
    }

    private static Stream<RowWarning> test(List<LoggedRow> rows, Function<LoggedRow, Optional<RowWarning>> test) {
        return rows.stream().flatMap(row -> test.apply(row).stream());
    }

    /** The significant warnings of all rows that were tested, most of which have nothing wrong. */
    private static Stream<RowWarning> significant(
            List<LoggedRow> rows, Function<LoggedRow, Optional<RowWarning>> test) {
        List<RowWarning> tested = test(rows, test).toList();
        double[] probabilities =
                tested.stream().mapToDouble(RowWarning::probability).toArray();
        double limit = VerdictRule.ALPHA * VerdictRule.significant(probabilities) / tested.size();
        return tested.stream().filter(row -> row.probability() <= limit);
    }

    /** A probability as the lines show it: {@code p=0.0012}. */
    static String text(double probability) {
        return probability < 0.0001 ? "p<0.0001" : String.format(Locale.ROOT, "p=%.4f", probability);
    }

    private static Optional<RowWarning> bimodal(LoggedRow row) {
        int sign = row.row().primary().isThroughput() ? -1 : 1;
        double[] logTimes =
                row.row().forkLogs().stream().mapToDouble(log -> sign * log).toArray();
        return Bimodality.of(logTimes).map(groups -> {
            List<String> slow = new ArrayList<>();
            for (int i = 0; i < logTimes.length; i++) {
                if (logTimes[i] > groups.limit()) {
                    slow.add(String.valueOf(row.forks().get(i).round()));
                }
            }
            double probability = groups.probability();
            String percent = Numbers.percent(Math.expm1(groups.distance()), 1);
            String evidence = "has " + slow.size() + " of " + logTimes.length + " forks " + percent
                    + " slower than the others (rounds " + String.join(", ", slow) + "; " + text(probability) + ")";
            return new RowWarning(Kind.BIMODAL, row, groups.distance(), probability, evidence, ADVICE_OF_MODES);
        });
    }

    /** A row with all threads on one CPU, where only the machine and the JIT are left to differ, whose forks differ by more than usual. */
    private static Optional<RowWarning> pinned(LoggedRow row) {
        int forks = row.forks().size();
        if (forks < FEWEST_PINNED || !row.forks().stream().allMatch(Fork::isPinned)) {
            return Optional.empty();
        }
        double variation = row.row().coefficientOfVariation();
        double squares = (forks - 1) * variation * variation / (USUAL_VARIATION * USUAL_VARIATION);
        double probability = 1 - new ChiSquaredDistribution(forks - 1).cumulativeProbability(squares);
        String evidence = "has a coefficient of variation of " + Numbers.percent(variation, 1) + " over " + forks
                + " forks; at most " + Numbers.percent(USUAL_VARIATION, 1) + " is usual (" + text(probability) + ")";
        return Optional.of(new RowWarning(Kind.FAR_APART, row, variation, probability, evidence, ADVICE_OF_SPREAD));
    }

    /**
     * Forks that lost CPU time to the hypervisor: the time stolen as a share of that and of the CPU time that the fork's process got. The kernel counts
     * for the whole machine, so a server in a JVM of its own makes the share too large.
     */
    private static Optional<RowWarning> steal(LoggedRow row) {
        List<Double> shares = row.forks().stream().map(Warnings::stolenShare).toList();
        double worst = Collections.max(shares);
        long many = shares.stream().filter(share -> share > STOLEN_SHARE).count();
        int round = row.forks().get(shares.indexOf(worst)).round();
        String evidence = "lost " + Numbers.percent(worst, 1) + " of its CPU time to the hypervisor in round " + round
                + ", and more than " + Numbers.percent(STOLEN_SHARE, 0) + " in " + many + " of " + shares.size()
                + " forks";
        String advice = "Other guests use the CPUs: run again at another time, or on a host that is not shared.";
        return Optional.of(new RowWarning(Kind.STEAL, row, worst, evidence, advice))
                .filter(warning -> many > 0);
    }

    private static double stolenShare(Fork fork) {
        double stolen = Iteration.sum(fork.measured(), Iteration::stealNanos);
        double got = Iteration.sum(fork.measured(), Iteration::cpuNanos);
        return stolen < LEAST_STOLEN_NANOS ? 0 : stolen / (stolen + got);
    }

    /** Rows whose mode reads the clock around each invocation. */
    private static Optional<RowWarning> shortInvocations(LoggedRow row) {
        int operations = Math.max(1, row.forks().get(0).operationsPerInvocation());
        double nanos = row.row()
                .nanosPerOperation(row.row().estimate())
                .map(estimate -> operations * estimate.value())
                .orElse(Double.NaN);
        if (!TIMED_BY_INVOCATION.contains(row.row().mode()) || !(nanos < READINGS * CLOCK_NANOS)) {
            return Optional.empty();
        }
        String evidence = "takes " + Numbers.plainTime(nanos) + " per invocation, which is "
                + Numbers.significant(nanos / CLOCK_NANOS) + " times what reading the clock costs, not "
                + Numbers.significant(READINGS);
        String advice = "Measure its mean (-bm avgt), or do more in an invocation (-bs, @OperationsPerInvocation).";
        return Optional.of(new RowWarning(Kind.TOO_SMALL, row, 1 / nanos, evidence, advice));
    }

    private static Optional<RowWarning> shortIterations(LoggedRow row) {
        double longest = row.forks().stream()
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(Iteration::nanos)
                .max()
                .orElseThrow();
        String evidence = "has iterations of at most " + Numbers.plainTime(longest)
                + ", which one time slice of another thread changes";
        return Optional.of(new RowWarning(Kind.TOO_SHORT, row, 1 / longest, evidence, "Raise the time: -r 100ms."))
                .filter(it -> !row.row().mode().equals("ss") && longest < SHORTEST_NANOS);
    }
}
