package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.bill.Rules.Ingredient;
import dev.callcost.bill.Rules.Stack;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Difference;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which category made a call slower or faster between two bills. A fork's time of a category is its share of the fork's samples, multiplied by the fork's time
 * per call, or by its CPU time where that does not fill the time in one of the bills. The change is the difference of the means over forks, with Welch's interval.
 */
public final class BillDiff {
    private final BillLog a;
    private final BillLog b;
    private final List<RowDiff> rows;
    private final List<String> onlyInOne;

    /** A part of a call's time, or all of it. */
    private record Change(String name, double nanosA, double nanosB, Difference difference) {
        static Change of(
                String name, List<ForkTimes> forksA, List<ForkTimes> forksB, Function<ForkTimes, Double> nanos) {
            Difference difference = Difference.of(
                    forksB.stream().map(nanos).toList(),
                    forksA.stream().map(nanos).toList());
            boolean areFew = Math.min(forksA.size(), forksB.size()) < BillReport.FEW_FORKS;
            return new Change(
                    name,
                    Bill.mean(forksA, nanos::apply),
                    Bill.mean(forksB, nanos::apply),
                    areFew ? new Difference(difference.value(), Double.NaN) : difference);
        }

        double larger() {
            return Math.max(Math.abs(nanosA), Math.abs(nanosB));
        }

        double relative() {
            return Math.abs(difference.value()) / nanosA;
        }

        String times() {
            return Numbers.plainTime(nanosA) + " -> " + Numbers.plainTime(nanosB);
        }
    }

    /**
     * The change of a row.
     *
     * @param call the time per call
     * @param sampled what the samples stand for: the time, or the CPU time where that does not fill it
     * @param isOfCall whether the parts add up to the time; else to the CPU time of threads that run on several CPUs at once
     * @param parts the largest change first
     */
    private record RowDiff(
            SampledRow a,
            SampledRow b,
            Rules rules,
            Change call,
            Change sampled,
            boolean isOfCall,
            List<Change> parts) {
        static RowDiff of(SampledRow a, SampledRow b, Rules rules) {
            Function<Stack, Ingredient> categories = Bill.ingredients(
                    rules,
                    SampledRow.pooled(Stream.of(a, b).flatMap(row -> row.stacks(Sampler.Event.CPU).stream())),
                    a,
                    b);
            boolean isFilled =
                    Stream.of(a, b).allMatch(row -> Bill.of(row, rules).fillsItsTime());
            List<ForkTimes> forksA = ForkTimes.of(a, categories, isFilled);
            List<ForkTimes> forksB = ForkTimes.of(b, categories, isFilled);
            Change call = Change.of("whole call", forksA, forksB, ForkTimes::nanos);
            Change sampled = Change.of("CPU time", forksA, forksB, ForkTimes::billedNanos);
            boolean isOfCall = isFilled
                    || sampled.nanosA <= (1 + Bill.FILLED) * call.nanosA
                            && sampled.nanosB <= (1 + Bill.FILLED) * call.nanosB;
            Map<Boolean, List<Change>> parts = Stream.concat(forksA.stream(), forksB.stream())
                    .flatMap(fork -> fork.nanosByCategory().keySet().stream())
                    .distinct()
                    .map(name -> Change.of(name, forksA, forksB, fork -> fork.of(name)))
                    .collect(Collectors.partitioningBy(part -> part.larger() < BillReport.NOTHING * call.larger()));
            List<Change> lines = new ArrayList<>(parts.get(false));
            if (isOfCall && !isFilled) {
                lines.add(Change.of(BillReport.WAITING, forksA, forksB, fork -> fork.nanos() - fork.billedNanos()));
            }
            List<String> few = parts.get(true).stream().map(Change::name).toList();
            if (!few.isEmpty()) {
                lines.add(Change.of(
                        BillReport.OTHERS,
                        forksA,
                        forksB,
                        fork -> few.stream().mapToDouble(fork::of).sum()));
            }
            lines.sort(Comparator.comparingDouble((Change part) -> -Math.abs(part.difference.value()))
                    .thenComparing(Change::name));
            return new RowDiff(a, b, rules, call, sampled, isOfCall, lines);
        }

        /** The sum of the parts. */
        Change whole() {
            return isOfCall ? call : sampled;
        }

        String label() {
            return a.key().equals(b.key())
                    ? a.key().label()
                    : a.key().label() + " -> " + b.key().label();
        }

        String flameGraph() {
            boolean isFilled = sampled.larger() == call.larger();
            String what = isFilled ? "per call" : "of CPU time per call";
            return Flames.ofChange(a, sampled.nanosA, b, sampled.nanosB, what, rules);
        }
    }

