package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Log;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RoundEffects;
import dev.callcost.data.Row;
import dev.callcost.data.RowEstimates;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rungs that a results file holds, and the other rows. The expected order is partial: a rung is no faster than the
 * rung below it where the declaration says so, and nothing is expected of rungs on different branches.
 */
public final class Ladder {

    /** Only an interval of the ratio of two rungs that excludes 1 confirms or violates their order. */
    public enum Order {
        CONFIRMED,
        VIOLATED,
        INCONCLUSIVE
    }

    /**
     * A rung that the file holds.
     *
     * @param nanos per call
     * @param below the nearest rung below it that the file holds
     * @param adds what the rung adds to that one
     * @param ordered whether the rung is expected to be no faster than that one
     */
    public record Step(Rung rung, Row row, Estimate nanos, Optional<Step> below, String adds, boolean ordered) {

        /** The time over that of the rung below; empty when the file holds none below. */
        public Optional<Estimate> ratio() {
            return below.map(step -> nanos.ratioTo(step.nanos));
        }

        /** Empty when no order of it and the rung below is expected. */
        public Optional<Order> order() {
            return ratio().filter(ratio -> ordered)
                    .map(ratio -> ratio.isAbove(1)
                            ? Order.CONFIRMED
                            : ratio.isBelow(1) ? Order.VIOLATED : Order.INCONCLUSIVE);
        }
    }

    private final ResultsFile file;
    private final RoundEffects effects;
    private final RowEstimates estimates;

    /** The measured iterations of each fork that counted operations. */
    private final Map<RowKey, List<List<Iteration>>> counted = new HashMap<>();

    private final Map<Rung, Step> steps = new EnumMap<>(Rung.class);
    private final List<Row> others;

    /** @param log the forks of the log beside the file; none without a log */
    public Ladder(ResultsFile file, List<Fork> log) {
        this.file = file;
        effects = RoundEffects.of(file.rows(), rounds(file, log));
        estimates = RowEstimates.of(effects.rows());
        for (Fork fork : log) {
            List<Iteration> measured = fork.measured();
            if (Iteration.sum(measured, Iteration::operations) > 0) {
                counted.computeIfAbsent(fork.key(), key -> new ArrayList<>()).add(measured);
            }
        }
        List<Row> rest = new ArrayList<>(effects.rows());
        for (Rung rung : Rung.values()) {
            Optional<Row> row = rest.stream()
                    .filter(rung::isMeasuredBy)
                    .min(Comparator.comparingInt(Row::threads).thenComparing(other -> !rung.isNamedBy(other.key())));
            if (row.isPresent()) {
                rest.remove(row.get());
                steps.put(rung, step(rung, row.get()));
            }
        }
        rest.sort(Comparator.comparing(Row::key, RowKey.BY_LABEL));
        others = List.copyOf(rest);
    }

    /**
     * Finds the rungs in a file. Among rows that differ only in threads, the row with the fewest threads is the rung;
     * among rows of one cell, the row with the rung's benchmark.
     *
     * @throws dev.callcost.file.BadFileException when the log beside the file is unreadable or not one
     */
    public static Ladder of(ResultsFile file) {
        return new Ladder(file, Log.forks(file));
    }

    /**
     * In which round each fork of a row ran; rows of which the log has other forks than the file, or two in a round,
     * are left out.
     */
    static Map<RowKey, List<Integer>> rounds(ResultsFile file, List<Fork> log) {
        Map<RowKey, List<Integer>> logged = log.stream()
                .collect(Collectors.groupingBy(Fork::key, Collectors.mapping(Fork::round, Collectors.toList())));
        Map<RowKey, Integer> forks = new HashMap<>();
        file.rows().forEach(row -> forks.put(row.key(), row.primary().forks().size()));
        logged.entrySet().removeIf(row -> {
            int rounds = Set.copyOf(row.getValue()).size();
            return row.getValue().size() != rounds || forks.getOrDefault(row.getKey(), 0) != rounds;
        });
        return logged;
    }

    /** In the order of {@link Rung}. */
    public List<Step> steps() {
        return List.copyOf(steps.values());
    }

    public Optional<Step> step(Rung rung) {
        return Optional.ofNullable(steps.get(rung));
    }

    /** The rows that are no rungs, by name and params. */
    public List<Row> others() {
        return others;
    }

    /** All rows of the file, without the drift between rounds where it is known ({@link RoundEffects}). */
    public List<Row> rows() {
        return effects.rows();
    }

    public RowEstimates estimates() {
        return estimates;
    }

