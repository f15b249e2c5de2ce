package dev.callcost.cli;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import dev.callcost.history.AcceptedChange;
import dev.callcost.history.History;
import dev.callcost.history.HistoryJson;
import dev.callcost.history.HistoryReader;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.HistoryRule;
import dev.callcost.history.Judgement;
import dev.callcost.host.Machine;
import dev.callcost.pages.HistoryPage;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
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
            "       ${COMMAND-FULL-NAME} --store FILE [--append RUN] [options]"
        },
        description = {
            "Reads many runs of the same benchmarks, one run a commit or a night. Removes what all rows of a run share, finds the runs"
                    + " at which the level of a row changes, and says whether the newest run is a regression. With fewer than 12 runs"
                    + " it compares the last two, as check does.",
            "",
            "slower and faster: two levels differ significantly and by the margin, or the two newest runs agree. suspect: only the newest"
                    + " run differs; another run decides. by the machine: the change lies between two runs of one"
                    + " commit, or at an update of the JVM, the kernel or the image. drift: several small changes in one direction."
        },
        footer = {
            "  a folder with a folder for each run",
            "    java -jar benchmarks.jar history results/nightly",
            "  results files of JMH, the oldest first",
            "    java -jar benchmarks.jar history a1b2c3d.json d4e5f6a.json f718293.json",
            "  the store of github-action-benchmark",
            "    java -jar benchmarks.jar history data.js --suite Benchmark",
            "  a job of CI: adds its run to a store, fails when that run is a regression",
            "    java -jar benchmarks.jar history --store history.jsonl \\",
            "      --append results.json --commit 532d38577",
            "  a page with a picture",
            "    java -jar benchmarks.jar history results/nightly \\",
            "      --format html -o history.html"
        },
        exitCodeList = {
            "0:the newest run adds no regression; with --since: no row is slower since that commit",
            "1:a row is slower, and was not without the newest run; with --since: a row is slower since that commit",
            "2:with --strict: a row is suspect, has too few runs, or is missing from the newest run, or that run is not judged",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class HistoryCommand implements Callable<Integer> {
    private enum Format {
        text,
        markdown,
        json,
        html,
        github
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "RUNS",
            hideParamSyntax = true,
            description =
                    "JMH results files in JSON, folders of them or of runs, or data.js of github-action-benchmark. The start in"
                            + " environment.json orders runs where all have one. Otherwise they stay as given, those of a folder by"
                            + " name. The commit comes from environment.json or the file's name")
    private List<Path> paths = List.of();

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "read the runs from a file with a line for each run, which --append writes")
    private Path store;

    @Option(
            names = "--append",
            paramLabel = "RUN",
            description =
                    "first add a run to the store, or all runs of a folder or data.js. A run that it holds is not added again")
    private List<Path> appended = List.of();

    @Option(
            names = "--commit",
            paramLabel = "COMMIT",
            description =
                    "with --append: the commit of the run, which was measured on this machine. The store gets this machine's CPU"
                            + " and the time of the file where no environment.json has them")
    private String commit;

    @Option(
            names = "--order",
            paramLabel = "FILE",
            description =
                    "order runs by the commits in a file, the oldest first, as git rev-list --reverse --first-parent prints"
                            + " them; runs of other commits are left out")
    private Path order;

    @Option(names = "--suite", paramLabel = "NAME", description = "the suite of a data.js that has several")
    private String suite;

    @Option(
            names = "--rename",
            paramLabel = "OLD=NEW",
            description = "join rows: replace matches of the regexp OLD in the benchmarks' full names by NEW")
    private List<String> renames = List.of();

    @Option(
            names = "--margin",
            paramLabel = "MARGIN",
            description = "a difference that does not matter, as 3%% or 0.03 (default: 3%%)")
    private double margin = VerdictRule.MARGIN;

    @Option(
            names = "--since",
            paramLabel = "COMMIT",
            description = "fail while a row is slower than at this commit, as before a release")
    private String since;

    @Option(
            names = "--accept",
            paramLabel = "FILE",
            description =
                    "changes that are known and fail no build, a line each: a regexp for names of rows, the first commit, and why")
    private Path accepted;

    @Option(
            names = "--strict",
            description = "fail also when a row is suspect, has too few runs, or is missing from the newest run")
    private boolean strict;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text", description = OutputOptions.FORMATS)
    private Format format;

    @Option(names = "--all", description = "a line for each row, those without a change too")
    private boolean all;

    @Mixin
    private RowOptions shown;

    @Override
    public Integer call() {
        check();
        shown.output().check();
        List<AcceptedChange> known = accepted == null ? List.of() : AcceptedChange.read(accepted);
        HistoryReader reader = new HistoryReader(Optional.ofNullable(suite), Optional.ofNullable(order), renames);
        if (!appended.isEmpty()) {
            JsonElement machine = new Gson().toJsonTree(Machine.describe());
            reader.append(store, appended, Optional.ofNullable(commit), machine).forEach(System.err::println);
        }
        History history = store == null ? reader.files(paths) : reader.store(store);
        Judgement judgement = new HistoryRule(margin, known).judge(history);
        HistoryReport report = new HistoryReport(judgement, first(judgement), strict);
        if (format == Format.github) {
            shown.output().writeToGithub(report.annotations(), report.markdown());
        } else {
            shown.output().write(text(report));
        }
        return switch (report.outcome()) {
            case OK -> 0;
            case REGRESSION -> 1;
            case NOT_SHOWN -> 2;
        };
    }

    private String text(HistoryReport report) {
        return switch (format) {
            case text -> report.text(shown.output().width(), all, shown.only());
            case markdown, github -> report.markdown();
            case json -> HistoryJson.of(report);
            case html -> new HistoryPage(report).html();
        };
    }

    private OptionalInt first(Judgement judgement) {
        OptionalInt first = since == null ? OptionalInt.empty() : judgement.find(since);
        if (since != null && first.isEmpty()) {
            throw CommandException.usage("history: --since " + since
                    + ": no run is of that commit; the oldest run is of " + judgement.label(0) + ", the newest of "
                    + judgement.newest().run().label());
        }
        return first;
    }

    private void check() {
        String wrong = "";
        if (store == null && paths.isEmpty()) {
            wrong = "which runs? name files or folders, or --store FILE";
        } else if (store == null && !appended.isEmpty()) {
            wrong = "--append needs --store FILE";
        } else if (store != null && !paths.isEmpty()) {
            wrong = "RUNS or --store, not both; --append " + paths.get(0) + " adds a run to the store";
        } else if (store != null && suite != null && appended.isEmpty()) {
            wrong = "--suite is for github-action-benchmark's data.js, not for a store";
        } else if (commit != null && appended.isEmpty()) {
            wrong = "--commit needs --append RUN";
        }
        if (!wrong.isEmpty()) {
            throw CommandException.usage("history: " + wrong + " (history --help tells more)");
        }
    }
}