    /**
     * The times of a fork.
     *
     * @param nanos per call
     * @param billedNanos what the categories add up to: the time per call, or its CPU time
     */
    private record ForkTimes(double nanos, double billedNanos, Map<String, Double> nanosByCategory) {
        static List<ForkTimes> of(SampledRow row, Function<Stack, Ingredient> categories, boolean isFilled) {
            List<Map<Stack, Double>> stacks = row.stacks(Sampler.Event.CPU);
            List<ForkTimes> times = new ArrayList<>();
            for (int i = 0; i < stacks.size(); i++) {
                times.add(of(row.forks().get(i), Bill.Counts.of(stacks.get(i), categories), isFilled));
            }
            return times;
        }

        private static ForkTimes of(Fork fork, Bill.Counts counts, boolean isFilled) {
            double nanos = Math.exp(Bill.logNanos(fork, Sampler.Event.NONE));
            double billed = isFilled
                    ? nanos
                    : (1 - counts.besideShare())
                            * Bill.perOperation(List.of(fork), Sampler.Event.NONE, Iteration::cpuNanos);
            Map<String, Double> byCategory = new LinkedHashMap<>();
            counts.own().keySet().forEach(category -> byCategory.put(category.name(), counts.share(category) * billed));
            return new ForkTimes(nanos, billed, byCategory);
        }

        double of(String category) {
            return nanosByCategory.getOrDefault(category, 0.0);
        }
    }

    private BillDiff(BillLog a, BillLog b, List<RowDiff> rows, List<String> onlyInOne) {
        this.a = a;
        this.b = b;
        this.rows = rows;
        this.onlyInOne = onlyInOne;
    }

    /**
     * Reads two bills and pairs their rows. Rows match when benchmark, mode, threads and params are equal. A single row on each side is a pair in any case.
     *
     * @param a the earlier bill: a folder that {@link Billing} filled, or the log in it
     * @param b the later bill; may be the same one
     * @param rules as in {@link BillReport#read}
     * @param rows none for all rows, one for rows of both bills whose labels match, or one for each bill
     * @throws dev.callcost.text.BadFileException when a log or the rules cannot be read
     * @throws CommandException (failure) when no fork gave samples; (usage) when no row matches, the bills have no row in common, or there are more
     *     expressions than bills
     */
    public static BillDiff read(Path a, Path b, Optional<Path> rules, List<Pattern> rows) {
        if (rows.size() > 2) {
            throw CommandException.usage("bill: --diff takes one REGEX for both bills, or one for each");
        }
        Rules known = Rules.of(rules);
        BillLog logA = BillLog.read(a, rows.stream().limit(1).toList());
        BillLog logB =
                BillLog.read(b, rows.stream().skip(Math.max(0, rows.size() - 1)).toList());
        if (logA.rows().size() == 1 && logB.rows().size() == 1) {
            RowDiff only = RowDiff.of(logA.rows().get(0), logB.rows().get(0), known);
            return new BillDiff(logA, logB, List.of(only), List.of());
        }
        Map<RowKey, SampledRow> later = logB.rows().stream()
                .collect(Collectors.toMap(SampledRow::key, row -> row, (x, y) -> x, LinkedHashMap::new));
        List<RowDiff> pairs = new ArrayList<>();
        List<String> onlyInOne = new ArrayList<>();
        for (SampledRow row : logA.rows()) {
            Optional.ofNullable(later.remove(row.key()))
                    .ifPresentOrElse(
                            same -> pairs.add(RowDiff.of(row, same, known)),
                            () -> onlyInOne.add("only in A: " + row.key().label()));
        }
        later.keySet().forEach(row -> onlyInOne.add("only in B: " + row.label()));
        if (pairs.isEmpty()) {
            throw CommandException.usage("bill: A and B have no row in common: " + Sections.some(onlyInOne)
                    + "; to compare two different rows, select one of each: --diff A B REGEX_A REGEX_B");
        }
        return new BillDiff(logA, logB, pairs, onlyInOne);
    }

    /** Adds the answer, a table per row, and what speaks against them. */
    public Sections addTo(Sections report) {
        String bold = report.isMarkdown() ? "**" : "";
        report.paragraph(answer());
        for (RowDiff row : rows) {
            report.paragraph(bold + row.label() + ": " + row.call.times() + " per call" + bold);
            report.table(table(row));
        }
        List<String> sides = new ArrayList<>(onlyInOne);
        sides.add(side("A", a, RowDiff::a));
        sides.add(side("B", b, RowDiff::b));
        return report.list("Warnings:", warnings())
                .list(sides)
                .paragraph(
                        "Times are means over forks. A category's time is its share of the samples, multiplied by the time per call"
                                + " of the same fork. ± is half of the 99 % interval of the change, Welch's over forks."
                                + " The innermost frame that a rule matches decides on the category.");
    }

