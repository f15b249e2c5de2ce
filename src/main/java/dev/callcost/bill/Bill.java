package dev.callcost.bill;

import dev.callcost.agent.Sampler.Event;
import dev.callcost.bill.CategoryRules.CategorySplit;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import dev.callcost.bill.SampledRow.ForkBill;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The bill of one row. A fork's share of a category is its part of the fork's samples of CPU time, without samples of
 * work in addition to the call. When client and server take turns on one CPU, CPU time fills the time of a call, and
 * shares are of time. Elsewhere they are of CPU time, and the rest of the time is waiting.
 *
 * @param nanos the time per call in iterations without samples
 * @param cpuNanos CPU time per call, without work in addition to it
 * @param besideNanos CPU time per call of work in addition to it
 * @param overhead the time per call in iterations whose CPU time was sampled, as a ratio to the time without samples
 * @param samples of CPU time in all forks
 * @param lines the categories, the largest share first
 */
record Bill(
        SampledRow source,
        Estimate nanos,
        double cpuNanos,
        double besideNanos,
        Estimate overhead,
        long samples,
        List<BillLine> lines) {

    /**
     * The relative difference up to which CPU time fills the time of a call: CPU time has coarse steps, and JMH ends
     * iterations late.
     */
    static final double FILLED = 0.06;

    /** The package of the suite's benchmarks. The rules match their code. */
    private static final String SUITE = "dev.callcost.";

    /**
     * A category of a call's time.
     *
     * @param share of the time of a call, or of its CPU time where that does not fill it
     * @param bytes that its code allocates per call; empty when unknown
     */
    record BillLine(Ingredient ingredient, CategoryShare share, OptionalDouble bytes) {}

    RowKey row() {
        return source.key();
    }

    int forks() {
        return source.forks().size();
    }

    /** Whether a call keeps one CPU busy, so that shares of samples are shares of time. */
    boolean fillsItsTime() {
        return Math.abs(cpuNanos / nanos.value() - 1) <= FILLED;
    }

    /**
     * The nanoseconds that the shares are shares of: the time of a call, or its CPU time where that does not fill it.
     */
    double billedNanos() {
        return fillsItsTime() ? nanos.value() : cpuNanos;
    }

    /** The nanoseconds of a call without CPU time; 0 where CPU time fills the time. */
    double waitingNanos() {
        return fillsItsTime() ? 0 : Math.max(0, nanos.value() - cpuNanos);
    }

    /** The part of {@link #waitingNanos} when other programs had the CPUs. */
    double contendedNanos() {
        return Math.min(waitingNanos(), source.perCall(SampledRow::contended));
    }

    double nanos(CategoryShare share) {
        return share.mean() * billedNanos();
    }

    /** The bill of a row, whose scores are times or throughputs. */
    static Bill of(SampledRow row, CategoryRules rules) {
        Map<Stack, Double> pooled = row.pooled();
        Function<Stack, Ingredient> categories =
                row.key().benchmark().startsWith(SUITE) ? rules::of : new CategorySplit(rules, pooled)::of;
        List<ForkBill> forks =
                row.forks().stream().map(fork -> ForkBill.of(fork, categories)).toList();
        double beside = mean(forks, ForkBill::besideShare);
        double cpu = row.perCall(Iteration::cpuNanos);
        return new Bill(
                row,
                estimate(forks, fork -> fork.logNanos(Event.NONE)),
                (1 - beside) * cpu,
                beside * cpu,
                estimate(forks, fork -> fork.logNanos(Event.CPU) - fork.logNanos(Event.NONE)),
                Math.round(CategoryRules.sum(pooled)),
                lines(forks, bytes(row)));
    }

    /** The bytes per call, the mean over forks; empty without {@code -prof gc}. */
    static OptionalDouble bytes(SampledRow row) {
        return row.forks().stream()
                .flatMap(fork -> fork.row().bytesPerOp().stream())
                .flatMapToDouble(metric -> metric.mean().stream())
                .average();
    }

    private static Estimate estimate(List<ForkBill> forks, Function<ForkBill, Double> log) {
        return Estimate.ofLogs(forks.stream().map(log).toList());
    }

    static double mean(List<ForkBill> forks, ToDoubleFunction<ForkBill> number) {
        return forks.stream().mapToDouble(number).average().orElse(0);
    }

    private static List<BillLine> lines(List<ForkBill> forks, OptionalDouble bytes) {
        Set<Ingredient> categories = new LinkedHashSet<>();
        forks.forEach(fork -> categories.addAll(fork.time().own().keySet()));
        forks.forEach(fork -> categories.addAll(fork.allocation().own().keySet()));
        boolean isKnown = bytes.isPresent()
                && forks.stream().anyMatch(fork -> fork.allocation().all() > 0);
        return categories.stream()
                .map(it -> new BillLine(
                        it,
                        CategoryShare.of(forks.stream()
                                .map(fork -> fork.time().share(it))
                                .toList()),
                        isKnown
                                ? OptionalDouble.of(bytes.getAsDouble()
                                        * mean(forks, fork -> fork.allocation().share(it)))
                                : OptionalDouble.empty()))
                .sorted(Comparator.comparingDouble(
                                (BillLine line) -> -line.share().mean())
                        .thenComparing(line -> line.ingredient().name()))
                .toList();
    }

    /**
     * A share over independent forks: the mean, with Student's t at {@link Estimate#CONFIDENCE}.
     *
     * @param ofForks the shares themselves, from 0 to 1, in place of logarithms
     */
    record CategoryShare(Estimate ofForks) {
        static CategoryShare of(List<Double> shares) {
            return new CategoryShare(Estimate.ofLogs(shares));
        }

        double mean() {
            return ofForks.logMean();
        }

        /** Half of the interval, as a share; NaN with one fork. */
        double halfWidth() {
            return ofForks.logHalfWidth(Estimate.CONFIDENCE);
        }
    }
}
