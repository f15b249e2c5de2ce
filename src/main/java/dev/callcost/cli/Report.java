package dev.callcost.cli;

import dev.callcost.compare.VerdictReport;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.Verdicts;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** How a verb that compares tells what it found. */
@Command(
        exitCodeList = {
            "0:no regression seen",
            "1:a row is SLOWER, allocates MORE or has FAILED",
            "2:with --strict, a row is undecided, skipped, left out, on one side only, or measured differently",
            "3:a row of compare could not be measured, as the forks of a side fail; no row is SLOWER or allocates MORE",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class Report {
    private static final String RED = "\u001b[31m$0\u001b[0m";
    private static final String GREEN = "\u001b[32m$0\u001b[0m";

    @Option(names = "--strict", description = "fail when anything is undecided, unlike or missing")
    private boolean strict;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format;

    @Option(
            names = "--all",
            description =
                    "a line for each of more than ten rows, those that are the same or inconclusive too, and all warnings")
    private boolean all;

    @Option(
            names = "--only",
            paramLabel = "REGEXP",
            converter = Converters.Regexp.class,
            description =
                    "show the rows in whose names, short or with all parameters, it is found; what it comes to is that of all rows")
    private Pattern only;

    private enum Format {
        text,
        json,
        markdown
    }

    /**
     * Writes the report in the format asked for.
     *
     * @return the exit code
     */
    int write(Output output, Verdicts verdicts) {
        VerdictReport report = new VerdictReport(verdicts, strict);
        output.write(
                switch (format) {
                    case text -> {
                        String text = report.text(new View(output.width(), all, Optional.ofNullable(only)));
                        yield output.isStandard() ? coloured(text) : text;
                    }
                    case markdown -> report.markdown();
                    case json -> report.json();
                });
        return switch (report.outcome()) {
            case OK -> 0;
            case REGRESSION, FAILED -> 1;
            case NOT_SHOWN -> 2;
            case NOT_MEASURED -> 3;
        };
    }

    /** Picocli's rule for colours: on a terminal only, and never with NO_COLOR. */
    private static String coloured(String report) {
        if (!Ansi.AUTO.enabled()) {
            return report;
        }
        return report.replaceAll(
                        "(?m)^(slower|allocates more|failed|not measured)$|^(REGRESSION|FAILED|NOT MEASURED)(?=:)", RED)
                .replaceAll("(?m)^(faster|allocates less)$", GREEN);
    }
}
