package dev.callcost.bill;

import dev.callcost.bill.BillRun.BillHeader;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.stats.Estimate;
import dev.callcost.text.CommandException;
import dev.callcost.text.Html;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bills of a session: the answer, a table per row, and what speaks against the numbers. */
public final class BillReport {
    /** Smaller shares have no line, unless they allocate. */
    private static final double NOTHING = 0.0005;

    static final String WAITING = "waiting, CPU idle";

    private static final String CONTENDED = "waiting, CPU contended";

    /** Smaller shares are not in the answer, nor in the table of rows side by side unless another row's is larger. */
    private static final double WORTH_SAYING = 0.005;

    /** The width of a row's time and of the largest categories. */
    private static final int LARGEST_COLUMNS = 45;

    private static final double LARGE_OVERHEAD = 0.02;

    /** With fewer, Student's t makes intervals several times as wide. */
    private static final int FEW_FORKS = 3;

    /** Categories that the answer names. */
    private static final int NAMED = 2;

    private static final String EXPLANATION =
            "Shares are of samples of CPU time; the innermost frame that a rule matches decides on the category."
                    + " They are means over forks, and ± is half of their 99% interval in percentage points."
                    + " Measured with ";

    private final BillHeader header;
    private final CategoryRules rules = CategoryRules.ofSuite();
    private final List<Bill> bills = new ArrayList<>();
    private final List<String> withoutSamples = new ArrayList<>();

    private BillReport(BillHeader header, List<SampledRow> rows) {
        this.header = header;
        for (SampledRow row : rows) {
            Bill bill = Bill.of(row, rules);
            if (bill.lines().isEmpty()) {
                withoutSamples.add(row.key().label());
            } else {
                bills.add(bill);
            }
        }
        if (bills.isEmpty()) {
            throw CommandException.failure("bill: " + noSamples());
        }
    }

    /**
     * @param folder the folder that {@link BillRun} filled, or the log in it
     * @throws dev.callcost.file.BadFileException when the log cannot be read
     * @throws CommandException (failure) when no fork gave samples of calls
     */
    public static BillReport read(Path folder) {
        Path log = Files.isRegularFile(folder) ? folder : Log.in(folder).orElse(folder.resolve(Log.NAME));
        List<BillHeader> header = new ArrayList<>();
        SampleLog samples = new SampleLog();
        List<Fork> forks = new ArrayList<>();
        Log.read(
                log,
                Log.Command.BILL,
                line -> header.add(JsonDocument.GSON.fromJson(line, BillHeader.class)),
                (type, line) -> forks.add(samples.read(line)));
        if (forks.isEmpty()) {
            throw CommandException.failure("bill: no fork gave samples");
        }
        return new BillReport(header.get(0), SampledRow.of(forks));
    }

    /** Categories of {@code bill.rules} that a picture shows in one colour. */
    public enum CategoryGroup {
        // spotless:off
        THREADS("threads and wake-ups", "park and unpark", "loop wake-ups", "virtual threads"),
        KERNEL("kernel I/O", "write", "read", "epoll_wait"),
        NETTY("netty", "netty", "netty buffers"),
        HTTP2("HTTP/2", "HTTP/2 codec", "grpc-netty"),
        GRPC("gRPC or RMI itself", "gRPC", "RMI"),
        CODEC("serialization", "protobuf", "wire format", "Java serialization", "Chronicle Wire", "Gson"),
        OTHER("locks, queues, other", "monitors", "selector", "queues and executors", "memory", "service", "other");
        // spotless:on

        private final String label;
        final List<String> categories;

        CategoryGroup(String label, String... categories) {
            this.label = label;
            this.categories = List.of(categories);
        }

        public String label() {
            return label;
        }

        /** Whether its categories are what threads and system calls take. */
        public boolean isWaiting() {
            return this == THREADS || this == KERNEL;
        }

        /** The group of a category or of a part of one; empty for a category of other rules. */
        public static Optional<CategoryGroup> of(String category) {
            return Stream.of(values())
                    .filter(group -> group.categories.contains(category.split(": ")[0]))
                    .findFirst();
        }
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

