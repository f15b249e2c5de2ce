package dev.callcost.cli;

import dev.callcost.cli.OutputOptions.WidthOption;
import dev.callcost.pages.ResultsPage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        header = "Shows results again: as text, Markdown, or a page with pictures.",
        description = "Reads results files of this suite or of plain JMH, and folders of compare and of bill. Several"
                + " results files stand side by side in one picture. Prints what their commands printed at the end;"
                + " with -o writes a folder instead.",
        footer = {
            "  a run again as text",
            "    ${ROOT-COMMAND-NAME} report results/local/20261125-120000",
            "  two runs as a page ",
            "    ${ROOT-COMMAND-NAME} report -o pages jdk17.json jdk25.json"
        },
        exitCodeList = {
            RootCommand.OK,
            "1:a benchmark of a run failed",
            RootCommand.UNMEASURED,
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class ReportCommand implements Callable<Integer> {
    /** The formats in which {@code report} and {@code history} print. */
    enum ReportFormat {
        text,
        markdown,
        html
    }

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULTS",
            description = "JMH results files in JSON, logs, or folders that hold some")
    private List<Path> results;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "of what is printed: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private ReportFormat format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "write index.html, which needs no other file, report.md, and each picture as SVG")
    private Path folder;

    @Mixin
    private WidthOption width;

    @Override
    public Integer call() {
        ResultsPage report = new ResultsPage(results);
        report.warnings().forEach(System.err::println);
        if (folder != null) {
            report.files().write(folder);
            System.out.println("Page: " + folder.resolve("index.html"));
        } else {
            System.out.print(
                    switch (format) {
                        case text -> report.text(width.of(true));
                        case markdown -> report.markdown();
                        case html -> report.html();
                    });
        }
        System.out.flush();
        return report.hasFailures() ? 1 : 0;
    }
}
