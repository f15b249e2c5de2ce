package dev.callcost.cli;

import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictReport.NextStep;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.CountedWork.WorkChanges;
import dev.callcost.data.ResultsFile;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code check BASE HEAD}: is head slower than base? {@code check --paired DIR...}: what do the pairs of
 * {@code compare} say?
 */
@Command(
        name = "check",
        header = "Which rows of results files are slower than in other files?",
        customSynopsis = {
            "${COMMAND-FULL-NAME} [options] BASE HEAD",
            "       ${COMMAND-FULL-NAME} [options] BASE... -- HEAD...",
            "       ${COMMAND-FULL-NAME} --paired [options] DIR..."
        },
        description = {
            "Compares JMH results files row by row: which rows of HEAD are slower or allocate more than in BASE? A"
                    + " machine that changed between the two files shows as a difference; compare avoids that. With"
                    + " --paired it judges folders of compare again, all pairs of a row together.",
            "",
            "Several files a side, such as one a CI job: a row in several files is judged by how much files differ,"
                    + " not forks; the first file of base is compared with the first of head, and so on. Files that"
                    + " share no row count as one.",
            "",
            VerdictOptions.VERDICTS
                    + " CANNOT_TELL in JSON: inconclusive with fewer than 5 forks on a side, or fewer than 2 where"
                    + " rows share their variances.",
            "",
            VerdictOptions.QUANTITIES
        },
        footer = {
            "  two results files of JMH",
            "    ${ROOT-COMMAND-NAME} check base.json head.json",
            "  three CI jobs, each with one fork of base and head",
            "    ${ROOT-COMMAND-NAME} check job-*/base.json -- job-*/head.json",
            "  a gate of a build, which also fails without an answer",
            "    ${ROOT-COMMAND-NAME} check --strict --margin 5%% base.json head.json",
            "  warn from 3%% on, fail from 10%% on",
            "    ${ROOT-COMMAND-NAME} check --fail-at 10%% base.json head.json",
            "  by the mean and p99, of files of mode SampleTime",
            "    ${ROOT-COMMAND-NAME} check --metric p99 base.json head.json",
            "  also by instructions, and by a counter of the benchmark's own",
            "    ${ROOT-COMMAND-NAME} check --metric instructions,hits:higher \\",
            "      base.json head.json",
            "  an earlier comparison again",
            "    ${ROOT-COMMAND-NAME} check --paired \\",
            "      callcost-results/compare-20261125-120000"
        },
        exitCodeList = {
            VerdictOptions.NOT_SLOWER,
            VerdictOptions.SLOWER,
            VerdictOptions.GAP,
            "3:with --paired: compare could not measure a row",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class CheckCommand implements Callable<Integer> {
    private static final String DIVIDER = "--head-follows";

    @Parameters(
            arity = "0..*",
            paramLabel = "BASE HEAD",
            hideParamSyntax = true,
            parameterConsumer = BaseOrHead.class,
            description = "JMH results files in JSON, logs of a run, or folders that hold one of them;"
                    + " HEAD is the one that may be slower. With --paired: folders of compare")
    private List<String> before = new ArrayList<>();

    private final List<String> after = new ArrayList<>();

    @Option(names = DIVIDER, hidden = true)
    private boolean headFollows;

    @Option(names = "--paired", description = "judge again what compare measured")
    private boolean paired;

    @Option(
            names = "--margin",
            converter = OptionReader.OfShare.class,
            paramLabel = "MARGIN",
            description =
                    "a difference that does not matter, as 3%% or 0.03 (default: 3%%, with --paired that of compare)")
    private Double margin;

    @Mixin
    private VerdictOptions report;

    /** Empty unless both sides have files with counts. */
    private Optional<WorkSection> work = Optional.empty();

    /** Gives a file to base or, after {@code --}, to head. */
    private static final class BaseOrHead implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> words, ArgSpec files, CommandSpec spec) {
            CheckCommand check = (CheckCommand) spec.userObject();
            (check.headFollows ? check.after : check.before).add(words.pop());
        }
    }

    /**
     * The words with an option in place of {@code --}: picocli would take options after it for files, and not tell
     * where it stood.
     */
    static String[] divided(String... words) {
        return Stream.of(words).map(word -> word.equals("--") ? DIVIDER : word).toArray(String[]::new);
    }

    @Override
    public Integer call() {
        Verdicts verdicts = paired ? pairs() : files();
        return report.write(verdicts, NextStep.NONE, work);
    }

    /** @throws CommandException (usage) when margins or metrics do not fit the results */
    private static Verdicts judged(Supplier<Verdicts> judge) {
        try {
            return judge.get();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("check: " + e.getMessage());
        }
    }

    private Verdicts files() {
        if (report.isFailingOnWork()) {
            throw usage("--fail-on-work is for what compare counted: check --paired --fail-on-work 1% DIR...");
        }
        if (!headFollows) {
            divide();
        }
        List<Path> ofBase = paths(before);
        List<Path> ofHead = paths(after);
        checkSide("base", ofBase);
        checkSide("head", ofHead);
        List<ResultsFile> baseFiles = read(ofBase);
        List<ResultsFile> headFiles = read(ofHead);
        boolean areSeveral = baseFiles.size() + headFiles.size() > 2;
        work = Optional.of(WorkChanges.of(baseFiles, headFiles))
                .filter(it -> !it.isEmpty())
                .map(it -> new WorkSection(it, areSeveral));
        double usual = margin == null ? VerdictRule.MARGIN : margin;
        Verdicts verdicts = judged(() -> FileVerdicts.of(baseFiles, headFiles, usual, report.metrics()));
        if (verdicts.rows().isEmpty()) {
            throw CommandException.badFile(text(ofBase) + " and " + text(ofHead) + " have no row in common: base has "
                    + verdicts.onlyInBase().get(0).label() + ", head has "
                    + verdicts.onlyInHead().get(0).label());
        }
        return verdicts;
    }

    /** Without {@code --}, two files are base and head. */
    private void divide() {
        if (before.size() > 2) {
            int half = (before.size() + 1) / 2;
            throw usage("which of " + before.size() + " files are base's? Write -- before the first of head: check "
                    + String.join(" ", before.subList(0, half)) + " -- "
                    + String.join(" ", before.subList(half, before.size())));
        }
        if (before.size() < 2) {
            throw usage("two files, BASE and HEAD, not " + before.size());
        }
        after.add(before.remove(1));
    }

    /** Without the {@code environment.json} that a shell's {@code *.json} includes. */
    private static List<Path> paths(List<String> words) {
        return words.stream()
                .filter(word -> !word.endsWith(ResultsFile.ENVIRONMENT))
                .map(Path::of)
                .toList();
    }

    private static void checkSide(String side, List<Path> files) {
        if (files.isEmpty()) {
            throw usage("no file of " + side + ": write check BASE... -- HEAD...");
        }
        Set<Path> seen = new HashSet<>();
        for (Path file : files) {
            if (!seen.add(file.toAbsolutePath().normalize())) {
                throw usage(side + " has the file " + file + " twice");
            }
        }
    }

    private static CommandException usage(String message) {
        return CommandException.usage("check: " + message + " (check --help tells more)");
    }

    private static String text(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** Keeps the log of one file at a time. */
    private static List<ResultsFile> read(List<Path> paths) {
        return paths.stream().map(path -> ResultsFile.read(path).withoutLog()).toList();
    }

    private Verdicts pairs() {
        if (headFollows || before.isEmpty()) {
            throw usage("--paired takes folders of compare, each with both sides: check --paired DIR...");
        }
        return judged(() -> {
            List<Session> sessions =
                    SessionFile.readAll(before.stream().map(Path::of).toList());
            double measured = margin == null ? PairVerdicts.commonMargin(sessions) : margin;
            return PairVerdicts.of(sessions, measured, report.metrics());
        });
    }
}
