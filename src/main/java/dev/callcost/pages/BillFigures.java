package dev.callcost.pages;

import dev.callcost.bill.BillReport;
import dev.callcost.bill.BillReport.CategoryGroup;
import dev.callcost.bill.BillReport.Spent;
import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Rung;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Key;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What bills say in a sentence, and their picture: bars to one scale, divided by group. */
final class BillFigures implements Subject {
    private static final int LANE = 30;
    private static final String OTHER = CategoryGroup.OTHER.label();

    /** The colours of a picture. */
    private static final int MOST_GROUPS = 7;

    /** Smaller shares of the longest bar have no percentage on them. */
    private static final double WORTH_A_NUMBER = 0.11;

    /** A bill in a picture: the nanoseconds of a call and their shares by group. */
    private record Bar(String name, Spent bill, double nanos, Map<String, Double> shares) {}

    /** The groups with their kinds, the largest first and the rest last. */
    private final Map<String, String> kinds;

    private final List<BillReport> reports;
    private final Map<Cell, Spent> byCell = new HashMap<>();
    private final List<Bar> bars;

    BillFigures(List<BillReport> reports) {
        this(reports, reports.stream().flatMap(it -> it.spent().stream()).toList());
    }

    /** @param bills where the time of calls goes; if several are of one cell the first counts for a ladder */
    BillFigures(List<BillReport> reports, List<Spent> bills) {
        this.reports = reports;
        RowNames names = new RowNames(bills.stream().map(Spent::row).toList());
        kinds = kinds(bills);
        bills.forEach(bill -> byCell.putIfAbsent(Cell.of(bill.row()), bill));
        bars = bills.stream()
                .map(bill -> new Bar(name(bill.row(), names), bill, bill.billedNanos(), shares(bill)))
                .toList();
    }

    private static String name(RowKey row, RowNames names) {
        return Stream.of(Rung.values())
                .filter(rung -> rung.hasCellOf(row))
                .findFirst()
                .map(Rung::plainLabel)
                .orElseGet(() -> names.of(row));
    }

    private static Map<String, String> kinds(List<Spent> bills) {
        Map<String, Double> all = new TreeMap<>();
        bills.forEach(bill -> bill.nanosByIngredient()
                .forEach((name, nanos) -> all.merge(group(name), nanos / bill.billedNanos(), Double::sum)));
        Map<String, String> declared =
                Stream.of(CategoryGroup.values()).collect(Collectors.toMap(CategoryGroup::label, BillFigures::kind));
        Iterator<String> free = Stream.of(CategoryGroup.values())
                .filter(group -> group != CategoryGroup.OTHER && !all.containsKey(group.label()))
                .sorted(Comparator.comparing(CategoryGroup::isWaiting))
                .map(BillFigures::kind)
                .iterator();
        Map<String, String> kinds = new LinkedHashMap<>();
        all.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .filter(group -> !group.equals(OTHER) && (declared.containsKey(group) || free.hasNext()))
                .limit(MOST_GROUPS - 1)
                .forEach(group -> kinds.put(group, declared.containsKey(group) ? declared.get(group) : free.next()));
        kinds.put(OTHER, kind(CategoryGroup.OTHER));
        return kinds;
    }

    /** Explains the picture's blue; empty unless it is for waiting alone. */
    private String caption() {
        List<CategoryGroup> blue = Stream.of(CategoryGroup.values())
                .filter(group -> group.isWaiting() && kinds.containsValue(kind(group)))
                .toList();
        return !blue.isEmpty() && blue.stream().allMatch(group -> kinds.containsKey(group.label()))
                ? "Blue is waiting, waking and the kernel; everything else is code."
                : "";
    }

    /** Its class in {@code marks.css}. */
    private static String kind(CategoryGroup group) {
        return group.name().toLowerCase(Locale.ROOT);
    }

    /** The group of a category; a category that is in none is one of its own. */
    private static String group(String category) {
        return CategoryGroup.of(category).map(CategoryGroup::label).orElse(category.split(": ")[0]);
    }

    private Map<String, Double> shares(Spent bill) {
        Map<String, Double> shares = new LinkedHashMap<>();
        kinds.keySet().forEach(group -> shares.put(group, 0.0));
        bill.nanosByIngredient()
                .forEach((name, nanos) -> shares.merge(
                        kinds.containsKey(group(name)) ? group(name) : OTHER, nanos / bill.billedNanos(), Double::sum));
        return shares;
    }

    /** The bill of a row's cell. */
    Optional<Spent> of(RowKey row) {
        return Optional.ofNullable(byCell.get(Cell.of(row)));
    }

    @Override
    public String question() {
        return "where the time goes";
    }

    /** About the slowest row, as the answer of a bill. */
    @Override
    public String headline() {
        Bar slowest = Collections.max(
                bars, Comparator.comparingDouble(bar -> bar.bill.nanos().value()));
        double waiting = slowest.bill.waiting() / slowest.nanos;
        Map.Entry<String, Double> most = Collections.max(slowest.shares.entrySet(), Map.Entry.comparingByValue());
        boolean waits = waiting > most.getValue();
        return (slowest.bill.nanos().hasInterval() ? "" : "In one fork, ")
                + Numbers.percent(waits ? waiting : most.getValue(), 0) + " of "
                + (slowest.bill.isOfTime() ? "" : "the CPU time of ")
                + (slowest.bill.isClientAlone() ? "the client's side of " : "") + "a call of " + slowest.name + " is "
                + (waits ? "waking threads and system calls" : most.getKey());
    }

    @Override
    public List<String> facts() {
        return reports.stream()
                .flatMap(report -> report.facts().stream())
                .distinct()
                .toList();
    }

    @Override
    public Sections addTo(Sections report) {
        reports.forEach(it -> it.addTo(report));
        return report;
    }

    @Override
    public List<Map<String, String>> flameGraphs() {
        return reports.stream().map(BillReport::flameGraphs).toList();
    }

    @Override
    public List<Figure> figures() {
        double most = bars.stream().mapToDouble(Bar::nanos).max().orElse(1);
        int power = (int) Math.min(3, Math.max(0, Math.floor(Math.log10(most) / 3)));
        double factor = Math.pow(1000, power);
        List<Key> keys = new ArrayList<>();
        kinds.forEach((group, kind) -> keys.add(new Key("part " + kind, group)));
        List<Lane> lanes = bars.stream().map(bar -> lane(bar, factor, most)).toList();
        Axis time = Axis.linear(0, most / factor, Numbers.TIME_UNITS.get(power));
        return List.of(new Figure(
                "bill",
                caption(),
                false,
                new Picture("CPU time of a call by group", keys, List.of(Panel.lanes("", time, LANE, lanes)))));
    }

    private Lane lane(Bar bar, double factor, double most) {
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        double end = 0;
        for (Map.Entry<String, Double> share : bar.shares.entrySet()) {
            double length = share.getValue() * bar.nanos / factor;
            String kind = kinds.get(share.getKey());
            String text = share.getKey() + " " + Numbers.percent(share.getValue());
            words.add(text);
            marks.add(new Mark.Area(end, 0.12, end + length, 0.88, "part " + kind, text));
            if (length * factor > WORTH_A_NUMBER * most) {
                String on = Numbers.percent(share.getValue(), 0);
                marks.add(new Mark.Text(end + length / 2, Mark.MIDDLE, 0, 0, on, "on " + kind));
            }
            end += length;
        }
        String time = EstimateText.time(bar.bill.nanos());
        String said = bar.name + ", " + time + ": " + String.join(", ", words);
        return new Lane(bar.name, marks, said).withDetail(time);
    }
}
