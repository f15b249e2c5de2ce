package dev.callcost.pages;

import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.history.JudgedRun;
import dev.callcost.history.Judgement;
import dev.callcost.history.RowHistory;
import dev.callcost.history.RowHistory.Change;
import dev.callcost.history.RowHistory.RunPoint;
import dev.callcost.history.RowHistory.Stretch;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Axis.Tick;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Dots;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Mark.Segment;
import dev.callcost.plot.Mark.Text;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.stats.Robust;
import dev.callcost.text.Html;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The levels of rows over runs: the pace of all rows on top, then a lane a row, all to one scale. */
final class HistoryFigures {
    private static final int LANE = 52;

    /** From the middle of a lane to its edge, as a logarithm: at least and at most. */
    private static final double LEAST_REACH = Math.log(1.12);

    private static final double MOST_REACH = Math.log(1.6);

    /** The empty part of a lane at its bottom and top. */
    private static final double EDGE = 0.08;

    /** Room for the scatter around the levels. */
    private static final double ROOM = 1.3;

    /**
     * The largest change of a lane is marked by its size where the changes are farther apart than this share of the
     * picture.
     */
    private static final double APART = 0.16;

    private final Judgement judgement;
    private final List<RowHistory> rows;
    private final RowNames names;
    private final Axis across;
    private final double reach;

    /** @param rows those that are drawn */
    HistoryFigures(Judgement judgement, List<RowHistory> rows, RowNames names) {
        this.judgement = judgement;
        this.rows = rows;
        this.names = names;
        this.across = new Axis(place(-0.5), place(judgement.runs().size() - 0.5), false, ticks());
        double widest = ROOM
                * rows.stream()
                        .mapToDouble(row -> levels(row).max().orElse(0) - middle(row))
                        .max()
                        .orElse(0);
        this.reach = Math.max(LEAST_REACH, Math.min(MOST_REACH, widest));
    }

    /** The scale as a change, such as {@code ±12%}. */
    String scale() {
        return "\u00b1" + Math.round(100 * Math.expm1(reach)) + "%";
    }

    private static DoubleStream levels(RowHistory row) {
        return row.stretches().stream().mapToDouble(Stretch::median);
    }

    /** Halfway between a row's lowest and its highest level; without levels the median of its points. */
    private static double middle(RowHistory row) {
        DoubleSummaryStatistics levels = levels(row).summaryStatistics();
        return levels.getCount() == 0
                ? Robust.median(
                        row.points().stream().mapToDouble(RunPoint::logNanos).toArray())
                : (levels.getMin() + levels.getMax()) / 2;
    }

    private List<Tick> ticks() {
        List<JudgedRun> runs = judgement.runs();
        int last = runs.size() - 1;
        return IntStream.of(0, last / 2, last)
                .distinct()
                .mapToObj(n -> new Tick(
                        place(n),
                        runs.get(n).run().time().map(HistoryPage.DAY::format).orElse("run " + (n + 1))))
                .toList();
    }

    Picture picture(String title) {
        List<Lane> lanes =
                Stream.concat(pace().stream(), rows.stream().map(this::lane)).toList();
        Set<String> drawn = new HashSet<>(Set.of("small", "hollow"));
        rows.forEach(row -> row.changes().forEach(change -> drawn.add(kind(change))));
        List<Picture.Key> keys = Stream.of(
                        new Picture.Key("small", "run"),
                        new Picture.Key("hollow", "run that is not judged"),
                        new Picture.Key("slower", "slower from here on"),
                        new Picture.Key("faster", "faster"),
                        new Picture.Key("same", "by the machine"),
                        new Picture.Key("inconclusive", "suspect"))
                .filter(key -> drawn.contains(key.kind()))
                .toList();
        return new Picture(title, keys, List.of(Panel.lanes("", across, LANE, lanes)));
    }

