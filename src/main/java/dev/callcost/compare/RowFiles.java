package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.FileRatios.Values;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param head the same of the other side
 * @param sides all files of each side together
 * @param notJudged why the row has no verdict; empty when it is judged
 */
record RowFiles(
        SortedMap<Integer, Row> base, SortedMap<Integer, Row> head, RowSides sides, Optional<String> notJudged) {
    /** @param machines what differs between the machines of both sides */
    static RowSides sides(SortedMap<Integer, Row> base, SortedMap<Integer, Row> head, List<String> machines) {
        return RowSides.of(joined(base), joined(head), machines).in(base.size(), head.size());
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

    /** The row whose quantity this is, or the row itself. */
    RowKey keyOfWhole() {
        return sides.base().keyOfWhole();
    }

    /** Whether both sides met the rate; true without one. */
    boolean isMet() {
        return notJudged.filter(Quantities.NOT_MET::equals).isEmpty();
    }

    private List<Metric> metrics() {
        return Stream.of(base, head)
                .flatMap(side -> side.values().stream())
                .map(Row::primary)
                .toList();
    }

    private boolean areInOneUnit() {
        return Metric.areInOneUnit(metrics());
    }

    /** Whether all values have logarithms, in units that can be converted. */
    boolean haveLogs() {
        return areInOneUnit() && metrics().stream().noneMatch(Ranges::areNeeded);
    }

    /** The ranges of a quantity with a value that has no logarithm. */
    Optional<Ranges> ranges() {
        return areInOneUnit() && metrics().stream().anyMatch(Ranges::areNeeded)
                ? Optional.of(
                        Ranges.of(units(base), units(head), metrics().get(0).isMoreBetter()))
                : Optional.empty();
    }

    /** The value of each fork; where a side has several files, the mean of each file. */
    private double[] units(SortedMap<Integer, Row> side) {
        return side.values().stream()
                .map(row -> row.primary().forkMedians())
                .flatMapToDouble(
                        forks -> sides.isByFiles() ? Arrays.stream(forks).average().stream() : Arrays.stream(forks))
                .toArray();
    }

    /** Whether a file of base and a file of head differ in JVM, collector or heap. */
    boolean differInMemory() {
        return unlikeSettings(base).stream()
                .anyMatch(before ->
                        unlikeSettings(head).stream().anyMatch(after -> RowSides.differInMemory(before, after)));
    }

    /** The first row with each settings: mostly one, of any number of files. */
    private static Collection<Row> unlikeSettings(SortedMap<Integer, Row> files) {
        Map<SortedMap<String, String>, Row> rows = new LinkedHashMap<>();
        files.values().forEach(row -> rows.putIfAbsent(row.settings(), row));
        return rows.values();
    }

    /** The mean over the forks of a file, whatever their number. */
    Values values(Function<Metric, Estimate> estimator) {
        return Values.of(logs(base, estimator), logs(head, estimator));
    }

    private static SortedMap<Integer, Double> logs(
            SortedMap<Integer, Row> files, Function<Metric, Estimate> estimator) {
        SortedMap<Integer, Double> logs = new TreeMap<>();
        files.forEach((number, row) -> logs.put(
                number,
                row.nanosPerOperation(estimator.apply(row.primary()))
                        .orElseThrow()
                        .logMean()));
        return logs;
    }

    /**
     * What makes the files of a side unlike, a text each: settings, and a row that is missing in files of one side.
     *
     * @param isBalanced whether both sides have equally many files
     */
    List<String> unlike(boolean isBalanced) {
        List<String> unlike = Stream.of(List.copyOf(unlikeSettings(base)), List.copyOf(unlikeSettings(head)))
                .flatMap(files -> files.stream().flatMap(file -> RowSides.differences(files.get(0), file).stream()))
                .distinct()
                .map(difference -> "the files of a side are not alike: " + difference)
                .collect(Collectors.toCollection(ArrayList::new));
        Stream.of(base, head)
                .map(side ->
                        side.values().stream().map(RowFiles::unit).distinct().collect(Collectors.joining(" / ")))
                .filter(units -> units.contains(" / "))
                .forEach(units -> unlike.add("the files of a side are not alike: unit " + units));
        if (isBalanced && base.size() != head.size()) {
            unlike.add("in " + Sections.count(base.size(), "file") + " of base and in " + head.size()
                    + " of head (did forks fail?)");
        }
        return unlike;
    }
}
