package dev.callcost.data;

import dev.callcost.text.Grid;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Results files for other tools. A fork has one line, because forks are independent of one another. */
public final class Export {
    private static final String[] HEADER = {
        "benchmark", "mode", "threads", "params", "fork", "iterations", "median", "mean", "unit", "B/op"
    };

    /** What separates the parts of a name or of a line, and what does not show. */
    private static final Pattern SPECIAL = Pattern.compile("[%/\\p{Z}\\p{Cc}\\p{Cf}]");

    private Export() {}

    /** A fork; {@code number} counts from 1, and {@code bytes} is empty when B/op was not measured. */
    private record ExportedFork(Row row, int number, List<Double> scores, double median, String bytes) {
        private static Stream<ExportedFork> all(ResultsFile file) {
            return file.rows().stream().flatMap(row -> {
                double[] medians = row.primary().forkMedians();
                double[] bytes = row.bytesPerOp().map(Metric::forkMedians).orElse(new double[0]);
                return IntStream.range(0, medians.length)
                        .mapToObj(i -> new ExportedFork(
                                row,
                                i + 1,
                                row.primary().forks().get(i),
                                medians[i],
                                bytes.length == medians.length ? String.valueOf(bytes[i]) : ""));
            });
        }

        private String benchstat() {
            OptionalDouble nanos = row.primary().nanosPerUnit();
            String score = nanos.isPresent()
                    ? median * nanos.getAsDouble() + " ns/op"
                    : median + " " + row.primary().unit();
            return name(row) + " " + scores.size() + " " + score + (bytes.isEmpty() ? "" : " " + bytes + " B/op")
                    + "\n";
        }

        private String[] csv() {
            double sum = scores.stream().mapToDouble(Double::doubleValue).sum();
            return new String[] {
                row.benchmark(),
                row.mode(),
                String.valueOf(row.threads()),
                RowKey.text(row.key().params()).strip(),
                String.valueOf(number),
                String.valueOf(scores.size()),
                String.valueOf(median),
                String.valueOf(sum / scores.size()),
                row.primary().unit(),
                bytes
            };
        }
    }

    /**
     * The row's full name with {@code /name=value} for each param, for threads other than 1 and for modes other than avgt. A percent sign, a slash, blanks and
     * characters that do not show are written as their bytes in UTF-8, {@code %2F} for a slash, so that rows never share a name and a program can read it back.
     */
    private static String name(Row row) {
        StringBuilder name = new StringBuilder("Benchmark").append(encoded(row.benchmark()));
        row.key()
                .params()
                .forEach((param, value) ->
                        name.append('/').append(encoded(param)).append('=').append(encoded(value)));
        return name
                + (row.threads() == 1 ? "" : "/threads=" + row.threads())
                + (row.mode().equals(RowKey.USUAL_MODE) ? "" : "/mode=" + encoded(row.mode()));
    }

    private static String encoded(String text) {
        return SPECIAL.matcher(text).replaceAll(special -> {
            StringBuilder bytes = new StringBuilder();
            for (byte b : special.group().getBytes(StandardCharsets.UTF_8)) {
                bytes.append(String.format("%%%02X", b));
            }
            return bytes.toString();
        });
    }

    /**
     * The format of Go's benchmarks, which benchstat reads (golang.org/design/14313-benchmark-format): the median of
     * the fork's iterations, and their number as the count. Times are always in ns/op, the only unit of time that
     * benchstat supports; it compares only rows with equal units.
     */
    public static String benchstat(ResultsFile file) {
        Stream<String> throughputs = file.rows().stream()
                .map(Row::primary)
                .filter(Metric::isThroughput)
                .map(Metric::unit)
                .distinct()
                .sorted()
                .map(unit -> "Unit " + unit + " better=higher\n");
        return Stream.concat(throughputs, ExportedFork.all(file).map(ExportedFork::benchstat))
                .collect(Collectors.joining());
    }

    /** Comma-separated values, see {@link Grid#csv}. Blanks separate params. B/op is empty when it was not measured. */
    public static String csv(ResultsFile file) {
        Grid grid = new Grid().left(HEADER);
        ExportedFork.all(file).map(ExportedFork::csv).forEach(grid::row);
        return grid.csv();
    }
}
