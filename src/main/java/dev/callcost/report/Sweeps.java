package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Ladder;
import dev.callcost.report.Sweep.Curve;
import dev.callcost.stats.RowEstimates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The sweeps of a results file: of each benchmark class the rows along one of their parameters, the number of threads included. It is the numeric
 * parameter that makes the longest curve; without one, of single shots the iteration, for these are what a cold JVM does one after the other; else
 * a parameter that is no number, if it makes two curves or more. Curves of fewer than three values are left out.
 */
final class Sweeps {
    /** More curves in a panel could not be told apart: then each method, and then each value of a parameter, has its own. */
    static final int MOST_CURVES = 8;

    private static final int FEWEST_VALUES = 3;
    private static final String METHOD = "method";
    private static final String THREADS = "threads";
    private static final String ITERATION = "iteration";
    private static final String SINGLE_SHOT = "ss";

    /** An estimate, with all that its place in the file is known by. */
    private record Cell(Map<String, String> facets, Estimate estimate) {}

    private final RowEstimates estimates;
    private final Map<RowKey, Row> counting;
    private final List<Sweep> sweeps = new ArrayList<>();

    private Sweeps(Ladder ladder) {
        estimates = ladder.estimates();
        counting = ladder.rows().stream().collect(Collectors.toMap(Row::key, Function.identity(), (one, other) -> one));
    }

    /**
     * Those of a file, in its order.
     *
     * @param ladder the file's, which has the estimates of its rows
     */
    static List<Sweep> of(ResultsFile file, Ladder ladder) {
        Sweeps result = new Sweeps(ladder);
        file.rows().stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(row.className(), row.mode(), unit(row)),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .forEach(result::add);
        return List.copyOf(result.sweeps);
    }

    private static String unit(Row row) {
        return row.nanos(row.primary().estimate()).isPresent()
                ? ""
                : row.primary().unit();
    }

    private void add(List<Row> rows) {
        List<Cell> cells = rows.stream().map(this::cell).toList();
        List<Cell> shots = rows.get(0).mode().equals(SINGLE_SHOT)
                ? rows.stream().flatMap(Sweeps::shots).toList()
                : List.of();
        Optional<String> numeric = axes(cells)
                .filter(axis -> isNumeric(axis, cells))
                .max(Comparator.comparingInt(axis -> longest(axis, cells)));
        if (numeric.isPresent() && longest(numeric.get(), cells) > 0) {
            split(rows.get(0), numeric.get(), curves(numeric.get(), cells), List.of());
        } else if (longest(ITERATION, shots) > 0) {
            split(rows.get(0), ITERATION, curves(ITERATION, shots), List.of());
        } else {
            axes(cells)
                    .filter(axis ->
                            !isNumeric(axis, cells) && curves(axis, cells).size() > 1)
                    .max(Comparator.comparingInt(axis -> longest(axis, cells)))
                    .ifPresent(axis -> split(rows.get(0), axis, curves(axis, cells), List.of()));
        }
    }

    private Cell cell(Row row) {
        Row kept = counting.get(row.key());
        return new Cell(facets(row), nanosOrScore(row, estimates.score(kept)));
    }

    /** A cell for each of the iterations that all forks have. */
    private static Stream<Cell> shots(Row row) {
        List<List<Double>> forks = row.primary().forks();
        return IntStream.range(0, forks.stream().mapToInt(List::size).min().orElse(0))
                .mapToObj(n -> {
                    Map<String, String> facets = facets(row);
                    facets.put(ITERATION, String.valueOf(n + 1));
                    Estimate score = Estimate.ofLogs(
                            forks.stream().map(fork -> Math.log(fork.get(n))).toList());
                    return new Cell(facets, nanosOrScore(row, score));
                });
    }

    private static Estimate nanosOrScore(Row row, Estimate score) {
        return row.nanos(score).orElse(score);
    }

    private static Map<String, String> facets(Row row) {
        Map<String, String> facets = new LinkedHashMap<>();
        facets.put(METHOD, row.benchmark().substring(row.benchmark().lastIndexOf('.') + 1));
        facets.putAll(row.params());
        facets.put(THREADS, String.valueOf(row.threads()));
        return facets;
    }

