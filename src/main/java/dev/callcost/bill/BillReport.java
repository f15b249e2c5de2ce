package dev.callcost.bill;

import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bills of a session as text or Markdown: a table per row, and below it what its numbers are based on. */
public final class BillReport {
    /** Smaller shares have no line, unless they allocate. */
    private static final double NOTHING = 0.0005;

    /** Smaller shares are not in the picture, nor in the table of rows side by side unless another row's is larger. */
    private static final double WORTH_A_LINE = 0.005;

    private static final String EXPLANATION =
            "Where the time of a call goes: samples of CPU time by category. The innermost frame that a rule matches decides."
                    + " Shares are means over forks, ± is half of their 99 % interval in percentage points (";

    private static final String SPLIT =
            "A category with more than a third of a call is split by package, class or method, until no part has more than a third."
                    + " JDK code that such a method runs has lines of its own.";

    private final BillFile.Header header;
    private final List<Bill> bills;

    private BillReport(BillFile.Header header, List<Bill> bills) {
        this.header = header;
        this.bills = bills;
    }

    /**
     * The report of a session.
     *
     * @param folder the folder that {@link Billing} filled, or the log in it
     * @param rules the file with the rules; empty for the suite's own
     * @param rows regular expressions: the report has the rows whose labels match one of them, or all rows when the list is empty
     * @throws dev.callcost.text.BadFileException when the log or the rules cannot be read
     * @throws CommandException (failure) when no fork gave samples; (usage) when no row matches
     */
    public static BillReport read(Path folder, Optional<Path> rules, List<Pattern> rows) {
        Rules known = rules.map(Rules::read).orElseGet(Rules::ofSuite);
        BillFile file = BillFile.read(folder);
        if (file.forks().isEmpty()) {
            throw CommandException.failure("bill: no fork gave samples");
        }
        List<Bill> bills = Bill.of(file.forks(), known).stream()
                .filter(bill -> rows.isEmpty()
                        || rows.stream()
                                .anyMatch(row -> row.matcher(bill.row().label()).find()))
                .toList();
        if (bills.isEmpty()) {
            throw CommandException.usage("bill: no row of " + folder + " matches "
                    + rows.stream().map(Pattern::pattern).collect(Collectors.joining(" ")));
        }
        return new BillReport(file.header(), bills);
    }

    private static Stream<Bill.Line> worthALine(Bill bill) {
        return bill.lines().stream().filter(line -> line.share().mean() >= WORTH_A_LINE);
    }

    /**
     * Reads rules before forks run.
     *
     * @throws dev.callcost.text.BadFileException when they cannot be read
     */
    public static void check(Path rules) {
        Rules.read(rules);
    }

    /**
     * For a terminal.
     *
     * @param width of a line, in characters
     */
    public String text(int width) {
        return report(false, Sections.text(width));
    }

    /** For a Markdown file. */
    public String markdown() {
        return report(true, new Sections(true));
    }

    /** For a page. */
    public String html() {
        return report(false, Sections.html());
    }

    /**
     * The time of a row's call by category.
     *
     * @param nanos its time in iterations without samples
     * @param nanosByIngredient its time, or its CPU time where that does not fill it, by the names of categories
     */
    public record Spent(RowKey row, Estimate nanos, Map<String, Double> nanosByIngredient) {}

    /** The rows' times by category, in the rows' order. */
    public List<Spent> spent() {
        return bills.stream()
                .map(bill -> new Spent(
                        bill.row(),
                        bill.nanos(),
                        bill.lines().stream()
                                .collect(Collectors.toMap(
                                        line -> line.ingredient().name(), line -> bill.nanos(line.share())))))
                .toList();
    }

    /** For programs, see {@link BillJson}. */
    public String json() {
        return BillJson.of(header, bills);
    }

