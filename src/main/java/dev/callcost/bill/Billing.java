package dev.callcost.bill;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Log;
import dev.callcost.host.Machine;
import dev.callcost.launch.Arguments;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.Selection;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import dev.callcost.text.Progress;
import dev.callcost.text.SafeFile;
import dev.callcost.text.Sections;
import dev.callcost.text.TemporaryFolder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.util.Utils;

/**
 * Measures a bill: rounds of forks of the rows, with samples in some of their iterations.
 *
 * @param jar this suite's, or any JMH jar
 * @param common JMH options and regular expressions
 * @param profiler {@code async}, {@code jfr}, or empty for the better one that this machine has
 * @param seed of the order of rows
 */
public record Billing(Path jar, List<Arguments.Group> common, Optional<String> profiler, long seed) {
    /** A dozen such forks give a share to a point or so. Options given later win. */
    private static final Arguments.Group DEFAULTS =
            new Arguments.Group(List.of("-f", "10", "-i", "160", "-r", "100ms", "-prof", "gc"), true);

    /** The suite's rows without a regular expression: the base cell, and others that differ from it in transport or protocol. */
    private static final Arguments.Group ROWS = new Arguments.Group(
            List.of("GrpcTransportBenchmark", "RmiBenchmark\\.call$", "-p", "transport=IN_PROCESS,EPOLL,NIO"), true);

    /**
     * Measures, with JMH's lock held.
     *
     * @param folder takes the log; see {@link BillReport}
     * @param progress shows the rows and the folder
     * @return forks that failed, one line each
     * @throws CommandException when an argument, the jar or the JVM cannot be used, or the folder cannot be written
     */
    public List<String> run(Path folder, Progress progress) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary =
                        new TemporaryFolder(Path.of(System.getProperty("java.io.tmpdir")), "callcost-bill")) {
            ProfilerLibrary library = ProfilerLibrary.into(temporary.path(), profiler);
            JarCopy copy = copy(temporary);
            List<PlannedRow> rows = rows(copy);
            BillFile.Header header = header(copy, library);
            Path file = BillFile.begin(folder, header);
            announce(progress, header, rows, file);
            SampledRounds rounds = new SampledRounds(
                    copy, library, rows, seed, progress, fork -> SafeFile.append(file, Log.line(Log.FORK, fork)));
            try (ForkHosts hosts = new ForkHosts(temporary.path(), rows.size(), Optional.empty())) {
                hosts.follow(rounds);
            }
            return rounds.failures();
        }
    }

    private JarCopy copy(TemporaryFolder folder) {
        List<Arguments.Group> groups = new ArrayList<>(List.of(DEFAULTS));
        boolean isSuite = Selection.isSuite(new JmhJar(jar).benchmarks());
        if (isSuite && Arguments.of(common).regexes().isEmpty()) {
            groups.add(ROWS);
        }
        groups.addAll(common);
        Arguments arguments = Arguments.of(groups);
        ForkJvm jvm = ForkJvm.of(arguments.options().getJvm().orElse(Utils.getCurrentJvm()));
        return JarCopy.of(
                jar,
                folder.path().resolve("benchmarks.jar"),
                List.of(Sampler.class, IterationRecorder.class),
                arguments,
                jvm);
    }

    private static List<PlannedRow> rows(JarCopy copy) {
        List<PlannedRow> rows = copy.rows();
        rows.stream()
                .filter(row -> row.mode() == Mode.SingleShotTime || row.inProcess())
                .findFirst()
                .ifPresent(row -> {
                    throw CommandException.usage("bill: " + row.label()
                            + (row.inProcess()
                                    ? " needs forks, and -f 0 gives none"
                                    : " is a single shot, too short for samples"));
                });
        return rows;
    }

    private BillFile.Header header(JarCopy copy, ProfilerLibrary library) {
        return new BillFile.Header(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Machine.describe().toString(),
                PathTails.cut(jar.toAbsolutePath().toString()) + ", SHA-256 " + copy.checksum() + ", "
                        + new JmhJar(copy.path())
                                .versions().entrySet().stream()
                                        .map(version -> version.getKey() + " " + version.getValue())
                                        .collect(Collectors.joining(", ")),
                copy.jvm().name(),
                library.name(),
                PathTails.cut(copy.arguments().measuring()),
                seed);
    }

    private void announce(Progress progress, BillFile.Header header, List<PlannedRow> rows, Path file) {
        progress.tell("Machine: " + header.machine());
        progress.tell("Forks on: " + header.jvm() + "; samples by " + header.profiler());
        progress.tell(Sections.count(rows.size(), "row") + ", "
                + Sections.count(
                        rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0), "round")
                + ", seed " + seed + "; samples are kept in " + file);
    }
}
