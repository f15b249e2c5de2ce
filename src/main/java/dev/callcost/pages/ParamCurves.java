package dev.callcost.pages;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Picture;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of a benchmark class along one of their facets: a parameter or the number of threads. The axis is the numeric facet that makes the longest curve. Without
 * one it is the iteration of single shots, or else a parameter that is no number, if it makes two curves or more. Curves with fewer than three values are left
 * out.
 *
 * @param label the benchmark, and what distinguishes this sweep's rows from those of its other sweeps
 * @param axis the facet
 * @param values of the axis: numbers by size, others in the order of the file
 * @param curves estimates by the axis' value, by what distinguishes the curve from the others; no more curves than there are colours
 * @param unit of the estimates, such as {@code ops/ms}; empty when they are times of an operation in nanoseconds
 */
record ParamCurves(
        String label, String axis, List<String> values, Map<String, Map<String, Estimate>> curves, String unit) {
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,15}(\\.\\d{1,15})?([eE][-+]?\\d{1,2})?");
    private static final double DECADE = 10;
    private static final int FEWEST_VALUES = 3;

    /** More numbers below an axis say no more. */
    private static final int MOST_NUMBERS = 12;

    /** With more values the intervals would hide the curves. */
    private static final int MOST_INTERVALS = 40;

    /** The share of the axis by which curves with intervals are apart, so that these do not hide each other. */
    private static final double APART = 0.007;

    /** What the axis has before the first value, and twice behind the last, where the curves' names are. */
    private static final double ROOM = 0.03;

    private static final String METHOD = "method";
    private static final String THREADS = "threads";
    private static final String ITERATION = "iteration";

    /**
     * Rows whose scores have one scale.
     *
     * @param first of the rows
     * @param name the shortest name of its benchmark
     * @param cells the rows' estimates by their facets
     * @param shots the estimates of single shots' iterations that all forks have, by their facets
     */
    private record Group(
            Row first,
            String name,
            Map<Map<String, String>, Estimate> cells,
            Map<Map<String, String>, Estimate> shots) {
        /** @param score the row's, in its unit */
        void add(Row row, Estimate score) {
            cells.put(facets(row), row.nanos(score).orElse(score));
            List<List<Double>> forks = row.primary().forks();
            int iterations = row.mode().equals("ss")
                    ? forks.stream().mapToInt(List::size).min().orElse(0)
                    : 0;
            for (int n = 0; n < iterations; n++) {
                int shot = n;
                Map<String, String> facets = facets(row);
                facets.put(ITERATION, String.valueOf(n + 1));
                Estimate time = Estimate.ofLogs(
                        forks.stream().map(fork -> Math.log(fork.get(shot))).toList());
                shots.put(facets, row.nanos(time).orElse(time));
            }
        }

        private static Map<String, String> facets(Row row) {
            Map<String, String> facets = new LinkedHashMap<>();
            facets.put(METHOD, row.benchmark().substring(row.benchmark().lastIndexOf('.') + 1));
            facets.putAll(row.params());
            facets.put(THREADS, String.valueOf(row.threads()));
            return facets;
        }

        List<ParamCurves> sweeps() {
            Predicate<String> isNumeric =
                    axis -> cells.keySet().stream().allMatch(facets -> isNumber(facets.getOrDefault(axis, "0")));
            return Stream.of(
                            along(cells, isNumeric),
                            along(shots, ITERATION::equals),
                            along(cells, axis -> curves(axis, cells).size() > 1))
                    .filter(some -> !some.isEmpty())
                    .findFirst()
                    .orElse(List.of());
        }

        /** The sweeps along that of some axes which makes the longest curve. */
        private List<ParamCurves> along(Map<Map<String, String>, Estimate> estimates, Predicate<String> axes) {
            return estimates.keySet().stream()
                    .flatMap(facets -> facets.keySet().stream())
                    .distinct()
                    .filter(axis -> !axis.equals(METHOD) && axes.test(axis))
                    .max(Comparator.comparingInt(axis -> curves(axis, estimates).values().stream()
                            .mapToInt(Map::size)
                            .max()
                            .orElse(0)))
                    .map(axis -> sweeps(axis, curves(axis, estimates), ""))
                    .orElse(List.of());
        }

        /** The curves along an axis that have enough values, by the facets that their values share. */
        private static Map<Map<String, String>, Map<String, Estimate>> curves(
                String axis, Map<Map<String, String>, Estimate> estimates) {
            Map<Map<String, String>, Map<String, Estimate>> curves = new LinkedHashMap<>();
            estimates.forEach((facets, estimate) -> {
                Map<String, String> shared = new LinkedHashMap<>(facets);
                String value = shared.remove(axis);
                if (value != null) {
                    curves.computeIfAbsent(shared, key -> new LinkedHashMap<>()).put(value, estimate);
                }
            });
            curves.values().removeIf(curve -> curve.size() < FEWEST_VALUES);
            return curves;
        }

        /**
         * One sweep; or several, one for each value of the first facet in which the curves differ, when these are too many.
         *
         * @param fixed the facets that distinguish the sweep from others
         */
        private List<ParamCurves> sweeps(
                String axis, Map<Map<String, String>, Map<String, Estimate>> curves, String fixed) {
            if (curves.isEmpty()) {
                return List.of();
            }
            List<String> differing = differing(curves.keySet());
            if (curves.size() > Picture.KINDS) {
                String facet = differing.get(0);
                Map<String, Map<Map<String, String>, Map<String, Estimate>>> parts = new LinkedHashMap<>();
                curves.forEach((common, curve) -> parts.computeIfAbsent(
                                text(common, List.of(facet)), it -> new LinkedHashMap<>())
                        .put(common, curve));
                List<ParamCurves> sweeps = new ArrayList<>();
                parts.forEach(
                        (text, part) -> sweeps.addAll(sweeps(axis, part, facet.equals(METHOD) ? fixed : fixed + text)));
                return sweeps;
            }
            String method = curves.keySet().iterator().next().get(METHOD);
            String label = name.substring(0, Math.max(0, name.lastIndexOf('.')))
                    + (differing.contains(METHOD) ? "" : "." + method)
                    + fixed
                    + (first.mode().equals("avgt") ? "" : " mode=" + first.mode());
            List<String> values = curves.values().stream()
                    .flatMap(curve -> curve.keySet().stream())
                    .distinct()
                    .collect(Collectors.toCollection(ArrayList::new));
            if (values.stream().allMatch(ParamCurves::isNumber)) {
                values.sort(Comparator.comparingDouble(Double::parseDouble));
            }
            Map<String, Map<String, Estimate>> named = new LinkedHashMap<>();
            curves.forEach((common, curve) -> named.put(
                    text(common, differing.isEmpty() ? List.of(METHOD) : differing)
                            .strip(),
                    curve));
            return List.of(new ParamCurves(label, axis, values, named, unit(first)));
        }
    }

    /**
     * The sweeps of a file, in its order.
     *
     * @param ladder the file's, which has the estimates of its rows
     */
    static List<ParamCurves> of(ResultsFile file, Ladder ladder) {
        RowNames names = new RowNames(file.rows().stream().map(Row::key).toList());
        Map<List<String>, Group> groups = new LinkedHashMap<>();
        for (int n = 0; n < file.rows().size(); n++) {
            Row row = file.rows().get(n);
            groups.computeIfAbsent(
                            List.of(row.className(), row.mode(), unit(row)),
                            key -> new Group(
                                    row, names.ofBenchmark(row.key()), new LinkedHashMap<>(), new LinkedHashMap<>()))
                    .add(row, ladder.estimates().score(ladder.rows().get(n)));
        }
        return groups.values().stream().flatMap(it -> it.sweeps().stream()).toList();
    }

    private static String unit(Row row) {
        return row.nanos().isPresent() ? "" : row.primary().unit();
    }

    private static boolean isNumber(String value) {
        return NUMBER.matcher(value).matches();
    }

    /** Some facets of a curve, the method first: {@code call size=1 clients=2}. */
    private static String text(Map<String, String> common, List<String> facets) {
        return (facets.contains(METHOD) ? common.get(METHOD) : "")
                + facets.stream()
                        .filter(facet -> !facet.equals(METHOD) && common.containsKey(facet))
                        .map(facet -> " " + facet + "=" + common.get(facet))
                        .collect(Collectors.joining());
    }

    /** The facets in which curves differ; not the threads where each method has its own. */
    private static List<String> differing(Collection<Map<String, String>> curves) {
        boolean haveMethodsTheirThreads = distinct(curves, METHOD, THREADS) == distinct(curves, METHOD);
        return curves.stream()
                .flatMap(common -> common.keySet().stream())
                .distinct()
                .filter(facet -> distinct(curves, facet) > 1)
                .filter(facet -> !facet.equals(THREADS) || !haveMethodsTheirThreads)
                .toList();
    }

    private static long distinct(Collection<Map<String, String>> curves, String... facets) {
        return curves.stream()
                .map(common -> Stream.of(facets).map(common::get).toList())
                .distinct()
                .count();
    }

    /**
     * Where each value lies, from 0 to 1: numbers in proportion, or by their logarithm when they span more than a decade and crowd at its lower end, zero then a
     * decade below the smallest; what is no number side by side.
     */
    Map<String, Double> places() {
        Map<String, Double> places = new LinkedHashMap<>();
        double[] numbers = values.stream()
                .filter(ParamCurves::isNumber)
                .mapToDouble(Double::parseDouble)
                .toArray();
        double most = Arrays.stream(numbers).max().orElse(0);
        double least = Arrays.stream(numbers).filter(number -> number > 0).min().orElse(most);
        if (numbers.length < values.size() || numbers[0] == most) {
            values.forEach(value -> places.put(value, (places.size() + 0.5) / values.size()));
            return places;
        }
        boolean isLogarithmic = numbers[0] >= 0 && most > DECADE * least && 2 * Metric.median(numbers) < most;
        DoubleUnaryOperator along =
                isLogarithmic ? number -> Math.log(Math.max(number, least / DECADE)) : DoubleUnaryOperator.identity();
        double first = along.applyAsDouble(numbers[0]);
        double length = along.applyAsDouble(most) - first;
        for (int n = 0; n < numbers.length; n++) {
            places.put(values.get(n), (along.applyAsDouble(numbers[n]) - first) / length);
        }
        return places;
    }

    /**
     * The sweeps of a file with their numbers; empty when it has none.
     *
     * @param ladder the file's, which has the estimates of its rows
     */
    static Optional<Figure> figure(ResultsFile file, Ladder ladder) {
        List<ParamCurves> sweeps = of(file, ladder);
        Grid points = new Grid()
                .left("sweep", "curve", "parameter", "value")
                .right("estimate", "low", "high", "forks")
                .left("unit");
        return Figure.of(
                "sweeps",
                "Sweeps",
                Figure.Place.BELOW,
                "The time of an operation, or the score in its own unit, along the parameter that has most values, or"
                        + " the iterations of single shots. Upright lines are 99 % intervals, side by side; they end"
                        + " where they leave the picture.",
                sweeps.stream().map(sweep -> sweep.panel(points)).toList(),
                report -> {
                    sweeps.forEach(sweep -> report.paragraph(sweep.label + " by " + sweep.axis + ":")
                            .table(sweep.table()));
                    return report;
                },
                points);
    }

    private Grid table() {
        Grid table = new Grid().left(axis).left(curves.keySet().toArray(String[]::new));
        values.forEach(value -> table.row(Stream.concat(
                        Stream.of(value),
                        curves.values().stream().map(curve -> curve.containsKey(value) ? text(curve.get(value)) : ""))
                .toArray(String[]::new)));
        return table;
    }

    private String text(Estimate estimate) {
        return unit.isEmpty() ? EstimateText.time(estimate) : EstimateText.score(estimate, unit);
    }

    /** Adds the points, with times in nanoseconds. */
    private Panel panel(Grid points) {
        Map<String, Double> places = places();
        boolean areFew = values.size() <= MOST_INTERVALS;
        List<Mark> lines = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        curves.forEach((name, curve) -> {
            String kind = "k" + lines.size();
            double apart = areFew ? (lines.size() - (curves.size() - 1) / 2.0) * APART : 0;
            List<Mark.Place> line = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            values.stream().filter(curve::containsKey).forEach(value -> {
                Estimate it = curve.get(value);
                double at = places.get(value) + apart;
                line.add(new Mark.Place(at, it.value()));
                if (areFew && it.hasInterval()) {
                    marks.add(new Mark.Line(at, it.low(), at, it.high(), "range " + kind));
                }
                if (areFew || line.size() == 1 || line.size() == curve.size()) {
                    texts.add(value + ": " + text(it));
                    marks.add(new Mark.Point(at, it.value(), kind, value + ": " + text(it)));
                }
                String unitOfPoints = unit.isEmpty() ? "ns" : unit;
                Figure.add(points, label, name, axis, value, it.value(), it.low(), it.high(), it.forks(), unitOfPoints);
            });
            lines.add(new Mark.Curve(line, kind, name));
            words.add(name + " by " + axis + ": " + String.join(", ", texts));
        });
        lines.addAll(marks);
        int every = values.stream().allMatch(ParamCurves::isNumber) ? 1 + (values.size() - 1) / MOST_NUMBERS : 1;
        List<Axis.Tick> ticks = IntStream.range(0, values.size())
                .filter(n -> n % every == 0)
                .mapToObj(n -> new Axis.Tick(places.get(values.get(n)), values.get(n)))
                .toList();
        Axis across = new Axis(-ROOM, 1 + 2 * ROOM, false, ticks);
        List<Estimate> estimates = curves.values().stream()
                .flatMap(curve -> curve.values().stream())
                .toList();
        Axis up = Axis.of(
                Figure.reach(estimates),
                value -> unit.isEmpty() ? Numbers.plainTime(value) : Numbers.significant(value) + " " + unit);
        return Panel.box(label, across, axis, up, lines, String.join("; ", words));
    }
}
