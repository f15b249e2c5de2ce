package dev.callcost.pages;

import dev.callcost.bill.BillReport.Spent;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.Rung;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Key;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What runs say in a sentence, and their pictures: the waterfall to a gRPC call, and every score to scale. */
final class LadderFigures {
    private static final List<String> PREFIXES = List.of("", "k ", "M ", "G ");
    private static final String OTHERS = "other rows";
    private static final int LANE = 26;
    private static final int FALL = 56;
    private static final int FEWEST_STEPS = 3;
    private static final double THOUSAND = 1000;

    private LadderFigures() {}

    /**
     * A row's score in the unit of its panel.
     *
     * @param file the row's, as an index
     * @param factor units of the score in the panel's unit
     */
    private record Score(int file, String group, String name, Row row, Estimate score, String unit, double factor) {
        static Score of(int file, Ladder ladder, String group, String name, Row row) {
            Estimate score = ladder.estimates()
                    .nanos(row)
                    .orElseGet(() -> ladder.estimates().score(row));
            double rounded = new BigDecimal(score.value(), new MathContext(3)).doubleValue();
            int n = (int) Math.max(0, Math.min(3, Math.floor(Math.log(rounded) / Math.log(THOUSAND) + 1e-9)));
            String unit = row.nanos().isPresent()
                    ? Numbers.TIME_UNITS.get(n)
                    : PREFIXES.get(n) + row.primary().unit();
            return new Score(file, group, name, row, score, unit, Math.pow(THOUSAND, n));
        }

        boolean isTime() {
            return row.nanos().isPresent();
        }

        /** Scores with the same text are on one scale. */
        String scale() {
            return isTime() ? "" : row.primary().unit();
        }

        String text() {
            if (EstimateText.isTooWide(score)) {
                return LadderTable.range(row);
            }
            return isTime() ? EstimateText.time(score) : EstimateText.score(score.times(1 / factor), unit);
        }

        /** The score as text, without its interval. */
        String plain() {
            return isTime() ? EstimateText.plainTime(score) : Numbers.significant(score.value() / factor) + " " + unit;
        }

        Lane lane(boolean isNamed, List<String> files) {
            double value = score.value() / factor;
            String kind = "k" + file % Picture.KINDS;
            List<Mark> marks = new ArrayList<>();
            marks.add(new Mark.Area(0, 0.4, value, 0.6, "soft", ""));
            for (double fork : row.forkValues()) {
                marks.add(Mark.tick(
                        (isTime() ? Math.exp(row.logNanos().orElseThrow().applyAsDouble(Math.log(fork))) : fork)
                                / factor));
            }
            if (score.hasInterval() && !EstimateText.isTooWide(score)) {
                marks.add(Mark.range(score.low() / factor, score.high() / factor, kind));
            }
            String forks = Sections.count(score.forks(), "fork");
            marks.add(new Mark.Dot(value, Mark.MIDDLE, kind, text() + ", " + forks));
            String words = name + (files.size() > 1 ? " (" + files.get(file) + ")" : "") + ": " + text();
            return new Lane(isNamed ? name : "", marks, words).withGroup(group).withValue(text());
        }
    }

    /** The scores of some ladders by the shortest names that differ, without the mode when it is the same in all. */
    private static List<Score> scores(List<Ladder> ladders) {
        List<RowKey> keys = ladders.stream()
                .flatMap(ladder -> ladder.rows().stream())
                .map(Row::key)
                .toList();
        RowNames names = new RowNames(keys);
        String mode = keys.stream().map(RowKey::mode).distinct().count() == 1
                ? " mode=" + keys.get(0).mode()
                : "";
        List<Score> scores = new ArrayList<>();
        for (int file = 0; file < ladders.size(); file++) {
            Ladder ladder = ladders.get(file);
            for (Step step : ladder.steps()) {
                String tier = step.rung().tier().name().toLowerCase(Locale.ROOT);
                scores.add(Score.of(file, ladder, tier, step.rung().label(), step.row()));
            }
            for (Row row : ladder.others()) {
                String group = ladder.steps().isEmpty() ? "" : OTHERS;
                scores.add(Score.of(file, ladder, group, names.of(row.key()).replace(mode, ""), row));
            }
        }
        return scores;
    }

