package dev.callcost.history;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much a row's forks scatter within runs. The machine moves less within a run than between runs, so this is a floor of the noise between runs and never
 * replaces it.
 *
 * @param floor the standard deviation of a run's value, were runs to differ by their forks alone
 * @param usual the median over runs of the forks' standard deviation; NaN with few runs
 */
record ForkScatter(double floor, double usual) {
    static final ForkScatter UNKNOWN = new ForkScatter(0, Double.NaN);

    private static final int FEWEST_RUNS = 5;
    private static final double UNUSUAL = 3;

    /** The rows that have forks; variances are moderated over rows. */
    static Map<RowKey, ForkScatter> of(List<HistoryRun> runs, List<RowKey> rows) {
        Map<RowKey, List<Estimate>> known = new LinkedHashMap<>();
        for (RowKey row : rows) {
            List<Estimate> estimates = runs.stream()
                    .map(run -> run.values().get(row))
                    .filter(value -> value != null && value.forks().size() > 1)
                    .map(value -> Estimate.ofLogs(value.forks()))
                    .toList();
            if (!estimates.isEmpty()) {
                known.put(row, estimates);
            }
        }
        Moderation moderation =
                Moderation.of(known.values().stream().map(ForkScatter::pooled).toList());
        Map<RowKey, ForkScatter> scatter = new HashMap<>();
        known.forEach((row, estimates) -> {
            Own own = pooled(estimates);
            Estimate mean = moderation.prior() == Moderation.Prior.NONE ? own.estimate() : moderation.moderated(own);
            double usual = Metric.median(
                    estimates.stream().mapToDouble(ForkScatter::deviation).toArray());
            scatter.put(
                    row,
                    new ForkScatter(Math.sqrt(mean.variance()), estimates.size() < FEWEST_RUNS ? Double.NaN : usual));
        });
        return scatter;
    }

    private static Own pooled(List<Estimate> runs) {
        double degrees = runs.stream().mapToDouble(Estimate::degrees).sum();
        double squares = runs.stream()
                .mapToDouble(run -> run.degrees() * run.variance() * run.forks())
                .sum();
        int forks = (int)
                Math.round(runs.stream().mapToInt(Estimate::forks).average().orElseThrow());
        return Own.ofMean(new Estimate(0, squares / degrees / forks, degrees, forks));
    }

    private static double deviation(Estimate run) {
        return Math.sqrt(run.variance() * run.forks());
    }

    boolean isUnusual(List<Double> forks) {
        return forks.size() > 1 && usual > 0 && deviation(Estimate.ofLogs(forks)) >= UNUSUAL * usual;
    }
}
