package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A row of a comparison of two results files or of pairs, with its verdict.
 *
 * @param sides what both sides measured; empty when no fork counts
 * @param verdict the verdict on the scores
 * @param score empty when no fork counts, or the units cannot be converted
 * @param allocation empty when a side was measured without {@code -prof gc}
 * @param noVerdict why the row has no verdict; empty when its scores are judged
 * @param isMeasuredAlike false when settings differ that make numbers incomparable
 * @param wanted what would settle an open row, or why nothing would; empty when its scores are decided
 * @param remarks what else there is to say of the row
 * @param paired empty without pairs that count
 * @param losses what a comparison of pairs lost
 */
public record VerdictRow(
        RowKey key,
        Optional<RowSides> sides,
        Verdict verdict,
        Optional<ScoreComparison> score,
        Optional<AllocationComparison> allocation,
        Optional<NoVerdict> noVerdict,
        boolean isMeasuredAlike,
        Optional<String> wanted,
        List<String> remarks,
        Optional<PairedComparison> paired,
        Losses losses) {

    /**
     * Pairs and forks that do not count.
     *
     * @param setAside pairs that were excluded, without the burn-in
     * @param failedForks forks that failed
     * @param dropped pairs that were dropped because the difference drifted
     */
    public record Losses(int setAside, int failedForks, int dropped) {
        static final Losses NONE = new Losses(0, 0, 0);
    }

    /** The verdict in a word, or the kind of row without a verdict. */
    public String word() {
        return noVerdict.map(it -> it.kind().name()).orElseGet(verdict::name);
    }

    public Optional<Estimate> slowdown() {
        return score.map(ScoreComparison::slowdown);
    }

    List<String> differences() {
        return sides.map(RowSides::differences).orElse(List.of());
    }

    /** Whether head takes more time or allocates more. */
    public boolean isRegression() {
        return verdict == Verdict.SLOWER || allocates(AllocationVerdict.MORE);
    }

    boolean allocates(AllocationVerdict amount) {
        return allocation.filter(it -> it.verdict() == amount).isPresent();
    }

    /** Whether more forks are needed for the scores or for the allocation. */
    public boolean isOpen() {
        return !verdict.isDecided() || allocates(AllocationVerdict.CANNOT_TELL);
    }

    boolean isComplete() {
        return !isOpen() && noVerdict.isEmpty() && isMeasuredAlike;
    }

    public int pairs() {
        return paired.map(PairedComparison::pairs).orElse(0);
    }

    /** About how many more pairs would settle the row; zero when it is settled. */
    public int morePairs() {
        return paired.map(PairedComparison::morePairs).orElse(PairedRule.LOOKS.get(0));
    }

    /** Whether an interim analysis has judged the pairs. */
    boolean isJudged() {
        return noVerdict.isEmpty() && verdict != Verdict.WARMING && pairs() >= PairedRule.LOOKS.get(0);
    }

    /** Whether {@code compare} measures no more pairs. */
    public boolean isFinished() {
        return noVerdict.isPresent()
                || verdict == Verdict.WARMING
                || paired.filter(PairedComparison::isFinished).isPresent();
    }
}
