package dev.callcost.compare.judge;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.evidence.Floor;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.NoVerdict.WhyNot;
import dev.callcost.compare.evidence.PairDifference;
import dev.callcost.compare.evidence.PairResult;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.evidence.RowSides;
import dev.callcost.compare.evidence.RowSides.SettingDifference;
import dev.callcost.compare.evidence.ScoreChange;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A row of a comparison of two results files or of pairs, with its verdict.
 *
 * @param fate the verdict on the scores, or why there is none
 * @param reason why the scores are not judged; empty when they are
 * @param needed about how many forks a side, or more pairs, would decide the row; zero when it is decided or no number
 *     would
 */
public record RowVerdict(
        RowKey key, Fate fate, Optional<NoVerdict> reason, Compared compared, int needed, List<String> remarks) {
    private static final String ONE_PAIR = "one pair";

    /** What became of a row: the verdict on it, or why it has none. The JSON has the names. */
    public enum Fate {
        SLOWER(Verdict.SLOWER),
        FASTER(Verdict.FASTER),
        SAME(Verdict.SAME),
        UNDECIDED(Verdict.UNDECIDED),
        CANNOT_TELL(Verdict.CANNOT_TELL),
        /** Not decided, and a slowdown that is to be found would have been seen. */
        CLEAR,
        /** Its first pair was not among the slowest, or did not begin, and it got no more. */
        NOT_CHOSEN,
        /** Forks of a side failed after pairs of the row had been measured. */
        FAILED,
        /** Forks of a side failed before any pair of the row was measured. */
        NOT_MEASURED,
        /** A side cannot run the row on this machine. */
        SKIPPED,
        /**
         * Shown beside what is judged of the row: percentiles of too few calls, the mean at a rate, metrics without a
         * ratio.
         */
        NOT_JUDGED;

        private final Verdict verdict;

        Fate(Verdict verdict) {
            this.verdict = verdict;
        }

        Fate() {
            this(null);
        }

        static Fate of(Verdict verdict) {
            return valueOf(verdict.name());
        }

        public boolean isDecided() {
            return verdict != null && verdict.isDecided();
        }

        /** Whether neither pair nor fork can change it. */
        boolean isFinal() {
            return verdict == null && this != CLEAR;
        }
    }

    /**
     * What both sides measured.
     *
     * @param sides empty when no fork counts
     * @param score empty when no fork counts, or the units cannot be converted
     * @param allocation empty when a side was measured without {@code -prof gc}
     * @param areAlike false when settings differ that make numbers incomparable
     * @param paired empty without pairs that count
     * @param onePair head's time over base's in the only pair of a row, where that pair leaves open whether it is
     *     slower; otherwise empty
     */
    public record Compared(
            Optional<RowSides> sides,
            Optional<ScoreChange> score,
            Optional<AllocationChange> allocation,
            boolean areAlike,
            Optional<PairResult> paired,
            OptionalDouble onePair) {
        static final Compared NOTHING = ofOnePair(Optional.empty(), OptionalDouble.empty());

        static Compared ofOnePair(Optional<RowSides> sides, OptionalDouble ratio) {
            return new Compared(sides, Optional.empty(), Optional.empty(), true, Optional.empty(), ratio);
        }
    }

    /** A row of results files that has no scores that can be used. */
    static RowVerdict failed(RowKey key, String why) {
        return new RowVerdict(key, Fate.FAILED, Optional.of(NoVerdict.lost(why)), Compared.NOTHING, 0, List.of());
    }

    /**
     * A row whose only pair decides nothing, and does not show that the row has no large slowdown.
     *
     * @param pair empty when it failed
     */
    static RowVerdict ofOnePair(RowKey key, Optional<Pair> pair, List<String> remarks) {
        OptionalDouble ratio = pair.flatMap(PairDifference::deciding).stream()
                .mapToDouble(Math::exp)
                .findFirst();
        NoVerdict why = new NoVerdict(
                WhyNot.ONE_PAIR,
                ratio.isPresent()
                        ? "one pair: " + EstimateText.change(ratio.getAsDouble())
                        : "its only pair has no value");
        return new RowVerdict(
                key,
                Fate.UNDECIDED,
                Optional.of(why),
                Compared.ofOnePair(
                        pair.filter(it -> ratio.isPresent()).map(it -> RowSides.of(it.base(), it.head())), ratio),
                PairRule.FEWEST_PAIRS,
                remarks);
    }

    public Optional<RowSides> sides() {
        return compared.sides;
    }

    public Optional<ScoreChange> score() {
        return compared.score;
    }

    public Optional<AllocationChange> allocation() {
        return compared.allocation;
    }

    public boolean isMeasuredAlike() {
        return compared.areAlike;
    }

    public Optional<PairResult> paired() {
        return compared.paired;
    }

    public OptionalDouble onePair() {
        return compared.onePair;
    }

    public String word() {
        return fate.name();
    }

    /** Whether it is not decided, and a large slowdown would have been seen. */
    public boolean isClear() {
        return fate == Fate.CLEAR || fate == Fate.NOT_CHOSEN && reason.isEmpty();
    }

    public Optional<Estimate> slowdown() {
        return score().map(ScoreChange::slowdown);
    }

    /** How far the change is from none, a logarithm. */
    public double size() {
        return onePair().isPresent()
                ? Math.abs(Math.log(onePair().getAsDouble()))
                : slowdown().map(it -> Math.abs(it.logMean())).orElse(0.0);
    }

    /** Head's time over base's. */
    public double ratio() {
        return slowdown().orElseThrow().value();
    }

    public String change() {
        return onePair().isPresent()
                ? EstimateText.change(onePair().getAsDouble())
                : slowdown().map(EstimateText::change).orElse("");
    }

    /** Whether its one pair shows a slowdown that is to be found. */
    public boolean isLargeInOnePair() {
        return Math.log(onePair().orElse(1)) > PairRule.FIND;
    }

    /** The interval that counts, or that there is but one pair; empty without either. */
    public String interval() {
        return onePair().isPresent()
                ? ONE_PAIR
                : score().map(ScoreChange::interval).orElse("");
    }

    /**
     * A side's score by the statistic that decides, in the side's unit; of a quantity without a ratio the mean over
     * forks.
     */
    public double valueOf(Row side) {
        Metric values = side.primary();
        if (!Floor.hasRatio(values)) {
            return values.mean().orElse(Double.NaN);
        }
        boolean meanDecides = score().filter(ScoreChange::meanDecides).isPresent();
        return (meanDecides ? values.estimateOfMeans() : side.estimate()).value();
    }

    /** Whether the values of forks in files are medians. */
    public boolean hasMedians() {
        return sides().filter(both -> both.base().forkValue() == ForkValue.MEDIAN)
                .isPresent();
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

    public List<String> differences() {
        return sides().stream()
                .flatMap(it -> it.differences().stream())
                .map(SettingDifference::text)
                .toList();
    }

    public boolean isWhole() {
        return sides().map(RowSides::base).map(Quantities::isWhole).orElse(true);
    }

    /** Whether head takes more time by the pairs or forks that count, also when the row failed later. */
    public boolean isSlower() {
        return fate == Fate.SLOWER
                || fate != Fate.NOT_JUDGED
                        && score().filter(it -> it.verdict() == Verdict.SLOWER).isPresent();
    }

    /** See {@link ScoreChange#meanBeyond}; UNDECIDED for a row that is not judged by its score. */
    public Verdict meanBeyond() {
        return score().filter(it -> fate == Fate.of(it.verdict()))
                .map(ScoreChange::meanBeyond)
                .orElse(Verdict.UNDECIDED);
    }

    public boolean isRegression() {
        return isSlower() || allocates(AllocationVerdict.MORE);
    }

    public boolean allocates(AllocationVerdict amount) {
        return allocation().filter(it -> it.verdict() == amount).isPresent();
    }

    /** Whether more forks are needed for the scores or for the allocation, or another measurement. */
    public boolean isOpen() {
        return !fate.isDecided()
                        && (fate != Fate.NOT_JUDGED
                                || reason.filter(it -> it.why().isOpen()).isPresent())
                || allocates(AllocationVerdict.CANNOT_TELL);
    }

    public boolean isRateNotMet() {
        return fate == Fate.NOT_JUDGED
                && reason.filter(it -> it.why() == WhyNot.RATE_NOT_MET).isPresent();
    }

    public boolean isComplete() {
        return !isOpen() && isMeasuredAlike();
    }

    public int pairs() {
        return paired().map(PairResult::pairs).orElse(0);
    }

    /**
     * How many pairs count, or forks of both sides: {@code 5+5}, or files: {@code 3+3 files}; empty when none does. A
     * row that was not chosen for more has its first pair.
     */
    public String count(boolean isPaired) {
        return isPaired
                ? String.valueOf(onePair().isPresent() || isClear() ? Math.max(1, pairs()) : pairs())
                : sides().map(RowSides::count).orElse("");
    }

    /** Whether the interval comes from how much files differ, not forks. */
    public boolean isByFiles() {
        return sides().filter(RowSides::isByFiles).isPresent();
    }

    /** About how many more pairs would settle the row; zero when it is settled. */
    public int morePairs() {
        return paired().map(PairResult::morePairs).orElse(PairRule.FEWEST_PAIRS);
    }

    /** Whether {@code compare} measures no more pairs. */
    public boolean isFinished() {
        return fate.isFinal() || paired().filter(PairResult::isFinished).isPresent();
    }
}
