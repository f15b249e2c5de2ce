package dev.callcost.results.report.warning;

import dev.callcost.results.Metric;
import dev.callcost.results.report.format.Numbers;
import dev.callcost.results.report.warning.record.Canary;
import dev.callcost.results.report.warning.record.RecordedFork;
import dev.callcost.results.report.warning.record.RecordedRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Forks before which the canary, a fixed piece of work outside of every fork, was slower than usual in this run. What it
 * costs their scores is shown beside it; they stay in the results.
 */
final class SlowMinutes {
    /**
     * Above it computing is slow. In {@code results/epyc-vm-jdk17-noise}, a loop that only computes, medians of ten iterations stay
     * below 1.22 times the median outside of the slow minutes, and reach 1.26 to 1.62 times in them.
     */
    static final double KERNEL_FACTOR = 1.25;

    /** Above it waking a thread is slow. It depends on how deep the CPU sleeps, so that it wanders by half as a matter of course. */
    static final double WAKE_UP_FACTOR = 2;

    /** Below it there is no telling what is usual. */
    static final int FEWEST_FORKS = 3;

    /** Rounds whose slow forks are named one by one. */
    private static final int NAMED = 3;

    private final List<RecordedFork> forks;
    private final List<RecordedRow> rows;

    private SlowMinutes(List<RecordedFork> forks, List<RecordedRow> rows) {
        this.forks = forks.stream().filter(fork -> fork.canary() != null).toList();
        this.rows = rows;
    }

    static List<String> warnings(List<RecordedFork> forks, List<RecordedRow> rows) {
        SlowMinutes minutes = new SlowMinutes(forks, rows);
        List<String> lines = new ArrayList<>();
        lines.addAll(minutes.warning("a fixed piece of computing", Canary::kernelNanos, KERNEL_FACTOR));
        lines.addAll(minutes.warning("waking a thread", Canary::wakeUpNanos, WAKE_UP_FACTOR));
        return lines;
    }

    private List<String> warning(String what, ToDoubleFunction<Canary> canary, double factor) {
        double[] known = forks.stream()
                .mapToDouble(fork -> canary.applyAsDouble(fork.canary()))
                .filter(nanos -> nanos > 0)
                .toArray();
        if (known.length < FEWEST_FORKS) {
            return List.of();
        }
        double usual = Metric.median(known);
        List<RecordedFork> slow = forks.stream()
                .filter(fork -> canary.applyAsDouble(fork.canary()) > factor * usual)
                .toList();
        return slow.stream()
                .max(Comparator.comparingDouble(fork -> canary.applyAsDouble(fork.canary())))
                .map(worst -> String.format(
                        Locale.ROOT,
                        "slow minutes: before %d of %d forks %s took more than %s times the run's median, at worst %s times before %s;"
                                + " these are %s%s. They were not removed: run again when the machine is quiet, or raise -f.",
                        slow.size(),
                        known.length,
                        what,
                        Numbers.significant(factor),
                        Numbers.significant(canary.applyAsDouble(worst.canary()) / usual),
                        label(worst),
                        places(slow),
                        cost(slow)))
                .stream()
                .toList();
    }

    private String label(RecordedFork fork) {
        return rows.stream()
                .filter(row -> row.forks().contains(fork))
                .map(RecordedRow::label)
                .findFirst()
                .orElse("a fork without scores");
    }

    /** What the slow forks' times are in terms of the other forks' of their rows; empty where a row has none. */
    private String cost(List<RecordedFork> slow) {
        double[] factors = rows.stream()
                .flatMap(row -> row.forks().stream()
                        .filter(slow::contains)
                        .flatMapToDouble(fork -> slowdown(row, fork, slow).stream())
                        .boxed())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return factors.length == 0
                ? ""
                : "; by the median their operations took " + Numbers.significant(Metric.median(factors))
                        + " times as long as in other forks of their rows";
    }

    private static OptionalDouble slowdown(RecordedRow row, RecordedFork fork, List<RecordedFork> slow) {
        double[] others = row.forks().stream()
                .filter(other -> !slow.contains(other))
                .mapToDouble(other -> row.logTime(other.scores()))
                .toArray();
        return others.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.exp(row.logTime(fork.scores()) - Metric.median(others)));
    }

    /** {@code round 2 rows 5-8, round 3 row 1}. */
    private static String places(List<RecordedFork> slow) {
        Map<Integer, TreeSet<Integer>> rounds = new TreeMap<>();
        slow.forEach(fork ->
                rounds.computeIfAbsent(fork.round(), round -> new TreeSet<>()).add(fork.place()));
        String named = rounds.entrySet().stream()
                .limit(NAMED)
                .map(round -> "round " + round.getKey() + (round.getValue().size() == 1 ? " row " : " rows ")
                        + ranges(round.getValue()))
                .collect(Collectors.joining(", "));
        int more = rounds.size() - NAMED;
        return named + (more > 0 ? " and forks of " + more + (more == 1 ? " more round" : " more rounds") : "");
    }

    private static String ranges(TreeSet<Integer> places) {
        return places.stream()
                .filter(place -> !places.contains(place - 1))
                .map(first -> {
                    int last = first;
                    while (places.contains(last + 1)) {
                        last++;
                    }
                    return last == first ? "" + first : first + "-" + last;
                })
                .collect(Collectors.joining("+"));
    }
}