        /**
         * Whether the categories fill the time, so that their shares are of the time; otherwise they are of the CPU
         * time.
         */
        public boolean isOfTime() {
            return Math.abs(billedNanos() / nanos.value() - 1) <= Bill.FILLED;
        }

        /** The time of all categories together. */
        public double billedNanos() {
            return CategoryRules.sum(nanosByIngredient);
        }

        /** The nanoseconds of a call that are waking threads and system calls. */
        public double waiting() {
            return nanosByIngredient.entrySet().stream()
                    .filter(it -> CategoryGroup.of(it.getKey())
                            .filter(CategoryGroup::isWaiting)
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
        if (bills.size() > 1) {
            report.paragraph("CPU time per call by category:").table(sideBySide(report.width()));
        }
        report.list("Warnings:", warnings());
        for (Bill bill : bills) {
            report.paragraph(bold + bill.row().label() + ": " + EstimateText.time(bill.nanos()) + " per call" + bold);
            report.table(table(bill)).list(facts(bill));
        }
        String measured = String.join("; ", header.profiler(), header.jvm(), String.join(" ", header.arguments()));
        return report.paragraph(EXPLANATION + measured + ".");
    }

    /** The answer is about the slowest row. */
    private String answer() {
        Bill bill = Collections.max(
                bills, Comparator.comparingDouble(it -> it.nanos().value()));
        String largest = bill.lines().stream()
                .limit(NAMED)
                .map(line -> Numbers.percent(line.share().mean()) + " in "
                        + line.ingredient().name())
                .collect(Collectors.joining(", "));
        String time = bill.fillsItsTime() ? "% of its time in " : "% of its CPU time in ";
        double waiting = spent(bill).waiting() / bill.billedNanos();
        return "A call of " + bill.row().label() + " (" + EstimateText.time(bill.nanos()) + ") spends "
                + largest.replaceFirst("% in ", time)
                + (waiting < WORTH_SAYING
                        ? "."
                        : "; threads and system calls take " + Numbers.percent(waiting) + " together.");
    }

    private String noSamples() {
        return Sections.some(withoutSamples) + ": no samples of calls; use more iterations (-i) or forks (-f)";
    }

    /**
     * A row of a bill's table.
     *
     * @param share NaN where it has none
     * @param halfWidth NaN where it has no interval
     * @param nanos per call; empty where others have the time
     */
    private record BilledPart(
            String category, double share, double halfWidth, OptionalDouble nanos, OptionalDouble bytes) {}

    private static Grid table(Bill bill) {
        boolean isOfTime = bill.fillsItsTime();
        return new Table<BilledPart>()
                .left("category", BilledPart::category)
                .right(isOfTime ? "share" : "share of CPU time", part -> Numbers.percent(part.share))
                .right("±", 2, part -> points(part.halfWidth))
                .right(
                        isOfTime ? "per call" : "CPU per call",
                        part -> part.nanos.stream().mapToObj(Numbers::plainTime).findFirst())
                .right("B per call", 1, part -> Numbers.bytes(part.bytes))
                .of(parts(bill));
    }

    private static List<BilledPart> parts(Bill bill) {
        List<BilledPart> parts = new ArrayList<>();
        OptionalDouble none = OptionalDouble.empty();
        double few = 0;
        for (Bill.BillLine line : bill.lines()) {
            double share = line.share().mean();
            if (share < NOTHING && line.bytes().orElse(0) < 1) {
                few += share;
                continue;
            }
            parts.add(new BilledPart(
                    line.ingredient().name(),
                    share,
                    line.share().halfWidth(),
                    OptionalDouble.of(bill.nanos(line.share())),
                    line.bytes()));
        }
        if (few > 0) {
            parts.add(new BilledPart("others below 0.05%", few, Double.NaN, none, none));
        }
        double contended = bill.contendedNanos();
        waiting(CONTENDED, contended).ifPresent(parts::add);
        waiting(WAITING, bill.waitingNanos() - contended).ifPresent(parts::add);
        return parts;
    }

    private static Optional<BilledPart> waiting(String name, double nanos) {
        return Optional.of(
                        new BilledPart(name, Double.NaN, Double.NaN, OptionalDouble.of(nanos), OptionalDouble.empty()))
                .filter(it -> nanos > 0);
    }

    /** A line for each row. A narrow terminal drops all categories but the largest, the smallest first. */
    private Grid sideBySide(int width) {
        List<RowKey> rows = bills.stream().map(Bill::row).toList();
        List<String> names = new RowNames(rows).fitting(rows, width - LARGEST_COLUMNS);
        Map<String, Double> largest = new LinkedHashMap<>();
        for (Bill bill : bills) {
            bill.lines()
                    .forEach(it ->
                            largest.merge(it.ingredient().name(), it.share().mean(), Math::max));
        }
        List<String> categories = largest.entrySet().stream()
                .filter(it -> it.getValue() >= WORTH_SAYING)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
        Map<RowKey, String> nameOf = new HashMap<>();
        for (int n = 0; n < rows.size(); n++) {
            nameOf.put(rows.get(n), names.get(n));
        }
        Table<Spent> table = new Table<Spent>()
                .left("row", bill -> nameOf.get(bill.row()))
                .right("time per call", bill -> EstimateText.plainTime(bill.nanos()));
        for (int n = 0; n < categories.size(); n++) {
            String category = categories.get(n);
            table.right(
                    category,
                    n < NAMED ? 0 : categories.size() - n,
                    bill -> Optional.ofNullable(bill.nanosByIngredient().get(category))
                            .map(Numbers::plainTime));
        }
        return table.of(spent());
    }

    private static List<String> facts(Bill bill) {
        List<String> facts = new ArrayList<>();
        facts.add(Html.grouped(bill.samples() + " samples in ") + Sections.count(bill.forks(), "fork") + "; "
                + Numbers.plainTime(bill.cpuNanos()) + " of CPU time per call, and "
                + Numbers.plainTime(bill.besideNanos()) + " of JIT compiler and profiler in addition");
        if (!bill.fillsItsTime()) {
            facts.add(
                    bill.cpuNanos() > bill.nanos().value()
                            ? "CPU time is longer than the time: threads run on several CPUs at once, and shares are"
                                    + " of CPU time"
                            : "CPU time is shorter than the time: shares are of CPU time, and the rest is waiting");
        }
        if (spent(bill).isClientAlone()) {
            facts.add("Only the client's side was sampled: the service runs elsewhere");
        }
        facts.add("Profiler overhead: " + overhead(bill));
        return facts;
    }

    private static String overhead(Bill bill) {
        Estimate overhead = bill.overhead();
        return EstimateText.change(overhead)
                + (EstimateText.isTooWide(overhead)
                        ? " (its interval is too wide)"
                        : (" " + EstimateText.changes(overhead.low(), overhead.high())).stripTrailing());
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!withoutSamples.isEmpty()) {
            warnings.add(noSamples() + ".");
        }
        bills.stream()
                .filter(bill -> Math.abs(bill.overhead().value() - 1) > LARGE_OVERHEAD)
                .forEach(bill ->
                        warnings.add("The profiler overhead of " + bill.row().label() + " is " + overhead(bill)
                                + ": ignore differences of shares that are as small."));
        int forks = bills.stream().mapToInt(Bill::forks).min().orElseThrow();
        if (forks < FEW_FORKS) {
            warnings.add(
                    Sections.count(forks, "fork") + (forks == 1 ? " has no interval" : " are too few for intervals")
                            + ": use -f " + (FEW_FORKS + 2) + " or more.");
        }
        return warnings;
    }

    /** Half of an interval of a share, in percentage points; empty for NaN. */
    private static String points(double halfWidth) {
        return halfWidth >= 1
                ? ">99"
                : Double.isNaN(halfWidth) ? "" : String.format(Locale.ROOT, "%.1f", 100 * halfWidth);
    }
}
