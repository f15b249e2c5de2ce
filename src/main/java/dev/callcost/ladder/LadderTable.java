package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Ladder.Order;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ladder as a table: each rung with its ratio to the nearest rung below it that the file holds, then the other rows
 * with their ratios to the base cell, or to the inlined function when they are scored in nanoseconds; at the end what
 * became of the expected order. "not separated" stands where the interval of the ratio holds 1. A row that is free of pinning is a
 * mixture, and has its lowest and its highest fork beside its estimate. All lines end in a line feed.
 */
public final class LadderTable {
    private static final String MOVED = "moved while measured";
    private static final String[] COSTS = {"B/op", "CPU/op", "in the kernel", "switches/op", "loopback/op"};
    private static final String FORKS_OF_FREE = "FREE: lowest - highest fork";

    private final Ladder ladder;
    private final CallCosts costs;

    /** A row outside the chain, and the row that measures it: another one where that has the same cell. */
    private record Other(Row named, Row measured) {}

    /** The table of a ladder. */
    public LadderTable(Ladder ladder) {
        this.ladder = ladder;
        this.costs = ladder.costs();
    }

    /** For the console, in lines that are as long as they are. */
    public String text() {
        return text(Terminal.ENDLESS);
    }

    /**
     * For the console.
     *
     * @param width of a line, in letters
     */
    public String text(int width) {
        return wrapped(title(), width)
                + section("\n", rungs(false).text(width))
                + section("\nRows outside the chain:\n\n", others(Sections.text(width)))
                + section("\n", wrapped(order(""), width));
    }

    private static String wrapped(String text, int width) {
        return text.lines()
                .flatMap(line -> Wrap.lines("", "", line, width).stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** For a Markdown file; it also says what each rung adds. */
    public String markdown() {
        return title()
                + section("\n", rungs(true).markdown())
                + section("\nRows outside the chain:\n\n", others(new Sections(true)))
                + section("\n", order("- "));
    }

    private String title() {
        String pinning = ladder.steps().isEmpty() ? "" : ", on one CPU unless named otherwise";
        return "Call cost" + pinning + ": " + ladder.caption(ladder.rows()) + "\n";
    }

    private static String section(String title, String body) {
        return body.isEmpty() ? "" : title + body;
    }

    private Grid rungs(boolean withWhatIsAdded) {
        Grid grid = new Grid()
                .left("tier", "rung", "time per call", FORKS_OF_FREE)
                .right(MOVED, "forks")
                .left("ratio", "to the rung below")
                .right(COSTS)
                .left("adds");
        for (Step step : ladder.steps()) {
            grid.row(
                    step.rung().tier().name().toLowerCase(Locale.ROOT),
                    name(step),
                    EstimateText.time(step.nanos()) + disturbed(step.row()),
                    FreeForks.text(step.row()),
                    moved(step.row()),
                    String.valueOf(step.nanos().forks()),
                    step.ratio().map(LadderTable::ratio).orElse(""),
                    step.below().map(LadderTable::name).orElse(""),
                    bytes(step.row()),
                    cpu(step.row()),
                    kernel(step.row()),
                    switches(step.row()),
                    loopback(step.row()),
                    withWhatIsAdded ? step.adds() : "");
        }
        return grid;
    }

    /** By how much the time of a row that was not warm changed; the column is not there when all were. */
    private static String moved(Row row) {
        return EstimateText.moved(row).orElse("");
    }

    private String disturbed(Row row) {
        return ladder.mark(row);
    }

    private static String name(Step step) {
        int threads = step.row().threads();
        return step.rung().name() + (threads == 1 ? "" : ", " + threads + " threads");
    }

    /** The other rows, by names that tell them from the rungs too. */
    private String others(Sections section) {
        List<Other> others = otherRows();
        List<RowKey> shown = others.stream().map(other -> other.named().key()).toList();
        RowNames names = new RowNames(Stream.concat(ladder.rows().stream().map(Row::key), shown.stream())
                .toList());
        return names.addShared(section.table(grid(others, names)), shown).text();
    }

    private Grid grid(List<Other> others, RowNames names) {
        Grid grid = new Grid()
                .left("row", "score", FORKS_OF_FREE)
                .right(MOVED, "forks")
                .left("ratio", "to")
                .right(COSTS);
        for (Other other : others) {
            Row row = other.measured();
            Optional<Estimate> nanos = ladder.estimates().nanos(row);
            String baseName = row.primary().unit().equals("ns/op") ? Rung.INLINE : Rung.BASE_CELL;
            Optional<Step> base = nanos.flatMap(time -> ladder.step(baseName));
            grid.row(
                    names.of(other.named().key()),
                    nanos.map(EstimateText::time)
                                    .orElseGet(() -> EstimateText.score(
                                            ladder.estimates().score(row),
                                            row.primary().unit()))
                            + disturbed(row),
                    FreeForks.text(row),
                    moved(row),
                    String.valueOf(row.primary().forks().size()),
                    base.map(step -> step.row().equals(row)
                                    ? "the same row"
                                    : ratio(nanos.orElseThrow().ratioTo(step.nanos())))
                            .orElse(""),
                    base.map(LadderTable::name).orElse(""),
                    bytes(row),
                    cpu(row),
                    kernel(row),
                    switches(row),
                    loopback(row));
        }
        return grid;
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

    private static String ratio(Estimate ratio) {
        boolean holdsOne = ratio.hasInterval() && !ratio.isAbove(1) && !ratio.isBelow(1);
        return EstimateText.ratio(ratio) + (holdsOne ? " not separated" : "");
    }

    private static String bytes(Row row) {
        return Numbers.bytes(row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty()));
    }

    private String cpu(Row row) {
        OptionalDouble nanos = costs.cpuNanos(row);
        return nanos.isPresent() ? Numbers.plainTime(nanos.getAsDouble()) : "";
    }

    private String kernel(Row row) {
        OptionalDouble share = costs.kernelShare(row);
        return share.isPresent() ? Numbers.percent(share.getAsDouble(), 0) : "";
    }

    /** Whole bytes and packets; nothing where less than one went. */
    private String loopback(Row row) {
        long packets = Math.round(costs.loopbackPackets(row).orElse(0));
        return packets == 0
                ? ""
                : Math.round(costs.loopbackBytes(row).orElseThrow()) + " B in " + Sections.count(packets, "packet");
    }

    private String switches(Row row) {
        OptionalDouble switches = costs.contextSwitches(row);
        return switches.isPresent() ? String.format(Locale.ROOT, "%.1f", switches.getAsDouble()) : "";
    }

    private String order(String bullet) {
        List<Step> expected =
                ladder.steps().stream().filter(step -> step.order().isPresent()).toList();
        if (expected.isEmpty()) {
            return "";
        }
        String what = "Expected order, a rung no faster than the one below: ";
        if (expected.stream().noneMatch(step -> step.ratio().orElseThrow().hasInterval())) {
            return what + "not checked, there are no intervals.\n";
        }
        List<Step> violations = ladder.violations();
        long open = count(expected, Order.NOT_TOLD_APART);
        String verdict = what + count(expected, Order.CONFIRMED) + " of " + expected.size() + " confirmed, "
                + (violations.isEmpty() ? "none" : violations.size()) + " violated"
                + (open == 0 ? "" : ", " + open + " not told apart");
        if (violations.isEmpty()) {
            return verdict + ".\n";
        }
        return violations.stream()
                .map(step -> bullet + violation(step) + "\n")
                .collect(Collectors.joining("", verdict + ":\n\n", ""));
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
