package dev.callcost.command;

import dev.callcost.command.option.MarginConverter;
import dev.callcost.command.option.Output;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.compare.FileComparison;
import dev.callcost.results.report.check.CheckJson;
import dev.callcost.results.report.check.CheckReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check BASE HEAD}: is head slower than base? */
@Command(
        name = "check",
        sortOptions = false,
        description =
                "Compares two JMH results files row by row: which rows of HEAD are slower or allocate more than in BASE.",
        footer = {
            "",
            "Verdicts: SLOWER, FASTER (significant, and not shown to be within the margin), SAME (shown to be within the margin),",
            "UNDECIDED (more forks would tell), CANNOT TELL (fewer than 5 forks on a side). B/op: MORE, LESS, SAME.",
            "The two files were not measured interleaved: what the machine did between them is not covered.",
            "",
            "Exit codes: 0 no regression seen; 1 a row is SLOWER or allocates MORE; 2 with --strict, a row is undecided, in one",
            "file only, or measured differently; 64 usage; 65 a file that cannot be read or written."
        })
final class CheckCommand implements Callable<Integer> {
    private static final String RED = "\u001b[31m$1\u001b[0m";
    private static final String GREEN = "\u001b[32m$1\u001b[0m";

    private enum Format {
        text,
        json,
        markdown
    }

    @Parameters(
            index = "0",
            paramLabel = "BASE",
            description = "a JMH results file in JSON, or a folder that holds results.json")
    private Path base;

    @Parameters(index = "1", paramLabel = "HEAD", description = "another one, measured with what may be slower")
    private Path head;

    @Option(
            names = "--margin",
            paramLabel = "MARGIN",
            defaultValue = "3%",
            converter = MarginConverter.class,
            description = "a difference that does not matter, as 3%% or 0.03 (default: ${DEFAULT-VALUE})")
    private double margin;

    @Option(names = "--strict", description = "fail when anything is undecided, unlike or missing")
    private boolean strict;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        FileComparison comparison = FileComparison.of(ResultsFile.read(base), ResultsFile.read(head), margin);
        String report = switch (format) {
            case text -> CheckReport.text(comparison, strict);
            case markdown -> CheckReport.markdown(comparison, strict);
            case json -> CheckJson.of(comparison, strict);
        };
        output.write(format == Format.text && output.isStandard() ? coloured(report) : report);
        return switch (comparison.outcome(strict)) {
            case OK -> 0;
            case REGRESSION -> 1;
            case NOT_SHOWN -> 2;
        };
    }

    /** Picocli's rule for colours: on a terminal only, and never with NO_COLOR. */
    private static String coloured(String report) {
        if (!Ansi.AUTO.enabled()) {
            return report;
        }
        return report.replaceAll("(?m)(?<=  )(SLOWER|MORE)(?=  |$)", RED)
                .replaceAll("(?m)(?<=  )(FASTER|LESS)(?=  |$)", GREEN);
    }
}