    private String report(boolean markdown, Sections report) {
        report.paragraph(EXPLANATION
                + String.join("; ", header.profiler(), header.jvm(), String.join(" ", header.arguments())) + ")");
        Map<String, String> legend = new LinkedHashMap<>();
        for (Bill bill : bills) {
            String bold = markdown ? "**" : "";
            report.paragraph(bold + bill.row().label() + ": " + EstimateText.time(bill.nanos()) + " per call" + bold);
            report.table(table(bill, legend));
            report.list(BillNotes.of(bill));
        }
        if (bills.size() > 1) {
            report.paragraph("Side by side, CPU time per call:");
            report.table(sideBySide());
        }
        report.list(
                "Categories:",
                legend.entrySet().stream()
                        .map(it -> it.getKey() + ": " + it.getValue())
                        .toList());
        if (bills.stream()
                .flatMap(bill -> bill.lines().stream())
                .anyMatch(line -> line.ingredient().whole().isPresent())) {
            report.paragraph(SPLIT);
        }
        return report.text();
    }

    private static Grid table(Bill bill, Map<String, String> legend) {
        Grid grid = new Grid()
                .left("category")
                .right(
                        bill.fillsItsTime() ? "share" : "share of CPU time",
                        "±",
                        bill.fillsItsTime() ? "per call" : "CPU per call",
                        "B per call");
        double few = 0;
        for (Bill.Line line : bill.lines()) {
            boolean isNothing = line.share().mean() < NOTHING
                    && line.bytes().orElse(0) < 1
                    && !line.ingredient().equals(Ingredient.OTHER);
            if (isNothing) {
                few += line.share().mean();
                continue;
            }
            Ingredient whole = line.ingredient().whole().orElse(line.ingredient());
            legend.putIfAbsent(whole.name(), whole.about());
            grid.row(
                    line.ingredient().name(),
                    Numbers.percent(line.share().mean()),
                    BillNotes.points(line.share().halfWidth()),
                    Numbers.plainTime(bill.nanos(line.share())),
                    Numbers.bytes(line.bytes()));
        }
        if (few > 0) {
            grid.row("others below 0.05%", Numbers.percent(few), "", "", "");
        }
        double waiting = bill.nanos().value() - bill.cpuNanos();
        if (!bill.fillsItsTime() && waiting > 0) {
            grid.row("waiting, CPU idle", "", "", Numbers.plainTime(waiting), "");
        }
        return grid;
    }

    /** The time of each category in each row, and in the last lines the sums. */
    private Grid sideBySide() {
        Grid grid = new Grid().left("category");
        columns(bills.stream().map(Bill::row).toList()).forEach(grid::right);
        bills.stream()
                .flatMap(BillReport::worthALine)
                .map(Bill.Line::ingredient)
                .distinct()
                .forEach(ingredient -> row(
                        grid,
                        ingredient.name(),
                        bill -> bill.lines().stream()
                                .filter(line -> line.ingredient().equals(ingredient))
                                .mapToDouble(line -> bill.nanos(line.share()))
                                .findFirst()));
        row(grid, "all, CPU time", bill -> OptionalDouble.of(bill.billedNanos()));
        row(grid, "time per call", bill -> OptionalDouble.of(bill.nanos().value()));
        return grid;
    }

    private void row(Grid grid, String name, Function<Bill, OptionalDouble> nanos) {
        Stream<String> cells =
                bills.stream().map(nanos).map(value -> value.isPresent() ? Numbers.plainTime(value.getAsDouble()) : "");
        grid.row(Stream.concat(Stream.of(name), cells).toArray(String[]::new));
    }

    /** The rows' names for the heads of columns: the class and the values of its params, and the method where classes alone are not enough. */
    private static List<String> columns(List<RowKey> rows) {
        List<String> names = rows.stream()
                .map(row -> column(row, row.simpleName().split("\\.")[0]))
                .toList();
        return Set.copyOf(names).size() == rows.size()
                ? names
                : rows.stream().map(row -> column(row, row.simpleName())).toList();
    }

    private static String column(RowKey row, String name) {
        return Stream.concat(Stream.of(name.replaceFirst("Benchmark(?=\\.|$)", "")), row.params().values().stream())
                .collect(Collectors.joining(" "));
    }
}