    /** Scores on linear axes, a panel for each unit. The lanes of a row in several files are below each other. */
    static Figure times(List<Ladder> ladders, List<String> files) {
        List<Score> scores = scores(ladders);
        List<String> groups = scores.stream().map(Score::group).distinct().toList();
        List<String> rows = scores.stream()
                .map(score -> score.group + score.name)
                .distinct()
                .limit(Figure.MOST_ROWS)
                .toList();
        Map<String, List<Score>> panels = scores.stream()
                .filter(score -> rows.contains(score.group + score.name))
                .sorted(Comparator.<Score>comparingInt(score -> groups.indexOf(score.group))
                        .thenComparingInt(score -> rows.indexOf(score.group + score.name)))
                .collect(Collectors.groupingBy(Score::unit, LinkedHashMap::new, Collectors.toList()));
        List<Key> keys = files.size() < 2
                ? List.of()
                : IntStream.range(0, files.size())
                        .mapToObj(file -> new Key("k" + file % Picture.KINDS, files.get(file)))
                        .toList();
        boolean areRungs = ladders.stream().anyMatch(ladder -> !ladder.steps().isEmpty());
        int most =
                ladders.stream().mapToInt(ladder -> ladder.rows().size()).max().orElse(0);
        return new Figure(
                "times",
                "Dot: estimate. Line: 99% interval. Grey ticks: forks. All axes begin at zero." + Figure.limit(most),
                false,
                new Picture(
                        areRungs ? "Every call, to scale" : "Every row, to scale",
                        keys,
                        panels.keySet().stream()
                                .sorted(Comparator.comparing(
                                        unit -> Math.floorMod(Numbers.TIME_UNITS.indexOf(unit), Integer.MAX_VALUE)))
                                .map(unit -> panel(unit, panels.get(unit), files))
                                .toList()));
    }

    private static Panel panel(String unit, List<Score> scores, List<String> files) {
        List<Lane> lanes = new ArrayList<>();
        String above = "";
        for (Score score : scores) {
            lanes.add(score.lane(!above.equals(score.group + score.name), files));
            above = score.group + score.name;
        }
        return Panel.fromZero(title(unit), unit, LANE, lanes);
    }

    private static String title(String unit) {
        return switch (unit) {
            case "ns" -> "Nanoseconds per operation";
            case "us" -> "Microseconds per operation";
            case "ms" -> "Milliseconds per operation";
            case "s" -> "Seconds per operation";
            default -> unit + (unit.contains("ops/") ? ": more is faster" : "");
        };
    }

    /** The rungs from a thread hand-off to a gRPC call; none when the file lacks too many. */
    private static List<Step> chain(Ladder ladder) {
        List<Step> chain = new ArrayList<>();
        Optional<Step> step = ladder.step(Rung.BASE_CELL_DIRECT);
        while (step.isPresent() && step.get().rung() != Rung.INTERFACE_CALL) {
            chain.add(0, step.get());
            step = step.get().below();
        }
        ladder.step(Rung.BASE_CELL).ifPresent(chain::add);
        return chain.size() < FEWEST_STEPS ? List.of() : chain;
    }

    /**
     * What each rung of the chain adds to the one below it; empty when the file lacks too many. Each bar has two parts,
     * waiting and code, when all rungs have bills.
     */
    static Optional<Figure> waterfall(Ladder ladder, Optional<BillFigures> bills) {
        List<Step> chain = chain(ladder);
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        boolean areBilled = bills.isPresent()
                && chain.stream()
                        .allMatch(step -> bills.get().of(step.row().key()).isPresent());
        List<Lane> lanes = new ArrayList<>();
        double end = 0;
        double waiting = 0;
        double most = 0;
        Optional<Step> below = Optional.empty();
        for (Step step : chain) {
            double from = end;
            end = step.nanos().value() / THOUSAND;
            double middle = areBilled ? end - codePart(step, below, bills.get()) * (end - from) : end;
            waiting += middle - from;
            most = Math.max(most, end);
            String adds = below.map(
                            it -> Difference.of(step.nanos(), it.nanos()).time())
                    .map(it -> (it.startsWith("-") ? "" : "+") + it)
                    .orElseGet(() -> EstimateText.time(step.nanos()));
            List<Mark> marks = new ArrayList<>();
            if (below.isPresent()) {
                marks.add(new Mark.Segment(from, 1, from, Mark.MIDDLE, "link"));
            }
            marks.add(new Mark.Segment(end, Mark.MIDDLE, end, 0, "link"));
            marks.add(bar(from, middle, "threads", step.adds()));
            if (areBilled) {
                marks.add(bar(middle, end, "netty", step.adds()));
            }
            String name = step.rung().label();
            String detail = step.rung() == Rung.BASE_CELL
                    ? "the server's executor"
                    : step.rung().adds();
            String total = EstimateText.plainTime(step.nanos());
            lanes.add(new Lane(name, marks, name + " adds " + adds + " and comes to " + total)
                    .withDetail(detail)
                    .withValue(adds)
                    .withEnd(total)
                    .withKind("lead"));
            below = Optional.of(step);
        }
        String title = areBilled
                ? "Where the time of a gRPC call goes: " + Numbers.percent(waiting / Math.max(end, 1), 0)
                        + " is threads and system calls"
                : "Where the time of a gRPC call goes";
        List<Key> keys = areBilled
                ? List.of(
                        new Key("part threads", "threads and system calls"), new Key("part netty", "code of libraries"))
                : List.of();
        Panel panel = Panel.lanes("", Axis.linear(0, 1.06 * most, "us"), FALL, lanes);
        return Optional.of(new Figure(
                "waterfall",
                "Each bar adds one layer to the call above it, measured by a benchmark of its own. The time so far"
                        + " is at the right.",
                false,
                new Picture(title, keys, List.of(panel))));
    }

