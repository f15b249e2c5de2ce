package dev.callcost.cli;

import dev.callcost.compare.measure.Comparison;
import dev.callcost.compare.measure.Comparison.ComparisonPlan;
import dev.callcost.compare.measure.Comparison.MeasuredSession;
import dev.callcost.compare.measure.ComparisonRequest;
import dev.callcost.compare.measure.ComparisonRequest.Effort;
import dev.callcost.compare.measure.ComparisonRequest.Extent;
import dev.callcost.compare.measure.ComparisonRequest.SideRequest;
import dev.callcost.compare.report.ComparisonProgress;
import dev.callcost.compare.report.PlanReport;
import dev.callcost.compare.report.VerdictReport.NextStep;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.SessionSettings;
import dev.callcost.compare.session.Session.Shard;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.launch.RunArguments;
import dev.callcost.pages.PageFiles;
import dev.callcost.pages.ResultsPage;
import dev.callcost.source.Sources;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Wrap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Utils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code compare}: which rows of head are slower than base's, by pairs of forks that take turns? */
@Command(
        name = "compare",
        header = "What is slower with another build, JVM or setting? Measures both in turns.",
        customSynopsis = "${COMMAND-FULL-NAME} [options] [@FILE...] [REGEX...]",
        description = {
            "Compares two sides: two JMH jars, of this suite or any other, or one jar with two JVMs, JVM arguments"
                    + " or JMH options. A side without a jar takes the jar of the other side; without any jar both"
                    + " sides are this jar. JMH's options (--help-jmh lists them), presets and each REGEX are for"
                    + " both sides.",
            "",
            "--base-ref builds both sides in a git checkout instead: base in a temporary worktree, head as it stands or"
                    + " from --head-ref. The jars of commits are kept in ~/.cache/callcost, 2 GiB at most.",
            "",
            "Short forks, the scouts, find the rows that run methods which differ between the jars, or load classes"
                    + " that differ in another way; other rows are not measured. Further forks count what the rows"
                    + " execute: bytecodes, calls and objects per call. A first pair of forks of each row"
                    + " only ranks the rows. The slowest get fresh pairs, until each has a verdict or the budget is"
                    + " over. Forks warm up until they are warm: -f, -wi and -w are not needed.",
            "",
            VerdictOptions.VERDICTS
                    + " without a large slowdown (CLEAR): not decided, and a slowdown of 10%% would have been seen.",
            "",
            VerdictOptions.QUANTITIES + " A row is measured until all of these are decided.",
            "",
            "Ctrl-C ends with the verdicts so far. The folder keeps every pair: the same command with -d and a"
                    + " larger --budget resumes the session, and check --paired DIR... gives the same verdicts again,"
                    + " of several folders together."
        },
        footer = {
            "  two builds of your own JMH jar, all benchmarks that run changed methods",
            "    ${ROOT-COMMAND-NAME} compare --base old.jar --head new.jar",
            "  what your branch and uncommitted changes make slower",
            "    ${ROOT-COMMAND-NAME} compare --base-ref origin/main",
            "  two commits, with the project's own build",
            "    ${ROOT-COMMAND-NAME} compare --base-ref v1.2.0 --head-ref HEAD \\",
            "      --build 'mvn -q package' --jar 'bench/target/*-jmh.jar'",
            "  which of them, and in how many minutes",
            "    ${ROOT-COMMAND-NAME} compare --plan --base old.jar --head new.jar",
            "  what your change executes more, without a look at time",
            "    ${ROOT-COMMAND-NAME} compare --work-only --base-ref HEAD",
            "  more time for the same comparison",
            "    ${ROOT-COMMAND-NAME} compare --base old.jar --head new.jar \\",
            "      --budget 1h -d callcost-results/compare-20261125-120000",
            "  the second of eight machines, and what all of them show",
            "    ${ROOT-COMMAND-NAME} compare --base old.jar --head new.jar \\",
            "      --shard 2/8 -d shard-2",
            "    ${ROOT-COMMAND-NAME} check --paired shard-*",
            "  two JVMs",
            "    ${ROOT-COMMAND-NAME} compare --base my.jar \\",
            "      --head-jvm /opt/jdk-25/bin/java MyBenchmark",
            "  two versions of a library",
            "    ${ROOT-COMMAND-NAME} compare --base my.jar \\",
            "      --head-dependency com.google.code.gson:gson:2.11.0",
            "  two settings, in ten minutes",
            "    ${ROOT-COMMAND-NAME} compare --budget 10min \\",
            "      --base my.jar --head-jvm-args=-XX:+UseZGC MyBenchmark",
            "  a gate of CI",
            "    ${ROOT-COMMAND-NAME} compare --format github \\",
            "      --base old.jar --head new.jar",
            "  by CPU per call and p99 at a rate",
            "    ${ROOT-COMMAND-NAME} compare --metric cpu,p99 \\",
            "      --base old.jar --head new.jar GrpcRateBenchmark -p rate=1000",
            "  a side with itself, for what this machine can show",
            "    ${ROOT-COMMAND-NAME} compare --all-rows --base my.jar MyBenchmark"
        },
        exitCodeList = {
            VerdictOptions.NOT_SLOWER,
            VerdictOptions.SLOWER,
            VerdictOptions.GAP + ", or no row runs a changed method",
            "3:a row could not be measured, because the forks of a side fail; no row is slower",
            RootCommand.USAGE,
            RootCommand.BAD_FILE,
            "70:the build of a side fails"
        })
