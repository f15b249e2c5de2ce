package dev.callcost.compare;

import dev.callcost.compare.AllocationChange.AllocationVerdict;
import dev.callcost.data.Estimate;
import dev.callcost.data.ForkValue;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A row of a comparison of two results files or of pairs, with its verdict.
 *
 * @param verdict on the scores, or why there is none
 * @param reason why the scores are not judged, in one line; empty when they are
 * @param sides what both sides measured; empty when no fork counts
 * @param score empty when no fork counts, or the units cannot be converted
 * @param allocation empty when a side was measured without {@code -prof gc}
 * @param isMeasuredAlike false when settings differ that make numbers incomparable
 * @param needed about how many forks a side, or more pairs, would decide the row; zero when it is decided or no number
 *     would
 * @param paired empty without pairs that count
 * @param onePair head's time over base's in the only pair of a row, where that pair leaves open whether it is slower;
 *     otherwise empty
 */
public record RowVerdict(
        RowKey key,
        Verdict verdict,
        Optional<String> reason,
        Optional<RowSides> sides,
        Optional<ScoreChange> score,
        Optional<AllocationChange> allocation,
        boolean isMeasuredAlike,
        int needed,
        List<String> remarks,
        Optional<PairResult> paired,
        Losses losses,
        OptionalDouble onePair) {
    private static final String ONE_PAIR = "one pair";

    private static final Set<Verdict> FINAL =
            EnumSet.of(Verdict.FAILED, Verdict.NOT_MEASURED, Verdict.NOT_CHOSEN, Verdict.SKIPPED, Verdict.NOT_JUDGED);

    /**
     * Pairs and forks that do not count.
     *
     * @param dropped pairs that were dropped because the difference drifted
     */
    public record Losses(int failedForks, int dropped) {
        static final Losses NONE = new Losses(0, 0);
    }

    /** A row of results files that has no scores that can be used. */
    static RowVerdict failed(RowKey key, String why) {
        return new RowVerdict(
                key,
                Verdict.FAILED,
                Optional.of(why),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                0,
                List.of(),
                Optional.empty(),
                Losses.NONE,
                OptionalDouble.empty());
    }

    /**
     * A row whose only pair decides nothing, and does not show that the row has no large slowdown.
     *
     * @param pair empty when it failed
     */
    static RowVerdict ofOnePair(RowKey key, Optional<Pair> pair, List<String> remarks, Losses losses) {
        OptionalDouble ratio = pair.flatMap(Pair::difference).stream()
                .mapToDouble(it -> Math.exp(it.deciding(pair.orElseThrow().meanDecides())))
                .findFirst();
        return new RowVerdict(
                key,
                Verdict.UNDECIDED,
                Optional.of(
                        ratio.isPresent()
                                ? "one pair: " + EstimateText.change(ratio.getAsDouble())
                                : "its only pair has no value"),
                pair.filter(it -> ratio.isPresent()).map(it -> RowSides.of(it.base(), it.head(), List.of(), 1, 1)),
                Optional.empty(),
                Optional.empty(),
                true,
                PairRule.FEWEST_PAIRS,
                remarks,
                Optional.empty(),
                losses,
                ratio);
    }

    public String word() {
        return verdict.name();
    }

    /** Whether it is not decided, and a large slowdown would have been seen. */
    public boolean isClear() {
        return verdict == Verdict.CLEAR || verdict == Verdict.NOT_CHOSEN && reason.isEmpty();
    }

    public Optional<Estimate> slowdown() {
        return score.map(ScoreChange::slowdown);
    }

    /** How far the change is from none, a logarithm. */
    double size() {
        return onePair.isPresent()
                ? Math.abs(Math.log(onePair.getAsDouble()))
                : slowdown().map(it -> Math.abs(it.logMean())).orElse(0.0);
    }

    /** Head's time over base's. */
    double ratio() {
        return slowdown().orElseThrow().value();
    }

    String change() {
        return onePair.isPresent()
                ? EstimateText.change(onePair.getAsDouble())
                : slowdown().map(EstimateText::change).orElse("");
    }

    /** Whether its one pair shows a slowdown that is to be found. */
    boolean isLargeInOnePair() {
        return Math.log(onePair.orElse(1)) > PairRule.FIND;
    }

    /** The interval that counts, or that there is but one pair; empty without either. */
    String interval() {
        return onePair.isPresent() ? ONE_PAIR : score.map(ScoreChange::interval).orElse("");
    }

    /**
     * A side's score by the statistic that decides, in the side's unit; of a quantity without a ratio the mean over
     * forks.
     */
    double valueOf(Row side) {
        Metric values = side.primary();
        if (!Floor.hasRatio(values)) {
            return values.mean().orElse(Double.NaN);
        }
        boolean meanDecides = score.filter(ScoreChange::meanDecides).isPresent();
        return (meanDecides ? values.estimateOfMeans() : side.estimate()).value();
    }

    /** Whether the values of forks in files are medians. */
    boolean hasMedians() {
        return sides.filter(both -> both.base().forkValue() == ForkValue.MEDIAN).isPresent();
    }

    /** A time with the unit that fits, or the score in its own unit. */
    public String scoreOfBase(RowSides both) {
        return text(both.base(), valueOf(both.base()));
    }

    /** Base's score times the change, so that the three agree; head's own where no change is known. */
    public String scoreOfHead(RowSides both) {
        return slowdown()
                .map(it -> both.base().primary().isMoreBetter() ? it.inverse() : it)
                .map(it -> text(both.base(), valueOf(both.base()) * it.value()))
                .orElseGet(() -> text(both.head(), valueOf(both.head())));
    }

    private static String text(Row row, double score) {
        OptionalDouble nanos = row.primary().nanosPerUnit();
        return nanos.isPresent()
                ? Numbers.plainTime(score * nanos.getAsDouble())
                : plain(row.primary(), score) + " " + row.primary().unit();
    }

    private static String plain(Metric metric, double value) {
        return value == 0
                ? "0"
                : Floor.of(metric).equals(Floor.BYTES)
                        ? AllocationChange.text(value)
                        : Html.grouped(Numbers.significant(value));
    }

    List<String> differences() {
        return sides.map(RowSides::differences).orElse(List.of());
    }

    boolean isWhole() {
        return sides.map(RowSides::base).map(Quantities::isWhole).orElse(true);
    }

    /** Whether head takes more time by the pairs or forks that count, also when the row failed later. */
    boolean isSlower() {
        return verdict == Verdict.SLOWER
                || verdict != Verdict.NOT_JUDGED
                        && score.filter(it -> it.verdict() == Verdict.SLOWER).isPresent();
    }

    /** See {@link ScoreChange#meanBeyond}; UNDECIDED for a row that is not judged by its score. */
    public Verdict meanBeyond() {
        return score.filter(it -> verdict == it.verdict())
                .map(ScoreChange::meanBeyond)
                .orElse(Verdict.UNDECIDED);
    }

    public boolean isRegression() {
        return isSlower() || allocates(AllocationVerdict.MORE);
    }

    boolean allocates(AllocationVerdict amount) {
        return allocation.filter(it -> it.verdict() == amount).isPresent();
    }

    /** Whether more forks are needed for the scores or for the allocation, or another measurement. */
    public boolean isOpen() {
        return !verdict.isDecided()
                        && (verdict != Verdict.NOT_JUDGED
                                || reason.filter(Quantities.OPEN::contains).isPresent())
                || allocates(AllocationVerdict.CANNOT_TELL);
    }

    boolean isRateNotMet() {
        return verdict == Verdict.NOT_JUDGED
                && reason.filter(Quantities.NOT_MET::equals).isPresent();
    }

    boolean isComplete() {
        return !isOpen() && isMeasuredAlike;
    }

    public int pairs() {
        return paired.map(PairResult::pairs).orElse(0);
    }

    /** How many pairs count, or forks of both sides: {@code 5+5}, or files: {@code 3+3 files}; empty when none does. */
    public String count(boolean isPaired) {
        return isPaired
                ? String.valueOf(onePair.isPresent() ? 1 : pairs())
                : sides.map(RowSides::count).orElse("");
    }

    /** Whether the interval comes from how much files differ, not forks. */
    boolean isByFiles() {
        return sides.filter(RowSides::isByFiles).isPresent();
    }

    /** About how many more pairs would settle the row; zero when it is settled. */
    public int morePairs() {
        return paired.map(PairResult::morePairs).orElse(PairRule.FEWEST_PAIRS);
    }

    /** Whether {@code compare} measures no more pairs. */
    public boolean isFinished() {
        return FINAL.contains(verdict) || paired.filter(PairResult::isFinished).isPresent();
    }
}
