package dev.callcost.results.verdict;

import dev.callcost.results.EstimateText;
import dev.callcost.results.Row;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What the reports of comparisons say in the same words. */
public final class Cells {
    private Cells() {}

    /** A row's score: a time with the unit that fits, or the score in its own unit. */
    public static String score(Row row) {
        return row.nanos()
                .map(EstimateText::plainTime)
                .orElseGet(() -> Numbers.significant(row.primary().estimate().value()) + " "
                        + row.primary().unit());
    }

    /** Bytes per operation. */
    public static String bytes(double bytes) {
        return Numbers.bytes(OptionalDouble.of(bytes));
    }

    /** A verdict. */
    public static String word(Enum<?> verdict) {
        return verdict.name().replace('_', ' ');
    }

    /** What the mean says where it decides, or says otherwise than the median. */
    public static Optional<String> mean(ScoreComparison score) {
        if (score.meanDecides()) {
            return Optional.of(
                    "by the mean, as JVM, collector or heap differ; by the median " + word(score.medianVerdict()));
        }
        return score.meanVerdict() == score.medianVerdict()
                ? Optional.empty()
                : Optional.of("by the mean " + Changes.change(score.byMean()) + ", " + word(score.meanVerdict()));
    }

    /**
     * With how many forks a row's allocation could be told; empty when it is told.
     *
     * @param rows how many rows are judged together
     */
    public static Optional<String> forksNeeded(Optional<AllocationComparison> allocation, int rows) {
        return allocation
                .filter(AllocationComparison::isOpen)
                .map(open -> "B/op needs " + AllocationComparison.forksNeeded(rows) + " forks a side");
    }

    /**
     * The last sentence: how many rows have which verdict, and what that comes to.
     *
     * @param verdicts the rows of each verdict in words
     * @param allocations what the allocations of rows say
     * @param missing how many rows head lacks
     * @param conclusion the end of the sentence, see {@link #conclusion}
     */
    public static String summary(
            List<String> verdicts, Stream<AllocationComparison> allocations, int missing, String conclusion) {
        List<String> counts = new ArrayList<>(verdicts);
        long more = allocations
                .filter(it -> it.verdict() == AllocationComparison.Verdict.MORE)
                .count();
        if (more > 0) {
            counts.add(more + " with MORE allocation");
        }
        if (missing > 0) {
            counts.add(missing + " missing in head");
        }
        return (counts.isEmpty() ? "no row in both files" : String.join(", ", counts)) + ": " + conclusion;
    }

    /**
     * What it comes to, as the end of a sentence.
     *
     * @param complete whether nothing is left open
     */
    public static String conclusion(Conclusion outcome, boolean complete) {
        return switch (outcome) {
            case REGRESSION -> "REGRESSION.";
            case NOT_SHOWN -> "not shown to be free of regressions (--strict).";
            case OK ->
                complete
                        ? "no regression."
                        : "no regression seen, which is not to say that there is none: see what is undecided, unlike or missing.";
        };
    }
}
