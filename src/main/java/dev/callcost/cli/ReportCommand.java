package dev.callcost.cli;

import dev.callcost.data.ResultsFile;
import dev.callcost.report.ResultsPage;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report RESULTS...}: what results say, again and in pictures. */
@Command(
        name = "report",
        sortOptions = false,
        header = "What results say, again: as text, Markdown, CSV, or a page with pictures.",
        description =
                "Reads results files of this suite or of plain JMH, folders of compare and of bill, and folders of these. Several"
                        + " results files stand side by side in one picture. Prints what their commands printed at the end and the"
                        + " numbers of the pictures, or with -o writes a folder.",
        footer = {
            "  java -jar benchmarks.jar report results/local/20261125-120000",
            "  java -jar benchmarks.jar report jdk17.json jdk25.json -o page"
        },
        exitCodeList = {"0:all well", RootCommand.USAGE, RootCommand.BAD_FILE})
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
            description = "a JMH results file in JSON, a log, or a folder that holds some")
    private List<Path> results;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); to standard output")
    private Format format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description =
                    "write index.html, which needs nothing else, report.md, each picture as SVG, and points as CSV")
    private Path folder;

    @Spec
    private CommandSpec spec;

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
        ResultsPage page =
                new ResultsPage(results.stream().flatMap(ReportCommand::folders).toList());
        if (folder == null) {
            spec.commandLine()
                    .getOut()
                    .print(
                            switch (format) {
                                case text -> page.text(Output.widthOfStandard());
                                case markdown -> page.markdown();
                                case csv -> page.csv();
                                case html -> page.html();
                            });
            spec.commandLine().getOut().flush();
            return 0;
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create " + folder + ": " + e.getMessage());
        }
        String html = page.html();
        String markdown = page.markdown();
        page.pictures().forEach((name, svg) -> SafeFile.write(folder.resolve(name), out -> out.print(svg)));
        page.points().forEach((name, csv) -> SafeFile.write(folder.resolve(name), out -> out.print(csv)));
        SafeFile.write(folder.resolve("report.md"), out -> out.print(markdown));
        SafeFile.write(folder.resolve("index.html"), out -> out.print(html));
        spec.commandLine().getOut().println(folder.resolve("index.html"));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
