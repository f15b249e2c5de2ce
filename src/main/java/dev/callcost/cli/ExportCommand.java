package dev.callcost.cli;

import dev.callcost.data.Export;
import dev.callcost.data.ResultsFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export RESULTS}: a results file for another tool. */
@Command(
        name = "export",
        header = "Writes a results file for benchstat or as CSV, one line a fork.",
        description = "Writes a JMH results file in the format of another tool, one line a fork.",
        footer = {
            "  two results files for benchstat",
            "    java -jar benchmarks.jar export base.json -o base.txt",
            "    java -jar benchmarks.jar export head.json -o head.txt",
            "    benchstat base.txt head.txt",
            "  a spreadsheet",
            "    java -jar benchmarks.jar export --format csv base.json -o base.csv"
        },
        exitCodeList = {RootCommand.OK, RootCommand.USAGE, RootCommand.BAD_FILE})
final class ExportCommand implements Callable<Integer> {
    private enum Format {
        benchstat,
        csv
    }

    @Parameters(
            paramLabel = "RESULTS",
            description =
                    "a JMH results file in JSON, - for standard input, a log of a run, or a folder that holds one")
    private Path results;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "benchstat",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        ResultsFile file = ResultsFile.read(results);
        file.warnings().forEach(System.err::println);
        output.write(
                switch (format) {
                    case benchstat -> Export.benchstat(file);
                    case csv -> Export.csv(file);
                });
        return 0;
    }
}
