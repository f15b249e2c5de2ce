package dev.callcost.results;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The format of Go's benchmarks, which benchstat reads (golang.org/design/14313-benchmark-format): one line a fork, because
 * benchstat takes lines for independent samples. The value is the median of the fork's iterations; the count is the number of its
 * iterations.
 */
public final class BenchstatExport {
    private BenchstatExport() {}

    /** The text, every line ending in a line feed. */
    public static String of(ResultsFile file) {
        StringBuilder text = new StringBuilder();
        throughputs(file).forEach(unit -> text.append("Unit ").append(unit).append(" better=higher\n"));
        for (Row row : file.rows()) {
            for (ExportedFork fork : ExportedFork.of(row)) {
                text.append(name(row))
                        .append(' ')
                        .append(fork.iterations())
                        .append(' ')
                        .append(fork.median())
                        .append(' ')
                        .append(row.primary().unit());
                fork.bytes().ifPresent(bytes -> text.append(' ').append(bytes).append(" B/op"));
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static Set<String> throughputs(ResultsFile file) {
        return file.rows().stream()
                .map(row -> row.primary().unit())
                .filter(unit -> unit.startsWith("ops/"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(Row row) {
        return "Benchmark" + row.label().replace('/', ':').replace(" ", "/").replaceAll("\\s", "_");
    }
}
