package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Fork;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Sections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The loop of a comparison: in each round every row that has no verdict yet gets a pair of forks, one of each side, that take turns or run
 * one after the other.
 * A row's first pair is thrown away. It ends when all rows have verdicts, or the budget is over.
 */
final class Interleaving {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<RowRun> rows;
    private final Side base;
    private final Side head;
    private final PairForks forks;
    private final SessionLog log;
    private final Progress progress;
    private final Schedule<RowRun> schedule;
    private final long start = System.nanoTime();
    private final long budgetNanos;
    private boolean stopped;

    /**
     * A comparison that has not begun.
     *
     * @param header rows, margin and seed
     * @param rows the rows of the header
     * @param forks runs the forks of a pair
     * @param log takes every pair
     * @param progress is told of every pair
     * @param budget after which no further pair begins
     */
    public Interleaving(
            Session.Header header,
            List<RowPair> rows,
            Side base,
            Side head,
            PairForks forks,
            SessionLog log,
            Progress progress,
            Duration budget) {
        PairedRule rule = PairedRule.forEachOf(rows.size(), header.margin());
        this.rows = rows.stream().map(row -> new RowRun(row, rule)).toList();
        this.base = base;
        this.head = head;
        this.forks = forks;
        this.log = log;
        this.progress = progress;
        this.schedule = new Schedule<>(header.seed());
        this.budgetNanos = budget.toNanos();
    }

    /** Measures. */
    public void run() {
        List<RowRun> open = open();
        while (!open.isEmpty() && !isOver()) {
            for (RowRun row : schedule.round(schedule.worthwhile(open, RowRun::nanosToLook, budgetLeft()))) {
                if (!isOver()) {
                    pair(row);
                }
            }
            open = open();
        }
    }

    private List<RowRun> open() {
        return rows.stream().filter(row -> !row.judged().isFinished()).toList();
    }

    private boolean isOver() {
        return stopped || budgetLeft() <= 0;
    }

    private long budgetLeft() {
        return budgetNanos - (System.nanoTime() - start);
    }

    private void pair(RowRun row) {
        boolean headFirst = schedule.headFirst(row);
        long begin = System.nanoTime();
        try (PairWatch watch = new PairWatch()) {
            List<ForkOutcome.Measured> measured =
                    measured(row, headFirst, forks.run(member(row, headFirst), member(row, !headFirst)));
            if (measured.size() < 2) {
                return;
            }
            watch.end();
            ForkOutcome.Measured before = measured.get(headFirst ? 1 : 0);
            ForkOutcome.Measured after = measured.get(headFirst ? 0 : 1);
            Pair pair = new Pair(
                    row.row().key(),
                    row.isBurnIn(),
                    headFirst,
                    forks.inTurns(),
                    before.fork().row(),
                    after.fork().row(),
                    watch.setAside(),
                    head.extraWork(after.fork()));
            log.add(pair, row.nextRound(), before, after, watch.seen());
            row.add(pair, System.nanoTime() - begin, longestSeconds(before, after));
            if (pair.counts()) {
                schedule.counted(row);
            }
            tell(row, pair);
            row.warming().ifPresent(warming -> warm(row, warming));
        } finally {
            if (row.judged().isFinished()) {
                forks.end(member(row, true));
                forks.end(member(row, false));
            }
        }
    }

    private static double longestSeconds(ForkOutcome.Measured... forks) {
        return Stream.of(forks)
                .map(it -> it.fork().warmUp())
                .filter(Objects::nonNull)
                .mapToDouble(Fork.WarmUp::seconds)
                .max()
                .orElse(0);
    }

    /** The next pair needs other hosts, which have other arguments. */
    private void warm(RowRun row, Session.Warming warming) {
        log.addWarming(warming);
        forks.end(member(row, true));
        forks.end(member(row, false));
        row.warm(warming);
        String moved =
                "the difference moved while it was measured, from " + EstimateText.change(Math.exp(warming.first()))
                        + " to " + EstimateText.change(Math.exp(warming.last()));
        say(
                row,
                warming.isGivenUp()
                        ? moved + ", after the longest warm-up; given up"
                        : moved + "; " + Sections.count(warming.pairs(), "pair")
                                + " dropped, and forks warm up for longer than "
                                + Numbers.duration(Math.round(NANOS_PER_SECOND * warming.seconds())));
    }

    private PairForks.Member member(RowRun row, boolean ofHead) {
        return ofHead
                ? new PairForks.Member(head, row.row().head())
                : new PairForks.Member(base, row.row().base());
    }

    /** What the forks measured, as far as the first that did not, which is noted. */
    private List<ForkOutcome.Measured> measured(RowRun row, boolean headFirst, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> measured = new ArrayList<>();
        for (ForkOutcome outcome : outcomes) {
            boolean ofHead = headFirst == measured.isEmpty();
            Optional<ForkOutcome.Measured> fork = measured(row, ofHead, outcome);
            if (fork.isEmpty()) {
                return measured;
            }
            measured.add(fork.get());
        }
        return measured;
    }

    /** What a fork measured; empty when it did not, which is noted. */
    private Optional<ForkOutcome.Measured> measured(RowRun row, boolean ofHead, ForkOutcome outcome) {
        if (outcome instanceof ForkOutcome.Measured measured) {
            return Optional.of(measured);
        }
        Side side = ofHead ? head : base;
        if (outcome instanceof ForkOutcome.Failed failed) {
            Session.Loss loss = new Session.Loss(row.row().key(), side.name(), failed.message());
            log.addFailed(loss, failed.details());
            row.addFailed(loss);
            say(
                    row,
                    "fork of " + side.name() + " FAILED (" + row.failures() + " of " + Session.FAILURES + "), "
                            + failed.message());
        } else if (outcome instanceof ForkOutcome.Skipped skipped) {
            Session.Loss loss = new Session.Loss(row.row().key(), side.name(), skipped.reason());
            log.addSkipped(loss);
            row.skip(skipped.reason());
            say(row, "skipped, " + side.name() + ": " + skipped.reason());
        } else {
            stopped = true;
        }
        return Optional.empty();
    }

    private void tell(RowRun row, Pair pair) {
        if (pair.setAside().isPresent() && !pair.burnIn()) {
            say(row, "set aside, " + pair.setAside().get());
            return;
        }
        PairedRow judged = row.judged();
        String score = judged.paired().map(Interleaving::score).orElse("no ratio, its unit is unknown");
        String step = pair.burnIn() ? "burn-in" : score + ", pair " + judged.pairs() + ", " + judged.word();
        progress.step(judged.key().label() + ": " + step + left(), this::table);
    }

    private void say(RowRun row, String what) {
        progress.tell(row.judged().key().label() + ": " + what + left());
    }

    private String table() {
        List<PairedRow> judged = rows.stream().map(RowRun::judged).toList();
        return CompareReport.state(judged) + open().size() + " of " + rows.size() + " open" + left() + "\n";
    }

    private String left() {
        return "; " + Numbers.duration(timeLeft()) + " left";
    }

    private static String score(PairedComparison paired) {
        return (EstimateText.change(paired.score().slowdown()) + " "
                        + EstimateText.changes(paired.low(), paired.high()))
                .strip();
    }

    /** About how long it will still take. */
    private long timeLeft() {
        long needed = rows.stream().mapToLong(RowRun::nanosLeft).sum();
        return Math.max(0, Math.min(needed, budgetLeft()));
    }
}
