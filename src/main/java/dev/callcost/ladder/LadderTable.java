package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Ladder.Order;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.stats.Bimodality;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Scatter;
import dev.callcost.stats.Trend;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
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
 * Each rung with its ratio to the nearest rung below it that the file holds, then the other rows with their ratios to the base cell, or to the inlined
 * function when they are scored in nanoseconds; at the end what became of the expected order. "not separated" follows a ratio whose interval contains 1.
 */
public final class LadderTable {
    private static final String EXPECTED = "Expected order, a rung no faster than the one below: ";

    private final Ladder ladder;

    /** A row outside the chain, and the row that measures it: another row where that one has the same cell. */
    private record Other(Row named, Row measured) {}

    public LadderTable(Ladder ladder) {
        this.ladder = ladder;
    }

    public String text() {
        return text(Terminal.ENDLESS);
    }

    public String text(int width) {
        return page(Sections.text(width), false);
    }

    /** Also says what each rung adds. */
    public String markdown() {
        return page(new Sections(true), true);
    }

    /** For a page. */
    public String html() {
        return page(Sections.html(), true);
    }

    private String page(Sections page, boolean withWhatIsAdded) {
        String pinning = ladder.steps().isEmpty() ? "" : ", on one CPU unless named otherwise";
        page.paragraph("Call cost" + pinning + ": " + ladder.caption(ladder.rows()))
                .table(rungs(withWhatIsAdded));
        List<Other> others = otherRows();
        if (!others.isEmpty()) {
            add(others, page.paragraph("Rows outside the chain:"));
        }
        List<String> violations =
                ladder.violations().stream().map(LadderTable::violation).toList();
        return (violations.isEmpty() ? page.paragraph(order()) : page.list(order(), violations)).text();
    }

    private Grid rungs(boolean withWhatIsAdded) {
        Grid grid = columns(new Grid().left("tier", "rung", "time per call"), "to the rung below")
                .left("adds");
        for (Step step : ladder.steps()) {
            String tier = step.rung().tier().name().toLowerCase(Locale.ROOT);
            grid.row(Stream.of(
                            Stream.of(tier, name(step), time(step.row(), step.nanos()) + ladder.mark(step.row())),
                            cells(
                                    step.row(),
                                    step.ratio().map(LadderTable::ratio).orElse(""),
                                    step.below().map(LadderTable::name).orElse("")),
                            Stream.of(withWhatIsAdded ? step.adds() : ""))
                    .flatMap(cells -> cells)
                    .toArray(String[]::new));
        }
        return grid;
    }

    private static Grid columns(Grid grid, String to) {
        return grid.droppable(
                        "loopback/op",
                        "in the kernel",
                        "drift while measured",
                        "switches/op",
                        "CPU/op",
                        "B/op",
                        "forks")
                .left("FREE: lowest - highest fork")
                .right("drift while measured", "forks")
                .left("ratio", to)
                .right("B/op", "CPU/op", "in the kernel", "switches/op", "loopback/op");
    }