    private static Mark bar(double from, double to, String kind, String words) {
        return new Mark.Area(Math.min(from, to), 0.3, Math.max(from, to), 0.7, kind, words);
    }

    /** The share of what a rung adds that is neither waking threads nor system calls, by the bills of both rungs. */
    private static double codePart(Step step, Optional<Step> below, BillFigures bills) {
        Spent whole = bills.of(step.row().key()).orElseThrow();
        Optional<Spent> part = below.flatMap(it -> bills.of(it.row().key()));
        double time = whole.nanos().value() - part.map(it -> it.nanos().value()).orElse(0.0);
        double waiting = whole.waiting() - part.map(Spent::waiting).orElse(0.0);
        return Math.max(0, Math.min(1, 1 - waiting / time));
    }

    /** What a run says, in a sentence: what a call costs, or what its rows take. */
    static String headline(Ladder ladder) {
        Optional<Step> base = ladder.step(Rung.BASE_CELL);
        Optional<Step> top = base.or(() -> ladder.steps().stream().reduce((low, high) -> high));
        Optional<Estimate> ofInline = ladder.step(Rung.INLINE)
                .flatMap(inline -> top.map(it -> it.nanos().ratioTo(inline.nanos())))
                .filter(LadderFigures::isKnown);
        if (base.isPresent() || ofInline.isPresent()) {
            return (base.isPresent() ? "A gRPC call over NIO" : top.get().rung().label()) + " takes " + time(top.get())
                    + ofInline.map(it -> ", " + times(it.value()) + " times as long as the same function inline")
                            .orElse("");
        }
        List<Score> scores = scores(List.of(ladder));
        Score first = scores.get(0);
        String forks = first.score.hasInterval() ? "" : " in one fork";
        if (scores.size() == 1) {
            return first.name + (first.isTime() ? " takes " : ": ") + first.text() + forks;
        }
        Comparator<Score> byValue = Comparator.comparingDouble(it -> it.score.value());
        boolean isOneScale = scores.stream().allMatch(it -> it.scale().equals(first.scale()));
        return Sections.count(scores.size(), "row")
                + (isOneScale
                        ? ", from " + Collections.min(scores, byValue).plain() + " to "
                                + Collections.max(scores, byValue).plain()
                        : "");
    }

    /** Whether a ratio has an interval that is narrow enough and excludes 1. */
    private static boolean isKnown(Estimate ratio) {
        return !EstimateText.isTooWide(ratio) && (ratio.isAbove(1) || ratio.isBelow(1));
    }

    /** A time with what its forks show: the lowest and the highest where the interval is too wide. */
    private static String time(Step step) {
        return EstimateText.isTooWide(step.nanos())
                ? LadderTable.range(step.row())
                : EstimateText.plainTime(step.nanos()) + (step.nanos().hasInterval() ? "" : " in one fork");
    }

    /** Two digits, with commas; three below 2. */
    private static String times(double ratio) {
        return Html.grouped(Numbers.significant(ratio, ratio < 2 ? 3 : 2));
    }

    /** What to make of the headline. */
    static String dek(Ladder ladder) {
        String rmi =
                ladder.step(Rung.RMI).map(it -> "RMI takes " + time(it) + ". ").orElse("");
        String own = ladder.step(Rung.IN_PROCESS_DIRECT)
                .map(it -> "gRPC's own code, in one thread and without bytes, takes " + time(it) + ".")
                .orElse("");
        return (rmi + own).strip();
    }

    /**
     * The difference of two times from different forks, in nanoseconds. Variances on the log scale become variances of
     * the times by the first term of their series, which holds as long as intervals are small against the times.
     *
     * @param value the first less the second
     * @param halfWidth half of its interval at {@link Estimate#CONFIDENCE}, by Welch's t over forks; NaN when one of
     *     them has no interval
     */
    record Difference(double value, double halfWidth) {
        static Difference of(Estimate whole, Estimate part) {
            Estimate difference = linear(whole).ratioTo(linear(part));
            return new Difference(difference.logMean(), difference.logHalfWidth(Estimate.CONFIDENCE));
        }

        /**
         * An estimate with its value in place of the logarithm: differences of values are combined as differences of
         * logarithms are.
         */
        private static Estimate linear(Estimate time) {
            double value = time.value();
            return new Estimate(value, value * value * time.variance(), time.degrees(), time.forks());
        }

        /** As a time, both with one unit and as many decimals: {@code 27.7 us ±2.1 us}. */
        String time() {
            String[] time = Numbers.signedTime(value).split(" ");
            double unit = Math.pow(1000, Numbers.TIME_UNITS.indexOf(time[1]));
            int decimals = new BigDecimal(time[0]).scale();
            return String.join(" ", time)
                    + (Double.isNaN(halfWidth)
                            ? ""
                            : String.format(Locale.ROOT, " ±%." + decimals + "f %s", halfWidth / unit, time[1]));
        }
    }
}
