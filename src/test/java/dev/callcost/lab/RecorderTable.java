package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What the recorder costs, from rows whose forks had it on for some iterations and off for others, as their metric {@code recorder}
 * says. Iterations go in blocks with the recorder on or off; the first of a block is left out, because what happened between it and the
 * one before belongs to both. A fork's value is the median difference between neighbouring blocks' medians of ln(time): on a machine
 * whose speed jumps, most neighbours saw the same speed.
 */
final class RecorderTable {
    private static final String ON = "recorder";
    private static final String BETWEEN = "recorder.between";

    private record Block(boolean on, List<Double> logs) {
        double median() {
            return Metric.median(logs.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    private RecorderTable() {}

    static String markdown(ResultsFile file) {
        List<Row> rows = file.rows().stream()
                .filter(row -> row.secondary().containsKey(ON))
                .toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no row with the metric " + ON);
        }
        Grid grid = new Grid()
                .left("row", "time", "forks", "on / off", "99 % interval of the change", "between iterations");
        rows.forEach(row -> {
            Estimate change = change(row);
            grid.row(
                    row.label(),
                    EstimateText.time(row.nanos().orElseThrow()),
                    Integer.toString(change.forks()),
                    String.format(Locale.ROOT, "%.4f", change.value()),
                    String.format(
                            Locale.ROOT, "%+.2f%% to %+.2f%%", 100 * (change.low() - 1), 100 * (change.high() - 1)),
                    between(row));
        });
        return grid.markdown();
    }

    /** The mean over forks of their medians; a fork that never had it on says nothing. */
    private static String between(Row row) {
        Metric between = row.secondary().get(BETWEEN);
        OptionalDouble mean = between.mean();
        return mean.isEmpty() ? "" : Numbers.plainTime(1e6 * mean.getAsDouble());
    }

    private static Estimate change(Row row) {
        List<List<Double>> scores = row.primary().forks();
        List<List<Double>> on = row.secondary().get(ON).forks();
        return Estimate.ofLogs(IntStream.range(0, scores.size())
                .mapToObj(fork -> change(scores.get(fork), on.get(fork)))
                .toList());
    }

    private static double change(List<Double> scores, List<Double> on) {
        List<Block> blocks = blocks(scores, on);
        if (blocks.size() < 2) {
            throw new IllegalArgumentException("a fork with the recorder always on or always off");
        }
        return Metric.median(IntStream.range(1, blocks.size())
                .mapToDouble(i -> {
                    double step = blocks.get(i).median() - blocks.get(i - 1).median();
                    return blocks.get(i).on() ? step : -step;
                })
                .toArray());
    }

    private static List<Block> blocks(List<Double> scores, List<Double> on) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            boolean isOn = on.get(i) == 1;
            if (blocks.isEmpty() || blocks.get(blocks.size() - 1).on() != isOn) {
                blocks.add(new Block(isOn, new ArrayList<>()));
            } else {
                blocks.get(blocks.size() - 1).logs().add(Math.log(scores.get(i)));
            }
        }
        blocks.removeIf(block -> block.logs().isEmpty());
        return blocks;
    }
}
