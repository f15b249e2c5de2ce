package dev.callcost.compare.measure;

import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.host.Cpus;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Robust;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The most pairs that can run at once. Each has a CPU of its own: forks of a pair share all disturbances then, those by
 * other pairs too.
 *
 * @param cpus the CPUs of these pairs, with as many places as pairs
 * @param isFixed whether the user chose the number, or there is no choice; else {@link TrialPairs} show whether it
 *     serves
 * @param note why there are fewer than the user or the machine could have
 */
public record SideBySide(List<Integer> cpus, boolean isFixed, Optional<String> note) {
    /** One pair after the other, on all CPUs. */
    private static SideBySide one(Optional<String> note) {
        return new SideBySide(List.of(0), true, note);
    }

    /**
     * What this machine allows.
     *
     * @param wanted the number of pairs that the user chose; empty for a pair on each core
     * @param fork what the largest fork takes of the memory, in bytes
     */
    static SideBySide of(Optional<Integer> wanted, long fork) {
        Cpus cpus = Cpus.read(KernelFiles.HERE);
        SideBySide here = of(wanted, fork, cpus, Limits.read(KernelFiles.HERE), Limits.idleMemory(KernelFiles.HERE));
        boolean isSingle = here.pairs() == 1;
        return isSingle || Cpus.canConfine(here.cpus.get(0))
                ? here
                : one(Optional.of("One pair at a time: there is no taskset, which confines a pair to a CPU"));
    }

    static SideBySide of(Optional<Integer> wanted, long fork, Cpus cpus, Limits limits, long idleMemory) {
        if (cpus.numbers().isEmpty()) {
            return one(wanted.filter(pairs -> pairs > 1)
                    .map(pairs -> "One pair at a time: only Linux confines a pair to a CPU"));
        }
        int usable = wanted.isPresent() ? cpus.numbers().size() : cpus.cores();
        int byCpus = limits.cpus() == null ? usable : (int) Math.max(1, Math.min(usable, limits.cpus()));
        int wish = wanted.orElse(usable);
        long byMemory = idleMemory / (2 * fork);
        int pairs = (int) Math.max(1, Collections.min(List.of((long) wish, (long) byCpus, byMemory)));
        String room = byMemory < byCpus
                ? "the memory that is free has no room for more pairs of forks of " + (fork >> 20) + " MiB each"
                : "this process may use " + Sections.count(byCpus, "CPU");
        Optional<String> note = pairs < wish
                ? Optional.of(Sections.count(pairs, "pair") + " at a time, not " + wish + ": " + room)
                : Optional.empty();
        return pairs == 1 ? one(note) : new SideBySide(cpus.numbers().subList(0, pairs), wanted.isPresent(), note);
    }

    int pairs() {
        return cpus.size();
    }

    /**
     * Finds how many pairs run at once, by first pairs of a few rows that ran alone and side by side: side by side,
     * unless the product of a pair's variance and its time is significantly larger then. What disturbs the machine for
     * some seconds makes few rows differ by chance. First pairs decide nothing else, so measuring a few of them twice
     * biases no verdict.
     *
     * @param pairs the number that is kept
     * @param aloneSeconds the time of a pair that runs alone
     * @param seconds the time of a pair side by side, divided by the number of pairs at once
     * @param variance of a pair side by side, divided by that of a pair alone; NaN where the iterations are too few to
     *     show it
     */
    public record TrialPairs(int pairs, double aloneSeconds, double seconds, double variance) {
        /** Rows that are measured both ways. */
        static final int ROWS = 4;

        /** Rows may fail, or need several CPUs. */
        static final int TRIALS = 2;

        /** Of the budget: the time of the pairs that run alone. */
        static final double BUDGET = 0.05;

        /**
         * What forks keep all their lives scatters the pairs of a row by some 2 %, however many run at once:
         * results/epyc-vm-compare.
         */
        private static final double OF_FORKS = Math.pow(0.02, 2);

