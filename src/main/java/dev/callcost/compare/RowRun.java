package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkWarmUp;
import dev.callcost.stats.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A row in the course of a session. */
final class RowRun {
    /** The assumed start, set-up and end of a fork until a pair has been measured. */
    private static final long OVERHEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The number of pairs after which a drift is first tested. */
    private static final int FIRST_DRIFT_TEST = 4;

    /** A warm-up ends with an iteration, so it reaches its cap from this share on. */
    private static final double CAPPED = 0.99;

    private RowPair row;
    private PairedRule rule;

    /** What the session holds of the row. */
    private final Session session;

    /** Whether head goes first, in the pairs of a block of two that are still to come. */
    private final Deque<Boolean> order = new ArrayDeque<>();

    /** The row, then its quantities. */
    private List<VerdictRow> judged;

    private int measured;
    private long nanos;

    /** Seconds that the slowest fork had warmed up. */
    private double warmed;

    RowRun(Session.Header header, RowPair row) {
        this.row = row;
        session = new Session(header);
        judgeAmong(header.rows().size());
    }

    /** Judges by the rule for a number of rows, which is known before any pair counts. */
    void judgeAmong(int rows) {
        rule = PairedRule.forEachOf(rows, session.header().margin());
        judge();
    }

    private void judge() {
        Session.Header header = session.header();
        judged = SessionComparison.rows(row.key(), List.of(session), rule, header.margins(), header.quantities());
    }

    RowPair row() {
        return row;
    }

    RowKey key() {
        return row.key();
    }

    /** The verdict on the score. */
    VerdictRow judged() {
        return judged.get(0);
    }

    /** The first verdict that needs more pairs, or else the first that is judged. */
    VerdictRow shown() {
        return Stream.concat(open().stream(), judged.stream().filter(it -> it.verdict() != Verdict.NOT_JUDGED))
                .findFirst()
                .orElse(judged());
    }

    /** The verdicts that need more pairs. */
    private List<VerdictRow> open() {
        return judged.stream().filter(it -> !it.isFinished()).toList();
    }

    private int morePairs() {
        return open().stream().mapToInt(VerdictRow::morePairs).max().orElse(0);
    }

    List<Row> forks() {
        return session.forks();
    }

    boolean isFinished() {
        return failures() >= Session.FAILURES || open().isEmpty() && judged().verdict() != Verdict.NOT_MEASURED;
    }

    /** Whether the next pair is the first, which never counts. */
    boolean isBurnIn() {
        return measured == 0;
    }

    int nextRound() {
        return measured + 1;
    }

    int failures() {
        return session.losses(Session.FAILED).size();
    }

    /** Whether head goes first in the next pair, the same until a pair counts. A coin decides for every second one that counts, the other has the other order. */
    boolean headFirst(Random random) {
        if (order.isEmpty()) {
            boolean headFirst = random.nextBoolean();
            order.addAll(List.of(headFirst, !headFirst));
        }
        return order.peek();
    }

    /**
     * @param took nanoseconds
     * @param warmedSeconds the warm-up of the slower fork; 0 where the length was fixed
     */
    void add(Pair pair, long took, double warmedSeconds) {
        measured++;
        nanos += took;
        warmed = Math.max(warmed, warmedSeconds);
        if (pair.counts()) {
            order.poll();
        }
        add(pair);
    }

    /** Adds a part that takes no time of the budget. */
    void add(Session.Part part) {
        session.add(part);
        if (part instanceof Session.Warming warming && !warming.isGivenUp()) {
            // twice as long as the slowest fork so far
            row = row.warmingUpAtLeast(Duration.ofMillis(Math.round(2000 * warming.seconds())));
        }
        judge();
    }

    /** The significant drift of the difference within the pairs so far, at an interim analysis; empty when the warm-up's length is fixed. */
    Optional<Session.Warming> warming() {
        Optional<ForkWarmUp> warmUp = row.base().warmUp().or(() -> row.head().warmUp());
        return judged().paired()
                .filter(it -> it.pairs() == FIRST_DRIFT_TEST || PairedRule.LOOKS.contains(it.pairs()))
                .flatMap(PairedComparison::significantDrift)
                .flatMap(drift -> warmUp.map(it -> new Session.Warming(
                        row.key(),
                        judged().pairs(),
                        warmed,
                        drift.first(),
                        drift.last(),
                        warmed >= CAPPED * it.cap().toMillis() / 1000.0)));
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
        if (isFinished()) {
            return 0;
        }
        return nanosOf(isConfirming() ? morePairs() : Math.min(morePairs(), PairedRule.MOST_PAIRS - judged().pairs()));
    }

    /** Whether all that the row lacks is fresh pairs that confirm that it is SLOWER. */
    boolean isConfirming() {
        return !isFinished()
                && open().stream()
                        .allMatch(it -> it.confirmation()
                                .filter(Confirmation::isPending)
                                .isPresent());
    }

    /** The row or those of its quantities that are SLOWER by the last pair and get fresh pairs from now on. */
    List<VerdictRow> newlyToConfirm() {
        return open().stream()
                .filter(it -> it.confirmation()
                        .filter(begun -> begun.isPending() && begun.fresh() == 0)
                        .isPresent())
                .toList();
    }

    boolean isPastFirstAnalysis() {
        return judged().pairs() >= PairedRule.LOOKS.get(0);
    }

    /** The estimated time of an open row until its next interim analysis, or until it is confirmed. */
    long nanosToAnalysis() {
        return nanosOf(isConfirming() ? morePairs() : PairedRule.pairsToLook(judged().pairs()));
    }

    private long nanosOf(int pairs) {
        return nanosPerPair() * (pairs + (isBurnIn() ? 1 : 0));
    }
}
