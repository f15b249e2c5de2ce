package dev.callcost.cli;

import dev.callcost.cli.ReportCommand.ReportFormat;
import dev.callcost.history.HistoryReader;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.Judgement;
import dev.callcost.history.RunFolder;
import dev.callcost.host.Machine;
import dev.callcost.pages.HistoryPage;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code history FILES...}: which rows changed over many runs, and at which? */
@Command(
        name = "history",
        header = "Which rows changed over many runs, at which commit, by how much?",
        customSynopsis = {
            "${COMMAND-FULL-NAME} [options] RUNS...",
            "       ${COMMAND-FULL-NAME} FOLDER --append RUN [--commit COMMIT]"
        },
        description = {
            "Reads many runs of the same benchmarks, one run a commit or a night. Removes what all rows of a run"
                    + " share, finds the runs at which the level of a row changes, and says whether the newest run is"
                    + " a regression. A row needs 12 runs, and 17 to be steady.",
            "",
            "slower and faster: two levels differ significantly and by the margin, or the two newest runs agree."
                    + " suspect: only the newest run differs; another run decides. by the machine: the change lies"
                    + " between two runs of one commit, or at an update of the JVM, the kernel or the image."
        },
        footer = {
            "  a folder with a folder for each run",
            "    ${ROOT-COMMAND-NAME} history results/nightly",
            "  results files of JMH, the oldest first",
            "    ${ROOT-COMMAND-NAME} history a1b2c3d.json d4e5f6a.json f718293.json",
            "  the store of github-action-benchmark",
            "    ${ROOT-COMMAND-NAME} history data.js --suite Benchmark",
            "  a job of CI: adds its run to a folder, fails when that run is a regression",
            "    ${ROOT-COMMAND-NAME} history nightly --append results.json \\",
            "      --commit 532d38577",
            "  a page with a picture",
            "    ${ROOT-COMMAND-NAME} history results/nightly \\",
            "      --format html -o history.html"
        },
        exitCodeList = {
            "0:the newest run adds no regression",
            "1:a row is slower, and was not without the newest run",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class HistoryCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "RUNS",
            hideParamSyntax = true,
            description =
                    "JMH results files in JSON, folders of them or of runs, or data.js of github-action-benchmark."
                            + " The start in environment.json orders runs where all have one. Otherwise they stay as"
                            + " given, those of a folder by name. The commit comes from environment.json or the"
                            + " file's name")
    private List<Path> paths;

    @Option(
            names = "--append",
            paramLabel = "RUN",
            description =
                    "first copy a run that was just measured on this machine into the folder RUNS, which is created"
                            + " if it does not exist. Its environment.json gets this machine and the time of the file"
                            + " if it lacks them")
    private Path appended;

    @Option(names = "--commit", paramLabel = "COMMIT", description = "with --append: the commit of the run")
    private String commit;

    @Option(names = "--suite", paramLabel = "NAME", description = "the suite of a data.js that has several")
    private String suite;

    @Option(
            names = "--margin",
            converter = OptionReader.OfShare.class,
            paramLabel = "MARGIN",
            description = "a difference that does not matter, as 3%% or 0.03 (default: 3%%)")
    private double margin = VerdictRule.MARGIN;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private ReportFormat format;

    @Option(names = "--all", description = "a line for each row, those without a change too")
    private boolean all;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description =
                    "print only rows with a match in the short or the full name; the outcome is still that of all rows")
    private Pattern only;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        output.check();
        if (appended != null) {
            if (paths.size() > 1) {
                throw CommandException.usage("history: --append is for one folder, not for " + paths.size() + " RUNS");
            }
            Path copy = new RunFolder(paths.get(0))
                    .append(appended, Optional.ofNullable(commit), JsonDocument.GSON.toJsonTree(Machine.describe()));
            System.err.println(appended + ": copied to " + copy);
        } else if (commit != null) {
            throw CommandException.usage("history: --commit needs --append RUN");
        }
        HistoryReport report =
                new HistoryReport(Judgement.of(HistoryReader.read(paths, Optional.ofNullable(suite)), margin));
        output.write(
                switch (format) {
                    case text -> report.text(output.width(), all, Optional.ofNullable(only));
                    case markdown -> report.markdown();
                    case html -> new HistoryPage(report).html();
                });
        return report.isRegression() ? 1 : 0;
    }
}
