package dev.callcost.bill;

import dev.callcost.bill.Rules.Ingredient;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The bills of a session: the answer, a table per row, and what speaks against the numbers. */
public final class BillReport {
    /** Smaller shares have no line, unless they allocate. */
    static final double NOTHING = 0.0005;

    static final String OTHERS = "others below 0.05%";
    static final String WAITING = "waiting, CPU idle";

    /** Smaller shares are in no warning, and not in the table of rows side by side unless another row's is larger. */
    private static final double WORTH_A_LINE = 0.005;

    /** A warning says how many forks give this half width. */
    private static final double FINE = 0.01;

    private static final double LARGE_OVERHEAD = 0.02;

    /** With fewer, Student's t makes intervals several times as wide. */
    static final int FEW_FORKS = 3;

    private static final String CLIENT_ALONE = "Only the client's side was sampled: the service runs elsewhere.";

    private static final String EXPLANATION =
            "Shares are of samples of CPU time; the innermost frame that a rule matches decides on the category."
                    + " They are means over forks, and ± is half of their 99 % interval in percentage points. Measured with ";

    private static final String SPLIT =
            "A category with more than a third of a call is split by package, class or method, until no part has more than a third."
                    + " JDK code that such a method runs has lines of its own.";

    private final BillLog log;
    private final Rules rules;
    private final List<Bill> bills;
    private final List<Bill> withoutSamples;

    private BillReport(BillLog log, Rules rules) {
        this.log = log;
        this.rules = rules;
        Map<Boolean, List<Bill>> all = log.rows().stream()
                .map(row -> Bill.of(row, rules))
                .collect(Collectors.partitioningBy(bill -> bill.lines().isEmpty()));
        bills = all.get(false);
        withoutSamples = all.get(true);
        if (bills.isEmpty()) {
            throw CommandException.failure("bill: " + noSamples(withoutSamples));
        }
    }

    /**
     * @param folder the folder that {@link Billing} filled, or the log in it
     * @param rules the file with the rules; empty for the suite's own
     * @param rows the report has the rows whose labels match one of these, or all rows when there are none
     * @throws dev.callcost.text.BadFileException when the log or the rules cannot be read
     * @throws CommandException (failure) when no fork gave samples of calls; (usage) when no row matches
     */
    public static BillReport read(Path folder, Optional<Path> rules, List<Pattern> rows) {
        Rules known = Rules.of(rules);
        return new BillReport(BillLog.read(folder, rows), known);
    }

    /** @throws dev.callcost.text.BadFileException when the rules cannot be read */
    public static void check(Path rules) {
        Rules.read(rules);
    }

    /**
     * @param nanos a call's time in iterations without samples
     * @param nanosByIngredient its time, or its CPU time where that does not fill it, by the names of categories
     */
    public record Spent(RowKey row, Estimate nanos, Map<String, Double> nanosByIngredient) {
        /** These categories of {@code bill.rules}. */
        private static final Set<String> THREADS_AND_SYSTEM_CALLS =
                Set.of("park and unpark", "loop wake-ups", "virtual threads", "write", "read", "epoll_wait");

        /** Whether the service runs in another process, which has no samples. */
        public boolean isClientAlone() {
            return row.simpleName().startsWith("Target")
                    || row.params().getOrDefault("server", "").startsWith("OWN_JVM")
                    || !row.params().getOrDefault("address", "").isEmpty();
        }

        /** The nanoseconds of a call that are waking threads and system calls. */
        public double waiting() {
            return nanosByIngredient.entrySet().stream()
                    .filter(it -> THREADS_AND_SYSTEM_CALLS.contains(it.getKey().split(": ")[0]))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }
    }

    /** An HTML page with the flame graph of each row, by the row's label. */
    public Map<String, String> flameGraphs() {
        Map<String, String> graphs = new LinkedHashMap<>();
        bills.forEach(bill -> graphs.put(bill.row().label(), Flames.of(bill.source(), time(bill), rules)));
        return graphs;
    }

    /** The times of the rows' calls by category. */
    public List<Spent> spent() {
        return bills.stream().map(BillReport::spent).toList();
    }

    private static Spent spent(Bill bill) {
        return new Spent(
                bill.row(),
                bill.nanos(),
                bill.lines().stream()
                        .collect(Collectors.toMap(line -> line.ingredient().name(), line -> bill.nanos(line.share()))));
    }

