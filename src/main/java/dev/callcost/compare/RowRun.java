package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.launch.ForkWarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A row in the course of a session. */
final class RowRun {
    /** The assumed start, set-up and end of a fork until a pair has been measured. */
    private static final long OVERHEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The number of pairs after which a drift is first tested. */
    private static final int FIRST_LOOK = 4;

    /** A warm-up ends with an iteration, so it reaches its cap from this share on. */
    private static final double CAPPED = 0.99;

    private static final double MILLIS_PER_SECOND = 1000;

    private RowPair row;
    private PairedRule rule;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Session.Loss> failures = new ArrayList<>();
    private Optional<NoVerdict> noVerdict = Optional.empty();
    private final List<Session.Warming> warmings = new ArrayList<>();
    private VerdictRow judged;
    private int measured;
    private long nanos;

    /** Seconds that the slowest fork had warmed up. */
    private double warmed;

    RowRun(RowPair row, PairedRule rule) {
        this.row = row;
        this.rule = rule;
        judge();
    }

    private void judge() {
        judged = SessionComparison.row(row.key(), pairs, rule, failures.size(), noVerdict, warmings);
    }

    RowPair row() {
        return row;
    }

    /** The row with the verdict of its pairs. */
    VerdictRow judged() {
        return judged;
    }

    /** Whether the next pair is the first, which never counts. */
    boolean isBurnIn() {
        return measured == 0;
    }

    /** The number of the next pair, from 1 on. */
    int nextRound() {
        return measured + 1;
    }

    int failures() {
        return failures.size();
    }

    /**
     * @param took nanoseconds
     * @param warmedSeconds the warm-up of the slower fork; 0 where the length was fixed
     */
    void add(Pair pair, long took, double warmedSeconds) {
        measured++;
        nanos += took;
        warmed = Math.max(warmed, warmedSeconds);
        pairs.add(pair);
        judge();
    }

    /** The significant drift of the difference within the pairs so far, at an interim analysis; empty when the warm-up's length is fixed. */
    Optional<Session.Warming> warming() {
        Optional<ForkWarmUp> warmUp = row.base().warmUp().or(() -> row.head().warmUp());
        return judged.paired()
                .filter(it -> it.pairs() == FIRST_LOOK || PairedRule.LOOKS.contains(it.pairs()))
                .flatMap(PairedComparison::significantDrift)
                .flatMap(drift -> warmUp.map(it -> new Session.Warming(
                        row.key(),
                        judged.pairs(),
                        warmed,
                        drift.first(),
                        drift.last(),
                        warmed >= CAPPED * it.cap().toMillis() / MILLIS_PER_SECOND)));
    }

    /** Drops the pairs so far, after which forks warm up for twice as long as the slowest; or gives the row up. */
    void warm(Session.Warming warming) {
        warmings.add(warming);
        if (!warming.isGivenUp()) {
            pairs.clear();
            row = row.warmingUpAtLeast(Duration.ofMillis(Math.round(2 * MILLIS_PER_SECOND * warming.seconds())));
        }
        judge();
    }

    void addFailed(Session.Loss loss) {
        failures.add(loss);
        if (failures.size() >= Session.FAILURES) {
            noVerdict = Optional.of(NoVerdict.failed(!isBurnIn(), loss.message()));
        }
        judge();
    }

    void end(NoVerdict reason) {
        noVerdict = Optional.of(reason);
        judge();
    }

    /** Judges by another rule, which is known before any pair counts. */
    void judgeBy(PairedRule other) {
        rule = other;
        judge();
    }

    /** The estimated nanoseconds of a pair, by its iterations. */
    static long plannedNanos(RowPair row) {
        return row.base().iterationNanos() + row.head().iterationNanos() + 2 * OVERHEAD_NANOS;
    }

    long plannedNanos() {
        return plannedNanos(row);
    }

    /** By the pairs so far, or as planned. */
    long nanosPerPair() {
        return isBurnIn() ? plannedNanos() : nanos / measured;
    }

    long nanosLeft() {
        return judged.isFinished() ? 0 : nanosOf(Math.min(judged.morePairs(), PairedRule.MOST_PAIRS - judged.pairs()));
    }

    boolean isPastFirstLook() {
        return judged.pairs() >= PairedRule.LOOKS.get(0);
    }

    /** The estimated time of an open row until its next interim analysis. */
    long nanosToLook() {
        return nanosOf(PairedRule.pairsToLook(judged.pairs()));
    }

    private long nanosOf(int pairs) {
        return nanosPerPair() * (pairs + (isBurnIn() ? 1 : 0));
    }
}
