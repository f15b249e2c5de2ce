package dev.callcost.cli;

import dev.callcost.compare.measure.Comparison.ComparisonPlan;
import dev.callcost.host.Versions;
import dev.callcost.launch.ShutdownDelay;
import dev.callcost.pages.PageFiles;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.ToIntBiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What {@code bill} and {@code compare} have in common: they measure jars, write to a folder and report what it holds.
 */
@Command
final class MeasuringOptions extends JmhOptions {
    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "makes the random order repeatable (default: another each time)")
    private Long seed;

    @Option(
            names = {"-d", "--directory"},
            paramLabel = "DIR",
            description = "the folder to write to (default: ${COMMAND-NAME}-<time> in callcost-results, or in"
                    + " results/local with benchmarks.jar)")
    private Path directory;

    MeasuringOptions() {
        super(false);
    }

    @Option(names = "--jvm", paramLabel = "JAVA", description = "the java of the forks (default: this one)")
    private void setJvm(String jvm) {
        if (jvm != null) { // picocli begins with none
            words().addAll(List.of("-jvm", jvm));
        }
    }

    int seed() {
        return seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed.intValue();
    }

    /**
     * Measures into a folder, reports, which gives the exit code, and writes a page.
     *
     * @param page writes the page of what was measured to the folder
     */
    <T> int run(
            BiFunction<Path, Progress, T> measuring,
            ToIntBiFunction<Path, T> reporting,
            BiFunction<Path, T, Path> page) {
        Path folder = folder();
        try (ShutdownDelay lastWords = new ShutdownDelay()) {
            Progress progress = Progress.onError();
            T measured;
            try {
                measured = measuring.apply(folder, progress);
            } finally {
                progress.end();
                OutputOptions.ignoreInGit(folder);
            }
            int exitCode = reporting.applyAsInt(folder, measured);
            System.err.println("Page: " + page.apply(folder, measured));
            Path flames = folder.resolve(PageFiles.FLAMES);
            if (Files.isDirectory(flames)) {
                System.err.println("Flame graphs: " + flames);
            }
            return exitCode;
        }
    }

    private Path folder() {
        return directory == null ? OutputOptions.localFolder(verb() + "-") : directory;
    }

    /** Prepares to measure into a folder. Returns the exit code, which is not 0 where both sides of a row failed. */
    int plan(BiFunction<Path, Progress, ComparisonPlan> planning) {
        Path folder = folder();
        try (ShutdownDelay lastWords = new ShutdownDelay()) {
            Progress progress = Progress.onError();
            ComparisonPlan plan = planning.apply(folder, progress);
            progress.end();
            OutputOptions.ignoreInGit(folder);
            if (!plan.isOfNothing()) {
                System.err.println("To measure: the same command without --plan, with -d " + folder);
            }
            return plan.hasFailed() ? CommandException.UNMEASURED : 0;
        }
    }

    /**
     * What is to be measured.
     *
     * @param named by the user; null stands for the jar that this JVM runs
     * @param options those that name it, for the message where this JVM runs a folder of classes
     */
    Path jar(Path named, String options) {
        if (named == null && !Versions.hasBenchmarks()) {
            throw CommandException.usage(verb() + ": callcost.jar has no benchmarks: name " + options);
        }
        if (named == null && Files.isDirectory(Versions.jar())) {
            throw CommandException.usage(verb() + ": this was not started from a jar: name " + options);
        }
        return named != null ? named : Versions.jar();
    }
}
