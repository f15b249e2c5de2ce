package dev.callcost.compare.evidence;

import dev.callcost.compare.evidence.NoVerdict.WhyNot;
import dev.callcost.compare.evidence.RowSides.SettingDifference;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.FileRatios.Values;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row in the results files of both sides.
 *
 * @param base the row in each file that has it, by the file's number
 * @param sides all files of each side together
 * @param notJudged why the row has no verdict; empty when it is judged
 */
public record FileRow(
        SortedMap<Integer, Row> base, SortedMap<Integer, Row> head, RowSides sides, Optional<NoVerdict> notJudged) {

    /**
     * A row that is judged.
     *
     * @param machines what differs between the machines of both sides
     */
    public FileRow(SortedMap<Integer, Row> base, SortedMap<Integer, Row> head, List<SettingDifference> machines) {
        this(base, head, RowSides.of(joined(base), joined(head), machines, base.size(), head.size()), Optional.empty());
    }

    public FileRow notJudged(Optional<NoVerdict> why) {
        return new FileRow(base, head, sides, why);
    }

    /** All forks in the unit of the first file, to show a score. */
    private static Row joined(SortedMap<Integer, Row> files) {
        String unit = unit(files.get(files.firstKey()));
        return Row.merged(
                files.values().stream().filter(row -> unit(row).equals(unit)).toList());
    }

    private static String unit(Row row) {
        return row.primary().unit();
    }

    RowKey key() {
        return sides.base().key();
    }

    /** The row whose quantity this is, or the row itself. */
    public RowKey keyOfWhole() {
        return sides.base().keyOfWhole();
    }

    /** Whether both sides met the rate; true without one. */
    public boolean isMet() {
        return notJudged.filter(it -> it.why() == WhyNot.RATE_NOT_MET).isEmpty();
    }

    public Stream<Row> rows() {
        return Stream.of(base, head).flatMap(side -> side.values().stream());
    }

    /** Whether the units of all files can be converted. */
    boolean areInOneUnit() {
        return Metric.areInOneUnit(rows().map(Row::primary).toList());
    }

    /** Whether the values of all files have ratios. */
    public boolean hasRatio() {
        return rows().map(Row::primary).allMatch(Floor::hasRatio);
    }

    /** Whether the difference does not count, see {@link Floor}. */
    boolean isWithinFloor() {
        return Floor.covers(sides.base().primary(), sides.head().primary());
    }

    /** Whether a file of base and a file of head differ in JVM, collector or heap. */
    boolean differInMemory() {
        return RowSides.unlike(base.values()).stream()
                .anyMatch(before -> RowSides.unlike(head.values()).stream()
                        .anyMatch(after -> RowSides.differInMemory(before, after)));
    }

    /** The mean over the forks of a file, whatever their number. */
    Values logs(Function<Row, Estimate> estimator) {
        return Values.of(logs(base, estimator), logs(head, estimator));
    }

    private static SortedMap<Integer, Double> logs(SortedMap<Integer, Row> files, Function<Row, Estimate> estimator) {
        SortedMap<Integer, Double> logs = new TreeMap<>();
        files.forEach((number, row) -> logs.put(
                number,
                row.nanosPerOperation(estimator.apply(row)).orElseThrow().logMean()));
        return logs;
    }

    /**
     * What makes the files of a side unlike, a text each: settings, and a row that is missing in files of one side.
     *
     * @param isBalanced whether both sides have equally many files
     */
    public List<String> unlike(boolean isBalanced) {
        List<String> unlike = new ArrayList<>();
        RowSides.differencesWithin(base.values()).forEach(it -> unlike.add(it.text()));
        RowSides.differencesWithin(head.values()).forEach(it -> unlike.add(it.text()));
        for (SortedMap<Integer, Row> side : List.of(base, head)) {
            List<String> units =
                    side.values().stream().map(FileRow::unit).distinct().toList();
            if (units.size() > 1) {
                unlike.add("unit " + String.join(" / ", units));
            }
        }
        List<String> remarks = unlike.stream()
                .distinct()
                .map(it -> "the files of a side are not alike: " + it)
                .collect(Collectors.toCollection(ArrayList::new));
        if (isBalanced && base.size() != head.size()) {
            remarks.add("in " + Sections.count(base.size(), "file") + " of base and in " + head.size()
                    + " of head (did forks fail?)");
        }
        return remarks;
    }
}