    private Stream<String> cells(Row row, String ratio, String to) {
        return Stream.of(
                freeForks(row),
                Trend.text(row).orElse(""),
                String.valueOf(row.primary().forks().size()),
                ratio,
                to,
                Numbers.bytes(row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty())),
                text(ladder.perOperation(row, Iteration::cpuNanos), Numbers::plainTime),
                text(ladder.kernelShare(row), share -> Numbers.percent(share, 0)),
                text(
                        ladder.perOperation(row, Iteration::contextSwitches),
                        switches -> String.format(Locale.ROOT, "%.1f", switches)),
                loopback(row));
    }

    /** A time with its interval; the lowest and the highest fork where the interval is too wide. */
    public static String time(Row row, Estimate nanos) {
        return EstimateText.isTooWide(nanos) ? range(logTimes(row)) : EstimateText.time(nanos);
    }

    /**
     * The lowest and the highest fork of a row that is free of pinning, and whether its forks are bimodal; empty for other rows and for one fork. Such
     * forks depend on where the scheduler put the threads, so that their mean may describe no fork.
     */
    public static String freeForks(Row row) {
        double[] logs = logTimes(row);
        return logs.length < 2 || !Scatter.isFree(row)
                ? ""
                : range(logs)
                        + (Bimodality.of(logs).filter(Bimodality::isSignificant).isPresent() ? ", bimodal" : "");
    }

    private static String range(double[] logTimes) {
        return Numbers.plainTime(Math.exp(logTimes[0])) + " - "
                + Numbers.plainTime(Math.exp(logTimes[logTimes.length - 1]));
    }

    /** The logarithms of the forks' times, the lowest first; none for a row without times. */
    private static double[] logTimes(Row row) {
        return row.primary().forks().stream()
                .map(fork -> row.nanos(new Metric(row.primary().unit(), List.of(fork)).estimate()))
                .flatMap(Optional::stream)
                .mapToDouble(Estimate::logMean)
                .sorted()
                .toArray();
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

    private static String name(Step step) {
        int threads = step.row().threads();
        return step.rung().name() + (threads == 1 ? "" : ", " + threads + " threads");
    }

    private static String ratio(Estimate ratio) {
        boolean holdsOne = ratio.hasInterval() && !ratio.isAbove(1) && !ratio.isBelow(1);
        String text = EstimateText.isTooWide(ratio) ? Numbers.significant(ratio.value()) : EstimateText.ratio(ratio);
        return text + (holdsOne ? " not separated" : "");
    }

    /** Adds the table of the other rows, by names that also differ from the rungs'. */
    private void add(List<Other> others, Sections page) {
        List<RowKey> shown = others.stream().map(other -> other.named.key()).toList();
        RowNames names = new RowNames(Stream.concat(ladder.rows().stream().map(Row::key), shown.stream())
                .toList());
        Grid grid = columns(new Grid().left("row", "score"), "to");
        others.forEach(other -> grid.row(Stream.concat(Stream.of(names.of(other.named.key())), cells(other.measured))
                .toArray(String[]::new)));
        names.addShared(page.table(grid), shown);
    }

    private Stream<String> cells(Row row) {
        Optional<Estimate> nanos = ladder.estimates().nanos(row);
        String unit = row.primary().unit();
        Optional<Step> base = nanos.flatMap(time -> ladder.step(unit.equals("ns/op") ? Rung.INLINE : Rung.BASE_CELL));
        String score = nanos.map(time -> time(row, time))
                .orElseGet(() -> EstimateText.score(ladder.estimates().score(row), unit));
        String ratio = base.map(step -> step.row().equals(row)
                        ? "the same row"
                        : ratio(nanos.orElseThrow().ratioTo(step.nanos())))
                .orElse("");
        return Stream.concat(
                Stream.of(score + ladder.mark(row)),
                cells(row, ratio, base.map(LadderTable::name).orElse("")));
    }

    /** The rows that are no rungs, and for each axis that is varied the base cell, which may be measured under another name. */
    private List<Other> otherRows() {
        List<Other> others = new ArrayList<>();
        Set<RowKey> named = ladder.others().stream().map(Row::key).collect(Collectors.toSet());
        for (Row row : ladder.others()) {
            others.add(new Other(row, row));
            Map<String, String> params = Cell.paramsOfBase(row.simpleName());
            RowKey base = new RowKey(row.benchmark(), row.mode(), row.threads(), new TreeMap<>(params));
            if (!params.isEmpty() && named.add(base)) {
                ladder.rows().stream()
                        .filter(other -> other.threads() == row.threads()
                                && Cell.of(other.key()).equals(Cell.of(base)))
                        .findFirst()
                        .ifPresent(cell -> others.add(new Other(renamed(cell, base), cell)));
            }
        }
        others.sort(Comparator.comparing(Other::named, Row.BY_LABEL));
        return others;
    }

    private static Row renamed(Row row, RowKey key) {
        return new Row(
                key.benchmark(),
                key.mode(),
                key.threads(),
                key.params(),
                row.primary(),
                row.secondary(),
                row.settings());
    }

    /** Empty when no order is expected. */
    private String order() {
        List<Step> expected =
                ladder.steps().stream().filter(step -> step.order().isPresent()).toList();
        if (expected.stream().noneMatch(step -> step.ratio().orElseThrow().hasInterval())) {
            return expected.isEmpty() ? "" : EXPECTED + "not checked, there are no intervals.";
        }
        long violated = count(expected, Order.VIOLATED);
        long open = count(expected, Order.NOT_SEPARATED);
        return EXPECTED + count(expected, Order.CONFIRMED) + " of " + expected.size() + " confirmed, "
                + (violated == 0 ? "none" : violated) + " violated"
                + (open == 0 ? "" : ", " + open + " not separated")
                + (violated == 0 ? "." : ":");
    }

    private static long count(List<Step> steps, Order order) {
        return steps.stream()
                .filter(step -> step.order().orElseThrow() == order)
                .count();
    }

    private static String violation(Step step) {
        Step below = step.below().orElseThrow();
        return "ORDER VIOLATED: " + name(step) + " (" + EstimateText.time(step.nanos()) + ") is faster than "
                + name(below) + " (" + EstimateText.time(below.nanos()) + ")";
    }
}
