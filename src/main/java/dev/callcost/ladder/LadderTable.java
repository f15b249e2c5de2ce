package dev.callcost.ladder;

import dev.callcost.data.CountedWork;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.ladder.Ladder.Caption;
import dev.callcost.ladder.Ladder.Order;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each rung compared with the nearest rung below it that the file holds, a sentence on their order, then the other
 * rows, compared with the base cell, or with the inlined function when they are scored in nanoseconds. "same as" stands
 * for a ratio whose interval lies within {@link VerdictRule#MARGIN}, "inconclusive" follows a ratio whose interval
 * contains 1.
 */
public final class LadderTable {
    /** A run of so many rounds takes too long to be suggested. */
    private static final int MANY = 100;

    /** The width of the columns that no terminal drops, without the names. */
    private static final int OTHER_COLUMNS = 60;

    private final Ladder ladder;
    private final boolean forksDiffer;

    /** A row that is no rung, and the row that measures it: another row where that one has the same cell. */
    private record Other(RowKey key, Row measured) {}

    /**
     * A row of a table. One with too wide an interval has its lowest and its highest fork.
     *
     * @param tier empty for a row that is no rung
     * @param to what it is compared with
     * @param ratio to that; empty where its interval is too wide
     */
    private record LadderLine(
            String tier,
            String name,
            Row row,
            Estimate score,
            Optional<Step> to,
            Optional<Estimate> ratio,
            String adds) {
        boolean isTooWide() {
            return EstimateText.isTooWide(score);
        }
    }

    public LadderTable(Ladder ladder) {
        this.ladder = ladder;
        forksDiffer = ladder.rows().stream().map(LadderTable::forks).distinct().count() > 1;
    }

    private static int forks(Row row) {
        return row.primary().forks().size();
    }

    /** Adds the tables, and the sentence on the order between them. */
    public Sections addTo(Sections page) {
        List<Row> rows = ladder.rows();
        boolean areRungs = !ladder.steps().isEmpty();
        String what = areRungs ? "What a call costs" : "What was measured";
        page.paragraph(
                        page.isText()
                                ? what + (areRungs ? " (one CPU, " : " (") + Caption.brief(rows) + ")"
                                : what + (areRungs ? " on one CPU: " : ": ") + ladder.caption(rows))
                .table(rungs());
        List<String> violations =
                ladder.violations().stream().map(LadderTable::violation).toList();
        if (violations.isEmpty()) {
            page.paragraph(order());
        } else {
            page.list(order(), violations);
        }
        List<Other> others = otherRows();
        if (!others.isEmpty()) {
            add(others, page.paragraph(areRungs ? "Other rows:" : ""));
        }
        return page;
    }

    /**
     * How the run went, a line each.
     *
     * @param lacking whether the last line says how many forks rows without an interval lack
     */
    public List<String> notes(boolean lacking) {
        return Stream.concat(ladder.notes().stream(), moreForks().stream().filter(note -> lacking))
                .map(note -> "note: " + note)
                .toList();
    }

    private Grid rungs() {
        List<LadderLine> lines = ladder.steps().stream()
                .map(step -> {
                    String tier = step.rung().tier().name().toLowerCase(Locale.ROOT);
                    return line(tier, name(step), step.row(), step.below(), step.adds());
                })
                .toList();
        Table<LadderLine> table =
                new Table<LadderLine>().grouped().left("tier", LadderLine::tier).left("rung", LadderLine::name);
        return withFigures(table, false).of(lines);
    }

    /** @param to what the row is compared with */
    private LadderLine line(String tier, String name, Row row, Optional<Step> to, String adds) {
        Estimate score = ladder.estimates().score(row);
        Optional<Estimate> ratio = to.filter(step -> !step.row().equals(row))
                .map(step -> row.nanos(score).orElseThrow().ratioTo(step.nanos()))
                .filter(it -> !EstimateText.isTooWide(it));
        return new LadderLine(tier, name, row, score, to, ratio, adds);
    }

    /** Adds the columns that both tables have. Where room is scarce, rows that are no rungs are not compared. */
    private Table<LadderLine> withFigures(Table<LadderLine> table, boolean areOthers) {
        return table.right("time", line -> line.isTooWide() ? range(line.row) : text(line.row, line.score.logMean()))
                .right("±", LadderTable::plusMinus)
                .left("compared with", areOthers ? 9 : 0, LadderTable::compared)
                .right(
                        "B/op",
                        8,
                        line -> Numbers.bytes(
                                line.row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty())))
                .right("bytecodes", 8, line -> text(CountedWork.bytecodes(line.row), count("%,.0f")))
                .right(
                        "CPU/op",
                        7,
                        line -> text(ladder.perOperation(line.row, Iteration::cpuNanos), Numbers::plainTime))
                .right(
                        "switches/op",
                        6,
                        line -> text(ladder.perOperation(line.row, Iteration::contextSwitches), count("%.1f")))
                .right("forks", 5, line -> forksDiffer ? forks(line.row) : "")
                .left("ratio's interval", 4, line -> line.ratio.map(LadderTable::interval))
                .right(
                        "in the kernel",
                        3,
                        line -> text(ladder.kernelShare(line.row), share -> Numbers.percent(share, 0)))
                .left("loopback/op", 2, line -> loopback(line.row))
                .left("adds", 1, LadderLine::adds);
    }

    private static String plusMinus(LadderLine line) {
        return line.isTooWide() || !line.score.hasInterval()
                ? Sections.count(forks(line.row), "fork")
                : EstimateText.halfWidth(line.score.relativeHalfWidth());
    }

    private static Optional<String> compared(LadderLine line) {
        return line.to.flatMap(step -> step.row().equals(line.row)
                ? Optional.of("same row as " + reference(step))
                : line.ratio.map(it -> compared(it, reference(step))));
    }

    private static String interval(Estimate ratio) {
        return ratio.hasInterval()
                ? Html.grouped(Numbers.significant(ratio.low()) + "-" + Numbers.significant(ratio.high()))
                : "";
    }

    private static String compared(Estimate ratio, String name) {
        if (ratio.isAbove(1 / (1 + VerdictRule.MARGIN)) && ratio.isBelow(1 + VerdictRule.MARGIN)) {
            return "same as " + name;
        }
        boolean holdsOne = ratio.hasInterval() && !ratio.isAbove(1) && !ratio.isBelow(1);
        return Html.grouped(Numbers.significant(ratio.value())) + "x " + name + (holdsOne ? ", inconclusive" : "");
    }

    /** The lowest and the highest fork: {@code 1.76-1.85 ns}. */
    public static String range(Row row) {
        double[] logs = logs(row);
        Estimate low = estimate(logs[0]);
        Estimate high = estimate(logs[logs.length - 1]);
        return row.nanos(low)
                .map(time -> Numbers.timeRange(
                        time.value(), row.nanos(high).orElseThrow().value()))
                .orElseGet(() -> Html.grouped(Numbers.significant(low.value())) + "-"
                        + EstimateText.score(high, row.primary().unit()));
    }

    /** The logarithms of the forks' scores, the lowest first. */
    private static double[] logs(Row row) {
        return row.forkLogs().stream().mapToDouble(log -> log).sorted().toArray();
    }

    private static Estimate estimate(double log) {
        return new Estimate(log, 0, 0, 1);
    }

    /** A score by its logarithm, as a time where it is one. */
    private static String text(Row row, double log) {
        Estimate score = estimate(log);
        return row.nanos(score)
                .map(EstimateText::plainTime)
                .orElseGet(() -> EstimateText.score(score, row.primary().unit()));
    }

    private static String text(OptionalDouble value, DoubleFunction<String> format) {
        return value.isPresent() ? format.apply(value.getAsDouble()) : "";
    }

    private static DoubleFunction<String> count(String format) {
        return value -> String.format(Locale.ROOT, format, value);
    }

    /** Whole bytes and packets; empty where less than one went. */
    private String loopback(Row row) {
        long packets =
                Math.round(ladder.perOperation(row, Iteration::loopbackPackets).orElse(0));
        return packets == 0
                ? ""
                : Math.round(ladder.perOperation(row, Iteration::loopbackBytes).orElseThrow()) + " B in "
                        + Sections.count(packets, "packet");
    }

    private static String reference(Step step) {
        return step.rung().plainLabel() + threads(step);
    }

    private static String name(Step step) {
        return step.rung().label() + threads(step);
    }

    private static String threads(Step step) {
        int threads = step.row().threads();
        return threads == 1 ? "" : ", " + threads + " threads";
    }

    /** Adds the table of the other rows, by names that also differ from the rungs'. */
    private void add(List<Other> others, Sections page) {
        List<RowKey> shown = others.stream().map(Other::key).toList();
        RowNames names = new RowNames(Stream.concat(ladder.rows().stream().map(Row::key), shown.stream())
                .toList());
        List<String> fitting = names.fitting(shown, page.width() - OTHER_COLUMNS);
        List<LadderLine> lines = new ArrayList<>();
        for (int n = 0; n < others.size(); n++) {
            Row row = others.get(n).measured;
            Rung base = row.primary().unit().equals("ns/op") ? Rung.INLINE : Rung.BASE_CELL;
            Optional<Step> to = row.nanos().flatMap(time -> ladder.step(base));
            lines.add(line("", fitting.get(n), row, to, ""));
        }
        Grid grid = withFigures(new Table<LadderLine>().left("row", LadderLine::name), true)
                .of(lines);
        names.addShared(page.table(grid), shown);
    }

    /**
     * The rows that are no rungs, and for each axis that is varied the base cell, which may be measured under another
     * name.
     */
    private List<Other> otherRows() {
        List<Other> others = new ArrayList<>();
        Set<RowKey> named = ladder.others().stream().map(Row::key).collect(Collectors.toSet());
        for (Row row : ladder.others()) {
            others.add(new Other(row.key(), row));
            Map<String, String> params = Cell.paramsOfBase(row.simpleName());
            RowKey base = new RowKey(row.benchmark(), row.mode(), row.threads(), new TreeMap<>(params));
            if (!params.isEmpty() && named.add(base)) {
                ladder.rows().stream()
                        .filter(other -> other.threads() == row.threads()
                                && Cell.of(other.key()).equals(Cell.of(base)))
                        .findFirst()
                        .ifPresent(cell -> others.add(new Other(base, cell)));
            }
        }
        others.sort(Comparator.comparing(Other::key, RowKey.BY_LABEL));
        return others;
    }

    /** Empty when no order is expected. */
    private String order() {
        long expected = ladder.count(Order.values());
        if (ladder.steps().stream()
                .noneMatch(step ->
                        step.order().isPresent() && step.ratio().orElseThrow().hasInterval())) {
            return expected == 0 ? "" : "The expected order is not checked: there are no intervals.";
        }
        long violated = ladder.count(Order.VIOLATED);
        long confirmed = ladder.count(Order.CONFIRMED);
        return confirmed + " of " + Sections.count(expected, "step") + (confirmed == 1 ? " is" : " are")
                + " in the expected order"
                + are(ladder.count(Order.INCONCLUSIVE), "inconclusive")
                + are(violated, "against it")
                + (violated == 0 ? "." : ":");
    }

    private static String are(long steps, String what) {
        return steps == 0 ? "" : ", " + steps + (steps == 1 ? " is " : " are ") + what;
    }

    private static String violation(Step step) {
        Step below = step.below().orElseThrow();
        return name(step) + " (" + EstimateText.time(step.nanos()) + ") is faster than " + name(below) + " ("
                + EstimateText.time(below.nanos()) + ")";
    }

    /** About how many rounds would give an interval to the rows that have none; empty where all have one. */
    private Optional<String> moreForks() {
        List<Estimate> wide = ladder.rows().stream()
                .map(ladder.estimates()::score)
                .filter(score -> !score.hasInterval() || EstimateText.isTooWide(score))
                .toList();
        int rounds = wide.stream().mapToInt(LadderTable::forksLacking).max().orElse(0);
        return Optional.of(Sections.count(wide.size(), "row") + ": too few forks for an interval; raise -f by about "
                        + rounds)
                .filter(note -> rounds > 0);
    }

    /** How many more forks a row needs, if they scatter as those so far; two without an interval. */
    private static int forksLacking(Estimate score) {
        int forks = score.forks() + (score.hasInterval() ? 1 : 2);
        while (forks < MANY && EstimateText.isTooWide(score.withForks(forks))) {
            forks++;
        }
        return forks - score.forks();
    }
}
