package dev.callcost.cli;

import dev.callcost.results.Export;
import dev.callcost.results.ResultsFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export RESULTS}: a results file for another tool. */
@Command(
        name = "export",
        sortOptions = false,
        description = "Writes a JMH results file in the format of another tool, one line a fork.",
        footer = {"", "Exit codes: 0 all well; 64 usage; 65 a file that cannot be read or written."})
final class ExportCommand implements Callable<Integer> {
    private enum Format {
        benchstat,
        csv
    }

    @Parameters(paramLabel = "RESULTS", description = "a JMH results file in JSON, or a folder that holds results.json")
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
        output.write(
                switch (format) {
                    case benchstat -> Export.benchstat(file);
                    case csv -> Export.csv(file);
                });
        return 0;
    }
}
