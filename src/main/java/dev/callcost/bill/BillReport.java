package dev.callcost.bill;

import com.google.gson.Gson;
import dev.callcost.bill.Rules.Ingredient;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bills of a session: a table per row, and below it what its numbers are based on. */
public final class BillReport {
    private static final Gson GSON = new Gson();

    /** Smaller shares have no line, unless they allocate. */
    private static final double NOTHING = 0.0005;

    /** Smaller shares are not in the table of rows side by side unless another row's is larger. */
    private static final double WORTH_A_LINE = 0.005;

    /** A note says how many forks give this half width. */
    private static final double FINE = 0.01;

    private static final double LARGE_OVERHEAD = 0.02;

    private static final String EXPLANATION =
            "Where the time of a call goes: samples of CPU time by category. The innermost frame that a rule matches decides."
                    + " Shares are means over forks, ± is half of their 99 % interval in percentage points (";

    private static final String SPLIT =
            "A category with more than a third of a call is split by package, class or method, until no part has more than a third."
                    + " JDK code that such a method runs has lines of its own.";

    /**
     * How a session was measured, in the first line of its log.
     *
     * @param jar its name, checksum and versions
     * @param jvm the JVM of the forks
     * @param arguments JMH options and regular expressions
     * @param seed of the order of rows
     */
    record Header(
            String start, String machine, String jar, String jvm, String profiler, List<String> arguments, long seed) {
        Path begin(Path folder) {
            return Log.begin(folder, Log.Command.BILL, GSON.toJsonTree(this).getAsJsonObject());
        }
    }

    private final Header header;
    private final List<Bill> bills;

    private BillReport(Header header, List<Bill> bills) {
        this.header = header;
        this.bills = bills;
    }

    /**
     * @param folder the folder that {@link Billing} filled, or the log in it
     * @param rules the file with the rules; empty for the suite's own
     * @param rows the report has the rows whose labels match one of these, or all rows when there are none
     * @throws dev.callcost.text.BadFileException when the log or the rules cannot be read
     * @throws CommandException (failure) when no fork gave samples; (usage) when no row matches
     */
    public static BillReport read(Path folder, Optional<Path> rules, List<Pattern> rows) {
        Rules known = rules.map(Rules::read).orElseGet(Rules::ofSuite);
        Path log = Files.isRegularFile(folder) ? folder : Log.in(folder).orElse(folder.resolve(Log.NAME));
        AtomicReference<Header> header = new AtomicReference<>();
        Samples samples = new Samples();
        List<Fork> forks = new ArrayList<>();
        Log.read(
                log,
                Log.Command.BILL,
                line -> header.set(GSON.fromJson(line, Header.class)),
                (type, line) -> forks.add(samples.read(line)));
        if (forks.isEmpty()) {
            throw CommandException.failure("bill: no fork gave samples");
        }
        List<Bill> bills = Bill.of(forks, known).stream()
                .filter(bill -> rows.isEmpty()
                        || rows.stream()
                                .anyMatch(row -> row.matcher(bill.row().label()).find()))
                .toList();
        if (bills.isEmpty()) {
            throw CommandException.usage("bill: no row of " + folder + " matches "
                    + rows.stream().map(Pattern::pattern).collect(Collectors.joining(" ")));
        }
        return new BillReport(header.get(), bills);
    }

    private static Stream<Bill.Line> worthALine(Bill bill) {
        return bill.lines().stream().filter(line -> line.share().mean() >= WORTH_A_LINE);
    }

    /** @throws dev.callcost.text.BadFileException when the rules cannot be read */
    public static void check(Path rules) {
        Rules.read(rules);
    }

    /** @param width of a line, in characters */
    public String text(int width) {
        return report(false, Sections.text(width));
    }

    public String markdown() {
        return report(true, new Sections(true));
    }

    /** For a page. */
    public String html() {
        return report(false, Sections.html());
    }

    /**
     * @param nanos a call's time in iterations without samples
     * @param nanosByIngredient its time, or its CPU time where that does not fill it, by the names of categories
     */
    public record Spent(RowKey row, Estimate nanos, Map<String, Double> nanosByIngredient) {}

    /** The times of the rows' calls by category. */
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

