package dev.callcost.compare.report;

import dev.callcost.compare.evidence.PairResult;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.measure.ComparisonListener;
import dev.callcost.compare.measure.ComparisonListener.Estimated;
import dev.callcost.compare.measure.ComparisonListener.PlannedTime;
import dev.callcost.compare.measure.ComparisonListener.PlannedWork;
import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.ForkLoss;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Progress.ProgressLine;
import dev.callcost.text.Progress.RowsDone;
import dev.callcost.text.Progress.TimeLeft;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Tells a person how a comparison goes on. */
public final class ComparisonProgress implements ComparisonListener {
    private final Progress progress;
    private List<RowKey> rows = List.of();
    private ReachedRows changed;

    public ComparisonProgress(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void begins(Session session, List<String> jdks, Optional<Duration> budget, boolean isOfUser) {
        rows = session.header().rows();
        changed = session.changed();
        progress.tell("callcost " + Versions.suite() + ": " + Sections.count(rows.size(), "row") + ", forks: JDK "
                + String.join(" and ", jdks) + " (--jvm chooses), "
                + Machine.describe().brief()
                + budget.map(it -> "; budget " + (isOfUser ? "" : "for pairs up to ") + Numbers.exact(it))
                        .orElse(""));
    }

    @Override
    public void compared(Session session, List<JarPair> jars) {
        boolean areAll = session.changed().reach().allRows() != null;
        progress.tell((areAll ? "" : sides(jars)) + new ReachText(session.changed()).difference());
    }

    /** Both sides, by the names of their jars where each has one and these differ. */
    private static String sides(List<JarPair> jars) {
        Path base = Path.of(jars.get(0).base().name()).getFileName();
        Path head = Path.of(jars.get(0).head().name()).getFileName();
        return jars.size() > 1 || base.equals(head) ? "base and head " : "base " + base + " and head " + head + " ";
    }

    @Override
    public void scouts(RowKey row, RowsDone done, TimeLeft time) {
        watch("scouts", row, done, time, "what it runs");
    }

    @Override
    public void counts(RowKey row, RowsDone done, TimeLeft time) {
        watch("counts", row, done, time, "what it executes");
    }

    private void watch(String part, RowKey row, RowsDone done, TimeLeft time, String step) {
        progress.watch(new ProgressLine(part, Optional.of(done), time, new RowNames(rows).forms(row)), () -> step);
    }

    @Override
    public void counted(Session session) {
        changed = session.changed();
        if (!changed.counted().isEmpty()) {
            progress.tell(WorkTable.summary(changed) + ".");
        }
    }

    @Override
    public void lost(ForkLoss loss) {
        progress.tell(label(loss.row()) + ": " + loss.outcome().text());
    }

    @Override
    public void planned(Session session, PlannedWork work) {
        progress.tell(sentence(session, work));
    }

    /** How many rows are measured, and in about which time. */
    static String sentence(Session session, PlannedWork work) {
        return work.isOpen()
                ? new ReachText(session.changed()).plan()
                        + work.time().map(ComparisonProgress::time).orElse("")
                : "The budget is over: scouts know " + session.changed().rows().size() + " of "
                        + Sections.count(session.header().rows().size(), "row")
                        + ", and no further pair begins.";
    }

    private static String time(PlannedTime time) {
        String scouts = time.scouted().isZero()
                ? ""
                : " Scouts and counts took " + Numbers.duration(time.scouted().toNanos()) + " of the budget.";
        String rest = time.scouted().isZero() ? "the whole budget." : "the rest of it.";
        String few = time.firstPairs() < time.firstRows()
                ? " This is enough for the first pairs of about " + time.firstPairs() + " of " + time.firstRows()
                        + " rows: a larger --budget, or --shard, measures more."
                : "";
        return scouts + " " + pairs(time.usual(), time.most(), rest) + few;
    }

    /** {@code Pairs take about 3 min, at most the whole budget.} */
    private static String pairs(Estimated usual, Estimated most, String rest) {
        return usual.takesBudget()
                ? "Pairs take " + rest
                : "Pairs take about " + Numbers.duration(usual.time().toNanos()) + ", at most "
                        + (most.takesBudget()
                                ? rest
                                : Numbers.duration(most.time().toNanos()) + ".");
    }

    @Override
    public void limited(String note) {
        progress.tell(note);
    }

    @Override
    public void found(TrialPairs trial, int most) {
        progress.tell(text(trial, most));
    }

    static String text(TrialPairs trial, int most) {
        String why = most + " at once take " + seconds(trial.seconds()) + " a pair in place of "
                + seconds(trial.aloneSeconds())
                + (Double.isNaN(trial.variance())
                        ? ""
                        : ", with " + Numbers.significant(trial.variance(), 2) + " times the variance")
                + (trial.mayBeWorse() ? ", which may be chance" : "");
        return (trial.pairs() == 1
                        ? "One pair at a time: "
                        : trial.pairs() + " pairs at a time, each on a CPU of its own: ")
                + why + ".";
    }

    private static String seconds(double seconds) {
        return Numbers.significant(seconds, 2) + " s";
    }

    @Override
    public void nextRound(int round, int some, long open, int of, TimeLeft time) {
        progress.log(phase(round) + ": " + (round == 0 ? "" : "a pair of ") + Sections.count(some, "row")
                + (round == 0 ? "" : ", " + open + " of " + Sections.count(of, "row") + " undecided")
                + time.text("; "));
    }

    private static String phase(int round) {
        return round == 0 ? "first pairs" : "round " + round;
    }

    @Override
    public void runs(List<RunningPair> pairs, TimeLeft time) {
        RowNames names = new RowNames(rows);
        RunningPair first = pairs.get(0);
        progress.watch(
                new ProgressLine(phase(first.round()), time, names.forms(first.row())),
                first.step(),
                pairs.stream()
                        .skip(1)
                        .map(pair -> new ProgressLine.Beside(names.forms(pair.row()), pair.step()))
                        .toList());
    }

    @Override
    public void chosen(Optional<Together> together, int chosen, int of) {
        together.ifPresent(all -> progress.tell(all.text() + "."));
        if (chosen > 0 && chosen < of) {
            progress.tell("The rest of the budget has pairs for the " + (chosen == 1 ? "slowest" : chosen + " slowest")
                    + " of " + Sections.count(of, "row") + ".");
        }
    }

    @Override
    public void lost(ForkLoss loss, TimeLeft time) {
        say(loss.row(), loss.outcome().text(), time);
    }

    @Override
    public void warms(Warming warming, TimeLeft time) {
        String drifted =
                "the difference drifted while it was measured, " + PairResult.fromTo(warming.first(), warming.last());
        say(
                warming.row(),
                warming.isGivenUp()
                        ? drifted + ", after the longest warm-up; given up"
                        : drifted + "; " + Sections.count(warming.pairs(), "pair")
                                + " dropped, and forks warm up for longer than "
                                + Numbers.duration(Math.round(1e9 * warming.seconds())),
                time);
    }

    @Override
    public void decided(RowVerdict row, TimeLeft time) {
        say(
                row.key(),
                row.word().toLowerCase(Locale.ROOT) + ", " + row.change() + " " + row.interval() + ", "
                        + Sections.count(row.pairs(), "pair")
                        + changed.work(row.key())
                                .flatMap(work -> CauseText.facts(work).findFirst())
                                .map(it -> "; " + it)
                                .orElse(""),
                time);
    }

    @Override
    public void explains(RowKey row, TimeLeft time, Supplier<String> step) {
        progress.watch(new ProgressLine("why", time, new RowNames(rows).forms(row)), step);
    }

    @Override
    public void explained(RowVerdict row, Cause cause) {
        progress.tell(label(row.key()) + ": why, " + CauseText.of(cause, row));
    }

    /** The name of a row, or of a quantity of one. */
    private String label(RowKey row) {
        return new RowNames(Stream.concat(Stream.of(row), rows.stream()).toList()).label(row);
    }

    private void say(RowKey row, String what, TimeLeft time) {
        progress.tell(label(row) + ": " + what + time.text("; "));
    }
}
