package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Chart;
import dev.callcost.plot.Chart.Lane;
import dev.callcost.plot.Key;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Picture;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** The times of results files on one logarithmic axis: the rungs by tier, then the other rows. The lanes of a row in several files are below each other. */
public final class LadderPicture {
    private static final String OTHERS = "rows outside the chain";
    private static final int LANE = 24;

    private final List<String> files;
    private final Map<String, List<Lane>> lanes = new LinkedHashMap<>();

    private LadderPicture(List<String> files) {
        this.files = files;
        Rung.ALL.forEach(rung -> lanes.put(rung.name(), new ArrayList<>()));
    }

    /** Empty when no row of the files is a time. */
    public static Optional<Picture> of(List<Ladder> ladders, List<String> names) {
        LadderPicture picture = new LadderPicture(names);
        IntStream.range(0, names.size()).forEach(file -> picture.add(ladders.get(file), file));
        List<Lane> lanes = picture.lanes.values().stream().flatMap(List::stream).toList();
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        Axis axis = Axis.logarithmic(lanes.stream().flatMapToDouble(Lane::values), Numbers::plainTime);
        List<Key> keys = IntStream.range(0, names.size())
                .mapToObj(file -> new Key(kind(file), names.get(file)))
                .toList();
        return Optional.of(new Chart("Time of a call", axis, List.of(), names.size() < 2 ? List.of() : keys, lanes));
    }

    private void add(Ladder ladder, int file) {
        ladder.steps()
                .forEach(step -> add(
                        step.rung().tier().name().toLowerCase(Locale.ROOT),
                        step.rung().name(),
                        step.row(),
                        step.nanos(),
                        file));
        ladder.others()
                .forEach(row ->
                        ladder.estimates().nanos(row).ifPresent(nanos -> add(OTHERS, row.label(), row, nanos, file)));
    }

    private void add(String group, String name, Row row, Estimate nanos, int file) {
        DoubleUnaryOperator toNanos = row.logNanos().orElseThrow();
        List<Mark> marks = new ArrayList<>();
        for (double score : row.primary().forkMedians()) {
            double fork = Math.exp(toNanos.applyAsDouble(Math.log(score)));
            marks.add(new Mark.Line(fork, 0.3, fork, 0.1, "fork"));
        }
        if (nanos.hasInterval()) {
            marks.add(Mark.range(nanos.low(), nanos.high(), kind(file)));
        }
        String text = EstimateText.time(nanos);
        marks.add(new Mark.Point(nanos.value(), Mark.MIDDLE, kind(file), text + ", " + nanos.forks() + " forks"));
        String words = name + (files.size() > 1 ? " (" + files.get(file) + ")" : "") + ": " + text;
        List<Lane> same = lanes.computeIfAbsent(name, it -> new ArrayList<>());
        same.add(new Lane(group, same.isEmpty() ? name : "", "", marks, text, "", LANE, words));
    }

    private static String kind(int file) {
        return "k" + file % Key.KINDS;
    }
}
