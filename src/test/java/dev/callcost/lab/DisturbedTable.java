package dev.callcost.lab;

import dev.callcost.agent.Canary;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Contention;
import dev.callcost.stats.Uncontended;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a busy core does to the rows of a run: their iterations beside a canary at its usual time and beside a slow one, as Markdown. */
final class DisturbedTable {
    private DisturbedTable() {}

    /** A line a row: the share of disturbed iterations over all forks, and the medians of both kinds with their ratio. */
    static String markdown(ResultsFile file) {
        Uncontended uncontended = Uncontended.of(file.rows());
        Grid grid = new Grid().left("row").right("iterations", "disturbed", "undisturbed", "disturbed", "ratio");
        boolean any = false;
        for (Row row : file.rows()) {
            Optional<Contention> contention = uncontended.contention(row);
            if (contention.isPresent()) {
                any = true;
                List<Double> quiet = scores(row, contention.get().limitNanos(), true);
                List<Double> loud = scores(row, contention.get().limitNanos(), false);
                int all = quiet.size() + loud.size();
                String unit = row.primary().unit();
                grid.row(
                        row.label(),
                        String.valueOf(all),
                        Numbers.percent((double) loud.size() / all),
                        median(quiet, unit),
                        median(loud, unit),
                        quiet.isEmpty() || loud.isEmpty() ? "" : Numbers.significant(median(loud) / median(quiet)));
            }
        }
        if (!any) {
            throw new IllegalArgumentException(file.path() + " holds no row with a canary");
        }
        return "Iterations of all forks, the canary at most 35 % above its usual time, and above that; medians of either kind\n\n"
                + grid.markdown();
    }

    private static List<Double> scores(Row row, double limit, boolean below) {
        List<List<Double>> canaries = row.secondary().get(Canary.METRIC).forks();
        List<Double> scores = new ArrayList<>();
        for (int fork = 0; fork < canaries.size(); fork++) {
            for (int i = 0; i < canaries.get(fork).size(); i++) {
                if (canaries.get(fork).get(i) <= limit == below) {
                    scores.add(row.primary().forks().get(fork).get(i));
                }
            }
        }
        return scores;
    }

    private static double median(List<Double> scores) {
        return Metric.median(scores.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String median(List<Double> scores, String unit) {
        return scores.isEmpty() ? "" : Numbers.significant(median(scores)) + " " + unit.replace("/op", "");
    }
}