    private String answer() {
        RowDiff row = Collections.max(
                rows,
                Comparator.comparing((RowDiff it) -> !it.parts.isEmpty())
                        .thenComparing(it -> it.call.difference.isSignificant())
                        .thenComparingDouble(it -> it.call.relative()));
        Change whole = row.whole();
        String of = rows.size() > 1 ? " of " + row.label() : "";
        Predicate<Change> hasSameSign = part -> part.difference.value() * whole.difference.value() > 0;
        if (row.parts.isEmpty()) {
            return BillReport.noSamples(row.label()) + ".";
        }
        Change largest = row.parts.stream().filter(hasSameSign).findFirst().orElse(row.parts.get(0));
        String change = largest.name + " is " + largest.difference.change()
                + (isInconclusive(largest) ? " (inconclusive)" : "");
        String all = whole.difference.change() + " per call";
        String times = " (" + whole.times() + (row.isOfCall ? ")" : " of CPU time)");
        return isInconclusive(whole)
                ? "The time" + of + " does not differ significantly: " + all + times + ". The largest change: " + change
                        + "."
                : change + " of " + all + of + times + ".";
    }

    /** Whether a change has an interval, and 0 is in it. */
    private static boolean isInconclusive(Change change) {
        return !Double.isNaN(change.difference.halfWidth()) && !change.difference.isSignificant();
    }

    private static Grid table(RowDiff row) {
        Grid grid = new Grid().left("category").right("A", "B", "change", "±");
        line(grid, row.call);
        if (!row.isOfCall) {
            line(grid, row.sampled);
        }
        row.parts.forEach(part -> line(grid, part));
        return grid;
    }

    private static void line(Grid grid, Change change) {
        double halfWidth = change.difference.halfWidth();
        grid.row(
                change.name,
                Difference.time(change.nanosA),
                Difference.time(change.nanosB),
                change.difference.change(),
                Double.isNaN(halfWidth) ? "" : Numbers.plainTime(halfWidth));
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        int forks = rows.stream()
                .flatMap(row -> Stream.of(row.a, row.b))
                .mapToInt(row -> row.forks().size())
                .min()
                .orElse(0);
        if (forks < BillReport.FEW_FORKS) {
            warnings.add(Sections.count(forks, "fork") + (forks == 1 ? " is" : " are")
                    + " too few for intervals: measure both with -f 5 or more.");
        }
        if (!a.header().profiler().equals(b.header().profiler())) {
            warnings.add("The profilers differ, so categories differ for that reason alone: "
                    + a.header().profiler() + ", and " + b.header().profiler() + ".");
        }
        if (rows.stream().anyMatch(row -> row.a.isContended() || row.b.isContended())) {
            warnings.add("Contended iterations are included, because too few others are left:"
                    + " run doctor, and measure when the machine is idle.");
        }
        if (!a.header().equals(b.header())) {
            warnings.add(
                    "A and B were measured one after the other: a machine that changed in between shows as a change."
                            + " compare measures two jars in turns.");
        }
        if (!rows.stream().allMatch(RowDiff::isOfCall)) {
            warnings.add(
                    "CPU time is longer than the time: threads run on several CPUs at once, and changes of categories"
                            + " are of CPU time.");
        }
        return warnings;
    }

    private String side(String name, BillLog log, Function<RowDiff, SampledRow> row) {
        IntSummaryStatistics forks =
                rows.stream().mapToInt(it -> row.apply(it).forks().size()).summaryStatistics();
        return String.join(
                ", ",
                name + ": " + log.folder(),
                rows.size() == 1 ? row.apply(rows.get(0)).key().label() : Sections.count(rows.size(), "row"),
                (forks.getMin() < forks.getMax() ? forks.getMin() + " to " : "")
                        + Sections.count(forks.getMax(), "fork"),
                log.header().jvm(),
                log.header().machine());
    }

    /** The flame graph of each row in B, in the color of its change since A, by the row's label in B. */
    public Map<String, String> flameGraphs() {
        Map<String, String> graphs = new LinkedHashMap<>();
        rows.forEach(row -> graphs.put(row.b.key().label(), row.flameGraph()));
        return graphs;
    }

    /**
     * The changes as JSON, in nanoseconds per call. A row has the time, {@code call}, what its samples stand for, {@code sampled}, and {@code parts}, which add
     * up to the first where {@code partsAreOfCall}, else to the second. Half intervals that are unknown are left out.
     */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost bill diff 1");
        json.put("a", a.header());
        json.put("b", b.header());
        json.put("rows", rows.stream().map(BillDiff::json).toList());
        return JsonDocument.of(json);
    }

    private static Map<String, Object> json(RowDiff row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("a", row.a.key());
        json.put("b", row.b.key());
        json.put("forksA", row.a.forks().size());
        json.put("forksB", row.b.forks().size());
        json.put("call", json(row.call));
        json.put("sampled", json(row.sampled));
        json.put("partsAreOfCall", row.isOfCall);
        json.put("parts", row.parts.stream().map(BillDiff::json).toList());
        return json;
    }

    private static Map<String, Object> json(Change change) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", change.name);
        json.put("nanosA", change.nanosA);
        json.put("nanosB", change.nanosB);
        json.put("change", change.difference.value());
        json.put("halfWidth", BillReport.known(change.difference.halfWidth()));
        return json;
    }
}
