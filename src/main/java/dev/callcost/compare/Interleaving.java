package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Fork;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.HostPlace;
import dev.callcost.launch.Plan;
import dev.callcost.launch.PlannedRow;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.ProgressLine;
import dev.callcost.text.SafeFile;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The plan of a comparison: in each round every row without a verdict gets a pair of forks, one of each side. The first pair of a row does not count. The
 * plan is over when all rows have verdicts, or with the budget.
 */
final class Interleaving implements Plan<RowRun> {
    /** Rows that are named one by one in a line. */
    private static final int NAMED = 5;

    private static final String LEFT_OUT = "the budget is too short for a first interim analysis";

    private final Session.Header header;
    private final List<RowRun> rows;
    private final Side base;
    private final Side head;
    private final ForkHosts forks;
    private final Path log;
    private final Progress progress;
    private final Random random;
    private final BudgetedRounds rounds;
    private boolean headFirst;
    private final long start = System.nanoTime();
    private long begin;
    private int round;
    private PairWatch watch;

    /**
     * @param log the file of the session's log
     * @param budget after which no further pair begins
     */
    Interleaving(
            Session.Header header,
            List<RowPair> rows,
            Side base,
            Side head,
            ForkHosts forks,
            Path log,
            Progress progress,
            Duration budget) {
        this.header = header;
        this.rows = rows.stream().map(row -> new RowRun(header, row)).toList();
        this.base = base;
        this.head = head;
        this.forks = forks;
        this.log = log;
        this.progress = progress;
        this.random = new Random(header.seed());
        this.rounds = new BudgetedRounds(this.rows, random, budget, System::nanoTime);
    }

    void run() {
        try {
            forks.follow(this);
        } finally {
            if (watch != null) {
                watch.close();
            }
        }
    }

    @Override
    public List<RowRun> nextRound() {
        boolean admitting = rounds.isAdmitting();
        List<RowRun> next = rounds.nextRound();
        round += rounds.isAdmitting() ? 0 : 1;
        if (admitting && rounds.nanosLacking() > 0) {
            tellOfBudget(rounds.leftOut());
        }
        if (admitting) {
            checkMetrics();
        }
        rounds.leftOut().stream().filter(row -> !row.isFinished()).forEach(row -> {
            add(row, new Session.LeftOut(row.key(), LEFT_OUT));
        });
        return next;
    }

    private void add(RowRun row, Session.Part part) {
        SafeFile.append(log, part.line());
        row.add(part);
    }

    /**
     * Refuses a metric that no row has, as soon as each benchmark and mode has had a pair: the profilers are those of all rows, and a benchmark's counters
     * and samples do not depend on its parameters.
     */
    private void checkMetrics() {
        List<Row> forks = rows.stream().flatMap(row -> row.forks().stream()).toList();
        Set<List<String>> known = forks.stream().map(fork -> kind(fork.key())).collect(Collectors.toSet());
        boolean areAllKnown =
                rows.stream().filter(row -> !row.isFinished()).allMatch(row -> known.contains(kind(row.key())));
        if (!forks.isEmpty() && (areAllKnown || !rounds.isAdmitting())) {
            try {
                header.quantities().check(forks);
            } catch (IllegalArgumentException e) {
                throw CommandException.usage("compare: " + e.getMessage());
            }
        }
    }

    private static List<String> kind(RowKey row) {
        return List.of(row.benchmark(), row.mode());
    }

    @Override
    public boolean isOver() {
        return rounds.isOver();
    }

    @Override
    public void begins(RowRun row) {
        headFirst = row.headFirst(random);
        begin = System.nanoTime();
        watch = new PairWatch();
    }

    @Override
    public List<Plan.Command> forks(RowRun row) {
        return List.of(command(row, headFirst), command(row, !headFirst));
    }

    @Override
    public void starts(RowRun row, HostPlace place) {
        RowNames names = new RowNames(rows.stream().map(RowRun::key).toList());
        PlannedRow first = headFirst ? row.row().head() : row.row().base();
        progress.watch(
                new ProgressLine(
                        round == 0 ? "burn-in" : "round " + round,
                        begin - start,
                        rounds.nanosLeft(),
                        names.forms(row.key())),
                () -> place.step(first));
    }

    @Override
    public boolean inTurns() {
        return header.inTurns();
    }