final class CompareCommand implements Callable<Integer> {
    private static final String JARS = "--base or --head";

    @Option(
            names = "--base",
            paramLabel = "JAR",
            description = "what head is compared with: a jar, a folder of classes or a file with a class path; a :"
                    + " separates several; once for each module")
    private List<Path> base = List.of();

    @Option(names = "--head", paramLabel = "JAR", description = "what may be slower; once for each module")
    private List<Path> head = List.of();

    @Option(names = "--base-args", paramLabel = "ARGS", description = "JMH options for base alone, as one argument")
    private String baseArgs = "";

    @Option(names = "--head-args", paramLabel = "ARGS", description = "JMH options for head alone, as one argument")
    private String headArgs = "";

    @Option(names = "--base-jvm", paramLabel = "JAVA", description = "the java of base alone")
    private String baseJvm;

    @Option(names = "--head-jvm", paramLabel = "JAVA", description = "the java of head alone")
    private String headJvm;

    @Option(
            names = "--base-jvm-args",
            paramLabel = "ARGS",
            description = "JVM arguments for base alone, after the benchmark's")
    private String baseJvmArgs = "";

    @Option(
            names = "--head-jvm-args",
            paramLabel = "ARGS",
            description = "JVM arguments for head alone, such as -XX:+UseZGC")
    private String headJvmArgs = "";