        /** The interval with this confidence must lie above zero: a one-sided test at 5 %. */
        private static final double CONFIDENCE = 0.9;

        /** The value of a pair is taken in so many parts of its iterations. */
        private static final int PARTS = 10;

        private static final int FEWEST_PARTS = 3;

        /** Empty where no row has been measured both ways. */
        static Optional<TrialPairs> of(Collection<Pair> first, int atOnce) {
            List<RowKey> rows = first.stream().map(Pair::row).distinct().toList();
            List<Double> logVariances = new ArrayList<>();
            List<Pair> alone = new ArrayList<>();
            List<Pair> together = new ArrayList<>();
            for (RowKey row : rows) {
                List<Pair> ofRow =
                        first.stream().filter(pair -> pair.row().equals(row)).toList();
                List<Pair> one = some(ofRow, pair -> pair.atOnce() == 1);
                List<Pair> many = some(ofRow, pair -> pair.atOnce() == atOnce);
                if (!one.isEmpty() && !many.isEmpty()) {
                    alone.addAll(one);
                    together.addAll(many);
                    double ratio = (OF_FORKS + variance(many)) / (OF_FORKS + variance(one));
                    if (ratio > 0 && ratio < Double.POSITIVE_INFINITY) {
                        logVariances.add(Math.log(ratio));
                    }
                }
            }
            if (alone.isEmpty()) {
                return Optional.empty();
            }
            double aloneSeconds = seconds(alone);
            double seconds = seconds(together) / atOnce;
            Optional<Estimate> variance =
                    Optional.of(logVariances).filter(it -> !it.isEmpty()).map(Estimate::ofLogs);
            double doubt = variance.filter(it -> it.variance() > 0)
                    .map(it -> it.logHalfWidth(CONFIDENCE))
                    .orElse(0.0);
            double worse = variance.map(Estimate::logMean).orElse(0.0) + Math.log(seconds / aloneSeconds);
            return Optional.of(new TrialPairs(
                    worse > doubt ? 1 : atOnce,
                    aloneSeconds,
                    seconds,
                    variance.map(Estimate::value).orElse(Double.NaN)));
        }

        private static List<Pair> some(List<Pair> pairs, Predicate<Pair> which) {
            return pairs.stream().filter(which).toList();
        }

        private static double seconds(List<Pair> pairs) {
            return pairs.stream().mapToLong(Pair::nanos).average().orElseThrow() / 1e9;
        }

        private static double variance(List<Pair> pairs) {
            return pairs.stream()
                    .flatMapToDouble(pair -> variance(pair).stream())
                    .average()
                    .orElse(Double.NaN);
        }

        /**
         * The variance of a pair by how its parts differ from their neighbours: what disturbs a pair for longer than a
         * part cancels out, as it does between turns. What a fork keeps all its life is not in it: {@link #OF_FORKS}.
         */
        private static OptionalDouble variance(Pair pair) {
            double[] base = scores(pair.base());
            double[] head = scores(pair.head());
            int iterations = Math.min(base.length, head.length);
            int parts = Math.min(PARTS, iterations);
            double[] values = IntStream.range(0, parts)
                    .mapToDouble(part ->
                            Robust.median(IntStream.range(part * iterations / parts, (part + 1) * iterations / parts)
                                    .mapToDouble(n -> Math.log(head[n] / base[n]))
                                    .toArray()))
                    .toArray();
            return parts < FEWEST_PARTS
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(IntStream.range(1, parts)
                                    .mapToDouble(part -> Math.pow(values[part] - values[part - 1], 2))
                                    .sum()
                            / (2 * (parts - 1) * parts));
        }

        private static double[] scores(Row row) {
            return row.primary().forks().get(0).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }

        /** Whether pairs run at once although that looks worse. */
        public boolean mayBeWorse() {
            return pairs > 1 && variance * seconds > aloneSeconds;
        }
    }
}
