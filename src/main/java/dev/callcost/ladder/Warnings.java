package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Bimodality;
import dev.callcost.stats.Contention;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** All warnings about a run: a line for each kind, which names the worst row. {@link WarmUp} has those about the warm-up. */
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
        Map<Kind, Set<String>> rows = worstFirst(log)
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(
                        RowWarning::kind,
                        LinkedHashMap::new,
                        Collectors.mapping(RowWarning::row, Collectors.toCollection(LinkedHashSet::new))));
        Set<String> capped = RecordedRow.all(log).stream()
                .filter(WarmUp::isCapped)
                .map(it -> it.row().label())
                .collect(Collectors.toSet());
        List<String> lines = new ArrayList<>();
        rows.forEach((kind, names) -> {
            String worst = names.iterator().next();
            // -wi and -w would give a warm-up that reaches its cap a fixed length
            Kind advised = kind == Kind.NOT_ENDED && capped.contains(worst) ? Kind.NOT_WARM : kind;
            String end = (names.size() == 1 ? "" : " and " + Sections.count(names.size() - 1L, "more row")) + ": "
                    + advised.remedy;
            int room = width - kind.words.length() - ": ".length() - end.length();
            lines.add(kind.words + ": " + Grid.withoutMiddle(worst, Math.max(LEAST_NAME, room)) + end);
        });
        if (lines.size() > BRIEF) {
            lines.subList(BRIEF, lines.size()).clear();
            lines.add("and " + (rows.size() - BRIEF) + " more: on the page");
        }
        return lines;
    }

    /** The forks, those with scores, of the rows that the warnings name first, in the order of their lines. */
    public static List<List<Fork>> worst(List<Fork> log) {
        Map<String, List<Fork>> forks = RecordedRow.all(log).stream()
                .collect(Collectors.toMap(row -> row.row.label(), RecordedRow::forks, (first, sameName) -> first));
        return worstFirst(log)
                .map(rows -> rows.get(0).row())
                .distinct()
                .map(forks::get)
                .toList();
    }

    /** The rows of each warning, the worst first. One name may stand for several tests, which have a line each. */
    private static Stream<List<RowWarning>> worstFirst(List<Fork> log) {
        List<RecordedRow> rows = RecordedRow.all(log);
        List<RecordedRow> warmedUp = rows.stream().filter(WarmUp::isWarmedUp).toList();
        List<RecordedRow> uncontended = RecordedRow.uncontended(rows);
        return Stream.of(
                        rows.stream().flatMap(WarmUp::cold),
                        WarmUp.drifting(RecordedRow.uncontended(warmedUp)),
                        warmedUp.stream().flatMap(WarmUp::compiling),
                        warmedUp.stream().flatMap(WarmUp::loading),
                        significant(uncontended.stream().flatMap(Warnings::bimodal)),
                        significant(uncontended.stream().flatMap(Warnings::pinned)),
                        rows.stream().flatMap(Warnings::steal),
                        rows.stream().flatMap(Warnings::shortInvocations),
                        rows.stream().flatMap(Warnings::shortIterations))
                .flatMap(warnings -> warnings
                        .collect(Collectors.groupingBy(RowWarning::kind, LinkedHashMap::new, Collectors.toList()))
                        .values()
                        .stream())
                .map(rowsOfOne -> rowsOfOne.stream()
                        .sorted(Comparator.comparingDouble(RowWarning::severity)
                                .reversed()
                                .thenComparing(RowWarning::row))
                        .toList());
    }

    /** A line for all rows of one warning: the worst row with its evidence, the names of the next, how many more, and what to do about the worst. */
    private static String line(List<RowWarning> worstFirst) {
        RowWarning worst = worstFirst.get(0);
        String names =
                worstFirst.stream().skip(1).limit(NAMED).map(RowWarning::row).collect(Collectors.joining(", "));
        int more = worstFirst.size() - 1 - NAMED;
        return worst.kind.words + ": " + worst.row + " " + worst.evidence
                + (names.isEmpty() ? "" : "; likewise " + names)
                + (more > 0 ? " and " + more + (more == 1 ? " more row" : " more rows") : "") + ". " + worst.advice;
    }

    /** The significant ones of the warnings of all rows that were tested, most of which have nothing wrong. */
    static Stream<RowWarning> significant(Stream<RowWarning> tests) {
        List<RowWarning> tested = tests.toList();
        int significant = Rule.significant(
                tested.stream().mapToDouble(RowWarning::probability).toArray());
        return tested.stream().filter(row -> row.probability() <= Rule.ALPHA * significant / tested.size());
    }

    /** A probability as the lines show it: {@code p=0.0012}. */
    static String text(double probability) {
        return probability < 0.0001 ? "p<0.0001" : String.format(Locale.ROOT, "p=%.4f", probability);
    }

    /**
     * What is wrong with one row.
     *
     * @param row the row's label
     * @param severity larger is worse, comparable within one warning
     * @param probability of the evidence if nothing is wrong; 0 without a test
     * @param evidence what was seen, a phrase that continues after the row
     * @param advice what to do about it, a sentence
     */
    record RowWarning(Kind kind, String row, double severity, double probability, String evidence, String advice) {
        RowWarning(Kind kind, RecordedRow row, double severity, String evidence, String advice) {
            this(kind, row.row.label(), severity, 0, evidence, advice);
        }
    }

    /**
     * A row and its measured forks.
     *
     * @param row the row as a results file would have it, with the scores of all forks and the rest of the first
     * @param forks the forks in the order they ran, at least one, each with a score that is a positive number
     */
    record RecordedRow(Row row, List<Fork> forks) {
        private static RecordedRow of(List<Fork> forks) {
            List<List<Double>> scores = forks.stream().map(Fork::scores).toList();
            Row first = forks.get(0).row();
            return new RecordedRow(first.with(new Metric(first.primary().unit(), scores)), forks);
        }

        /** The rows in the order in which they first ran; forks without a score that is a positive number are left out. */
        static List<RecordedRow> all(List<Fork> forks) {
            return forks.stream()
                    .filter(fork -> !fork.scores().isEmpty())
                    .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .map(RecordedRow::of)
                    .toList();
        }

        /** The rows of one run without contended iterations; rows without a fork that is left are excluded. */
        private static List<RecordedRow> uncontended(List<RecordedRow> rows) {
            Contention contention = Contention.of(
                    rows.stream().flatMap(row -> row.forks.stream()).toList());
            return rows.stream()
                    .map(row -> row.forks.stream()
                            .flatMap(fork -> uncontended(fork, contention))
                            .toList())
                    .filter(forks -> !forks.isEmpty())
                    .map(RecordedRow::of)
                    .toList();
        }

        /** A fork without contended iterations; none when too few are left. A fork without a canary keeps all. */
        private static Stream<Fork> uncontended(Fork fork, Contention contention) {
            boolean hasCanary = fork.measured().stream().anyMatch(iteration -> iteration.canaryNanos() > 0);
            return Stream.of(contention.excludedFrom(fork))
                    .filter(it -> !hasCanary || it.scores().size() >= Contention.FEWEST_ITERATIONS);
        }

        /** The logarithm of the median time per operation in a fork. Only differences mean anything. */
        private double logTime(Fork fork) {
            Metric metric = new Metric(row.primary().unit(), List.of(fork.scores()));
            double log = metric.estimate().logMean();
            return metric.isThroughput() ? -log : log;
        }
    }

    private static Stream<RowWarning> bimodal(RecordedRow row) {
        double[] logTimes = row.forks().stream().mapToDouble(row::logTime).toArray();
        return Bimodality.of(logTimes)
                .map(groups -> {
                    List<String> slowRounds = IntStream.range(0, logTimes.length)
                            .filter(i -> logTimes[i] > groups.limit())
                            .mapToObj(i -> String.valueOf(row.forks().get(i).round()))
                            .toList();
                    return new RowWarning(
                            Kind.BIMODAL,
                            row.row.label(),
                            groups.distance(),
                            groups.probability(),
                            "has " + slowRounds.size() + " of " + logTimes.length + " forks "
                                    + Numbers.percent(Math.expm1(groups.distance()), 1)
                                    + " slower than the others (rounds " + String.join(", ", slowRounds) + "; "
                                    + text(groups.probability()) + ")",
                            "Its mean describes neither group. If no slow minutes explain them, try -jvmArgsAppend -Xbatch"
                                    + " (src/docs/compare.md), and raise -f.");
                })
                .stream();
    }

    /** A row with all threads on one CPU, where only the machine and the JIT are left to differ, whose forks differ by more than usual. */
    private static Stream<RowWarning> pinned(RecordedRow row) {
        int forks = row.forks.size();
        if (forks < FEWEST_PINNED || !row.forks.stream().allMatch(Fork::isPinned)) {
            return Stream.empty();
        }
        double variation = row.row.primary().coefficientOfVariation();
        double squares = (forks - 1) * variation * variation / (USUAL_VARIATION * USUAL_VARIATION);
        double probability = 1 - new ChiSquaredDistribution(forks - 1).cumulativeProbability(squares);
        return Stream.of(
                new RowWarning(
                        Kind.FAR_APART,
                        row.row.label(),
                        variation,
                        probability,
                        "has a coefficient of variation of " + Numbers.percent(variation, 1) + " over " + forks
                                + " forks; at most " + Numbers.percent(USUAL_VARIATION, 1) + " is usual ("
                                + text(probability)
                                + ")",
                        "The machine is not quiet or the forks differ: stop what else runs, look for slow minutes, and raise -f."));
    }

    /**
     * Forks that lost CPU time to the hypervisor: the time stolen as a share of that and of the CPU time that the fork's process got. The kernel counts
     * for the whole machine, so a server in a JVM of its own makes the share too large.
     */
    private static Stream<RowWarning> steal(RecordedRow row) {
        List<Double> shares = row.forks.stream().map(Warnings::stolenShare).toList();
        double worst = Collections.max(shares);
        long many = shares.stream().filter(share -> share > STOLEN_SHARE).count();
        return many == 0
                ? Stream.empty()
                : Stream.of(new RowWarning(
                        Kind.STEAL,
                        row,
                        worst,
                        "lost " + Numbers.percent(worst, 1) + " of its CPU time to the hypervisor in round "
                                + row.forks.get(shares.indexOf(worst)).round() + ", and more than "
                                + Numbers.percent(STOLEN_SHARE, 0) + " in " + many + " of " + shares.size() + " forks",
                        "Other guests use the CPUs: run again at another time, or on a host that is not shared."));
    }

    private static double stolenShare(Fork fork) {
        double stolen = Iteration.sum(fork.measured(), Iteration::stealNanos);
        double got = Iteration.sum(fork.measured(), Iteration::cpuNanos);
        return stolen < LEAST_STOLEN_NANOS ? 0 : stolen / (stolen + got);
    }

    /** Rows whose mode reads the clock around each invocation. */
    private static Stream<RowWarning> shortInvocations(RecordedRow row) {
        Row measured = row.row;
        int operations = Math.max(1, row.forks.get(0).operationsPerInvocation());
        return measured
                .nanosPerOperation(measured.primary().estimate())
                .map(estimate -> operations * estimate.value())
                .filter(nanos -> TIMED_BY_INVOCATION.contains(measured.mode()) && nanos < READINGS * CLOCK_NANOS)
                .map(nanos -> new RowWarning(
                        Kind.TOO_SMALL,
                        row,
                        1 / nanos,
                        "takes " + Numbers.plainTime(nanos) + " per invocation, which is "
                                + Numbers.significant(nanos / CLOCK_NANOS) + " times what reading the clock costs, not "
                                + Numbers.significant(READINGS),
                        "Measure its mean (-bm avgt), or do more in an invocation (-bs, @OperationsPerInvocation)."))
                .stream();
    }

    private static Stream<RowWarning> shortIterations(RecordedRow row) {
        double longest = row.forks.stream()
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(Iteration::nanos)
                .max()
                .orElseThrow();
        return row.row.mode().equals("ss") || longest >= SHORTEST_NANOS
                ? Stream.empty()
                : Stream.of(new RowWarning(
                        Kind.TOO_SHORT,
                        row,
                        1 / longest,
                        "has iterations of at most " + Numbers.plainTime(longest)
                                + ", which one time slice of another thread changes",
                        "Raise the time: -r 100ms."));
    }
}