    @Override
    public void ended(RowRun row, List<ForkOutcome> outcomes) {
        try (PairWatch ended = watch) {
            List<ForkOutcome.Measured> measured = measured(row, outcomes);
            if (measured.size() < 2) {
                return;
            }
            JsonObject seen = ended.seen();
            ForkOutcome.Measured before = measured.get(headFirst ? 1 : 0);
            ForkOutcome.Measured after = measured.get(headFirst ? 0 : 1);
            Pair pair = new Pair(
                    row.key(),
                    row.isBurnIn(),
                    headFirst,
                    inTurns(),
                    before.fork().row(),
                    after.fork().row(),
                    PairWatch.excluded(seen));
            SafeFile.append(log, Session.lines(pair, row.nextRound(), before.line(), after.line(), seen));
            row.add(pair, System.nanoTime() - begin, longestSeconds(before, after));
            tell(row, pair);
            row.warming().ifPresent(warming -> warm(row, warming));
            if (pair.counts()) {
                row.newlyToConfirm()
                        .forEach(it -> say(
                                it.key(),
                                "slower after " + Sections.count(it.pairs(), "pair") + "; " + it.pairs()
                                        + " fresh pairs will confirm it or not"));
            }
        }
    }

    private void tellOfBudget(List<RowRun> leftOut) {
        progress.tell("The budget is about " + Numbers.duration(rounds.nanosLacking())
                + " too short to bring all rows to their first interim analysis, at "
                + Sections.count(PairedRule.LOOKS.get(0), "pair") + ". "
                + (leftOut.isEmpty() ? "" : "Left out: " + names(leftOut) + ". ")
                + Comparison.budgetAdvice(base, head));
    }

    private String names(List<RowRun> some) {
        int more = some.size() - NAMED;
        return some.stream().limit(NAMED).map(row -> label(row.key())).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + Sections.count(more, "more row") : "");
    }

    private static double longestSeconds(ForkOutcome.Measured... forks) {
        return Stream.of(forks)
                .map(it -> it.fork().warmUp())
                .filter(Objects::nonNull)
                .mapToDouble(Fork.WarmUp::seconds)
                .max()
                .orElse(0);
    }

    private void warm(RowRun row, Session.Warming warming) {
        add(row, warming);
        String drifted = "the difference drifted while it was measured, "
                + PairedComparison.fromTo(warming.first(), warming.last());
        say(
                row.key(),
                warming.isGivenUp()
                        ? drifted + ", after the longest warm-up; given up"
                        : drifted + "; " + Sections.count(warming.pairs(), "pair")
                                + " dropped, and forks warm up for longer than "
                                + Numbers.duration(Math.round(1e9 * warming.seconds())));
    }

    private Side.Command command(RowRun row, boolean ofHead) {
        return ofHead
                ? new Side.Command(head, row.row().head(), inTurns())
                : new Side.Command(base, row.row().base(), inTurns());
    }

    /** What the forks measured until the first that did not; that one is logged. */
    private List<ForkOutcome.Measured> measured(RowRun row, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> measured = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Side side = headFirst == (i == 0) ? head : base;
            ForkOutcome checked = side.checked(outcomes.get(i));
            if (checked instanceof ForkOutcome.Measured fork) {
                measured.add(fork);
            } else if (!(checked instanceof ForkOutcome.Dropped)) {
                lost(row, side, checked);
                return measured;
            }
        }
        return measured;
    }

    private void lost(RowRun row, Side side, ForkOutcome outcome) {
        if (outcome instanceof ForkOutcome.Failed failed) {
            Session.Loss loss = new Session.Loss(Session.FAILED, row.key(), side.name(), failed.message());
            SafeFile.append(log, loss.line(failed.details()));
            row.add(loss);
            say(row.key(), "fork FAILED (" + row.failures() + " of " + Session.FAILURES + "), " + loss.text());
        } else if (outcome instanceof ForkOutcome.Skipped skipped) {
            Session.Loss loss = new Session.Loss(Session.SKIPPED, row.key(), side.name(), skipped.message());
            add(row, loss);
            say(row.key(), "skipped, " + loss.text());
        }
    }

    private void tell(RowRun row, Pair pair) {
        VerdictRow judged = row.shown();
        if (!pair.counts() && !pair.burnIn()) {
            String why = pair.excluded().orElse("a fork did not meet the rate");
            say(
                    row.key(),
                    judged.isRateNotMet()
                            ? "the rate was not met in too many pairs, so the row is given up"
                            : "excluded, " + why);
            return;
        }
        String score = judged.paired()
                .map(it -> (EstimateText.change(it.score().slowdown()) + " " + interval(it)).strip())
                .orElse("no ratio, its unit is unknown");
        String step = pair.burnIn() ? "burn-in" : score + ", pair " + judged.pairs() + ", " + judged.word();
        String line = label(judged.key()) + ": " + step + left();
        if (row.isFinished()) {
            progress.tell(line);
        } else {
            progress.log(line);
        }
    }

    private void say(RowKey row, String what) {
        progress.tell(label(row) + ": " + what + left());
    }

    private String label(RowKey row) {
        return new RowNames(Stream.concat(Stream.of(row), rows.stream().map(RowRun::key))
                        .toList())
                .label(row);
    }

    private String left() {
        return "; " + Numbers.duration(rounds.nanosLeft()) + " left";
    }

    private static String interval(PairedComparison paired) {
        return paired.score().interval().replace(ScoreComparison.TOO_WIDE, "");
    }
}
