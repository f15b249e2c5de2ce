package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Log;
import dev.callcost.data.RowNames;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Machine;
import dev.callcost.launch.Arguments;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.ShortTurns;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Sections;
import dev.callcost.text.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A comparison as the user requested it.
 *
 * @param common the arguments of both sides
 * @param margins the relative difference that does not matter, by row
 * @param seed of the order of rows and of sides
 * @param confirm whether rows that are SLOWER get fresh pairs, see {@link Confirmation}
 * @param metrics what is judged in addition to the scores, see {@link Quantities}
 * @param budget for how long pairs begin, by the number of rows
 */
public record Comparison(
        Options base,
        Options head,
        List<Arguments.Group> common,
        Interleave interleave,
        Margins margins,
        long seed,
        boolean confirm,
        List<MetricChoice> metrics,
        IntFunction<Duration> budget) {
    /** The measured time of a fork with {@code -i 50 -r 20ms}. */
    private static final Duration SHORT = Duration.ofMillis(50 * 20);

    /**
     * What the user names for one side.
     *
     * @param jar a JMH jar
     * @param jvm the JVM's executable
     * @param args JMH options of this side alone, as one text
     * @param jvmArgs arguments of this side's forks alone, as one text
     */
    public record Options(Path jar, String jvm, String args, String jvmArgs) {}

    /** Whether the forks of a pair take turns by iterations or run one after the other. */
    public enum Interleave {
        ITERATIONS,
        FORKS
    }

    /**
     * Measures, with JMH's lock held.
     *
     * @param path the folder for the log
     * @throws CommandException when an argument, a jar or a JVM cannot be used, or the folder cannot be written
     */
    public void run(Path path, Progress progress) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary =
                        new TemporaryFolder(Path.of(System.getProperty("java.io.tmpdir")), "callcost-compare")) {
            boolean inTurns = interleave == Interleave.ITERATIONS;
            Side ofBase = Side.of("base", base, common, temporary.path(), inTurns);
            Side ofHead = Side.of("head", head, common, temporary.path(), inTurns);
            Matching matching = Matching.of(ofBase, ofHead);
            List<RowPair> rows = matching.rows();
            Duration limit = budget.apply(rows.size());
            Session.Header header = new Session.Header(
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                    Machine.describe().toString(),
                    ofBase.text(ofHead),
                    ofHead.text(ofBase),
                    margins.usual(),
                    margins.ofRows(),
                    seed,
                    rows.stream().map(RowPair::key).toList(),
                    matching.onlyInBase(),
                    matching.onlyInHead(),
                    interleave,
                    confirm,
                    metrics.stream().map(MetricChoice::toString).toList());
            Path log = Log.begin(path, Log.Command.COMPARE, Session.description(header, more(ofBase, ofHead, limit)));

            announce(progress, header, path, limit);
            budgetWarning(rows, limit, budgetAdvice(ofBase, ofHead)).ifPresent(progress::tell);
            try (ForkHosts forks = new ForkHosts(temporary.path(), Optional.empty())) {
                new Interleaving(header, rows, ofBase, ofHead, forks, log, progress, limit).run();
            }
        }
    }

    /** Further members of the log's first line: how the sides are measured, and the rule, fixed before the first pair. */
    private static Map<String, Object> more(Side ofBase, Side ofHead, Duration limit) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("sides", List.of(ofBase.describe(), ofHead.describe()));
        more.put("budgetSeconds", limit.toSeconds());
        more.put("level", PairedRule.LEVEL);
        more.put("looks", PairedRule.LOOKS);
        more.put("setAsideAbove", PairWatch.thresholds());
        return more;
    }

    private static void announce(Progress progress, Session.Header header, Path folder, Duration limit) {
        progress.tell("base " + header.base());
        progress.tell("head " + header.head());
        progress.tell("Machine: " + header.machine());
        quotaWarning(Limits.read(KernelFiles.HERE)).ifPresent(progress::tell);
        progress.tell(Sections.count(header.rows().size(), "row") + ", at most "
                + Numbers.duration(limit.toNanos()) + ", seed " + header.seed() + "; pairs are kept in "
                + folder);
        RowNames names = new RowNames(Stream.of(header.rows(), header.onlyInBase(), header.onlyInHead())
                .flatMap(List::stream)
                .toList());
        header.onlyInBase().forEach(row -> progress.tell("Only in base, not compared: " + names.label(row)));
        header.onlyInHead().forEach(row -> progress.tell("Only in head, not compared: " + names.label(row)));
    }

    /** @param advice see {@link #budgetAdvice} */
    static Optional<String> budgetWarning(List<RowPair> rows, Duration limit, String advice) {
        int pairs = 1 + PairedRule.LOOKS.get(0);
        long needed = pairs * rows.stream().mapToLong(RowRun::plannedNanos).sum();
        return needed <= limit.toNanos()
                ? Optional.empty()
                : Optional.of("Warning: the first verdicts need " + pairs + " pairs of each row, about "
                        + Numbers.duration(needed)
                        + ", and the budget ends before. Rows for which it is too short are left out"
                        + " after the first pairs. " + advice);
    }

    /** The advice for a short budget. It suggests shorter iterations unless both sides have them already. */
    static String budgetAdvice(Side... sides) {
        boolean areShort = Stream.of(sides)
                .map(side -> ShortTurns.of(side.jar().arguments().options()))
                .allMatch(turns -> turns.side().compareTo(SHORT) <= 0);
        return "Raise --budget, or name fewer rows"
                + (areShort ? "." : " or shorter iterations (such as -i 50 -r 20ms).");
    }

    static Optional<String> quotaWarning(Limits limits) {
        return Optional.ofNullable(limits.cpus())
                .map(cpus -> "Warning: a quota leaves " + Numbers.significant(cpus)
                        + " CPUs' worth of time. It stops forks in the middle"
                        + " of an iteration, and more often the side that uses more CPU; this excludes no pair. Give whole CPUs"
                        + " (--cpuset-cpus) to compare the code alone.");
    }
}
