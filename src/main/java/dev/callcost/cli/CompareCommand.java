package dev.callcost.cli;

import dev.callcost.compare.Comparison;
import dev.callcost.compare.SelfRates;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.Verdicts;
import dev.callcost.host.Versions;
import dev.callcost.launch.Arguments;
import dev.callcost.report.ResultsPage;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Utils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare}: is head slower than base, by pairs of forks that take turns? */
@Command(
        name = "compare",
        sortOptions = false,
        header = "Which rows of one jar, JVM or setting are slower than of another, measured in turns?",
        customSynopsis = "${COMMAND-FULL-NAME} [options] [@FILE...] [JMH options] [REGEX...]",
        description = {
            "Measures two sides in turns until each row has a verdict. The sides are two JMH jars, this suite's or any others,"
                    + " or one jar with two JVMs, JVM arguments or JMH options. JMH options, presets and regexes are for both sides."
                    + " A side without a jar has the other side's; without any jar both sides are this jar.",
            "",
            "compare chooses the number of forks, and a fork warms up until it is warm: -f, -wi and -w are not needed. While the"
                    + " difference between the sides drifts, forks warm up for longer; a row that still drifts after the longest warm-up"
                    + " is WARMING. Benchmarks of other projects have 50 iterations of 100 ms unless -i and -r say otherwise.",
            "",
            "Ctrl-C ends with the verdicts so far. The folder keeps every pair: check --paired DIR... gives the same verdicts"
                    + " from it, and adds up several."
        },
        footer = {
            "  two builds of your own JMH jar",
            "    java -jar benchmarks.jar compare --base old.jar --head new.jar MyBenchmark",
            "  two JVMs",
            "    java -jar benchmarks.jar compare --head-jvm /opt/jdk-25/bin/java RmiBenchmark",
            "  two settings, for at most ten minutes",
            "    java -jar benchmarks.jar compare --budget 10min --head-jvm-args=-XX:+UseZGC GrpcBenchmark",
            "  how often a side that is compared with itself is SLOWER",
            "    java -jar benchmarks.jar compare --self --base my.jar MyBenchmark"
        })
final class CompareCommand implements Callable<Integer> {
    /** On the machine of results/epyc-vm-compare it shows 3 % in all rows of 20 ns and more that were tried in a quiet hour, and 5 % in most. */
    private static final Duration BUDGET_PER_ROW = Duration.ofMinutes(5);

    @Option(names = "--base", paramLabel = "JAR", description = "what head is compared with")
    private Path base;

    @Option(names = "--head", paramLabel = "JAR", description = "what may be slower")
    private Path head;

    @Option(names = "--base-args", paramLabel = "ARGS", description = "JMH options for base alone, as one argument")
    private String baseArgs = "";

    @Option(names = "--head-args", paramLabel = "ARGS", description = "JMH options for head alone, as one argument")
    private String headArgs = "";

    @Option(names = "--base-jvm", paramLabel = "JAVA", description = "the java of base (default: this one)")
    private String baseJvm;

    @Option(names = "--head-jvm", paramLabel = "JAVA", description = "the java of head (default: this one)")
    private String headJvm;

    @Option(names = "--base-jvm-args", paramLabel = "ARGS", description = "appended to the benchmark's, for base alone")
    private String baseJvmArgs = "";

    @Option(names = "--head-jvm-args", paramLabel = "ARGS", description = "for head alone, such as -XX:+UseZGC")
    private String headJvmArgs = "";

    @Option(names = "--self", description = "compare a side with itself: how often is it SLOWER or FASTER?")
    private boolean self;

    @Option(
            names = "--interleave",
            paramLabel = "UNIT",
            defaultValue = "iterations",
            description = {
                "iterations: both forks of a pair run and take turns; one is stopped while the other is measured;",
                "forks: one after the other, for code that cannot run twice at once (default: ${DEFAULT-VALUE})"
            })
    private Comparison.Interleave interleave;

    @Option(
            names = "--margin",
            paramLabel = "MARGIN",
            defaultValue = "3%",
            converter = Converters.Margin.class,
            description = "a difference that does not matter, as 3%% or 0.03 (default: ${DEFAULT-VALUE})")
    private double margin;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description =
                    "starts no pair after this time, as 90s or 30min; rows for which it is too short are left out (default: 5min a row)")
    private Duration budget;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "decides the order of rows and of sides (default: another each time)")
    private Long seed;

    @Option(
            names = {"-d", "--directory"},
            paramLabel = "DIR",
            description = "the folder to write to (default: results/local/compare-<time>)")
    private Path directory;

    @Mixin
    private Report report;

    @Mixin
    private Output output;

    @Mixin
    private JmhArguments jmh;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        output.check();
        List<Arguments.Group> common = Arguments.groups(jmh.words().toArray(String[]::new));
        Comparison.Options ofBase = new Comparison.Options(jar(base, head), jvm(baseJvm), baseArgs, baseJvmArgs);
        Comparison.Options ofHead = new Comparison.Options(jar(head, base), jvm(headJvm), headArgs, headJvmArgs);
        checkDifference(ofBase.equals(ofHead));
        checkCommon(Arguments.of(common));
        Path folder = directory == null ? Output.localFolder("compare-") : directory;
        try (LastWords lastWords = new LastWords()) {
            Comparison comparison = new Comparison(
                    ofBase,
                    ofHead,
                    common,
                    interleave,
                    margin,
                    seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed,
                    rows -> budget == null ? BUDGET_PER_ROW.multipliedBy(rows) : budget);
            Progress progress = Progress.on(spec.commandLine().getErr());
            comparison.run(folder, progress);
            progress.end();
            Verdicts verdicts = SessionComparison.of(List.of(Session.read(folder)), OptionalDouble.empty());
            int exitCode = report.write(output, verdicts);
            spec.commandLine().getErr().println("Page: " + ResultsPage.writeBeside(folder));
            if (self) {
                spec.commandLine()
                        .getErr()
                        .println(SelfRates.of(List.of(verdicts)).text());
            }
            return exitCode;
        }
    }

    private void checkDifference(boolean same) {
        if (same && !self) {
            throw CommandException.usage(
                    "compare: nothing differs between base and head: name --base or --head, or one of --base-args,"
                            + " --base-jvm, --base-jvm-args and the same for head; --self compares a side with itself");
        }
        if (!same && self) {
            throw CommandException.usage("compare: --self is for two sides that do not differ");
        }
    }

    private void checkCommon(Arguments arguments) {
        CommandLineOptions options = arguments.options();
        if (options.getJvm().hasValue() && (baseJvm != null || headJvm != null)) {
            throw CommandException.usage("compare: -jvm is for both sides, and would hide --base-jvm and --head-jvm");
        }
        if (arguments.list()) {
            throw CommandException.usage("compare: it measures; -l, -lp, -lprof and -lrf list without a verb");
        }
        if (options.getResult().hasValue() || options.getResultFormat().hasValue()) {
            throw CommandException.usage(
                    "compare: it has no results file for -rff and -rf; -d names the folder it writes to");
        }
    }

    private static Path jar(Path named, Path other) {
        Path jar = named != null ? named : other != null ? other : Versions.jar();
        return Jars.checked(jar, "compare", "--base or --head");
    }

    private static String jvm(String named) {
        return named == null ? Utils.getCurrentJvm() : named;
    }
}
