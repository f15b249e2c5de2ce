package dev.callcost.bill;

import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.plot.StackedBars;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bills of a session as text or Markdown: a table a row, and below it what its numbers rest on. */
public final class BillReport {
    /** Shares below it go without a line, unless they allocate. */
    private static final double NOTHING = 0.0005;

    /** The share of some row's time from which on an ingredient stands beside the others. */
    private static final double WORTH_A_LINE = 0.005;

    private final BillFile.Header header;
    private final List<Bill> bills;

    private BillReport(BillFile.Header header, List<Bill> bills, List<Pattern> rows) {
        this.header = header;
        this.bills = bills.stream()
                .filter(bill -> rows.isEmpty()
                        || rows.stream()
                                .anyMatch(row -> row.matcher(bill.row().label()).find()))
                .toList();
    }

    /**
     * The report of a session.
     *
     * @param folder what {@link Billing} has written
     * @param rules the file with the rules; empty for the suite's own
     * @param rows regular expressions of which one has to be found in a row's label; empty for all rows
     * @throws dev.callcost.text.BadFileException when one of them is unreadable or not one
     * @throws CommandException (failure) when no fork gave samples; (usage) when no row is found
     */
    public static BillReport read(Path folder, Optional<Path> rules, List<Pattern> rows) {
        Rules known = rules.map(Rules::read).orElseGet(Rules::ofSuite);
        BillFile file = BillFile.read(folder);
        if (file.forks().isEmpty()) {
            throw CommandException.failure("bill: no fork gave samples");
        }
        BillReport report = new BillReport(file.header(), Bill.of(file.forks(), known), rows);
        if (report.bills.isEmpty()) {
            throw CommandException.usage("bill: no row of " + folder + " matches "
                    + rows.stream().map(Pattern::pattern).collect(Collectors.joining(" ")));
        }
        return report;
    }

    /** The bills as bars. */
    public StackedBars picture() {
        return new StackedBars(
                "CPU time of a call by ingredient",
                bills.stream().map(BillReport::bar).toList());
    }

    private static StackedBars.Row bar(Bill bill) {
        List<StackedBars.Part> parts = bill.lines().stream()
                .filter(line -> line.share().mean() >= WORTH_A_LINE)
                .map(line -> new StackedBars.Part(
                        line.ingredient().name(),
                        bill.nanos(line.share()),
                        Numbers.plainTime(bill.nanos(line.share())) + ", "
                                + Numbers.percent(line.share().mean())))
                .toList();
        return new StackedBars.Row(bill.row().label(), EstimateText.time(bill.nanos()) + " a call", parts);
    }

    /**
     * Sees to it that rules can be used, before the work that needs them.
     *
     * @throws dev.callcost.text.BadFileException when they cannot be read
     */
    public static void check(Path rules) {
        Rules.read(rules);
    }

    /** For a terminal, in lines that are as long as they are. */
    public String text() {
        return text(Terminal.ENDLESS);
    }

    /**
     * For a terminal.
     *
     * @param width of a line, in letters
     */
    public String text(int width) {
        return report(false, Sections.text(width));
    }

    /** For a Markdown file. */
    public String markdown() {
        return report(true, new Sections(true));
    }

    /**
     * What a row's call spends.
     *
     * @param row what was called
     * @param nanos its time without samples
     * @param nanosByIngredient its time, or CPU time where that does not fill it, by the ingredients' names
     */
    public record Spent(RowKey row, Estimate nanos, Map<String, Double> nanosByIngredient) {}

    /** The rows' times and ingredients, in the rows' order. */
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
        report.paragraph(
                "Where the time of a call goes: samples of CPU time, by the innermost frame that a rule knows; means over forks with"
                        + " their 99 % intervals, in points ("
                        + String.join("; ", header.profiler(), header.jvm(), String.join(" ", header.arguments()))
                        + ")");
        Map<String, String> legend = new LinkedHashMap<>();
        for (Bill bill : bills) {
            report.paragraph((markdown ? "**" : "") + head(bill) + (markdown ? "**" : ""));
            report.table(table(bill, legend));
            report.list(BillNotes.of(bill));
        }
        if (bills.size() > 1) {
            report.paragraph("Side by side, CPU time a call:");
            report.table(sideBySide());
        }
        report.list(
                "Ingredients:",
                legend.entrySet().stream()
                        .map(it -> it.getKey() + ": " + it.getValue())
                        .toList());
        return report.text();
    }

    private static String head(Bill bill) {
        return bill.row().label() + ": " + EstimateText.time(bill.nanos()) + " a call";
    }

    private static Grid table(Bill bill, Map<String, String> legend) {
        Grid grid = new Grid()
                .left("ingredient")
                .right(
                        bill.fillsItsTime() ? "share" : "share of CPU time",
                        "±",
                        bill.fillsItsTime() ? "a call" : "CPU a call",
                        "B a call");
        double few = 0;
        for (Bill.Line line : bill.lines()) {
            boolean isNothing = line.share().mean() < NOTHING
                    && line.bytes().orElse(0) < 1
                    && !line.ingredient().equals(Ingredient.OTHER);
            if (isNothing) {
                few += line.share().mean();
                continue;
            }
            legend.putIfAbsent(line.ingredient().name(), line.ingredient().about());
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

    /** What each row spends on each ingredient, and in its last lines what that adds up to. */
    private Grid sideBySide() {
        Grid grid = new Grid().left("ingredient");
        bills.forEach(bill -> grid.right(column(bill.row())));
        Set<Ingredient> ingredients = new LinkedHashSet<>();
        bills.forEach(bill -> bill.lines().stream()
                .filter(line -> line.share().mean() >= WORTH_A_LINE)
                .forEach(line -> ingredients.add(line.ingredient())));
        for (Ingredient ingredient : ingredients) {
            row(
                    grid,
                    ingredient.name(),
                    bill -> bill.lines().stream()
                            .filter(line -> line.ingredient().equals(ingredient))
                            .mapToDouble(line -> bill.nanos(line.share()))
                            .findFirst());
        }
        row(grid, "all, CPU time", bill -> OptionalDouble.of(bill.billedNanos()));
        row(grid, "time of a call", bill -> OptionalDouble.of(bill.nanos().value()));
        return grid;
    }

    private void row(Grid grid, String name, Function<Bill, OptionalDouble> nanos) {
        List<String> cells = new ArrayList<>(List.of(name));
        bills.forEach(bill -> {
            OptionalDouble value = nanos.apply(bill);
            cells.add(value.isPresent() ? Numbers.plainTime(value.getAsDouble()) : "");
        });
        grid.row(cells.toArray(String[]::new));
    }

    /** A row's name for the head of a column: its class and the values of its params. */
    private static String column(RowKey row) {
        String type = row.simpleName().split("\\.")[0].replaceFirst("Benchmark$", "");
        return Stream.concat(Stream.of(type), row.params().values().stream()).collect(Collectors.joining(" "));
    }
}