    @Option(
            names = "--margin",
            converter = OptionReader.OfShare.class,
            paramLabel = "MARGIN",
            defaultValue = "3%",
            description = "a difference that does not matter, as 3%% or 0.03 (default: ${DEFAULT-VALUE})")
    private double margin;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description =
                    "start no new measurement after this time, such as 90s or 1h (default: after the scouts 5min for"
                            + " each row that runs changed methods, 30min at most)")
    private Duration budget;

    @Option(
            names = "--parallel",
            paramLabel = "PAIRS",
            description =
                    "run so many pairs at once, each on a CPU of its own, where the machine has CPUs and memory for"
                            + " them (default: the first pairs of a few rows show whether one on each core or one"
                            + " alone decides sooner)")
    private Integer parallel;

    @Option(
            names = "--shard",
            paramLabel = "N/M",
            description =
                    "measure the N-th of M parts of the rows; check --paired judges the folders of all parts together")
    private Shard shard;

    @Option(
            names = "--all-rows",
            description = "measure rows that run no changed code, too; a side may be compared with itself")
    private boolean allRows;

    @Option(
            names = "--ignore-resources",
            description = "ignore changed resource files (by default one such change means that all rows are measured)")
    private boolean ignoresResources;

    /** Whose benchmarks both sides run; empty for each side's own. */
    private enum BenchmarksOf {
        base
    }

    @Option(
            names = "--benchmarks",
            paramLabel = "base",
            description = "run base's benchmarks with head's library, where they link, so that only the library differs"
                    + " (default: each side runs its own benchmarks)")
    private Optional<BenchmarksOf> benchmarks = Optional.empty();

    @Option(
            names = "--plan",
            description =
                    "run the scouts alone, and say which rows would be measured, why, and in about which time; the"
                            + " same command with -d measures them")
    private boolean isPlan;

    @Option(
            names = "--work-only",
            description = "count the bytecodes, calls and objects of each row that runs changed code, and measure no"
                    + " time; the same command with -d and without this measures the rows")
    private boolean isWorkAlone;

    @Mixin
    private SourceOptions source;

    @Mixin
    private VerdictOptions report;

    @Mixin
    private MeasuringOptions measuring;

    @Override
    public Integer call() {
        report.check();
        if (isPlan && isWorkAlone) {
            throw CommandException.usage("compare: --plan counts no work: name --plan or --work-only");
        }
        if (parallel != null && parallel < 1) {
            throw CommandException.usage("compare: --parallel " + parallel + ": at least one pair runs at a time");
        }
        SideRequest ofBase = side(baseJvm, baseArgs, baseJvmArgs);
        SideRequest ofHead = side(headJvm, headArgs, headJvmArgs);
        checkArguments(ofBase, ofHead);
        if (source.nameCommits(!base.isEmpty() || !head.isEmpty())) {
            try (Sources sources = source.open()) {
                return measure(sources.pairs(), ofBase, ofHead);
            }
        }
        try (JarLayouts layouts = new JarLayouts()) {
            List<JarPair> pairs =
                    source.pairs(layouts, jars(base.isEmpty() ? head : base), jars(head.isEmpty() ? base : head));
            return measure(pairs, ofBase, ofHead);
        }
    }

    private int measure(List<JarPair> jars, SideRequest ofBase, SideRequest ofHead) {
        List<RunArguments.Group> common = measuring.groups();
        checkDifference(
                ofBase.equals(ofHead) && jars.stream().allMatch(it -> it.base().equals(it.head())));
        ComparisonRequest request = new ComparisonRequest(
                jars,
                ofBase,
                ofHead,
                common,
                new SessionSettings(
                        margin,
                        measuring.seed(),
                        shard,
                        report.metrics().stream().map(MetricChoice::toString).toList()),
                new Extent(allRows, ignoresResources, benchmarks.isPresent(), isWorkAlone),
                new Effort(Optional.ofNullable(parallel), Optional.ofNullable(budget)));
        if (isPlan) {
            return measuring.plan((folder, progress) -> {
                ComparisonPlan plan = new Comparison(request, new ComparisonProgress(progress)).plan(folder);
                report.write(new PlanReport(plan));
                return plan;
            });
        }
        return measuring.run(
                (folder, progress) -> new Comparison(request, new ComparisonProgress(progress))
                        .run(folder, flames -> PageFiles.writeFlames(folder, flames)),
                (folder, measured) ->
                        report.write(measured.judged().verdicts(), next(request, measured, folder), Optional.empty()),
                (folder, measured) -> ResultsPage.writeBeside(folder, measured.judged()));
    }

    private static NextStep next(ComparisonRequest request, MeasuredSession measured, Path folder) {
        boolean isWorkAlone = request.extent().workAlone();
        String command = measured.budgetToResume(request)
                .filter(budget -> !isWorkAlone)
                .map(budget -> more(measured.judged().session(), budget, folder))
                .orElseGet(() -> "To resume, use the same command with " + Wrap.unbroken("-d " + folder));
        return measured.isStopped()
                ? NextStep.ofStopped(measured.judged().session(), isWorkAlone, command)
                : isWorkAlone ? NextStep.NONE : NextStep.of(command);
    }

    /** @param budget includes the time that is over */
    private static String more(Session session, Duration budget, Path folder) {
        return "To measure for "
                + Numbers.duration(budget.minus(session.spent()).toNanos())
                + " more, use the same command with "
                + Wrap.unbroken("--budget " + Numbers.exact(budget).replace(" ", "") + " -d " + folder);
    }

    private List<Path> jars(List<Path> named) {
        return named.isEmpty()
                ? List.of(measuring.jar(null, JARS))
                : named.stream().map(jar -> measuring.jar(jar, JARS)).toList();
    }

    private static SideRequest side(String jvm, String args, String jvmArgs) {
        return new SideRequest(
                jvm == null ? Utils.getCurrentJvm() : jvm,
                RunArguments.groups(Utils.splitQuotedEscape(args).toArray(String[]::new)),
                jvmArgs);
    }

    private void checkDifference(boolean same) {
        if (same && !allRows) {
            throw CommandException.usage(
                    "compare: nothing differs between base and head: name --base or --head, or one of --base-args,"
                            + " --base-dependency, --base-jvm, --base-jvm-args and the same for head; --all-rows"
                            + " compares a side with itself");
        }
    }

    private void checkArguments(SideRequest ofBase, SideRequest ofHead) {
        RunArguments common = RunArguments.of(measuring.groups());
        if (common.options().getJvm().hasValue() && (baseJvm != null || headJvm != null)) {
            throw CommandException.usage("compare: --jvm is for both sides, and would hide --base-jvm and --head-jvm");
        }
        check(common);
        check(arguments("--base-args", ofBase));
        check(arguments("--head-args", ofHead));
    }

    private static RunArguments arguments(String option, SideRequest side) {
        try {
            return RunArguments.of(side.args());
        } catch (CommandException e) {
            throw CommandException.usage("compare: " + option + ": " + e.getMessage());
        }
    }

    private static void check(RunArguments arguments) {
        CommandLineOptions options = arguments.options();
        if (arguments.list()) {
            throw CommandException.usage("compare: it measures; -l, -lp, -lprof and -lrf list without a verb");
        }
        if (arguments.countsWork()) {
            throw CommandException.usage(
                    "compare: it counts work without -prof work; --work-only counts and measures no time");
        }
        if (options.getResult().hasValue() || options.getResultFormat().hasValue()) {
            throw CommandException.usage(
                    "compare: it has no results file for -rff and -rf; -d names the folder it writes to");
        }
    }
}
