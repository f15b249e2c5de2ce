package dev.callcost.cli;

import dev.callcost.data.Export;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export RESULTS}: a results file for another tool. */
@Command(
        name = "export",
        header = "Writes a results file for benchstat, HdrHistogram's plotter, or as CSV.",
        description =
                "Writes a JMH results file in the format of another tool. benchstat and csv have one line per fork. hgrm is the"
                        + " percentile distribution of a row in mode sample, in microseconds. Several rows become a file each in the"
                        + " folder of -o.",
        footer = {
            "  two results files for benchstat",
            "    java -jar benchmarks.jar export base.json -o base.txt",
            "    java -jar benchmarks.jar export head.json -o head.txt",
            "    benchstat base.txt head.txt",
            "  a spreadsheet",
            "    java -jar benchmarks.jar export --format csv base.json -o base.csv",
            "  percentiles for HdrHistogram's plotter",
            "    java -jar benchmarks.jar export --format hgrm base.json -o base"
        },
        exitCodeList = {RootCommand.OK, RootCommand.USAGE, RootCommand.BAD_FILE})
final class ExportCommand implements Callable<Integer> {
    private enum Format {
        benchstat,
        csv,
        hgrm
    }

    /** What a file's name should not have on any system. */
    private static final Pattern SPECIAL = Pattern.compile("[^\\w.=-]+");

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
        switch (format) {
            case benchstat -> output.write(Export.benchstat(file));
            case csv -> output.write(Export.csv(file));
            case hgrm -> output.writeAll(distributions(file));
        }
        return 0;
    }

    /** The distributions of a file's sampled rows by names of files. */
    private Map<String, String> distributions(ResultsFile file) {
        List<Row> rows = file.rows().stream().filter(Export::isSampled).toList();
        if (rows.isEmpty()) {
            throw CommandException.badFile("export: " + results + " has no row in mode sample");
        }
        if (rows.size() > 1 && output.isStandard()) {
            throw CommandException.usage("export: " + results + " has " + rows.size()
                    + " rows in mode sample: -o FOLDER writes a file for each");
        }
        RowNames names = new RowNames(rows.stream().map(Row::key).toList());
        Map<String, String> distributions = new LinkedHashMap<>();
        for (Row row : rows) {
            String name = SPECIAL.matcher(names.of(row.key())).replaceAll("_");
            String unused = name;
            for (int n = 2; distributions.containsKey(unused + ".hgrm"); n++) {
                unused = name + "_" + n;
            }
            distributions.put(unused + ".hgrm", Export.hgrm(row));
        }
        return distributions;
    }
}