    private Optional<Lane> pace() {
        List<JudgedRun> runs = judgement.runs();
        if (runs.stream().allMatch(run -> run.pace().isEmpty())) {
            return Optional.empty();
        }
        List<Place> judged = new ArrayList<>();
        List<Place> others = new ArrayList<>();
        for (int n = 0; n < runs.size(); n++) {
            List<Place> places = runs.get(n).isJudged() ? judged : others;
            double place = place(n);
            runs.get(n).pace().ifPresent(pace -> places.add(new Place(place, height(pace))));
        }
        List<Mark> marks = new ArrayList<>(behind(0));
        marks.addAll(List.of(new Dots(judged, "small"), new Dots(others, "hollow")));
        DoubleStream paces = runs.stream().flatMapToDouble(run -> run.pace().stream());
        String words = "pace: " + Figure.range(paces, pace -> EstimateText.change(Math.exp(pace)));
        String detail = "what all rows of a run share; removed below";
        return Optional.of(new Lane("pace", marks, words).withDetail(detail));
    }

    /** The margin around a level, and the end of the lane. */
    private List<Mark> behind(double level) {
        double margin = Math.log1p(judgement.margin());
        return List.of(
                new Mark.Area(-Mark.EDGE, height(level - margin), Mark.EDGE, height(level + margin), "band", ""),
                new Segment(-Mark.EDGE, 0, Mark.EDGE, 0, "grid"));
    }

    /** Runs are numbered from 1 on. */
    private static double place(double run) {
        return run + 1;
    }

    /** A place in a lane; what lies beyond the scale is at its edge, away from the next lane. */
    private double height(double log) {
        return Math.max(EDGE, Math.min(1 - EDGE, Mark.MIDDLE + (1 - 2 * EDGE) * log / (2 * reach)));
    }

    private Lane lane(RowHistory row) {
        double middle = middle(row);
        List<Mark> marks = new ArrayList<>(behind(row.newest() - middle));
        Map<Boolean, List<Place>> dots = row.points().stream()
                .collect(Collectors.partitioningBy(
                        RunPoint::isJudged,
                        Collectors.mapping(
                                it -> new Place(place(it.run()), height(it.logNanos() - middle)),
                                Collectors.toList())));
        marks.addAll(List.of(new Dots(dots.get(true), "small"), new Dots(dots.get(false), "hollow")));
        for (Stretch it : row.stretches()) {
            double level = height(it.median() - middle);
            marks.add(new Segment(place(it.first() - 0.5), level, place(it.last() + 0.5), level, "range median"));
        }
        List<String> said = new ArrayList<>();
        double free = -1;
        for (Change change : row.changes()) {
            String size = row.text(change);
            String kind = kind(change);
            String commit = judgement.runs().get(change.first()).run().label();
            double at = place(change.first() - 0.5);
            double level = height(change.after() - middle);
            marks.add(Mark.rule(at, "since"));
            marks.add(new Mark.Dot(at, level, kind, size + " at " + commit));
            double share = across.share(at);
            if (share > free) {
                boolean isLeft = share > 1 - APART;
                marks.add(new Text(at, level, isLeft ? -9 : 9, level < Mark.MIDDLE ? -11 : 13, size, kind + " strong"));
                free = share + APART;
            }
            said.add(size + " at " + commit);
        }
        String now = Html.grouped(row.score(row.newest()));
        String name = names.of(row.key());
        String words = name + ": " + (said.isEmpty() ? "no change" : String.join(", ", said)) + ", " + now + " now";
        String detail = said.isEmpty() ? "" : said.get(said.size() - 1);
        return new Lane(name, marks, words).withDetail(detail).withEnd(now).withKind(said.isEmpty() ? "" : "lead");
    }

    private static String kind(Change change) {
        return switch (change.kind()) {
            case CONFIRMED -> change.isSlower() ? "slower" : "faster";
            case SUSPECT -> "inconclusive";
            case MACHINE -> "same";
        };
    }
}
