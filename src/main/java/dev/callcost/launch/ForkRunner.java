package dev.callcost.launch;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.UntilWarm;
import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Utils;

/** Runs one fork of one row through JMH's own {@link Runner}. */
public final class ForkRunner {
    /** Before the user's profilers, because it is not to be counted by them. */
    private static final String ITERATION_RECORDER = IterationRecorder.class.getName();

    /** Frames of the suite's own code that are shown of an exception. */
    private static final int FRAMES = 3;

    private final Arguments arguments;
    private final Options common;
    private final Console console;
    private final ForkGuard guard;

    /**
     * A runner for the rows of one run.
     *
     * @param arguments the user's command line
     * @param console where the forks' output goes
     * @param guard what ends the fork when the host ends
     */
    public ForkRunner(Arguments arguments, Console console, ForkGuard guard) {
        this.arguments = arguments;
        this.common = arguments.forkOptions();
        this.console = console;
        this.guard = guard;
    }

    /** The JVM a row's forks run on: {@code -jvm}, else the benchmark's, else the host's. */
    public ForkJvm jvm(PlannedRow row) {
        return ForkJvm.of(
                row.inProcess()
                        ? Utils.getCurrentJvm()
                        : common.getJvm().orElse(row.benchmark().getJvm().orElse(Utils.getCurrentJvm())));
    }

    /**
     * Runs one fork, or the row in this JVM when it is not forked.
     *
     * @param first whether this is the row's first fork, before which its warm-up forks run
     * @param starts is told, before the fork starts, what names it in its JVM's arguments
     * @throws CommandException (failure) when JMH cannot run at all: another one is running
     */
    public ForkOutcome run(PlannedRow row, boolean first, Consumer<String> starts) {
        try (ForkRecord record = new ForkRecord();
                Console.Output output = console.fork()) {
            if (!guard.begin()) {
                return new ForkOutcome.Stopped();
            }
            starts.accept(record.jvmArgument());
            ForkOutcome outcome = run(options(row, first, record), output, record);
            return guard.end() ? outcome : new ForkOutcome.Stopped();
        }
    }

    private ForkOutcome run(Options options, Console.Output output, ForkRecord record) {
        try {
            Collection<RunResult> results = new Runner(options, output.format()).run();
            for (RunResult result : results) {
                for (BenchmarkResult fork : result.getBenchmarkResults()) {
                    return record.measured(JmhForks.json(result.getParams(), fork), Map.of());
                }
            }
            return new ForkOutcome.Failed("the fork gave no result", output.lastWords());
        } catch (RunnerException e) {
            Optional<String> skipped = record.skipped();
            if (skipped.isPresent()) {
                return new ForkOutcome.Skipped(skipped.get());
            }
            if (e.getCause() instanceof BenchmarkException failure) {
                return failed(failure, output);
            }
            throw CommandException.failure(String.valueOf(e.getMessage()));
        }
    }

    private static ForkOutcome failed(BenchmarkException failure, Console.Output output) {
        if (failure.getSuppressed().length == 0) {
            return new ForkOutcome.Failed(failure.getMessage(), output.lastWords());
        }
        return described(failure.getSuppressed()[0], output.lastWords());
    }

    /**
     * Names the exception, its causes, and the first frames in the suite's own code.
     *
     * @param lastWords what the JVM wrote before it ended; used when the exception only says that it did
     */
    private static ForkOutcome.Failed described(Throwable failure, List<String> lastWords) {
        List<String> details = new ArrayList<>();
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            details.add("caused by " + firstLine(cause));
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        Arrays.stream(root.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.callcost.")
                        && !frame.getClassName().contains(".jmh_generated.")
                        && !frame.getClassName().matches("dev\\.callcost\\.(run|fork)\\..*"))
                .limit(FRAMES)
                .forEach(frame -> details.add("at " + frame));
        boolean jvmEnded = String.valueOf(failure.getMessage()).startsWith("Forked VM failed");
        if (jvmEnded) {
            details.addAll(lastWords);
            return new ForkOutcome.Failed(failure.getMessage(), details);
        }
        return new ForkOutcome.Failed(firstLine(failure), details);
    }

    private static String firstLine(Throwable failure) {
        return failure.toString().lines().findFirst().orElse(failure.getClass().getName());
    }

    private Options options(PlannedRow row, boolean first, ForkRecord record) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .parent(common)
                .include("^" + Pattern.quote(row.name()) + "$")
                .mode(row.mode())
                .forks(row.inProcess() ? 0 : 1)
                .warmupForks(first && !row.inProcess() ? row.warmupForks() : 0)
                .addProfiler(ITERATION_RECORDER)
                .shouldFailOnError(true);
        row.warmUp()
                .ifPresent(warmUp -> options.warmupIterations(warmUp.iterations())
                        .warmupTime(warmUp.time())
                        .addProfiler(UntilWarm.class, warmUp.profilerOptions(record.file())));
        row.params().forEach(options::param);
        if (row.inProcess()) {
            record.useInThisJvm();
            return options.build();
        }
        ForkFlags flags = ForkFlags.of(row, arguments, jvm(row), record);
        options.jvmArgsPrepend(array(flags.prepend())).jvmArgsAppend(array(flags.append()));
        if (flags.arguments().hasValue()) {
            options.jvmArgs(array(flags.arguments().get()));
        }
        return options.build();
    }

    private static String[] array(List<String> list) {
        return list.toArray(String[]::new);
    }
}
