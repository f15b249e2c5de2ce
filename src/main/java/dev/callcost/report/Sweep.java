package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of a benchmark class along one of their parameters; the number of threads is one of these. The parameter is the numeric one that makes the longest curve.
 * Without one it is the iteration of single shots, for these are what a cold JVM does one after the other, or else a parameter that is no number, if it makes two
 * curves or more. Curves with fewer than three values are left out.
 *
 * @param label the benchmark, and what distinguishes this sweep's rows from those of its other sweeps
 * @param axis the parameter
 * @param values the parameter's values: numbers by size, others in the order of the file
 * @param curves no more than there are colours
 * @param unit of the estimates, such as {@code ops/ms}; empty when they are times of an operation in nanoseconds
 */
record Sweep(String label, String axis, List<String> values, List<Curve> curves, String unit) {
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,15}(\\.\\d{1,15})?([eE][-+]?\\d{1,2})?");
    private static final double DECADE = 10;
    private static final int FEWEST_VALUES = 3;

    /** More numbers below an axis say no more. */
    private static final int MOST_NUMBERS = 12;

    /** With more values the intervals would hide the curves. */
    private static final int MOST_INTERVALS = 40;

    /** How far beyond all estimates, as a factor, intervals still make the axis longer. */
    private static final double REACH = 2;

    /** The share of the axis by which curves with intervals are apart, so that these do not hide each other. */
    private static final double APART = 0.007;

    /** What the axis has before the first value, and twice behind the last, where the curves' names are. */
    private static final double ROOM = 0.03;

    private static final String METHOD = "method";
    private static final String THREADS = "threads";
    private static final String ITERATION = "iteration";
    private static final String SINGLE_SHOT = "ss";

    /**
     * A curve.
     *
     * @param label what distinguishes it from the sweep's other curves
     * @param estimates by value of the parameter, at least three
     */
    record Curve(String label, Map<String, Estimate> estimates) {}

    /** An estimate with all that its place in the file is known by. */
    private record Cell(Map<String, String> facets, Estimate estimate) {
        static Cell of(Row row, Estimate score) {
            Map<String, String> facets = new LinkedHashMap<>();
            facets.put(METHOD, row.benchmark().substring(row.benchmark().lastIndexOf('.') + 1));
            facets.putAll(row.params());
            facets.put(THREADS, String.valueOf(row.threads()));
            return new Cell(facets, row.nanos(score).orElse(score));
        }
    }

    /** Estimates by the value on an axis, with the facets that they have in common. */
    private record Line(Map<String, String> common, Map<String, Estimate> estimates) {
        String method() {
            return common.get(METHOD);
        }

        String named(Stream<String> facets) {
            return facets.filter(facet -> !facet.equals(METHOD))
                    .filter(common::containsKey)
                    .map(facet -> " " + facet + "=" + common.get(facet))
                    .collect(Collectors.joining());
        }
    }

    /**
     * The sweeps of a file, in its order.
     *
     * @param ladder the file's, which has the estimates of its rows
     */
    static List<Sweep> of(ResultsFile file, Ladder ladder) {
        Map<RowKey, Row> counting =
                ladder.rows().stream().collect(Collectors.toMap(Row::key, Function.identity(), (one, other) -> one));
        return file.rows().stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(row.className(), row.mode(), unit(row)),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .flatMap(rows -> of(
                        rows,
                        rows.stream()
                                .map(row -> Cell.of(row, ladder.estimates().score(counting.get(row.key()))))
                                .toList()))
                .toList();
    }

    private static Stream<Sweep> of(List<Row> rows, List<Cell> cells) {
        Row row = rows.get(0);
        List<Sweep> sweeps = along(row, cells, axis -> isNumeric(axis, cells));
        if (sweeps.isEmpty() && row.mode().equals(SINGLE_SHOT)) {
            sweeps = along(row, rows.stream().flatMap(Sweep::shots).toList(), ITERATION::equals);
        }
        if (sweeps.isEmpty()) {
            sweeps = along(
                    row,
                    cells,
                    axis -> !isNumeric(axis, cells) && lines(axis, cells).size() > 1);
        }
        return sweeps.stream();
    }

    /** The sweeps along that of some axes which makes the longest curve. */
    private static List<Sweep> along(Row row, List<Cell> cells, Predicate<String> axes) {
        return cells.stream()
                .flatMap(cell -> cell.facets.keySet().stream())
                .distinct()
                .filter(axis -> !axis.equals(METHOD) && axes.test(axis))
                .max(Comparator.comparingInt(axis -> lines(axis, cells).stream()
                        .mapToInt(line -> line.estimates.size())
                        .max()
                        .orElse(0)))
                .map(axis -> split(row, axis, lines(axis, cells), List.of()))
                .orElse(List.of());
    }

    private static String unit(Row row) {
        return row.nanos(row.primary().estimate()).isPresent()
                ? ""
                : row.primary().unit();
    }

    /** A cell for each of the iterations that all forks have. */
    private static Stream<Cell> shots(Row row) {
        List<List<Double>> forks = row.primary().forks();
        return IntStream.range(0, forks.stream().mapToInt(List::size).min().orElse(0))
                .mapToObj(n -> {
                    Cell cell = Cell.of(
                            row,
                            Estimate.ofLogs(forks.stream()
                                    .map(fork -> Math.log(fork.get(n)))
                                    .toList()));
                    cell.facets.put(ITERATION, String.valueOf(n + 1));
                    return cell;
                });
    }

    private static boolean isNumeric(String axis, List<Cell> cells) {
        return cells.stream().map(cell -> cell.facets.getOrDefault(axis, "0")).allMatch(Sweep::isNumber);
    }

    /** The lines along an axis that have enough values. */
    private static List<Line> lines(String axis, List<Cell> cells) {
        Map<Map<String, String>, Map<String, Estimate>> lines = new LinkedHashMap<>();
        for (Cell cell : cells) {
            Map<String, String> common = new LinkedHashMap<>(cell.facets);
            String value = common.remove(axis);
            if (value != null) {
                lines.computeIfAbsent(common, key -> new LinkedHashMap<>()).put(value, cell.estimate);
            }
        }
        return lines.entrySet().stream()
                .filter(line -> line.getValue().size() >= FEWEST_VALUES)
                .map(line -> new Line(line.getKey(), line.getValue()))
                .toList();
    }

    /** One sweep; or several, one for each value of the first facet in which the lines differ, when these are too many. */
    private static List<Sweep> split(Row row, String axis, List<Line> lines, List<String> fixed) {
        List<String> differing = differing(lines);
        if (lines.size() <= Picture.KINDS) {
            return lines.isEmpty() ? List.of() : List.of(sweep(row, axis, lines, differing, fixed));
        }
        String facet = differing.get(0);
        List<String> more = Stream.concat(fixed.stream(), Stream.of(facet)).toList();
        List<Sweep> sweeps = new ArrayList<>();
        lines.stream()
                .collect(Collectors.groupingBy(
                        line -> Optional.ofNullable(line.common.get(facet)), LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(part -> sweeps.addAll(split(row, axis, part, more)));
        return sweeps;
    }

    private static Sweep sweep(Row row, String axis, List<Line> lines, List<String> differing, List<String> fixed) {
        Line one = lines.get(0);
        String label = row.className().substring(row.className().lastIndexOf('.') + 1)
                + (differing.contains(METHOD) ? "" : "." + one.method())
                + one.named(fixed.stream())
                + (row.mode().equals("avgt") ? "" : " mode=" + row.mode());
        List<String> values = new ArrayList<>();
        lines.forEach(line -> line.estimates.keySet().stream()
                .filter(it -> !values.contains(it))
                .forEach(values::add));
        if (values.stream().allMatch(Sweep::isNumber)) {
            values.sort(Comparator.comparingDouble(Double::parseDouble));
        }
        boolean byMethod = differing.isEmpty() || differing.contains(METHOD);
        return new Sweep(
                label,
                axis,
                values,
                lines.stream()
                        .map(line -> new Curve(
                                ((byMethod ? line.method() : "") + line.named(differing.stream())).strip(),
                                line.estimates))
                        .toList(),
                unit(row));
    }

    /** The facets in which lines differ; not the threads where each method has its own. */
    private static List<String> differing(List<Line> lines) {
        boolean haveMethodsTheirThreads =
                distinct(lines, line -> Arrays.asList(line.method(), line.common.get(THREADS)))
                        == distinct(lines, Line::method);
        return lines.stream()
                .flatMap(line -> line.common.keySet().stream())
                .distinct()
                .filter(facet -> distinct(lines, line -> line.common.get(facet)) > 1)
                .filter(facet -> !facet.equals(THREADS) || !haveMethodsTheirThreads)
                .toList();
    }

    private static long distinct(List<Line> lines, Function<Line, Object> facet) {
        return lines.stream().map(facet).distinct().count();
    }

    /** Whether a parameter's value is a number. */
    static boolean isNumber(String value) {
        return NUMBER.matcher(value).matches();
    }

    /**
     * Where each value lies, from 0 to 1: numbers in proportion, or by their logarithm when they span more than a decade and crowd at its lower end, zero then a
     * decade below the smallest; what is no number side by side.
     */
    Map<String, Double> places() {
        Map<String, Double> places = new LinkedHashMap<>();
        double[] numbers = values.stream()
                .filter(Sweep::isNumber)
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
        List<Sweep> sweeps = of(file, ladder);
        Grid points = new Grid()
                .left("sweep", "curve", "parameter", "value")
                .right("estimate", "low", "high", "forks")
                .left("unit");
        return Figure.of(
                "sweeps",
                "Sweeps",
                false,
                "The time of an operation, or the score in its own unit, along the parameter that has most values, or"
                        + " the iterations of single shots. Upright lines are 99 % intervals, beside each other; they end"
                        + " where they leave the picture.",
                sweeps.stream().map(sweep -> panel(sweep, points)).toList(),
                report -> {
                    sweeps.forEach(sweep -> report.paragraph(sweep.label + " by " + sweep.axis + ":")
                            .table(table(sweep)));
                    return report;
                },
                points);
    }

    private static Grid table(Sweep sweep) {
        Grid table = new Grid()
                .left(sweep.axis())
                .left(sweep.curves().stream().map(Sweep.Curve::label).toArray(String[]::new));
        sweep.values()
                .forEach(value -> table.row(Stream.concat(
                                Stream.of(value),
                                sweep.curves().stream()
                                        .map(curve -> Optional.ofNullable(
                                                        curve.estimates().get(value))
                                                .map(it -> text(sweep, it))
                                                .orElse("")))
                        .toArray(String[]::new)));
        return table;
    }

    private static String text(Sweep sweep, Estimate estimate) {
        return sweep.unit().isEmpty() ? EstimateText.time(estimate) : EstimateText.score(estimate, sweep.unit());
    }

    /** Adds the points, with times in nanoseconds. */
    private static Panel panel(Sweep sweep, Grid points) {
        Map<String, Double> places = sweep.places();
        boolean areFew = sweep.values().size() <= MOST_INTERVALS;
        List<Mark> curves = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (Sweep.Curve curve : sweep.curves()) {
            String kind = "k" + curves.size();
            double apart = areFew ? (curves.size() - (sweep.curves().size() - 1) / 2.0) * APART : 0;
            List<Mark.Place> line = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            for (String value : sweep.values()) {
                Estimate it = curve.estimates().get(value);
                if (it == null) {
                    continue;
                }
                double at = places.get(value) + apart;
                line.add(new Mark.Place(at, it.value()));
                if (areFew && it.hasInterval()) {
                    marks.add(new Mark.Line(at, it.low(), at, it.high(), "range " + kind));
                }
                if (areFew
                        || line.size() == 1
                        || line.size() == curve.estimates().size()) {
                    texts.add(value + ": " + text(sweep, it));
                    marks.add(new Mark.Point(at, it.value(), kind, value + ": " + text(sweep, it)));
                }
                String unit = sweep.unit().isEmpty() ? "ns" : sweep.unit();
                Figure.add(
                        points,
                        sweep.label(),
                        curve.label(),
                        sweep.axis(),
                        value,
                        it.value(),
                        it.low(),
                        it.high(),
                        it.forks(),
                        unit);
            }
            curves.add(new Mark.Curve(line, kind, curve.label()));
            words.add(curve.label() + " by " + sweep.axis() + ": " + String.join(", ", texts));
        }
        curves.addAll(marks);
        return Panel.box(sweep.label(), across(places), sweep.axis(), up(sweep), curves, String.join("; ", words));
    }

    private static Axis across(Map<String, Double> places) {
        List<String> values = List.copyOf(places.keySet());
        int every = values.stream().allMatch(Sweep::isNumber) ? 1 + (values.size() - 1) / MOST_NUMBERS : 1;
        return new Axis(
                -ROOM,
                1 + 2 * ROOM,
                false,
                IntStream.range(0, values.size())
                        .filter(n -> n % every == 0)
                        .mapToObj(n -> new Axis.Tick(places.get(values.get(n)), values.get(n)))
                        .toList());
    }

    /** It holds the estimates, and intervals up to a multiple of these. */
    private static Axis up(Sweep sweep) {
        List<Estimate> estimates = sweep.curves().stream()
                .flatMap(curve -> curve.estimates().values().stream())
                .toList();
        double least = estimates.stream().mapToDouble(Estimate::value).min().orElseThrow();
        double most = estimates.stream().mapToDouble(Estimate::value).max().orElseThrow();
        return Axis.of(
                estimates.stream()
                        .flatMapToDouble(it -> it.hasInterval()
                                ? DoubleStream.of(Math.max(it.low(), least / REACH), Math.min(it.high(), most * REACH))
                                : DoubleStream.of(it.value())),
                value -> sweep.unit().isEmpty()
                        ? Numbers.plainTime(value)
                        : Numbers.significant(value) + " " + sweep.unit());
    }
}
