package dev.callcost.pages;

import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.load.LoadAnswer;
import dev.callcost.load.LoadAnswer.State;
import dev.callcost.load.RateRow;
import dev.callcost.load.RateTable;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Key;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Open loops: the answer in a sentence, and latency by rate. */
final class LoadFigures {
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    /** The quantiles and the kinds of their marks: one is blue. */
    private static final Map<Double, String> QUANTILES = new TreeMap<>(Map.of(P50, "k2", P99, "k0", 0.999, "same"));

    private static final String MACHINE = "k3";
    private static final int LANE = 30;

    /** Room for marks at the ends of the axis, as a factor. */
    private static final double ROOM = 1.1;

    private final RateTable table;
    private final List<LoadAnswer> answers;
    private final List<RateRow> floors;

    LoadFigures(RateTable table) {
        this.table = table;
        answers = LoadAnswer.of(table.shown());
        floors = table.rows().stream()
                .filter(row -> row.isFloor() && !row.isMax() && row.isMet())
                .filter(row -> !table.shown().contains(row))
                .toList();
    }

    /** The answer of the sweep that holds the highest rate, and of several that with the lowest p99. */
    String headline() {
        return sentences().get(best());
    }

    /** The answers of the other sweeps. */
    String dek() {
        return IntStream.range(0, sentences().size())
                .filter(n -> n != best())
                .mapToObj(n -> sentences().get(n) + ".")
                .collect(Collectors.joining(" "));
    }

    private List<String> sentences() {
        return table.answers().stream().map(it -> it.replaceFirst("\\.$", "")).toList();
    }

    /** Where nothing was measured, the first sentence says so. */
    private int best() {
        return IntStream.range(0, answers.size())
                .boxed()
                .min(Comparator.comparingDouble(
                                (Integer n) -> -highest(n).map(RateRow::rate).orElse(0.0))
                        .thenComparingDouble(n -> highest(n)
                                .flatMap(row -> row.quantile(P99))
                                .map(Estimate::value)
                                .orElse(Double.MAX_VALUE)))
                .orElse(0);
    }

    private Optional<RateRow> highest(int n) {
        return answers.get(n).highest();
    }

    /** A lane for each rate; empty when no rate has enough calls for a quantile. */
    Optional<Figure> figure(String title) {
        List<List<Lane>> sweeps = answers.stream()
                .map(answer ->
                        answer.rates().stream().map(row -> lane(answer, row)).toList())
                .toList();
        double[] times = sweeps.stream()
                .flatMap(List::stream)
                .flatMapToDouble(Lane::values)
                .toArray();
        if (times.length == 0) {
            return Optional.empty();
        }
        Axis across =
                Axis.logarithmic(DoubleStream.of(times), Numbers::plainTime).withRoom(ROOM);
        RowNames names = new RowNames(answers.stream().map(LoadAnswer::group).toList());
        List<Panel> panels = new ArrayList<>();
        for (int n = 0; n < sweeps.size(); n++) {
            String name = sweeps.size() > 1 ? names.of(answers.get(n).group()) : "";
            if (!sweeps.get(n).isEmpty()) {
                panels.add(Panel.lanes(name, across, LANE, sweeps.get(n)));
            }
        }
        List<Key> keys = new ArrayList<>();
        QUANTILES.forEach((q, kind) -> keys.add(new Key(kind, name(q))));
        if (!floors.isEmpty()) {
            keys.add(new Key(MACHINE, "p99 of the machine alone: an empty call on the same schedule"));
        }
        if (answers.stream().anyMatch(answer -> answer.unmet().isPresent())) {
            keys.add(new Key("hollow", "the rate was not met: no latency of calls at this rate"));
        }
        String legend = "The time from when a call was due until its reply, at each number of calls a second, on a"
                + " logarithmic axis. Marks: mean over forks. Grey ticks: p99 of each fork.";
        return Optional.of(new Figure("rates", legend, false, new Picture(title, keys, panels)));
    }

    private static String name(double q) {
        return "p" + Numbers.significant(100 * q, q > P99 ? 3 : 2);
    }

    private Lane lane(LoadAnswer answer, RateRow row) {
        List<Mark> marks = new ArrayList<>();
        List<String> known = new ArrayList<>();
        double[] means = QUANTILES.keySet().stream()
                .flatMapToDouble(q -> row.quantile(q).stream().mapToDouble(Estimate::value))
                .toArray();
        if (means.length > 1 && row.isMet()) {
            marks.add(new Mark.Area(means[0], 0.4, means[means.length - 1], 0.6, "soft", ""));
        }
        row.quantiles(P99).filter(Double::isFinite).forEach(fork -> marks.add(Mark.tick(fork)));
        floor(row)
                .ifPresent(p99 -> marks.add(
                        new Mark.Dot(p99.value(), Mark.MIDDLE, MACHINE, "the machine alone: p99 " + time(p99))));
        QUANTILES.forEach((q, kind) -> row.quantile(q).ifPresent(it -> {
            String text = name(q) + " " + time(it);
            marks.add(new Mark.Dot(it.value(), Mark.MIDDLE, row.isMet() ? kind : "hollow", text));
            known.add(text);
        }));
        State state = answer.state(row);
        String detail = state == State.HOLDS ? "" : state.text();
        Stream<String> shown =
                Stream.of(P99, P50).flatMap(q -> row.quantile(q).stream().map(it -> name(q) + " " + time(it)));
        String end = row.isMet() ? shown.findFirst().orElse("") : "";
        String kind = answer.highest().equals(Optional.of(row)) ? "lead" : "";
        String name = LoadAnswer.rate(row) + "/s";
        String words = name + ": " + String.join(", ", known) + (detail.isEmpty() ? "" : ", " + detail);
        return new Lane(name, marks, words).withDetail(detail).withEnd(end).withKind(kind);
    }

    private static String time(Estimate estimate) {
        return EstimateText.plainTime(estimate);
    }

    /** The machine's own p99 at the rate of a row. */
    private Optional<Estimate> floor(RateRow row) {
        return floors.stream()
                .filter(floor -> floor.rate() == row.rate())
                .findFirst()
                .flatMap(floor -> floor.quantile(P99));
    }
}
