package dev.callcost.cli;

import dev.callcost.data.ResultsFile;
import dev.callcost.pages.ResultsPage;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        header = "Shows results again: as text, Markdown, CSV, or a page with pictures.",
        description =
                "Reads results files of this suite or of plain JMH, folders of compare and of bill, and folders of these. Several"
                        + " results files stand side by side in one picture. Prints what their commands printed at the end and the"
                        + " numbers of the pictures; with -o writes a folder instead.",
        footer = {
            "  a run again as text",
            "    java -jar benchmarks.jar report results/local/20261125-120000",
            "  two runs as a page ",
            "    java -jar benchmarks.jar report -o pages jdk17.json jdk25.json"
        },
        exitCodeList = {RootCommand.OK, RootCommand.USAGE, RootCommand.BAD_FILE})
final class ReportCommand implements Callable<Integer> {
    private enum Format {
        text,
        markdown,
        csv,
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
    private Format format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description =
                    "write index.html, which needs no other file, report.md, each picture as SVG, and its points as CSV")
    private Path folder;

    @Option(
            names = "--all",
            description =
                    "print also the tables that a page folds away: how forks got warm, iterations, windows, pairs (Markdown and"
                            + " pages always have them)")
    private boolean all;

    @Mixin
    private WidthOption width;

    /** A folder of folders that hold results stands for these. */
    private static Stream<Path> folders(Path path) {
        if (!Files.isDirectory(path) || ResultsFile.in(path).isPresent()) {
            return Stream.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            List<Path> folders = inside.filter(folder -> ResultsFile.in(folder).isPresent())
                    .sorted()
                    .toList();
            return folders.isEmpty() ? Stream.of(path) : folders.stream();
        } catch (IOException e) {
            throw CommandException.badFile("cannot read " + path + ": " + e.getMessage());
        }
    }

    @Override
    public Integer call() {
        ResultsPage report =
                new ResultsPage(results.stream().flatMap(ReportCommand::folders).toList());
        report.warnings().forEach(System.err::println);
        if (folder != null) {
            report.files().write(folder);
            System.out.println("Page: " + folder.resolve("index.html"));
        } else {
            System.out.print(
                    switch (format) {
                        case text -> report.text(width.of(true), all);
                        case markdown -> report.markdown();
                        case csv -> report.csv();
                        case html -> report.html();
                    });
        }
        System.out.flush();
        return 0;
    }
}