    /** Adds the answer, the tables, and what speaks against them. */
    public Sections addTo(Sections report) {
        String bold = report.isMarkdown() ? "**" : "";
        report.paragraph(answer());
        Map<String, String> legend = new LinkedHashMap<>();
        if (bills.size() > 1) {
            report.paragraph("CPU time per call by category:");
            report.table(sideBySide());
            report.list("Warnings:", warnings());
        }
        for (Bill bill : bills) {
            report.paragraph(bold + bill.row().label() + ": " + time(bill) + " per call" + bold);
            report.table(table(bill, legend));
            report.list(facts(bill));
        }
        if (bills.size() == 1) {
            report.list("Warnings:", warnings());
        }
        report.list(
                "Categories:",
                legend.entrySet().stream()
                        .map(it -> it.getKey() + ": " + it.getValue())
                        .toList());
        boolean isSplit = bills.stream()
                .flatMap(bill -> bill.lines().stream())
                .anyMatch(line -> line.ingredient().whole().isPresent());
        return report.paragraph(isSplit ? SPLIT : "")
                .paragraph(EXPLANATION
                        + String.join(
                                "; ",
                                log.header().profiler(),
                                log.header().jvm(),
                                String.join(" ", log.header().arguments()))
                        + ".");
    }

    private String answer() {
        Bill bill = Collections.max(
                bills, Comparator.comparingDouble(it -> it.nanos().value()));
        Bill.Line largest = bill.lines().get(0);
        return "The largest part of " + (bill.fillsItsTime() ? "a call of " : "the CPU time of a call of ")
                + bill.row().label() + " (" + time(bill) + (bills.size() > 1 ? ", the slowest row" : "") + ") is "
                + largest.ingredient().name() + " with "
                + Numbers.percent(largest.share().mean()) + "; threads and system calls take "
                + Numbers.percent(spent(bill).waiting() / bill.billedNanos()) + " together."
                + (spent(bill).isClientAlone() ? " " + CLIENT_ALONE : "");
    }

    private static String noSamples(List<Bill> bills) {
        return noSamples(
                Sections.some(bills.stream().map(bill -> bill.row().label()).toList()));
    }

    static String noSamples(String rows) {
        return rows + ": no samples of calls; use more iterations (-i) or forks (-f)";
    }

    /** An interval that is wider than the time says nothing. */
    private static String time(Bill bill) {
        return EstimateText.isTooWide(bill.nanos())
                ? EstimateText.plainTime(bill.nanos())
                : EstimateText.time(bill.nanos());
    }