    /**
     * A counter per operation, by the log: the sum over a fork's measured iterations, divided by their operations, and
     * the mean over forks. CPU time and context switches are those of the fork's process: all threads, JIT compiler and
     * garbage collector included. Bytes over loopback are the machine's, so a server in its own process counts by what
     * it sends.
     *
     * @return empty when the counter is zero in all forks of the log, because it could not be read on that machine
     */
    OptionalDouble perOperation(Row row, ToDoubleFunction<Iteration> counter) {
        return counted.values().stream().flatMap(List::stream).allMatch(fork -> Iteration.sum(fork, counter) == 0)
                ? OptionalDouble.empty()
                : counted.getOrDefault(row.key(), List.of()).stream()
                        .mapToDouble(fork -> Iteration.sum(fork, counter) / Iteration.sum(fork, Iteration::operations))
                        .average();
    }

    /** The kernel's share of the CPU time. */
    OptionalDouble kernelShare(Row row) {
        double cpu = perOperation(row, Iteration::cpuNanos).orElse(0);
        return perOperation(row, Iteration::systemNanos).stream()
                .filter(kernel -> cpu > 0)
                .map(kernel -> kernel / cpu)
                .findFirst();
    }

    /** The {@link Caption} of a table's rows, with the {@link #notes}. */
    public String caption(List<Row> rows) {
        return Stream.concat(Stream.of(Caption.of(rows, estimates)), notes().stream())
                .collect(Collectors.joining("; "));
    }

    /** The forks that were excluded, and the drift that was removed from all rows. */
    List<String> notes() {
        return Stream.of(file.excluded(), effects.caption())
                .flatMap(Optional::stream)
                .toList();
    }

    /** The rungs that are significantly faster than the rung below them, against the expected order. */
    public List<Step> violations() {
        return steps.values().stream()
                .filter(step -> step.order().filter(Order.VIOLATED::equals).isPresent())
                .toList();
    }

    /** How many rungs are in some of these orders to the rung below them. */
    public long count(Order... some) {
        return steps.values().stream()
                .flatMap(step -> step.order().stream())
                .filter(List.of(some)::contains)
                .count();
    }

    private Step step(Rung rung, Row row) {
        Rung.Below below = rung.below;
        boolean ordered = below.isOrdered();
        String adds = rung.adds();
        while (below.rung() != null && !steps.containsKey(below.rung())) {
            Rung between = below.rung();
            below = between.below;
            ordered &= below.isOrdered();
            adds = between.adds() + "; " + adds;
        }
        Optional<Step> step = Optional.ofNullable(below.rung()).map(steps::get);
        return new Step(rung, row, estimates.nanos(row).orElseThrow(), step, adds, ordered);
    }

    /**
     * The line above a table that says how its numbers were made: the value of a fork, the number of forks, the
     * interval and the JDK.
     */
    public static final class Caption {
        private Caption() {}

        /** @param rows of the table, at least one */
        public static String of(List<Row> rows) {
            return of(rows, "");
        }

        /** @param estimates the intervals, whose method the caption names */
        public static String of(List<Row> rows, RowEstimates estimates) {
            return of(rows, estimates.method(rows));
        }

        private static String of(List<Row> rows, String method) {
            return ForkValue.words(rows.stream().map(Row::forkValue).collect(Collectors.toSet()))
                    + ", geometric mean over forks, " + interval(rows, " to ")
                    + (method.isEmpty() ? "" : " (" + method + ")")
                    + jdks(rows).map(it -> "; " + it).orElse("");
        }

        /** In a few words: {@code JDK 17.0.15; ± is the 99 % interval over 6-15 forks}. */
        public static String brief(List<Row> rows) {
            boolean hasInterval = forks(rows).getMax() > 1;
            return jdks(rows).map(it -> it + "; ").orElse("") + (hasInterval ? "± is the " : "") + interval(rows, "-");
        }

        /** The versions of the JDK: {@code JDK 17.0.15, 25.0.3}; empty where no row has one. */
        public static Optional<String> jdks(List<Row> rows) {
            return rows.stream()
                    .map(Row::jdkVersion)
                    .filter(version -> !version.isEmpty())
                    .distinct()
                    .sorted()
                    .reduce((all, version) -> all + ", " + version)
                    .map(all -> "JDK " + all);
        }

        private static IntSummaryStatistics forks(List<Row> rows) {
            return rows.stream().mapToInt(row -> row.primary().forks().size()).summaryStatistics();
        }

        /** @param to stands between the fewest and the most forks */
        private static String interval(List<Row> rows, String to) {
            IntSummaryStatistics forks = forks(rows);
            if (forks.getMax() == 1) {
                return "1 fork: no interval";
            }
            String range = forks.getMin() == forks.getMax() ? "" : forks.getMin() + to;
            return Math.round(100 * Estimate.CONFIDENCE) + "% interval over " + range + forks.getMax() + " forks"
                    + (forks.getMin() == 1 ? " (1 fork: no interval)" : "");
        }
    }
}
