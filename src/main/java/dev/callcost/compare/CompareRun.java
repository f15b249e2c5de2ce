package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Log;
import dev.callcost.data.RowNames;
import dev.callcost.file.SafeFile;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.reach.Scouts;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.PathTails;
import dev.callcost.text.Progress;
import dev.callcost.text.ProgressLine;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as the user requested it.
 *
 * @param common the arguments of both sides
 * @param allRows whether rows are measured that run no changed method
 * @param ignoresResources whether files of the jars that are no code may differ
 * @param budget for how long pairs begin; empty for five minutes a row, and half an hour at most
 */
public record CompareRun(
        Options base,
        Options head,
        List<RunArguments.Group> common,
        Settings settings,
        boolean allRows,
        boolean ignoresResources,
        Optional<Duration> budget) {
    /** On the machine of results/epyc-vm-compare it shows 3 % in all rows of 20 ns and more that were tried in a quiet hour, and 5 % in most. */
    private static final Duration BUDGET_PER_ROW = Duration.ofMinutes(5);

    /** How many scouts run at a time: nothing is measured in them. */
    private static final int SCOUTS = 2;

    /** One part of the budget in so many is kept for finding out why rows are slower. */
    private static final int RESERVE = 10;

    /** The longest budget, unless the user names one. */
    private static final Duration BUDGET = Duration.ofMinutes(30);

    /**
     * What the user names for one side.
     *
     * @param args JMH options of this side alone, as one text
     * @param jvmArgs arguments of this side's forks alone, as one text
     */
    public record Options(Path jar, String jvm, String args, String jvmArgs) {}

    /**
     * What forks of both sides are started with, and where the comparison writes.
     *
     * @param folder a temporary one
     * @param log the file of the session's log
     */
    record Forks(Side base, Side head, Path folder, Path log, Progress progress) {}

    /** Whether the forks of a pair take turns by iterations or run one after the other. */
    public enum Interleave {
        ITERATIONS,
        FORKS
    }

    /**
     * How pairs are measured and judged.
     *
     * @param margin the relative difference that does not matter
     * @param seed of the order of rows and of sides
     * @param find the slowdown that is to be found, as a share; null in logs of earlier versions
     * @param shard which part of the rows is measured; null for all
     * @param metrics what is judged in addition to the scores, see {@link MetricChoice}; null in logs of earlier versions
     */
    public record Settings(
            double margin, long seed, Interleave interleave, Double find, Shard shard, List<String> metrics) {
        public Settings {
            Objects.requireNonNull(interleave);
            metrics = metrics == null ? List.of() : metrics;
            choices(metrics); // refuses what is no metric
            new VerdictRule(margin, VerdictRule.ALPHA); // refuses what is no margin
            if (find != null && !(find > 0 && find < 1)) {
                throw new IllegalArgumentException("the slowdown to find must be between 0 and 1, was " + find);
            }
        }

        private static List<MetricChoice> choices(List<String> metrics) {
            return metrics.stream().map(MetricChoice::parse).toList();
        }

        double toFind() {
            return find == null ? PairRule.FIND : find;
        }

        /** How many machines share the level. */
        int shards() {
            return shard == null ? 1 : shard.count();
        }

        Quantities quantities() {
            return new Quantities(choices(metrics));
        }

        boolean inTurns() {
            return interleave == Interleave.ITERATIONS;
        }
    }

    /**
     * Measures, with JMH's lock held. A folder that holds the same comparison is measured on: its first pairs and the rows that they chose stay, and the time
     * that it took counts for the budget.
     *
     * @param path the folder for the log
     * @param explainer finds out why rows are slower, for which a tenth of the budget is kept; empty for no such explanation
     * @throws CommandException when an argument, a jar or a JVM cannot be used, the folder cannot be written, or holds another comparison
     */
    public void run(Path path, Progress progress, Optional<CauseSampler> explainer) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary =
                        new TemporaryFolder(Path.of(System.getProperty("java.io.tmpdir")), "callcost-compare")) {
            Side ofBase = Side.of("base", base, common, temporary.path(), settings.inTurns());
            Side ofHead = Side.of("head", head, common, temporary.path(), settings.inTurns());
            Matching matching = Matching.of(ofBase, ofHead).of(Optional.ofNullable(settings.shard()));
            List<RowPair> rows = matching.rows();
            CompareLog.Header header = new CompareLog.Header(
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                    Machine.describe().toString(),
                    ofBase.text(ofHead),
                    ofHead.text(ofBase),
                    rows.stream().map(RowPair::key).toList(),
                    matching.onlyInBase(),
                    matching.onlyInHead(),
                    settings);
            Optional<Path> earlier = Files.isDirectory(path) ? Log.in(path) : Optional.empty();
            Path log = earlier.isPresent()
                    ? Log.resume(earlier.get())
                    : Log.begin(path, Log.Command.COMPARE, header.line(more(ofBase, ofHead)));
            CompareLog read = CompareLog.read(log);
            read.header().checkIsOf(header, path);
            announce(progress, header, ofBase, ofHead);
            Forks forks = new Forks(ofBase, ofHead, temporary.path(), log, progress);
            Optional<CompareLog> scouted = scouted(read, rows, forks);
            if (scouted.isEmpty()) {
                return;
            }
            CompareLog session = scouted.get();
            List<RowPair> reached = ofKind(session, rows, Kind.REACHED);
            List<RowPair> inSetUp = ofKind(session, rows, Kind.REACHED_IN_SETUP);
            if (reached.isEmpty() && inSetUp.isEmpty()) {
                return;
            }
            Duration limit = limit(reached.size());
            Duration left = limit.minus(session.measured());
            long start = System.nanoTime();
            try (ForkHosts hosts = new ForkHosts(temporary.path(), Optional.empty())) {
                PairLoop loop = new PairLoop(
                        session,
                        reached,
                        inSetUp,
                        forks,
                        hosts,
                        left,
                        explainer.isPresent() ? limit.dividedBy(RESERVE) : Duration.ZERO);
                progress.tell(plan(session.changed(), reached.size(), inSetUp.size(), rows.size()) + " About "
                        + Numbers.duration(loop.planned().toNanos()) + "." + few(loop, reached.size()));
                if (loop.run() && explainer.isPresent()) {
                    List<RowPair> measured =
                            Stream.concat(reached.stream(), inSetUp.stream()).toList();
                    new CauseSearch(measured, forks, hosts)
                            .explain(explainer.get(), left.minusNanos(System.nanoTime() - start));
                }
            }
        }
    }

    /**
     * The session with which rows run changed methods; scouts find out what the log does not have.
     *
     * @return empty when this process was told to end
     */
    private Optional<CompareLog> scouted(CompareLog read, List<RowPair> rows, Forks forks) {
        List<RowPair> open = rows.stream()
                .filter(row -> !read.changed().rows().containsKey(row.key()))
                .toList();
        if (open.isEmpty()) {
            return Optional.of(read);
        }
        Path log = forks.log();
        Progress progress = forks.progress();
        Scouts scouts = new Scouts(
                forks.base().jar(),
                forks.head().jar(),
                new Reach.Options(settings.inTurns() ? SCOUTS : 1, allRows, ignoresResources));
        boolean isNew = read.changed().reach() == null;
        CompareLog session = isNew ? read.with(scouts.reach()) : read;
        if (isNew) {
            SafeFile.append(log, CompareLog.line(scouts.reach()));
        }
        progress.tell((session.changed().reach().allRows() == null ? sides() : "")
                + session.changed().difference());
        RowNames names = new RowNames(rows.stream().map(RowPair::key).toList());
        Set<String> failures = new HashSet<>();
        long start = System.nanoTime();
        AtomicInteger done = new AtomicInteger();
        boolean isDone = scouts.run(
                open.stream()
                        .map(row -> new Scouts.Pairing(row.key(), row.base(), row.head()))
                        .toList(),
                forks.folder(),
                row -> {
                    long over = System.nanoTime() - start;
                    long left = done.get() == 0 ? over : over / done.get() * (open.size() - done.get());
                    progress.watch(new ProgressLine("scouts", over, left, names.forms(row)), () -> "what it runs");
                },
                row -> {
                    done.incrementAndGet();
                    session.add(row);
                    SafeFile.append(log, CompareLog.line(row));
                    if (row.kind() == Kind.SKIPPED || row.kind() == Kind.FAILED) {
                        CompareLog.Loss loss = lost(row);
                        session.add(loss);
                        SafeFile.append(log, loss.line());
                        if (failures.add(PathTails.cut(loss.text()))) {
                            progress.tell(names.label(row.row()) + ": "
                                    + loss.outcome().text());
                        }
                    }
                });
        return isDone ? Optional.of(session) : Optional.empty();
    }

    /** The first scout that was lost, of a row that can therefore not be measured. */
    private static CompareLog.Loss lost(RowReach row) {
        RowReach.Loss loss = row.losses().get(0);
        return row.kind() == Kind.SKIPPED
                ? new CompareLog.Skipped(row.row(), loss.side(), loss.message())
                : new CompareLog.Failed(row.row(), loss.side(), loss.message(), loss.details());
    }

    /** Both sides by the names of their jars, where these differ. */
    private String sides() {
        Path ofBase = base.jar().getFileName();
        Path ofHead = head.jar().getFileName();
        return ofBase.equals(ofHead) ? "base and head " : "base " + ofBase + " and head " + ofHead + " ";
    }

    private static List<RowPair> ofKind(CompareLog session, List<RowPair> rows, Kind kind) {
        return rows.stream()
                .filter(row -> session.changed().isOf(kind, row.key()))
                .toList();
    }

    /** {@code 41 of 221 rows run changed methods, 68 only while they are set up, 112 run none.} */
    static String plan(ReachedRows changed, int reached, int inSetUp, int rows) {
        if (changed.reach().allRows() != null) {
            return Sections.count(rows, "row") + ".";
        }
        int none = changed.unchanged().size();
        return reached + " of " + Sections.count(rows, "row") + (reached == 1 ? " runs" : " run") + " changed methods"
                + (inSetUp == 0 ? "" : ", " + inSetUp + " only while they are set up")
                + (none == 0 ? "" : ", " + none + (none == 1 ? " runs none" : " run none")) + ".";
    }

    private static String few(PairLoop loop, int rows) {
        long few = loop.firstPairsInBudget();
        return few < rows
                ? " The budget has first pairs for about " + few + " of " + rows
                        + " rows: a larger --budget, or --shard, measures more."
                : "";
    }

    /** For how long pairs of so many rows that are measured begin. */
    private Duration limit(int rows) {
        return budget.orElse(Collections.min(List.of(BUDGET_PER_ROW.multipliedBy(Math.max(1, rows)), BUDGET)));
    }

    /** How a session goes on that has open rows, with twice the time. */
    public String next(CompareLog session, Path folder) {
        long reached = session.header().rows().stream()
                .filter(row -> session.changed().isOf(Kind.REACHED, row))
                .count();
        long seconds = 2 * limit((int) reached).toSeconds();
        return "To measure more, add to the same command: "
                + Wrap.unbroken(
                        "--budget " + (seconds % 60 == 0 ? seconds / 60 + "min" : seconds + "s") + " -d " + folder);
    }

    /** Further members of the log's first line: how the sides are measured, and the rule, fixed before the first pair. */
    private static Map<String, Object> more(Side ofBase, Side ofHead) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("sides", List.of(ofBase.describe(), ofHead.describe()));
        more.put("level", PairRule.LEVEL);
        more.put("analyses", PairRule.ANALYSES);
        more.put("setAsideAbove", MachineWatch.thresholds());
        return more;
    }

    private void announce(Progress progress, CompareLog.Header header, Side ofBase, Side ofHead) {
        int rows = header.rows().size();
        progress.tell("callcost " + Versions.suite() + ": " + Sections.count(rows, "row") + ", JDK "
                + Stream.of(ofBase, ofHead)
                        .map(side -> side.jar().jvm().version())
                        .distinct()
                        .collect(Collectors.joining(" and "))
                + ", " + Machine.describe().brief() + "; budget " + (budget.isPresent() ? "" : "up to ")
                + Numbers.duration(limit(rows).toNanos()));
        quotaWarning(Limits.read(KernelFiles.HERE)).ifPresent(progress::tell);
    }

    static Optional<String> quotaWarning(Limits limits) {
        return Optional.ofNullable(limits.cpus())
                .map(cpus -> "Warning: a quota leaves " + Numbers.significant(cpus)
                        + " CPUs' worth of time. It stops forks in the middle"
                        + " of an iteration, and more often the side that uses more CPU; this excludes no pair. Give whole CPUs"
                        + " (--cpuset-cpus) to compare the code alone.");
    }
}
