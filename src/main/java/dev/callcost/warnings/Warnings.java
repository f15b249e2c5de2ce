package dev.callcost.warnings;

import dev.callcost.agent.Warmth;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.ForkKinds;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowDrift;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.stats.Robust;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Warnings about a run, from its log. Each kind is one line, with the worst row and what to do. */
public final class Warnings {
    /**
     * Without the busiest in so many iterations: what JMH does after each iteration becomes hot by their number, sooner
     * or later.
     */
    private static final int MANY = 20;

    /** A third of the margin by which {@code check} calls rows different. */
    private static final double STOLEN_SHARE = 0.01;

    /** Three steps of the kernel's counter: one or two are within its error. */
    private static final double LEAST_STOLEN_NANOS = 30e6;

    private enum Symptom {
        NOT_WARM("not warm", "raise --warm-up-cap, or run again at a quieter hour"),
        NOT_ENDED("warm-up not ended", "warm up longer, by --warm-up-cap or -wi and -w"),
        SLOWER("getting slower", "look at collections, heap and clock speed"),
        COMPILING("the JIT still compiles", "warm up longer, by --warm-up-cap or -wi and -w"),
        BIMODAL("bimodal forks", "raise -f, or try -jvmArgsAppend -Xbatch"),
        STEAL("steal", "use a host of your own");

        private final String words;
        private final String remedy;

        Symptom(String words, String remedy) {
            this.words = words;
            this.remedy = remedy;
        }
    }

    /** The forks of a row that have scores, and the row with these alone. */
    private record LoggedRow(Row row, List<Fork> forks) {
        static LoggedRow of(List<Fork> forks) {
            Row first = forks.get(0).row();
            List<List<Double>> scores = forks.stream().map(Fork::scores).toList();
            return new LoggedRow(first.with(new Metric(first.primary().unit(), scores)), forks);
        }

        /**
         * In single-shot mode without a warm-up a row measures what a first call costs. A row at a rate warms up in a
         * closed loop.
         */
        boolean isWarmedUp() {
            boolean isCold = row.mode().equals("ss")
                    && forks.stream().allMatch(fork -> fork.warmUpIterations().isEmpty());
            return !isCold && !row.isAtRate();
        }
    }

    /** @param severity larger is worse, comparable within one kind */
    private record Warning(Symptom kind, LoggedRow row, double severity, String evidence) {}

    private Warnings() {}

    /** A line for each kind. */
    public static List<String> of(List<Fork> log) {
        RowNames names = new RowNames(log.stream().map(Fork::key).toList());
        return worstFirst(log)
                .map(rows -> {
                    Warning worst = rows.get(0);
                    String others =
                            rows.size() == 1 ? "" : ", likewise " + Sections.count(rows.size() - 1L, "more row");
                    return worst.kind.words + ": " + names.of(worst.row.row.key()) + " " + worst.evidence + others
                            + ": " + worst.kind.remedy;
                })
                .toList();
    }

    /** The forks of the rows that the lines name, in their order. */
    public static List<List<Fork>> worst(List<Fork> log) {
        return worstFirst(log).map(rows -> rows.get(0).row.forks).distinct().toList();
    }

