package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
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
                        .flatMap(larger -> file.rows().stream()
                                .filter(smaller -> pitfall.isMeasuredBy(larger, smaller))
                                .flatMap(smaller -> of(pitfall, larger, smaller).stream()))
                        .limit(1))
                .toList();
    }

    /** Empty when the two cannot be compared: their units differ, a value is 0, or the first iteration is also the last. */
    private static Optional<PitfallResult> of(Pitfall pitfall, Row largerRow, Row smallerRow) {
        Metric larger = floored(pitfall.larger().counted(largerRow), pitfall.floor());
        Metric measured = pitfall.smaller().counted(smallerRow);
        Metric smaller = floored(measured, pitfall.floor());
        boolean same = largerRow.equals(smallerRow);
        boolean isOneValue = same
                && pitfall.larger().metric().equals(pitfall.smaller().metric())
                && largerRow.primary().forks().stream().anyMatch(fork -> fork.size() < 2);
        if (!larger.unit().equals(smaller.unit()) || !isPositive(larger) || !isPositive(smaller) || isOneValue) {
            return Optional.empty();
        }
        return Optional.of(new PitfallResult(
                pitfall,
                largerRow,
                smallerRow,
                larger.unit(),
                larger.estimate(),
                smaller.estimate(),
                same ? paired(larger, smaller) : larger.estimate().ratioTo(smaller.estimate()),
                !smaller.equals(measured)));
    }

    /** Two values of the same forks are not independent: takes the ratio within each fork. */
    private static Estimate paired(Metric larger, Metric smaller) {
        List<List<Double>> ratios = IntStream.range(0, larger.forks().size())
                .mapToObj(fork -> List.of(larger.forks().get(fork).get(0)
                        / smaller.forks().get(fork).get(0)))
                .toList();
        return new Metric("", ratios).estimate();
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
        return new String[] {
            pitfall.name(),
            whole ? pitfall.mistake() : "",
            whole ? pitfall.larger().label() : "",
            EstimateText.score(larger, unit),
            whole ? pitfall.smaller().label() : "",
            atLeast
                    ? "at most " + Numbers.significant(smaller.value()) + " " + unit
                    : EstimateText.score(smaller, unit),
            (atLeast ? "at least " : "") + EstimateText.ratio(ratio),
            "at least " + Numbers.significant(pitfall.factor()),
            verdict() == Prediction.NOT_PREDICTED
                    ? "not predicted for " + (release.isPresent() ? "JDK " + release.getAsInt() : "an unknown JDK")
                    : verdict().name().replace('_', ' '),
            whole ? "`" + pitfall.next() + "`" : ""
        };
    }
}
