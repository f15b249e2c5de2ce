package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.plot.DotPlot;
import dev.callcost.plot.DotPlot.Mark;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The rows of results files as dots on one logarithmic axis of time: the rungs by tier, then the others; several files side by side. */
public final class LadderPicture {
    private static final String OTHERS = "rows outside the chain";

    private final Map<String, String> groups = new LinkedHashMap<>();
    private final Map<String, List<Mark>> marks = new LinkedHashMap<>();

    private LadderPicture() {}

    /**
     * The picture; empty when no row of the files is a time.
     *
     * @param ladders those of the files, whose places are the series'
     * @param names of the files
     */
    public static Optional<DotPlot> of(List<Ladder> ladders, List<String> names) {
        LadderPicture picture = new LadderPicture();
        Rung.ALL.forEach(
                rung -> picture.groups.put(rung.name(), rung.tier().name().toLowerCase(Locale.ROOT)));
        for (int series = 0; series < ladders.size(); series++) {
            picture.add(ladders.get(series), series);
        }
        List<DotPlot.Row> rows = new ArrayList<>();
        picture.groups.forEach((label, group) -> Optional.ofNullable(picture.marks.get(label))
                .ifPresent(it -> rows.add(new DotPlot.Row(group, label, it))));
        return rows.isEmpty() ? Optional.empty() : Optional.of(new DotPlot("Time of a call", names, rows));
    }

    private void add(Ladder ladder, int series) {
        for (Step step : ladder.steps()) {
            String ratio = step.ratio()
                    .map(it -> ", " + Numbers.significant(it.value()) + " x")
                    .orElse("");
            add(step.rung().name(), step.row(), step.nanos(), series, ratio);
        }
        for (Row row : ladder.others()) {
            ladder.estimates().nanos(row).ifPresent(nanos -> {
                groups.putIfAbsent(row.label(), OTHERS);
                add(row.label(), row, nanos, series, "");
            });
        }
    }

    private void add(String label, Row row, Estimate nanos, int series, String more) {
        double[] forks = row.logNanos()
                .map(toNanos -> Arrays.stream(row.primary().forkMedians())
                        .map(score -> Math.exp(toNanos.applyAsDouble(Math.log(score))))
                        .toArray())
                .orElse(new double[0]);
        marks.computeIfAbsent(label, it -> new ArrayList<>())
                .add(new Mark(
                        series, nanos.value(), nanos.low(), nanos.high(), forks, EstimateText.time(nanos) + more));
    }
}
