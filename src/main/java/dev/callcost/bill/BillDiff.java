package dev.callcost.bill;

import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
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

    /**
     * A part of a call's time, or all of it, as it is in JSON.
     *
     * @param halfWidth null when a bill has too few forks for an interval
     */
    private record Change(String name, double nanosA, double nanosB, double change, Double halfWidth) {
        static Change of(String name, Bill a, Bill b, Function<ForkBill, Double> nanos) {
            Difference difference = Difference.of(
                    b.forks().stream().map(nanos).toList(),
                    a.forks().stream().map(nanos).toList());
            boolean areFew = Math.min(a.forks().size(), b.forks().size()) < BillReport.FEW_FORKS;
            return new Change(
                    name,
                    Bill.mean(a.forks(), nanos::apply),
                    Bill.mean(b.forks(), nanos::apply),
                    difference.value(),
                    areFew ? null : difference.halfWidth());
        }

        double larger() {
            return Math.max(Math.abs(nanosA), Math.abs(nanosB));
        }

        boolean isSignificant() {
            return halfWidth != null && Math.abs(change) > halfWidth;
        }

        /** Whether it has an interval, and 0 is in it. */
        boolean isInconclusive() {
            return halfWidth != null && !isSignificant();
        }

        String times() {
            return Numbers.plainTime(nanosA) + " -> " + Numbers.plainTime(nanosB);
        }

        String text() {
            return (change >= 0 ? "+" : "") + Difference.time(change);
        }

        void addTo(Grid grid) {
            String plusMinus = halfWidth == null ? "" : Numbers.plainTime(halfWidth);
            grid.row(name, Difference.time(nanosA), Difference.time(nanosB), text(), plusMinus);
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
            CategoryRules rules,
            Change call,
            Change sampled,
            boolean isOfCall,
            List<Change> parts) {
        static RowDiff of(SampledRow rowA, SampledRow rowB, CategoryRules rules) {
            Function<Stack, Ingredient> categories = Bill.categories(rules, rowA, rowB);
            Bill a = Bill.of(rowA, categories);
            Bill b = Bill.of(rowB, categories);
            boolean isFilled = a.fillsItsTime() && b.fillsItsTime();
            Function<ForkBill, Double> billed = isFilled ? ForkBill::nanos : ForkBill::cpuNanos;
            Change call = Change.of("whole call", a, b, ForkBill::nanos);
            Change sampled = Change.of("CPU time", a, b, billed);
            boolean isOfCall = isFilled
                    || sampled.nanosA <= (1 + Bill.FILLED) * call.nanosA
                            && sampled.nanosB <= (1 + Bill.FILLED) * call.nanosB;
            List<Change> parts = new ArrayList<>();
            List<Ingredient> few = new ArrayList<>();
            Stream.of(a, b)
                    .flatMap(bill -> bill.forks().stream())
                    .flatMap(fork -> fork.time().own().keySet().stream())
                    .distinct()
                    .forEach(it -> {
                        Change part =
                                Change.of(it.name(), a, b, fork -> fork.time().share(it) * billed.apply(fork));
                        if (part.larger() < BillReport.NOTHING * call.larger()) {
                            few.add(it);
                        } else {
                            parts.add(part);
                        }
                    });
            if (isOfCall && !isFilled) {
                parts.add(Change.of(BillReport.WAITING, a, b, fork -> fork.nanos() - billed.apply(fork)));
            }
            if (!few.isEmpty()) {
                parts.add(Change.of(
                        BillReport.OTHERS,
                        a,
                        b,
                        fork -> few.stream()
                                .mapToDouble(it -> fork.time().share(it) * billed.apply(fork))
                                .sum()));
            }
            parts.sort(Comparator.comparingDouble((Change part) -> -Math.abs(part.change))
                    .thenComparing(Change::name));
            return new RowDiff(rowA, rowB, rules, call, sampled, isOfCall, parts);
        }

        /** The sum of the parts. */
        Change whole() {
            return isOfCall ? call : sampled;
        }

        String label() {
            return (a.key().equals(b.key()) ? "" : a.key().label() + " -> ")
                    + b.key().label();
        }

        Grid table() {
            Grid grid = new Grid().left("category").right("A", "B", "change", "±");
            call.addTo(grid);
            if (!isOfCall) {
                sampled.addTo(grid);
            }
            parts.forEach(part -> part.addTo(grid));
            return grid;
        }

        String flameGraph() {
            String what = sampled.larger() == call.larger() ? "per call" : "of CPU time per call";
            return FlameGraphs.ofChange(a, "A", sampled.nanosA, b, sampled.nanosB, what, rules);
        }

        Map<String, Object> json() {
            Map<String, Object> json = JsonDocument.object(
                    "a", a.key(),
                    "b", b.key(),
                    "forksA", a.forks().size(),
                    "forksB", b.forks().size());
            json.put("call", call);
            json.put("sampled", sampled);
            json.put("partsAreOfCall", isOfCall);
            json.put("parts", parts);
            return json;
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
     * @param a the earlier bill, and {@code rules}, as in {@link BillReport#read}
     * @param b the later bill; may be the same one
     * @param rows none for all rows, one for rows of both bills whose labels match, or one for each bill
     * @throws CommandException as {@link BillReport#read}; (usage) when the bills have no row in common, or there are more expressions than bills
     */
    public static BillDiff read(Path a, Path b, Optional<Path> rules, List<Pattern> rows) {
        if (rows.size() > 2) {
            throw CommandException.usage("bill: --diff takes one REGEX for both bills, or one for each");
        }
        CategoryRules known = CategoryRules.of(rules);
        BillLog logA = BillLog.read(a, rows.stream().limit(1).toList());
        BillLog logB =
                BillLog.read(b, rows.stream().skip(Math.max(0, rows.size() - 1)).toList());
        if (logA.rows().size() == 1 && logB.rows().size() == 1) {
            RowDiff only = RowDiff.of(logA.rows().get(0), logB.rows().get(0), known);
            return new BillDiff(logA, logB, List.of(only), List.of());
        }
        Map<RowKey, SampledRow> later = new LinkedHashMap<>();
        logB.rows().forEach(row -> later.put(row.key(), row));
        List<RowDiff> pairs = new ArrayList<>();
        List<String> onlyInOne = new ArrayList<>();
        for (SampledRow row : logA.rows()) {
            SampledRow same = later.remove(row.key());
            if (same == null) {
                onlyInOne.add("only in A: " + row.key().label());
            } else {
                pairs.add(RowDiff.of(row, same, known));
            }
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
            report.table(row.table());
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
                        .thenComparing(it -> it.call.isSignificant())
                        .thenComparingDouble(it -> Math.abs(it.call.change) / it.call.nanosA));
        Change whole = row.whole();
        String of = rows.size() > 1 ? " of " + row.label() : "";
        Predicate<Change> hasSameSign = part -> part.change * whole.change > 0;
        if (row.parts.isEmpty()) {
            return BillReport.noSamples(row.label()) + ".";
        }
        Change largest = row.parts.stream().filter(hasSameSign).findFirst().orElse(row.parts.get(0));
        String change = largest.name + " is " + largest.text() + (largest.isInconclusive() ? " (inconclusive)" : "");
        String all = whole.text() + " per call";
        String times = " (" + whole.times() + (row.isOfCall ? ")" : " of CPU time)");
        return whole.isInconclusive()
                ? "The time" + of + " does not differ significantly: " + all + times + ". The largest change: " + change
                        + "."
                : change + " of " + all + of + times + (whole.halfWidth == null ? ", without an interval." : ".");
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        Stream<SampledRow> measured = rows.stream().flatMap(row -> Stream.of(row.a, row.b));
        int forks = measured.mapToInt(row -> row.forks().size()).min().orElse(0);
        if (forks < BillReport.FEW_FORKS) {
            warnings.add(Sections.count(forks, "fork") + (forks == 1 ? " is" : " are")
                    + " too few for intervals: measure both with -f 5 or more.");
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
        return JsonDocument.of(JsonDocument.object(
                "schema", "callcost bill diff 1",
                "a", a.header(),
                "b", b.header(),
                "rows", rows.stream().map(RowDiff::json).toList()));
    }
}
