package dev.callcost.bill;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Sampler;
import dev.callcost.bill.Sampling.ProfilerLibrary;
import dev.callcost.data.Log;
import dev.callcost.file.SafeFile;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.host.Machine;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RoundSchedule;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.PathTails;
import dev.callcost.text.Progress;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.util.Utils;

/**
 * Measures a bill: rounds of forks, with samples in some of their iterations.
 *
 * @param jar this suite's, or any JMH jar
 * @param common JMH options and regular expressions
 * @param seed of the order of rows
 */
public record BillRun(JmhJar jar, List<RunArguments.Group> common, long seed) {
    /** A dozen such forks give a share to a point or so. Options given later win. */
    private static final RunArguments.Group DEFAULTS =
            new RunArguments.Group(List.of("-f", "10", "-i", "160", "-r", "100ms", "-prof", "gc"), true);

    /**
     * The suite's rows without a regular expression: the base cell, and others that differ from it in transport or
     * protocol.
     */
    private static final RunArguments.Group ROWS = new RunArguments.Group(
            List.of("GrpcTransportBenchmark", "RmiBenchmark\\.call$", "-p", "transport=IN_PROCESS,EPOLL,NIO"), true);

    /**
     * How a session was measured, in the first line of its log.
     *
     * @param jar its name, checksum and versions
     * @param jvm the JVM of the forks
     * @param arguments JMH options and regular expressions
     * @param seed of the order of rows
     */
    record BillHeader(
            String start, String machine, String jar, String jvm, String profiler, List<String> arguments, long seed) {
        Path begin(Path folder) {
            return Log.begin(
                    folder, Log.Command.BILL, JsonDocument.GSON.toJsonTree(this).getAsJsonObject());
        }
    }

    /**
     * Measures, with JMH's lock held, and writes the log that {@link BillReport} reads.
     *
     * @return forks that failed, one line each
     * @throws CommandException when an argument, the jar or the JVM cannot be used, or the folder cannot be written
     */
    public List<String> run(Path folder, Progress progress) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary = TemporaryFolder.create()) {
            ProfilerLibrary.missing().ifPresent(what -> {
                throw CommandException.usage(
                        "bill: " + what + "; measure with the suite's jar on Linux (x64, arm64) or macOS:"
                                + " report reads that folder here");
            });
            Path library = ProfilerLibrary.into(temporary.path());
            JarCopy copy = copy(temporary);
            List<PlannedRow> rows = copy.rows();
            rows.stream()
                    .filter(row -> row.mode() == Mode.SingleShotTime)
                    .findFirst()
                    .ifPresent(row -> {
                        throw CommandException.usage(
                                "bill: " + row.key().label() + " is a single shot, too short for samples");
                    });
            BillHeader header = header(copy);
            Path log = header.begin(folder);
            RoundSchedule schedule = new RoundSchedule(rows, seed);
            progress.tell("Machine: " + header.machine());
            progress.tell("Forks on: " + header.jvm() + "; samples by " + header.profiler());
            progress.tell(Sections.count(rows.size(), "row") + ", " + Sections.count(schedule.rounds(), "round")
                    + ", seed " + seed + "; samples are kept in " + log);
            try (ForkHosts hosts = new ForkHosts(temporary.path(), Optional.empty())) {
                hosts.follow(plan(schedule, copy, library, progress, log));
            }
            if (schedule.skips().size() == rows.size()) {
                throw CommandException.unmeasured(
                        "bill: nothing was measured: " + schedule.skips().get(0));
            }
            return schedule.failures();
        }
    }

    private JarCopy copy(TemporaryFolder folder) {
        List<RunArguments.Group> groups = new ArrayList<>(List.of(DEFAULTS));
        if (RowSelection.isSuite(jar.benchmarks())
                && RunArguments.of(common).regexes().isEmpty()) {
            groups.add(ROWS);
        }
        groups.addAll(common);
        RunArguments arguments = RunArguments.of(groups);
        ForkJvm jvm = ForkJvm.of(arguments.options().getJvm().orElse(Utils.getCurrentJvm()));
        return JarCopy.of(
                jar,
                folder.path().resolve("benchmarks.jar"),
                List.of(Sampler.class, IterationRecorder.class),
                arguments,
                jvm);
    }

    private BillHeader header(JarCopy copy) {
        Map<String, String> versions = new JmhJar(copy.path()).versions();
        String jarVersions = versions.entrySet().stream()
                .map(it -> it.getKey() + " " + it.getValue())
                .collect(Collectors.joining(", "));
        return new BillHeader(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Machine.describe().toString(),
                PathTails.cut(Path.of(jar.name()).toAbsolutePath().toString()) + ", SHA-256 " + copy.checksum() + ", "
                        + jarVersions,
                copy.jvm().name(),
                ProfilerLibrary.PROFILER,
                PathTails.cut(copy.arguments().measuring()),
                seed);
    }

    private ForkPlan<PlannedRow> plan(RoundSchedule schedule, JarCopy copy, Path library, Progress progress, Path log) {
        return new ForkPlan<>() {
            private final CategoryRules rules = CategoryRules.ofSuite();
            private final SampleLog logged = new SampleLog();
            private Path samples;

            @Override
            public List<PlannedRow> nextRound() {
                return schedule.nextRound();
            }

            @Override
            public void begins(PlannedRow row) {
                schedule.begins();
            }

            @Override
            public List<ForkPlan.ForkCommand> forks(PlannedRow row) {
                return List.of(new Sampling(new SideRow(copy, row), library));
            }

            @Override
            public void starts(PlannedRow row, HostFolder place) {
                samples = place.samples();
            }

            @Override
            public void ended(PlannedRow row, List<ForkOutcome> outcomes) {
                ForkOutcome sampled =
                        new Sampling(new SideRow(copy, row), library).withSamples(outcomes.get(0), samples, logged);
                if (sampled instanceof ForkOutcome.Measured measured) {
                    SafeFile.append(log, Log.line(Log.FORK, measured.line()));
                    logged.logged();
                }
                schedule.ended(row, sampled);
                progress.tell(schedule.line(row, sampled, this::text));
            }

            private String text(ForkOutcome.Measured fork) {
                Bill bill = Bill.of(SampledRow.of(List.of(fork.fork())).get(0), rules);
                return Numbers.plainTime(bill.nanos().value()) + ", " + bill.samples() + " samples";
            }
        };
    }
}
