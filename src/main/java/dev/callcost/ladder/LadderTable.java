package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Ladder.Order;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Grid;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
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

    /** Rows that are no rungs do without it in a narrow terminal. */
    private static final String COMPARED = "compared with";

    private final Ladder ladder;
    private final boolean forksDiffer;

    /** A row that is no rung, and the row that measures it: another row where that one has the same cell. */
    private record Other(RowKey key, Row measured) {}

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
        Grid grid = columns("tier", "rung").grouped();
        for (Step step : ladder.steps()) {
            String tier = step.rung().tier().name().toLowerCase(Locale.ROOT);
            grid.row(cells(List.of(tier, name(step)), step.row(), step.below(), step.adds()));
        }
        return grid;
    }

    private static Grid columns(String... names) {
        return new Grid()
                .droppable(
                        "adds",
                        "loopback/op",
                        "in the kernel",
                        "ratio's interval",
                        "forks",
                        "switches/op",
                        "CPU/op",
                        "B/op",
                        names.length == 1 ? COMPARED : "")
                .left(names)
                .right("time", "±")
                .left(COMPARED)
                .right("B/op", "CPU/op", "switches/op", "forks")
                .left("ratio's interval")
                .right("in the kernel")
                .left("loopback/op", "adds");
    }

    /**
     * The cells of a row. A row with too wide an interval has its lowest and its highest fork, and no ratio.
     *
     * @param to what it is compared with
     */
    private String[] cells(List<String> names, Row row, Optional<Step> to, String adds) {
        Estimate score = ladder.estimates().score(row);
        boolean isTooWide = EstimateText.isTooWide(score);
        Optional<Estimate> ratio = to.filter(step -> !step.row().equals(row))
                .map(step -> row.nanos(score).orElseThrow().ratioTo(step.nanos()))
                .filter(it -> !EstimateText.isTooWide(it));
        List<String> cells = new ArrayList<>(names);
        cells.addAll(List.of(
                isTooWide ? range(row) : text(row, score.logMean()),
                isTooWide || !score.hasInterval()
                        ? Sections.count(forks(row), "fork")
                        : EstimateText.halfWidth(score.relativeHalfWidth()),
                to.map(step -> step.row().equals(row)
                                ? "same row as " + reference(step)
                                : ratio.map(it -> compared(it, reference(step))).orElse(""))
                        .orElse(""),
                Numbers.bytes(row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty())),
                text(ladder.perOperation(row, Iteration::cpuNanos), Numbers::plainTime),
                text(
                        ladder.perOperation(row, Iteration::contextSwitches),
                        switches -> String.format(Locale.ROOT, "%.1f", switches)),
                forksDiffer ? String.valueOf(forks(row)) : "",
                ratio.filter(Estimate::hasInterval)
                        .map(it -> Html.grouped(Numbers.significant(it.low()) + "-" + Numbers.significant(it.high())))
                        .orElse(""),
                text(ladder.kernelShare(row), share -> Numbers.percent(share, 0)),
                loopback(row),
                adds));
        return cells.toArray(String[]::new);
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
        String low = text(row, logs[0]);
        String high = text(row, logs[logs.length - 1]);
        String unit = high.substring(high.indexOf(' '));
        return (low.endsWith(unit) ? low.substring(0, low.length() - unit.length()) : low) + "-" + high;
    }

    /** The logarithms of the forks' scores, the lowest first. */
    private static double[] logs(Row row) {
        return row.forkLogs().stream().mapToDouble(log -> log).sorted().toArray();
    }

    /** A score by its logarithm, as a time where it is one. */
    private static String text(Row row, double log) {
        Estimate score = new Estimate(log, 0, 0, 1);
        return row.nanos(score)
                .map(EstimateText::plainTime)
                .orElseGet(() -> EstimateText.score(score, row.primary().unit()));
    }

    private static String text(OptionalDouble value, DoubleFunction<String> format) {
        return value.isPresent() ? format.apply(value.getAsDouble()) : "";
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
        return name(step).replace(" (base cell)", "");
    }

    private static String name(Step step) {
        int threads = step.row().threads();
        return step.rung().label() + (threads == 1 ? "" : ", " + threads + " threads");
    }

    /** Adds the table of the other rows, by names that also differ from the rungs'. */
    private void add(List<Other> others, Sections page) {
        List<RowKey> shown = others.stream().map(Other::key).toList();
        RowNames names = new RowNames(Stream.concat(ladder.rows().stream().map(Row::key), shown.stream())
                .toList());
        List<String> fitting = names.fitting(shown, page.width() - OTHER_COLUMNS);
        Grid grid = columns("row");
        for (int n = 0; n < others.size(); n++) {
            Row row = others.get(n).measured;
            Rung base = row.primary().unit().equals("ns/op") ? Rung.INLINE : Rung.BASE_CELL;
            Optional<Step> to = row.nanos().flatMap(time -> ladder.step(base));
            grid.row(cells(List.of(fitting.get(n)), row, to, ""));
        }
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