    private String report(boolean markdown, Sections report) {
        report.paragraph(EXPLANATION
                + String.join("; ", header.profiler(), header.jvm(), String.join(" ", header.arguments())) + ")");
        Map<String, String> legend = new LinkedHashMap<>();
        for (Bill bill : bills) {
            String bold = markdown ? "**" : "";
            report.paragraph(bold + bill.row().label() + ": " + EstimateText.time(bill.nanos()) + " per call" + bold);
            report.table(table(bill, legend));
            report.list(notes(bill));
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
                    points(line.share().halfWidth()),
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

    /** The notes below a bill: its samples, profiler overhead and intervals. */
    private static List<String> notes(Bill bill) {
        List<String> notes = new ArrayList<>();
        int forks = bill.nanos().forks();
        notes.add(bill.samples() + " samples in " + Sections.count(forks, "fork")
                + (bill.isContended() ? ", contended iterations included, as too few are not" : "") + "; per call "
                + Numbers.plainTime(bill.cpuNanos()) + " of CPU time"
                + (bill.switches() > 0 ? ", " + switches(bill.switches()) : "")
                + (bill.bytes().isPresent() ? ", " + Numbers.bytes(bill.bytes()) + " B allocated" : "")
                + (bill.besideNanos() > 0
                        ? "; in addition " + Numbers.plainTime(bill.besideNanos()) + " of JIT compiler and profiler"
                        : ""));
        if (!bill.fillsItsTime()) {
            notes.add(
                    bill.cpuNanos() > bill.nanos().value()
                            ? "CPU time is longer than the time: threads run on several CPUs at once, and shares are of CPU time"
                            : "CPU time is shorter than the time: shares are of CPU time, and the rest is waiting");
        }
        Estimate overhead = bill.overhead();
        String change =
                (EstimateText.change(overhead) + " " + EstimateText.changes(overhead.low(), overhead.high())).strip();
        notes.add(
                Math.abs(overhead.value() - 1) <= LARGE_OVERHEAD
                        ? "Profiler overhead: " + change
                        : "PROFILER OVERHEAD: " + change
                                + (bill.switches() > 0
                                        ? ", " + switches(bill.sampledSwitches()) + " instead of "
                                                + Numbers.significant(bill.switches())
                                        : "")
                                + "; the shares are those of sampled calls");
        double widest = bill.lines().stream()
                .mapToDouble(line -> line.share().halfWidth())
                .max()
                .orElse(Double.NaN);
        if (widest > FINE) {
            notes.add("The widest interval is ±" + points(widest) + " points; ±1 needs about "
                    + bill.lines().stream()
                            .mapToInt(line -> line.share().forksFor(FINE))
                            .max()
                            .orElse(2) + " forks (-f), or fewer with more iterations (-i)");
        } else if (Double.isNaN(widest)) {
            notes.add("One fork has no interval: use -f 2 or more");
        }
        if (!bill.unknown().isEmpty()) {
            notes.add("other: "
                    + String.join(
                            "; ",
                            bill.unknown().stream()
                                    .map(it -> Numbers.percent(it.share()) + " " + it.frames())
                                    .toList()));
        }
        return notes;
    }

    private static String switches(double perCall) {
        return "a thread gets a CPU " + Numbers.significant(perCall) + " times";
    }

    /** Half of an interval of a share, in percentage points; empty for NaN. */
    private static String points(double halfWidth) {
        return Double.isNaN(halfWidth)
                ? ""
                : halfWidth >= 1 ? ">99" : String.format(Locale.ROOT, "%.1f", 100 * halfWidth);
    }

    /**
     * The bills as JSON. A row has its time without samples in nanoseconds with the 99 % interval, its CPU time, and {@code withSamples}, the ratio of its time
     * with samples to its time without. A category has its share, of the time where {@code sharesAreOfTime}, else of the CPU time, and half of the interval.
     * Unknown numbers are left out.
     */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost bill 1");
        json.put("measured", header);
        json.put("rows", bills.stream().map(BillReport::json).toList());
        return JsonDocument.of(json);
    }

    private static Map<String, Object> json(Bill bill) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("row", bill.row());
        json.put("nanos", bill.nanos().value());
        json.put("low", known(bill.nanos().low()));
        json.put("high", known(bill.nanos().high()));
        json.put("forks", bill.nanos().forks());
        json.put("samples", bill.samples());
        json.put("cpuNanos", bill.cpuNanos());
        json.put("besideNanos", bill.besideNanos());
        json.put("sharesAreOfTime", bill.fillsItsTime());
        json.put("bytes", known(bill.bytes().orElse(Double.NaN)));
        json.put("withSamples", bill.overhead().value());
        json.put(
                "ingredients",
                bill.lines().stream().map(line -> json(bill, line)).toList());
        return json;
    }

    private static Map<String, Object> json(Bill bill, Bill.Line line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", line.ingredient().name());
        json.put("about", line.ingredient().about());
        json.put("partOf", line.ingredient().whole().map(Ingredient::name).orElse(null));
        json.put("share", line.share().mean());
        json.put("halfWidth", known(line.share().halfWidth()));
        json.put("nanos", bill.nanos(line.share()));
        json.put("bytes", known(line.bytes().orElse(Double.NaN)));
        return json;
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