    private static Grid table(Bill bill, Map<String, String> legend) {
        Grid grid = new Grid()
                .left("category")
                .right(
                        bill.fillsItsTime() ? "share" : "share of CPU time",
                        "±",
                        bill.fillsItsTime() ? "per call" : "CPU per call",
                        "B per call")
                .droppable("B per call", "±");
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
            grid.row(OTHERS, Numbers.percent(few), "", "", "");
        }
        double waiting = bill.nanos().value() - bill.cpuNanos();
        if (!bill.fillsItsTime() && waiting > 0) {
            grid.row(WAITING, "", "", Numbers.plainTime(waiting), "");
        }
        return grid;
    }

    /** A line for each row. A narrow terminal drops the smallest categories. It shortens names before it drops one of the two largest. */
    private Grid sideBySide() {
        RowNames names = new RowNames(bills.stream().map(Bill::row).toList());
        Map<String, Double> categories = new LinkedHashMap<>();
        bills.stream()
                .flatMap(bill -> bill.lines().stream())
                .filter(line -> line.share().mean() >= WORTH_A_LINE)
                .forEach(line ->
                        categories.merge(line.ingredient().name(), line.share().mean(), Math::max));
        List<String> largestFirst = categories.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
        Grid grid = new Grid().left("row").right("time per call").right(largestFirst.toArray(String[]::new));
        for (Spent bill : spent()) {
            List<String> cells = new ArrayList<>(List.of(names.of(bill.row()), EstimateText.plainTime(bill.nanos())));
            largestFirst.forEach(name ->
                    cells.add(Optional.ofNullable(bill.nanosByIngredient().get(name))
                            .map(Numbers::plainTime)
                            .orElse("")));
            grid.row(cells.toArray(String[]::new));
        }
        List<String> smallestFirst = new ArrayList<>(largestFirst);
        Collections.reverse(smallestFirst);
        smallestFirst.add(Math.max(0, smallestFirst.size() - 2), "row");
        smallestFirst.add(smallestFirst.size() - 1, "row");
        return grid.droppable(smallestFirst.toArray(String[]::new));
    }

    private static List<String> facts(Bill bill) {
        List<String> facts = new ArrayList<>();
        facts.add(bill.samples() + " samples in "
                + Sections.count(bill.nanos().forks(), "fork") + "; per call " + Numbers.plainTime(bill.cpuNanos())
                + " of CPU time"
                + (bill.switches() > 0 ? ", " + switches(bill.switches()) : "")
                + (bill.bytes().isPresent() ? ", " + Numbers.bytes(bill.bytes()) + " B allocated" : "")
                + (bill.besideNanos() > 0
                        ? "; in addition " + Numbers.plainTime(bill.besideNanos()) + " of JIT compiler and profiler"
                        : ""));
        if (!bill.fillsItsTime()) {
            facts.add(
                    bill.cpuNanos() > bill.nanos().value()
                            ? "CPU time is longer than the time: threads run on several CPUs at once, and shares are of CPU time"
                            : "CPU time is shorter than the time: shares are of CPU time, and the rest is waiting");
        }
        if (spent(bill).isClientAlone()) {
            facts.add(CLIENT_ALONE);
        }
        facts.add("Profiler overhead: " + overhead(bill));
        String unknown = bill.unknown().stream()
                .filter(it -> it.share() >= WORTH_A_LINE)
                .map(it -> Numbers.percent(it.share()) + " " + it.frames())
                .collect(Collectors.joining("; "));
        if (!unknown.isEmpty()) {
            facts.add("other: " + unknown);
        }
        return facts;
    }

    private static String overhead(Bill bill) {
        Estimate overhead = bill.overhead();
        return (EstimateText.change(overhead) + " " + EstimateText.changes(overhead.low(), overhead.high())).strip();
    }

    /** What speaks against the numbers, the worst first: one line for each kind, about its worst row. */
    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!withoutSamples.isEmpty()) {
            warnings.add(noSamples(withoutSamples) + ".");
        }
        worst(bill -> Math.abs(bill.overhead().value() - 1), LARGE_OVERHEAD)
                .ifPresent(bill -> warnings.add("The profiler overhead" + of(bill) + " is " + overhead(bill)
                        + (bill.switches() > 0
                                ? ", and " + switches(bill.sampledSwitches()) + " instead of "
                                        + Numbers.significant(bill.switches())
                                : "")
                        + ": ignore differences of shares that are as small."));
        worst(bill -> bill.source().isContended() ? 1 : 0, 0)
                .ifPresent(
                        bill -> warnings.add(
                                "Contended iterations" + of(bill)
                                        + " are included, because too few others are left: run doctor, and measure when the machine is idle."));
        worst(bill -> 1.0 / bill.nanos().forks(), 1.0 / FEW_FORKS)
                .ifPresent(bill -> warnings.add(Sections.count(bill.nanos().forks(), "fork")
                        + (bill.nanos().forks() == 1 ? " has no interval" : " are too few for intervals") + of(bill)
                        + ": use -f " + (FEW_FORKS + 2) + " or more."));
        worst(Bill::widest, FINE)
                .ifPresent(bill -> warnings.add("The widest interval" + of(bill) + " is ±" + points(bill.widest())
                        + " points: use about -f "
                        + bill.lines().stream()
                                .mapToInt(line -> line.share().forksFor(FINE))
                                .max()
                                .orElse(2) + " for ±1, or fewer forks with more iterations (-i)."));
        worst(
                        bill -> bill.unknown().stream()
                                .limit(1)
                                .mapToDouble(Bill.Unknown::share)
                                .sum(),
                        FINE)
                .ifPresent(bill ->
                        warnings.add("No rule matches " + bill.unknown().get(0).frames() + of(bill) + ", which takes "
                                + Numbers.percent(bill.unknown().get(0).share()) + ": give it a category (--rules)."));
        return warnings;
    }

    /** The row with the largest number above a limit; a NaN is none. */
    private Optional<Bill> worst(ToDoubleFunction<Bill> number, double limit) {
        return bills.stream()
                .filter(bill -> number.applyAsDouble(bill) > limit)
                .max(Comparator.comparingDouble(number));
    }

    private String of(Bill bill) {
        return bills.size() > 1 ? " of " + bill.row().label() : "";
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
     * The bills as JSON. A row has its time without samples in nanoseconds with the 99 % interval, its CPU time, and {@code withSamples}, the ratio
     * of its time with samples to its time without. A category has its share, of the time where {@code sharesAreOfTime}, else of the CPU time, and
     * half of the interval. Unknown numbers are left out.
     */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost bill 1");
        json.put("measured", log.header());
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

    static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
