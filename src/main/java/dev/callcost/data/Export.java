package dev.callcost.data;

import dev.callcost.text.Grid;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Results files for other tools. In a table a fork has one line, because forks are independent of one another. */
public final class Export {
    private static final String[] HEADER = {
        "benchmark", "mode", "threads", "params", "fork", "iterations", "median", "mean", "unit", "B/op"
    };

    /** What separates the parts of a name or of a line, and what does not show. */
    private static final Pattern SPECIAL = Pattern.compile("[%/\\p{Z}\\p{Cc}\\p{Cf}]");

    /** HdrHistogram's default. */
    private static final int STEPS = 5;

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

    /**
     * The distribution of a row's samples, all forks together, as HdrHistogram prints and plots it: value in microseconds, quantile, number of samples up to
     * it, and the inverse of the share above. Each half of the distance to the slowest sample has {@value #STEPS} lines. Buckets are not named, as JMH's
     * differ (org.HdrHistogram.AbstractHistogram.outputPercentileDistribution, PercentileIterator).
     *
     * @param row one that {@link #isSampled}
     */
    public static String hgrm(Row row) {
        Histogram samples = row.primary().samples();
        double micros = row.primary().nanosPerUnit().orElseThrow() / 1000;
        StringBuilder text = new StringBuilder(
                String.format("%12s %14s %10s %14s\n\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)"));
        double percent = 0;
        int index = 0;
        do {
            while (100 * samples.upTo(index) / samples.samples() < percent) {
                index++;
            }
            double q = percent / 100;
            text.append(quantile(samples.value(index) * micros, q, samples.upTo(index)))
                    .append(String.format(Locale.ROOT, " %14.2f\n", 1 / (1 - q)));
            int halves = (int) (Math.log(100 / (100 - percent)) / Math.log(2));
            percent += 100 / (STEPS * Math.pow(2, halves + 1));
        } while (samples.upTo(index) < samples.samples());
        double longest = samples.value(samples.size() - 1) * micros;
        return text.append(quantile(longest, 1, samples.samples()))
                .append(String.format(
                        Locale.ROOT,
                        "\n#[Mean    = %12.3f, StdDeviation   = %12.3f]\n#[Max     = %12.3f, Total count    = %12.0f]\n",
                        samples.mean() * micros,
                        samples.deviation() * micros,
                        longest,
                        samples.samples()))
                .toString();
    }

    private static String quantile(double value, double q, double upTo) {
        return String.format(Locale.ROOT, "%12.3f %2.12f %10.0f", value, q, upTo);
    }

    /** Whether the row has the samples that {@link #hgrm} needs: mode SampleTime. */
    public static boolean isSampled(Row row) {
        return row.primary().nanosPerUnit().isPresent()
                && row.primary().samples().samples() > 0;
    }

    /** Comma-separated values, see {@link Grid#csv}. Blanks separate params. B/op is empty when it was not measured. */
    public static String csv(ResultsFile file) {
        Grid grid = new Grid().left(HEADER);
        ExportedFork.all(file).map(ExportedFork::csv).forEach(grid::row);
        return grid.csv();
    }
}
