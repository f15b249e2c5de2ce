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
    /** Taken for the start, set-up and end of a fork until a pair has been measured. */
    private static final long OVERHEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The number of pairs after which a drift is first tested. */
    private static final int FIRST_LOOK = 4;

    /** The share of the cap from which on it is reached: it falls within an iteration. */
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
        judged = PairedRow.of(row.key(), pairs, rule, failures.size(), noVerdict, warmings);
    }

    RowPair row() {
        return row;
    }

    /** What its pairs say. */
    VerdictRow judged() {
        return judged;
    }

    /** Whether the next pair is the one that is thrown away. */
    boolean isBurnIn() {
        return nextRound() == 1;
    }

    /** The number of the next pair, from 1 on. */
    int nextRound() {
        return measured + 1;
    }

    int failures() {
        return failures.size();
    }

    /**
     * Adds a pair.
     *
     * @param took nanoseconds
     * @param warmedSeconds for how long the slower of its forks had warmed up until it was warm; 0 where the length was fixed
     */
    void add(Pair pair, long took, double warmedSeconds) {
        measured++;
        nanos += took;
        warmed = Math.max(warmed, warmedSeconds);
        pairs.add(pair);
        judge();
    }

    /**
     * The drift of the difference within the pairs so far, at an interim analysis; empty without a significant drift, or when the warm-up's length is fixed.
     */
    Optional<Session.Warming> warming() {
        Optional<Duration> cap =
                row.base().warmUp().or(() -> row.head().warmUp()).map(ForkWarmUp::cap);
        Optional<PairedComparison> analysed =
                judged.paired().filter(it -> it.pairs() == FIRST_LOOK || PairedRule.LOOKS.contains(it.pairs()));
        return cap.flatMap(longest -> analysed.flatMap(PairedComparison::significantDrift)
                .map(it -> new Session.Warming(
                        row.key(),
                        judged.pairs(),
                        warmed,
                        it.first(),
                        it.last(),
                        warmed >= CAPPED * longest.toMillis() / MILLIS_PER_SECOND)));
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

    /** Ends the row without a verdict. */
    void end(NoVerdict reason) {
        noVerdict = Optional.of(reason);
        judge();
    }

    /** Judges by a rule from now on, which is known before any pair counts. */
    void judgeBy(PairedRule other) {
        rule = other;
        judge();
    }

    /** About how long a pair of a row will take, by its iterations. */
    static long plannedNanos(RowPair row) {
        return row.base().iterationNanos() + row.head().iterationNanos() + 2 * OVERHEAD_NANOS;
    }

    long plannedNanos() {
        return plannedNanos(row);
    }

    /** About how long a pair takes: as those so far, or as planned. */
    long nanosPerPair() {
        return isBurnIn() ? plannedNanos() : nanos / measured;
    }

    /** About how long the row will still take. */
    long nanosLeft() {
        return judged.isFinished() ? 0 : nanosOf(Math.min(judged.morePairs(), PairedRule.MOST_PAIRS - judged.pairs()));
    }

    /** Whether it has come to its first look. */
    boolean isPastFirstLook() {
        return judged.pairs() >= PairedRule.LOOKS.get(0);
    }

    /** About how long an open row takes until it has as many pairs as the next look is at. */
    long nanosToLook() {
        return nanosOf(PairedRule.pairsToLook(judged.pairs()));
    }

    private long nanosOf(int pairs) {
        return nanosPerPair() * (pairs + (isBurnIn() ? 1 : 0));
    }
}