    /** The rows of each kind, the worst first. */
    private static Stream<List<Warning>> worstFirst(List<Fork> log) {
        Map<RowKey, List<Fork>> forks = log.stream()
                .filter(fork -> !fork.scores().isEmpty())
                .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()));
        List<LoggedRow> rows = forks.values().stream().map(LoggedRow::of).toList();
        List<LoggedRow> warmedUp = rows.stream().filter(LoggedRow::isWarmedUp).toList();
        Map<Symptom, List<Warning>> kinds = Stream.of(
                        test(rows, Warnings::cold),
                        drifting(warmedUp),
                        test(warmedUp, Warnings::compiling),
                        test(rows, Warnings::bimodal),
                        test(rows, Warnings::steal))
                .flatMap(Function.identity())
                .sorted(Comparator.comparing(Warning::severity).reversed())
                .collect(Collectors.groupingBy(Warning::kind));
        return Stream.of(Symptom.values()).map(kinds::get).filter(some -> some != null);
    }

    private static Stream<Warning> test(List<LoggedRow> rows, Function<LoggedRow, Optional<Warning>> test) {
        return rows.stream().flatMap(row -> test.apply(row).stream());
    }

    /** Forks whose warm-up reached its cap. */
    private static Optional<Warning> cold(LoggedRow row) {
        List<Fork.WarmUp> cold = row.forks.stream()
                .map(Fork::warmUp)
                .filter(warmUp -> warmUp != null && !warmUp.warm())
                .toList();
        return cold.stream().max(Comparator.comparing(Fork.WarmUp::seconds)).map(worst -> {
            String evidence = "in " + cold.size() + " of " + Sections.count(row.forks.size(), "fork") + " after "
                    + Numbers.significant(worst.seconds()) + " s, which waited for " + worst.waitedFor();
            return new Warning(Symptom.NOT_WARM, row, cold.size(), evidence);
        });
    }

    /** Rows whose time drifts in the measured iterations of all forks, significantly among all rows. */
    private static Stream<Warning> drifting(List<LoggedRow> rows) {
        Map<LoggedRow, RowDrift> drifts = new LinkedHashMap<>();
        rows.forEach(row -> RowDrift.of(row.row).ifPresent(drift -> drifts.put(row, drift)));
        double[] probabilities =
                drifts.values().stream().mapToDouble(RowDrift::probability).toArray();
        double level = VerdictRule.ALPHA * VerdictRule.significant(probabilities) / drifts.size();
        return drifts.entrySet().stream()
                .filter(row -> row.getValue().isMoving(level))
                .map(row -> {
                    double change = row.getValue().change();
                    String evidence = "became " + Numbers.percent(Math.expm1(Math.abs(change)), 1)
                            + (change > 0 ? " slower" : " faster") + " while it was measured";
                    Symptom kind = change > 0 ? Symptom.SLOWER : Symptom.NOT_ENDED;
                    return new Warning(kind, row.getKey(), Math.abs(change), evidence);
                });
    }

    /** The JIT compiles for a share of the measured time, by the median over forks. */
    private static Optional<Warning> compiling(LoggedRow row) {
        double share = Robust.median(row.forks.stream()
                .mapToDouble(fork -> compiling(fork.beforeTearDown()))
                .toArray());
        String evidence = "compiled for " + Numbers.percent(share, 1) + " of its measured time";
        return Optional.of(new Warning(Symptom.COMPILING, row, share, evidence))
                .filter(it -> share > Warmth.COMPILING_MEASURED);
    }

    private static double compiling(List<Iteration> iterations) {
        double millis = iterations.stream()
                .mapToDouble(Iteration::compilationMillis)
                .sorted()
                .limit(iterations.size() - iterations.size() / MANY)
                .sum();
        return 1e6 * millis / Iteration.sum(iterations, Iteration::nanos);
    }

    private static Optional<Warning> bimodal(LoggedRow row) {
        return ForkKinds.of(row.row)
                .map(kinds -> new Warning(Symptom.BIMODAL, row, kinds.gap(), "has " + kinds.text()));
    }

    /**
     * Forks that lost CPU time to the hypervisor: the time stolen as a share of that and of the CPU time that the
     * fork's process got. The kernel counts for the whole machine, so a server in a JVM of its own makes the share too
     * large.
     */
    private static Optional<Warning> steal(LoggedRow row) {
        double worst =
                Collections.max(row.forks.stream().map(Warnings::stolenShare).toList());
        String evidence = "lost " + Numbers.percent(worst, 1) + " of a fork's CPU time to the hypervisor";
        return Optional.of(new Warning(Symptom.STEAL, row, worst, evidence)).filter(it -> worst > STOLEN_SHARE);
    }

    private static double stolenShare(Fork fork) {
        double stolen = Iteration.sum(fork.measured(), Iteration::stealNanos);
        double got = Iteration.sum(fork.measured(), Iteration::cpuNanos);
        return stolen < LEAST_STOLEN_NANOS ? 0 : stolen / (stolen + got);
    }
}
