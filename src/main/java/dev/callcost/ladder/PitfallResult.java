package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.ForkValue;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * One pitfall in a results file.
 *
 * @param smallerRow from the same JDK as the other; may be the same row
 * @param unit of both values
 * @param smaller at least the pitfall's floor
 * @param ratio the value predicted to be larger over the other
 * @param atLeast whether the ratio is a lower bound, because the smaller value lies below the floor
 */
public record PitfallResult(
        Pitfall pitfall,
        Row largerRow,
        Row smallerRow,
        String unit,
        Estimate larger,
        Estimate smaller,
        Estimate ratio,
        boolean atLeast) {

    /** Relative error of a ratio that went through logarithms. */
    private static final double ROUNDING = 1e-9;

    public enum Prediction {
        /** The ratio's whole interval is at or above the factor. */
        HELD,
        /** The ratio's whole interval is below the factor. */
        FAILED,
        /** Neither, or there is no interval. */
        NOT_SHOWN,
        /** The prediction is for other JDKs. */
        NOT_PREDICTED
    }

    /** The pitfalls whose two values are in a file, in the order of {@link Pitfall#ALL}. */
    public static List<PitfallResult> in(ResultsFile file) {
        return Pitfall.ALL.stream()
                .flatMap(pitfall -> file.rows().stream()
                        .filter(larger -> pitfall.larger().of(larger).isPresent())
                        .flatMap(larger ->
                                file.rows().stream().flatMap(smaller -> of(pitfall, larger, smaller).stream()))
                        .limit(1))
                .toList();
    }

    /**
     * Empty when the rows do not hold the values, are of several JDKs, or, of one benchmark, differ in params that the pitfall does not name; when units
     * differ, a value is 0, or the first iteration is also the last.
     */
    private static Optional<PitfallResult> of(Pitfall pitfall, Row largerRow, Row smallerRow) {
        Pitfall.Value more = pitfall.larger();
        Pitfall.Value less = pitfall.smaller();
        Optional<Metric> measuredMore = more.of(largerRow);
        Optional<Metric> measuredLess = less.of(smallerRow);
        boolean isOneValue = largerRow.equals(smallerRow)
                && more.metric().equals(less.metric())
                && largerRow.primary().forks().stream().anyMatch(fork -> fork.size() < 2);
        if (measuredMore.isEmpty()
                || measuredLess.isEmpty()
                || isOneValue
                || !largerRow.jdkVersion().equals(smallerRow.jdkVersion())
                || more.benchmark().equals(less.benchmark())
                        && !more.othersOf(largerRow).equals(less.othersOf(smallerRow))) {
            return Optional.empty();
        }
        Metric larger = floored(measuredMore.get(), pitfall.floor());
        Metric smaller = floored(measuredLess.get(), pitfall.floor());
        if (!larger.unit().equals(smaller.unit()) || !isPositive(larger) || !isPositive(smaller)) {
            return Optional.empty();
        }
        Estimate of = larger.estimate(ForkValue.MEDIAN);
        Estimate to = smaller.estimate(ForkValue.MEDIAN);
        Estimate ratio = largerRow.equals(smallerRow) ? paired(larger, smaller) : of.ratioTo(to);
        boolean atLeast = !smaller.equals(measuredLess.get());
        return Optional.of(new PitfallResult(pitfall, largerRow, smallerRow, larger.unit(), of, to, ratio, atLeast));
    }

    /** Two values of the same forks are not independent: takes the ratio within each fork. */
    private static Estimate paired(Metric larger, Metric smaller) {
        List<List<Double>> ratios = new ArrayList<>();
        for (int n = 0; n < larger.forks().size(); n++) {
            ratios.add(List.of(
                    larger.forks().get(n).get(0) / smaller.forks().get(n).get(0)));
        }
        return new Metric("", ratios).estimate(ForkValue.MEDIAN);
    }

    private static Metric floored(Metric metric, double floor) {
        List<List<Double>> floored = metric.forks().stream()
                .map(fork -> fork.stream().map(value -> Math.max(value, floor)).toList())
                .toList();
        return new Metric(metric.unit(), floored);
    }

    private static boolean isPositive(Metric metric) {
        return metric.forks().stream().flatMap(List::stream).allMatch(value -> value > 0);
    }

    /** Whether the prediction held. A lower bound can hold it but not fail it. */
    public Prediction verdict() {
        // a row without a JDK version has no prediction that is for some JDKs only
        if (pitfall.lastJdk() < largerRow.jdkRelease().orElse(Integer.MAX_VALUE)) {
            return Prediction.NOT_PREDICTED;
        }
        double factor = pitfall.factor() * (1 - ROUNDING);
        if (ratio.hasInterval() && ratio.low() >= factor) {
            return Prediction.HELD;
        }
        return ratio.hasInterval() && ratio.high() < factor && !atLeast ? Prediction.FAILED : Prediction.NOT_SHOWN;
    }

    /** Adds the pitfalls of a file as a table, if it has any; text lacks the mistakes, the names of the values and what to read next. */
    public static Sections addTo(Sections sections, ResultsFile file) {
        List<PitfallResult> results = in(file);
        if (results.isEmpty()) {
            return sections;
        }
        List<Row> rows = results.stream()
                .flatMap(result -> Stream.of(result.largerRow, result.smallerRow))
                .toList();
        Grid grid = new Grid()
                .droppable("smaller", "larger", "predicted")
                .left("pitfall", "mistake")
                .left("larger row", "larger", "smaller row", "smaller")
                .left("ratio", "predicted", "verdict", "next");
        results.forEach(result -> grid.row(result.cells(!sections.isText())));
        return sections.paragraph("Pitfalls: " + Caption.of(rows)
                        + ". A first or last iteration counts alone, a secondary metric by its mean, p99 by its median over"
                        + " iterations.")
                .table(grid);
    }

    private String[] cells(boolean whole) {
        OptionalInt release = largerRow.jdkRelease();
        String floor = "at most " + Numbers.significant(smaller.value()) + " " + unit;
        String jdk = release.isPresent() ? "JDK " + release.getAsInt() : "an unknown JDK";
        boolean isPredicted = verdict() != Prediction.NOT_PREDICTED;
        return new String[] {
            pitfall.name(),
            whole ? pitfall.mistake() : "",
            whole ? pitfall.larger().label() : "",
            EstimateText.score(larger, unit),
            whole ? pitfall.smaller().label() : "",
            atLeast ? floor : EstimateText.score(smaller, unit),
            (atLeast ? "at least " : "") + EstimateText.ratio(ratio),
            "at least " + Numbers.significant(pitfall.factor()),
            isPredicted ? verdict().name().replace('_', ' ') : "not predicted for " + jdk,
            whole ? "`" + pitfall.next() + "`" : ""
        };
    }
}
