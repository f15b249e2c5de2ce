package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.file.SafeFile;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.RunArguments;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as the user requested it.
 *
 * @param common the arguments of both sides
 * @param allRows whether rows are measured that run no changed method
 * @param ignoresResources whether files of the jars that are no code may differ
 * @param parallel how many pairs run at once; empty for the number that first pairs show to serve
 * @param budget of scouts and pairs, of all runs of the session; empty for five minutes a row, and half an hour at
 *     most, of pairs
 */
public record CompareRun(
        Options base,
        Options head,
        List<RunArguments.Group> common,
        Settings settings,
        boolean allRows,
        boolean ignoresResources,
        Optional<Integer> parallel,
        Optional<Duration> budget) {
    /**
     * On the machine of results/epyc-vm-compare it shows 3 % in all rows of 20 ns and more that were tried in a quiet
     * hour, and 5 % in most.
     */
    private static final Duration BUDGET_PER_ROW = Duration.ofMinutes(5);

    /** Rows of one kind are measured before those of the next. */
    private static final List<Kind> TIERS = List.of(Kind.REACHED, Kind.LOADED, Kind.REACHED_IN_SETUP);

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

    /**
     * How pairs are measured and judged.
     *
     * @param margin the relative difference that does not matter
     * @param seed of the order of rows and of sides
     * @param shard which part of the rows is measured; null for all
     * @param metrics what is judged in addition to the scores, see {@link MetricChoice}
     */
    public record Settings(double margin, long seed, Shard shard, List<String> metrics) {
        public Settings {
            choices(metrics); // refuses what is no metric
            new VerdictRule(margin, VerdictRule.ALPHA); // refuses what is no margin
        }

        private static List<MetricChoice> choices(List<String> metrics) {
            return metrics.stream().map(MetricChoice::parse).toList();
        }

        /** How many machines share the level. */
        int shards() {
            return shard == null ? 1 : shard.count();
        }

        Quantities quantities() {
            return new Quantities(choices(metrics));
        }
    }

    /** What is to do once it is known which rows run changed code. */
    private interface Step {
        void run(CompareLog session, List<RowPair> rows, Forks forks);
    }

    /**
     * Measures, with JMH's lock held. A folder that holds the same comparison is measured on: what its scouts saw, its
     * first pairs and the rows that they chose stay, and the time that these took counts for the budget.
     *
     * @param path the folder for the log
     * @param flames takes the flame graphs of slower rows by their labels
     * @throws CommandException when an argument, a jar or a JVM cannot be used, the folder cannot be written, or holds
     *     another comparison
     */
    public void run(Path path, Progress progress, Consumer<Map<String, String>> flames) {
        scout(path, progress, (session, rows, forks) -> measure(session, rows, forks, flames));
    }

    /**
     * What {@link #run} would measure. Scouts run, and their log is for the comparison that follows.
     *
     * @throws CommandException as {@link #run}
     */
    public ComparisonPlan plan(Path path, Progress progress) {
        AtomicReference<ComparisonPlan> plan = new AtomicReference<>();
        scout(path, progress, (session, rows, forks) -> {
            try (ForkHosts hosts = new ForkHosts(forks.folder(), Optional.empty())) {
                Work work = work(session, rows);
                PairLoop loop = work.loop(session, forks, hosts, machine(rows, forks));
                boolean isAny = !work.first().isEmpty() && work.isOpen();
                plan.set(new ComparisonPlan(
                        session,
                        work.isOpen()
                                ? session.changed().plan() + (isAny ? time(session, work, loop) : "")
                                : work.end(),
                        isAny ? loop.planned() : Duration.ZERO));
            }
        });
        return Optional.ofNullable(plan.get())
                .orElseGet(
                        () -> new ComparisonPlan(CompareLog.read(path), "The scouts were told to end.", Duration.ZERO));
    }

    private void scout(Path path, Progress progress, Step then) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary =
                        new TemporaryFolder(Path.of(System.getProperty("java.io.tmpdir")), "callcost-compare")) {
            Side ofBase = Side.of("base", base, common, temporary.path());
            Side ofHead = Side.of("head", head, common, temporary.path());
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
                    : Log.begin(path, Log.Command.COMPARE, header.line(List.of(ofBase.describe(), ofHead.describe())));
            CompareLog read = CompareLog.read(log);
            read.header().checkIsOf(header, path);
            progress.tell(announcement(rows.size(), ofBase, ofHead));
            Forks forks = new Forks(ofBase, ofHead, temporary.path(), log, progress);
            scouted(read, rows, forks).ifPresent(session -> then.run(session, rows, forks));
        }
    }

    /**
     * The rows that pairs are for, and the time for these.
     *
     * @param tiers the rows of a tier are measured before those of the next
     * @param known how many rows scouts know
     */
    private record Work(List<List<RowPair>> tiers, int known, int rows, Duration limit, Duration left) {
        List<RowPair> first() {
            return tiers.isEmpty() ? List.of() : tiers.get(0);
        }

        boolean isOpen() {
            return known == rows && left.compareTo(Duration.ZERO) > 0;
        }

        String end() {
            return "The budget is over: scouts know " + known + " of " + Sections.count(rows, "row")
                    + ", and no further pair begins.";
        }

        PairLoop loop(CompareLog session, Forks forks, ForkHosts hosts, SideBySide machine) {
            return new PairLoop(session, tiers, forks, hosts, machine, left, limit.dividedBy(RESERVE));
        }
    }

    private Work work(CompareLog session, List<RowPair> rows) {
        ReachedRows changed = session.changed();
        List<List<RowPair>> tiers = TIERS.stream()
                .map(kind -> ofKind(changed, rows, kind))
                .filter(tier -> !tier.isEmpty())
                .toList();
        Duration limit = limit(tiers.isEmpty() ? 0 : tiers.get(0).size());
        return new Work(
                tiers,
                changed.rows().size(),
                rows.size(),
                limit,
                limit.minus(budget.isPresent() ? spent(session) : session.measured()));
    }

    private void measure(CompareLog session, List<RowPair> rows, Forks forks, Consumer<Map<String, String>> flames) {
        Work work = work(session, rows);
        if (!work.isOpen()) {
            forks.progress().tell(work.end());
            return;
        }
        if (work.first().isEmpty()) {
            return;
        }
        SideBySide machine = machine(rows, forks);
        machine.note().ifPresent(forks.progress()::tell);
        long start = System.nanoTime();
        try (ForkHosts hosts = new ForkHosts(forks.folder(), Optional.empty())) {
            PairLoop loop = work.loop(session, forks, hosts, machine);
            forks.progress().tell(session.changed().plan() + time(session, work, loop));
            if (loop.run()) {
                List<RowPair> measured =
                        work.tiers.stream().flatMap(List::stream).toList();
                new CauseSearch(forks, hosts, flames)
                        .explain(measured, work.left.minusNanos(System.nanoTime() - start));
            }
        }
    }

    /** How many pairs can run at once beside what the largest fork takes. */
    private SideBySide machine(List<RowPair> rows, Forks forks) {
        return SideBySide.of(
                parallel,
                rows.stream()
                        .mapToLong(row -> Math.max(
                                forks.base().jar().memory(row.base()),
                                forks.head().jar().memory(row.head())))
                        .max()
                        .orElseThrow());
    }

    private String time(CompareLog session, Work work, PairLoop loop) {
        return scoutsTook(session) + " " + loop.plannedTime()
                + few(loop, work.first().size());
    }

    private static Duration spent(CompareLog session) {
        return session.scouted().plus(session.measured());
    }

    private String scoutsTook(CompareLog session) {
        return budget.isEmpty() || session.scouted().isZero()
                ? ""
                : " Scouts took " + Numbers.duration(session.scouted().toNanos()) + " of the budget.";
    }

    private static String few(PairLoop loop, int rows) {
        long few = loop.firstPairsInBudget();
        return few < rows
                ? " This is enough for the first pairs of about " + few + " of " + rows
                        + " rows: a larger --budget, or --shard, measures more."
                : "";
    }

    /**
     * The session with which rows run changed methods; scouts find out what the log does not have, until the budget is
     * over.
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
        Scouts scouts = new Scouts(forks.base().jar(), forks.head().jar(), allRows, ignoresResources);
        boolean isNew = read.changed().reach() == null;
        CompareLog session = isNew ? read.with(scouts.reach()) : read;
        if (isNew) {
            SafeFile.append(log, CompareLog.line(scouts.reach()));
        }
        progress.tell((session.changed().reach().allRows() == null ? sides() : "")
                + session.changed().difference());
        List<Scouts.Pairing> pairings = open.stream()
                .map(row -> new Scouts.Pairing(row.key(), row.base(), row.head()))
                .toList();
        return scouts.run(pairings, forks.folder(), new ScoutWatcher(session, forks, open.size()))
                ? Optional.of(session)
                : Optional.empty();
    }

    /** Logs and tells what scouts see. */
    private final class ScoutWatcher implements Scouts.Watcher {
        private final CompareLog session;
        private final Forks forks;
        private final int open;
        private final RowNames names;
        private final Set<String> failures = new HashSet<>();
        private final long start = System.nanoTime();
        private final long end;
        private int done;

        ScoutWatcher(CompareLog session, Forks forks, int open) {
            this.session = session;
            this.forks = forks;
            this.open = open;
            names = new RowNames(session.header().rows());
            end = budget.map(it -> it.minus(spent(session)).toNanos()).orElse(Long.MAX_VALUE);
        }

        @Override
        public boolean isOver() {
            return System.nanoTime() - start > end;
        }

        @Override
        public void begins(RowKey row) {
            long over = System.nanoTime() - start;
            long left = done == 0 ? over : over / done * (open - done);
            forks.progress().watch(new ProgressLine("scouts", over, left, names.forms(row)), () -> "what it runs");
        }

        @Override
        public void known(RowReach row, List<Scouts.Loss> losses) {
            done++;
            session.add(row);
            SafeFile.append(forks.log(), CompareLog.line(row));
            if (row.kind() == Kind.SKIPPED || row.kind() == Kind.FAILED) {
                Scouts.Loss first = losses.get(0);
                CompareLog.Loss loss = CompareLog.Loss.of(row.row(), first.side(), first.outcome());
                session.add(loss);
                SafeFile.append(forks.log(), loss.line());
                if (failures.add(PathTails.cut(loss.text()))) {
                    forks.progress()
                            .tell(names.label(row.row()) + ": " + loss.outcome().text());
                }
            }
        }
    }

    /** Both sides by the names of their jars, where these differ. */
    private String sides() {
        Path ofBase = base.jar().getFileName();
        Path ofHead = head.jar().getFileName();
        return ofBase.equals(ofHead) ? "base and head " : "base " + ofBase + " and head " + ofHead + " ";
    }

    private static List<RowPair> ofKind(ReachedRows changed, List<RowPair> rows, Kind kind) {
        return rows.stream().filter(row -> changed.isOf(kind, row.key())).toList();
    }

    /** How many rows are measured before all others. */
    private static int firstTier(ReachedRows changed) {
        return TIERS.stream()
                .map(kind -> changed.of(kind).size())
                .filter(rows -> rows > 0)
                .findFirst()
                .orElse(0);
    }

    /** The budget, or for how long pairs of so many rows begin. */
    private Duration limit(int rows) {
        return budget.orElse(Collections.min(List.of(BUDGET_PER_ROW.multipliedBy(Math.max(1, rows)), BUDGET)));
    }

    /** How a session goes on that has open rows, with twice the time. */
    public String next(CompareLog session, Path folder) {
        return "To measure more, add to the same command: "
                + Wrap.unbroken("--budget "
                        + Numbers.exact(limit(firstTier(session.changed())).multipliedBy(2))
                                .replace(" ", "") + " -d " + folder);
    }

    private String announcement(int rows, Side ofBase, Side ofHead) {
        return "callcost " + Versions.suite() + ": " + Sections.count(rows, "row") + ", JDK "
                + Stream.of(ofBase, ofHead)
                        .map(side -> side.jar().jvm().version())
                        .distinct()
                        .collect(Collectors.joining(" and "))
                + ", " + Machine.describe().brief() + "; budget "
                + (budget.isPresent() ? "" : "for pairs up to ")
                + Numbers.exact(limit(rows));
    }
}
