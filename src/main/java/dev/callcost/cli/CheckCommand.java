package dev.callcost.cli;

import dev.callcost.compare.FileComparison;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Warnings;
import dev.callcost.stats.Rule;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check BASE HEAD}: is head slower than base? {@code check --paired DIR...}: what do the pairs of {@code compare} say? */
@Command(
        name = "check",
        header = "Which rows of one results file are slower than in another?",
        customSynopsis = {
            "${COMMAND-FULL-NAME} [options] BASE HEAD",
            "       ${COMMAND-FULL-NAME} --paired [options] DIR..."
        },
        description = {
            "Compares two JMH results files row by row: which rows of HEAD are slower or allocate more than in BASE? A machine"
                    + " that changed between the two files shows as a difference; compare avoids that. With --paired it judges"
                    + " folders of compare again, all pairs of a row together.",
            "",
            Report.VERDICTS
                    + " too few forks (CANNOT_TELL): fewer than 5 on a side, or than 2 where rows share their variances."
        },
        footer = {
            "  two results files of JMH",
            "    java -jar benchmarks.jar check base.json head.json",
            "  a gate of a build, which also fails without an answer",
            "    java -jar benchmarks.jar check --strict --margin 5%% base.json head.json",
            "  an earlier comparison again",
            "    java -jar benchmarks.jar check --paired \\",
            "      results/local/compare-20261125-120000"
        })
final class CheckCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "BASE HEAD",
            hideParamSyntax = true,
            description =
                    "JMH results files in JSON, logs of a run, or folders that hold one of them; HEAD is the one that may be"
                            + " slower. With --paired: folders of compare")
    private List<Path> paths;

    @Option(names = "--paired", description = "judge again what compare measured")
    private boolean paired;

    @Option(
            names = "--margin",
            paramLabel = "MARGIN",
            description =
                    "a difference that does not matter, as 3%% or 0.03 (default: 3%%, with --paired that of compare)")
    private Double margin;

    @Mixin
    private Report report;

    @Override
    public Integer call() {
        return report.write(paired ? pairs() : files());
    }

    private Verdicts files() {
        if (paths.size() != 2) {
            throw CommandException.usage(
                    "check: two files, BASE and HEAD, not " + paths.size() + " (check --help tells more)");
        }
        ResultsFile base = ResultsFile.read(paths.get(0));
        ResultsFile head = ResultsFile.read(paths.get(1));
        Verdicts verdicts = FileComparison.of(base, head, margin == null ? Rule.MARGIN : margin);
        if (verdicts.rows().isEmpty()) {
            throw CommandException.badFile(paths.get(0) + " and " + paths.get(1) + " have no row in common");
        }
        return verdicts.with(Warnings.of(Log.forks(base)), Warnings.of(Log.forks(head)));
    }

    private Verdicts pairs() {
        try {
            return SessionComparison.of(
                    Session.readAll(paths), margin == null ? OptionalDouble.empty() : OptionalDouble.of(margin));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("check: " + e.getMessage());
        }
    }
}