    private static Stream<String> axes(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.facets.keySet().stream())
                .distinct()
                .filter(axis -> !axis.equals(METHOD));
    }

    private static boolean isNumeric(String axis, List<Cell> cells) {
        return cells.stream().map(cell -> cell.facets.getOrDefault(axis, "0")).allMatch(Sweep::isNumber);
    }

    private static int longest(String axis, List<Cell> cells) {
        return curves(axis, cells).values().stream().mapToInt(Map::size).max().orElse(0);
    }

    /** The estimates by the value on an axis, by the facets that a curve has in common; of curves with enough values. */
    private static Map<Map<String, String>, Map<String, Estimate>> curves(String axis, List<Cell> cells) {
        Map<Map<String, String>, Map<String, Estimate>> curves = new LinkedHashMap<>();
        for (Cell cell : cells) {
            if (cell.facets.containsKey(axis)) {
                Map<String, String> common = new LinkedHashMap<>(cell.facets);
                String value = common.remove(axis);
                curves.computeIfAbsent(common, key -> new LinkedHashMap<>()).put(value, cell.estimate);
            }
        }
        curves.values().removeIf(estimates -> estimates.size() < FEWEST_VALUES);
        return curves;
    }

    /** Adds a sweep; or several, one for each value of what sets the curves apart, when these are too many. */
    private void split(
            Row row, String axis, Map<Map<String, String>, Map<String, Estimate>> curves, List<String> fixed) {
        if (curves.size() <= MOST_CURVES) {
            sweeps.add(sweep(row, axis, curves, fixed));
            return;
        }
        String facet = differing(curves.keySet()).get(0);
        List<String> more = Stream.concat(fixed.stream(), Stream.of(facet)).toList();
        Map<String, Map<Map<String, String>, Map<String, Estimate>>> parts = new LinkedHashMap<>();
        curves.forEach((common, estimates) -> parts.computeIfAbsent(common.get(facet), key -> new LinkedHashMap<>())
                .put(common, estimates));
        parts.values().forEach(part -> split(row, axis, part, more));
    }

    private static Sweep sweep(
            Row row, String axis, Map<Map<String, String>, Map<String, Estimate>> curves, List<String> fixed) {
        List<String> differing = differing(curves.keySet());
        Map<String, String> one = curves.keySet().iterator().next();
        String className = row.className();
        String label = className.substring(className.lastIndexOf('.') + 1)
                + (differing.contains(METHOD) ? "" : "." + one.get(METHOD))
                + named(one, fixed.stream().filter(facet -> !facet.equals(METHOD)))
                + (row.mode().equals("avgt") ? "" : " mode=" + row.mode());
        List<String> values = curves.values().stream()
                .flatMap(estimates -> estimates.keySet().stream())
                .distinct()
                .toList();
        boolean isNumeric = values.stream().allMatch(Sweep::isNumber);
        return new Sweep(
                label,
                axis,
                isNumeric
                        ? values.stream()
                                .sorted(Comparator.comparingDouble(Double::parseDouble))
                                .toList()
                        : values,
                curves.entrySet().stream()
                        .map(curve -> new Curve(label(curve.getKey(), differing), curve.getValue()))
                        .toList(),
                unit(row));
    }

    /** The facets that tell curves apart; the threads do not where each method has its own. */
    private static List<String> differing(Collection<Map<String, String>> curves) {
        List<String> facets = curves.stream()
                .flatMap(common -> common.keySet().stream())
                .distinct()
                .filter(facet -> distinct(curves, common -> common.get(facet)) > 1)
                .collect(Collectors.toCollection(ArrayList::new));
        long methods = distinct(curves, common -> common.get(METHOD));
        if (distinct(curves, common -> Arrays.asList(common.get(METHOD), common.get(THREADS))) == methods) {
            facets.remove(THREADS);
        }
        return facets;
    }

    private static long distinct(Collection<Map<String, String>> curves, Function<Map<String, String>, Object> facet) {
        return curves.stream().map(facet).distinct().count();
    }

    private static String label(Map<String, String> common, List<String> differing) {
        boolean byMethod = differing.isEmpty() || differing.contains(METHOD);
        String named = named(common, differing.stream().filter(facet -> !facet.equals(METHOD)));
        return ((byMethod ? common.get(METHOD) : "") + named).strip();
    }

    private static String named(Map<String, String> common, Stream<String> facets) {
        return facets.filter(common::containsKey)
                .map(facet -> " " + facet + "=" + common.get(facet))
                .collect(Collectors.joining());
    }
}
