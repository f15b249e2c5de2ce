package dev.callcost.bill;

import dev.callcost.agent.Sampler.Event;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.Html;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
    private final CategoryRules rules;
    private final List<Bill> bills = new ArrayList<>();
    private final List<String> withoutSamples = new ArrayList<>();

    private BillReport(BillLog log, CategoryRules rules) {
        this.log = log;
        this.rules = rules;
        for (SampledRow row : log.rows()) {
            Bill bill = Bill.of(row, rules);
            if (bill.lines().isEmpty()) {
                withoutSamples.add(row.key().label());
            } else {
                bills.add(bill);
            }
        }
        if (bills.isEmpty()) {
            throw CommandException.failure("bill: " + noSamples(Sections.some(withoutSamples)));
        }
    }

    /**
     * @param folder the folder that {@link BillRun} filled, or the log in it
     * @param rules the file with the rules; empty for the suite's own
     * @param rows the report has the rows whose labels match one of these, or all rows when there are none
     * @throws dev.callcost.file.BadFileException when the log or the rules cannot be read
     * @throws CommandException (failure) when no fork gave samples of calls; (usage) when no row matches
     */
    public static BillReport read(Path folder, Optional<Path> rules, List<Pattern> rows) {
        CategoryRules known = CategoryRules.of(rules);
        return new BillReport(BillLog.read(folder, rows), known);
    }

    /** @throws dev.callcost.file.BadFileException when the rules cannot be read */
    public static void check(Path rules) {
        CategoryRules.read(rules);
    }

    /**
     * @param nanos a call's time in iterations without samples
     * @param nanosByIngredient its time, or its CPU time where that does not fill it, by the names of categories
     */
    public record Spent(RowKey row, Estimate nanos, Map<String, Double> nanosByIngredient) {
        /** Whether the service runs in another process, which has no samples. */
        public boolean isClientAlone() {
            return row.simpleName().startsWith("Target")
                    || row.params().getOrDefault("server", "").startsWith("OWN_JVM");
        }

        /** Whether the categories fill the time, so that their shares are of the time; otherwise they are of the CPU time. */
        public boolean isOfTime() {
            double all =
                    nanosByIngredient.values().stream().mapToDouble(it -> it).sum();
            return Math.abs(all / nanos.value() - 1) <= Bill.FILLED;
        }

        /** The nanoseconds of a call that are waking threads and system calls. */
        public double waiting() {
            return nanosByIngredient.entrySet().stream()
                    .filter(it -> CategoryGroup.of(it.getKey())
                            .filter(EnumSet.of(CategoryGroup.THREADS, CategoryGroup.KERNEL)::contains)
                            .isPresent())
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }
    }

    /** An HTML page with the flame graph of each row, by the row's label. */
    public Map<String, String> flameGraphs() {
        Map<String, String> graphs = new LinkedHashMap<>();
        bills.forEach(bill ->
                graphs.put(bill.row().label(), FlameGraphs.of(bill.source(), EstimateText.time(bill.nanos()), rules)));
        return graphs;
    }

    /** The JVM, the machine and the day. */
    public List<String> facts() {
        BillLog.Header header = log.header();
        return List.of(
                header.jvm(),
                header.machine().replaceFirst("( CPUs?),.*", "$1"),
                header.start().split("T")[0]);
    }

    public List<Spent> spent() {
        return bills.stream().map(BillReport::spent).toList();
    }

    private static Spent spent(Bill bill) {
        Map<String, Double> nanos = new HashMap<>();
        bill.lines().forEach(line -> nanos.merge(line.ingredient().name(), bill.nanos(line.share()), Double::sum));
        return new Spent(bill.row(), bill.nanos(), nanos);
    }

    /** Adds the answer, the tables, and what speaks against them. */
    public Sections addTo(Sections report) {
        String bold = report.isMarkdown() ? "**" : "";
        report.paragraph(answer());
        Map<String, String> legend = new LinkedHashMap<>();
        if (bills.size() > 1) {
            report.paragraph("CPU time per call by category:");
            report.table(sideBySide()).list("Warnings:", warnings());
        }
        for (Bill bill : bills) {
            report.paragraph(bold + bill.row().label() + ": " + EstimateText.time(bill.nanos()) + " per call" + bold);
            report.table(table(bill, legend)).list(facts(bill));
        }
        if (bills.size() == 1) {
            report.list("Warnings:", warnings());
        }
        List<String> categories = new ArrayList<>();
        legend.forEach((name, about) -> categories.add(name + ": " + about));
        boolean isSplit = bills.stream()
                .flatMap(bill -> bill.lines().stream())
                .anyMatch(line -> line.ingredient().whole().isPresent());
        BillLog.Header header = log.header();
        String measured = String.join("; ", header.profiler(), header.jvm(), String.join(" ", header.arguments()));
        return report.list("Categories:", categories)
                .paragraph(isSplit ? SPLIT : "")
                .paragraph(EXPLANATION + measured + ".");
    }

    private String answer() {
        Bill bill = Collections.max(
                bills, Comparator.comparingDouble(it -> it.nanos().value()));
        boolean isSlowest = bills.size() > 1
                && withoutSamples.isEmpty()
                && bills.stream()
                        .allMatch(it ->
                                it == bill || it.nanos().high() < bill.nanos().low());
        int forks = bill.forks().size();
        List<String> largest = largest(bill);
        return (forks < FEW_FORKS ? "In " + Sections.count(forks, "fork") + ", the" : "The")
                + (largest.size() == 1 ? " largest part of " : " largest parts of ")
                + (bill.fillsItsTime() ? "a call of " : "the CPU time of a call of ")
                + bill.row().label() + " (" + EstimateText.time(bill.nanos()) + (isSlowest ? ", the slowest row" : "")
                + (largest.size() == 1 ? ") is " : ") are ")
                + Sections.some(largest) + "; threads and system calls take "
                + Numbers.percent(spent(bill).waiting() / bill.billedNanos()) + " together."
                + (spent(bill).isClientAlone() ? " " + CLIENT_ALONE : "");
    }

    /** The category with the largest share, and those whose intervals reach that of the largest. */
    private static List<String> largest(Bill bill) {
        CategoryShare largest = bill.lines().get(0).share();
        return bill.lines().stream()
                .filter(line -> line.share() == largest
                        || bill.forks().size() >= FEW_FORKS
                                && line.share().mean() + line.share().halfWidth()
                                        >= largest.mean() - largest.halfWidth())
                .map(line -> line.ingredient().name() + " with "
                        + Numbers.percent(line.share().mean()))
                .toList();
    }

    static String noSamples(String rows) {
        return rows + ": no samples of calls; use more iterations (-i) or forks (-f)";
    }

    private static Grid table(Bill bill, Map<String, String> legend) {
        boolean isOfTime = bill.fillsItsTime();
        Grid grid = new Grid()
                .left("category")
                .right(
                        isOfTime ? "share" : "share of CPU time",
                        "±",
                        isOfTime ? "per call" : "CPU per call",
                        "B per call")
                .droppable("B per call", "±");
        double few = 0;
        for (Bill.Line line : bill.lines()) {
            Ingredient category = line.ingredient();
            double share = line.share().mean();
            if (share < NOTHING && line.bytes().orElse(0) < 1 && !category.equals(Ingredient.OTHER)) {
                few += share;
                continue;
            }
            Ingredient whole = category.whole().orElse(category);
            legend.putIfAbsent(whole.name(), whole.about());
            grid.row(
                    category.name(),
                    Numbers.percent(share),
                    points(line.share().halfWidth()),
                    Numbers.plainTime(bill.nanos(line.share())),
                    Numbers.bytes(line.bytes()));
        }
        if (few > 0) {
            grid.row(OTHERS, Numbers.percent(few), "", "", "");
        }
        double waiting = bill.nanos().value() - bill.cpuNanos();
        if (!isOfTime && waiting > 0) {
            grid.row(WAITING, "", "", Numbers.plainTime(waiting), "");
        }
        return grid;
    }

    /** A line for each row. A narrow terminal drops the smallest categories. It shortens names before it drops one of the two largest. */
    private Grid sideBySide() {
        RowNames names = new RowNames(bills.stream().map(Bill::row).toList());
        Map<String, Double> largest = new LinkedHashMap<>();
        for (Bill bill : bills) {
            bill.lines()
                    .forEach(it ->
                            largest.merge(it.ingredient().name(), it.share().mean(), Math::max));
        }
        List<String> categories = largest.entrySet().stream()
                .filter(it -> it.getValue() >= WORTH_A_LINE)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
        Grid grid = new Grid().left("row").right("time per call").right(categories.toArray(String[]::new));
        for (Spent bill : spent()) {
            List<String> cells = new ArrayList<>(List.of(names.of(bill.row()), EstimateText.plainTime(bill.nanos())));
            for (String category : categories) {
                Double nanos = bill.nanosByIngredient().get(category);
                cells.add(nanos == null ? "" : Numbers.plainTime(nanos));
            }
            grid.row(cells.toArray(String[]::new));
        }
        List<String> smallestFirst = new ArrayList<>(categories);
        Collections.reverse(smallestFirst);
        smallestFirst.add(Math.max(0, smallestFirst.size() - 2), "row");
        smallestFirst.add(smallestFirst.size() - 1, "row");
        return grid.droppable(smallestFirst.toArray(String[]::new));
    }

    private static List<String> facts(Bill bill) {
        List<String> facts = new ArrayList<>();
        double switches = bill.switches(Event.NONE);
        String beside = "; in addition " + Numbers.plainTime(bill.besideNanos()) + " of JIT compiler and profiler";
        facts.add(Html.grouped(bill.samples() + " samples in ")
                + Sections.count(bill.forks().size(), "fork") + "; per call "
                + Numbers.plainTime(bill.cpuNanos()) + " of CPU time"
                + (switches > 0 ? ", " + switches(switches) : "")
                + (bill.bytes().isPresent() ? ", " + Numbers.bytes(bill.bytes()) + " B allocated" : "")
                + (bill.besideNanos() > 0 ? beside : ""));
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
        Stream<String> without = Stream.of(withoutSamples)
                .filter(rows -> !rows.isEmpty())
                .map(rows -> noSamples(Sections.some(rows)) + ".");
        Stream<Optional<String>> worst = Stream.of(
                worst(bill -> Math.abs(bill.overhead().value() - 1), LARGE_OVERHEAD, this::largeOverhead),
                worst(bill -> 1.0 / bill.forks().size(), 1.0 / FEW_FORKS, this::fewForks),
                worst(Bill::widest, FINE, this::wide),
                worst(
                        bill -> mostUnknown(bill).share(),
                        FINE,
                        bill -> "No rule matches " + mostUnknown(bill).frames()
                                + of(bill) + ", which takes "
                                + Numbers.percent(mostUnknown(bill).share())
                                + ": give it a category (--rules)."));
        return Stream.concat(without, worst.flatMap(Optional::stream)).toList();
    }

    /** The warning about the row with the largest number above a limit; a NaN is none. */
    private Optional<String> worst(ToDoubleFunction<Bill> number, double limit, Function<Bill, String> warning) {
        return bills.stream()
                .filter(bill -> number.applyAsDouble(bill) > limit)
                .max(Comparator.comparingDouble(number))
                .map(warning);
    }

    private String largeOverhead(Bill bill) {
        double switches = bill.switches(Event.NONE);
        String instead = ", and " + switches(bill.switches(Event.CPU)) + " instead of " + Numbers.significant(switches);
        return "The profiler overhead" + of(bill) + " is " + overhead(bill) + (switches > 0 ? instead : "")
                + ": ignore differences of shares that are as small.";
    }

    private String fewForks(Bill bill) {
        int forks = bill.forks().size();
        return Sections.count(forks, "fork") + (forks == 1 ? " has no interval" : " are too few for intervals")
                + of(bill) + ": use -f " + (FEW_FORKS + 2) + " or more.";
    }

    private String wide(Bill bill) {
        IntStream needed = bill.lines().stream().mapToInt(line -> line.share().forksFor(FINE));
        return "The widest interval" + of(bill) + " is ±" + points(bill.widest()) + " points: use about -f "
                + needed.max().orElseThrow() + " for ±1, or fewer forks with more iterations (-i).";
    }

    private static Bill.Unknown mostUnknown(Bill bill) {
        return bill.unknown().stream().findFirst().orElse(new Bill.Unknown("", 0));
    }

    private String of(Bill bill) {
        return bills.size() > 1 ? " of " + bill.row().label() : "";
    }

    private static String switches(double perCall) {
        return "a thread gets a CPU " + Numbers.significant(perCall) + " times";
    }

    /** Half of an interval of a share, in percentage points; empty for NaN. */
    private static String points(double halfWidth) {
        return halfWidth >= 1
                ? ">99"
                : Double.isNaN(halfWidth) ? "" : String.format(Locale.ROOT, "%.1f", 100 * halfWidth);
    }

    /**
     * The bills as JSON. A row has its time without samples in nanoseconds with the 99 % interval, its CPU time, and {@code withSamples}, the ratio
     * of its time with samples to its time without. A category has its share, of the time where {@code sharesAreOfTime}, else of the CPU time, and
     * half of the interval. Unknown numbers are left out.
     */
    public String json() {
        return JsonDocument.of(JsonDocument.object(
                "schema", "callcost bill 1",
                "measured", log.header(),
                "rows", bills.stream().map(BillReport::json).toList()));
    }

    private static Map<String, Object> json(Bill bill) {
        return JsonDocument.object(
                "row", bill.row(),
                "nanos", bill.nanos().value(),
                "low", known(bill.nanos().low()),
                "high", known(bill.nanos().high()),
                "forks", bill.forks().size(),
                "samples", bill.samples(),
                "cpuNanos", bill.cpuNanos(),
                "besideNanos", bill.besideNanos(),
                "sharesAreOfTime", bill.fillsItsTime(),
                "bytes", known(bill.bytes().orElse(Double.NaN)),
                "withSamples", bill.overhead().value(),
                "ingredients",
                        bill.lines().stream().map(line -> json(bill, line)).toList());
    }

    private static Map<String, Object> json(Bill bill, Bill.Line line) {
        return JsonDocument.object(
                "name", line.ingredient().name(),
                "about", line.ingredient().about(),
                "partOf", line.ingredient().whole().map(Ingredient::name).orElse(null),
                "share", line.share().mean(),
                "halfWidth", known(line.share().halfWidth()),
                "nanos", bill.nanos(line.share()),
                "bytes", known(line.bytes().orElse(Double.NaN)));
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
