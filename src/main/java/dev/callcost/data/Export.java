package dev.callcost.data;

import dev.callcost.text.Grid;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Results files for other tools. A fork has one line, because forks are independent of one another. */
public final class Export {
    private static final String[] HEADER = {
        "benchmark", "mode", "threads", "params", "fork", "iterations", "median", "mean", "unit", "B/op"
    };

    private Export() {}

    /**
     * The format of Go's benchmarks, which benchstat reads (golang.org/design/14313-benchmark-format). The value is the median of the fork's iterations, and
     * the count is their number. Times are always in ns/op, because benchstat knows no other unit of time and compares only rows with equal units.
     */
    public static String benchstat(ResultsFile file) {
        Stream<String> throughputs = file.rows().stream()
                .map(Row::primary)
                .filter(Metric::isThroughput)
                .map(Metric::unit)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(unit -> "Unit " + unit + " better=higher\n");
        Stream<String> forks = file.rows().stream()
                .flatMap(row -> forks(row)
                        .map(fork -> String.join(
                                        " ",
                                        benchstatName(row),
                                        fork.iterations(),
                                        benchstatScore(row.primary(), fork.median()))
                                + (fork.bytes().isEmpty() ? "" : " " + fork.bytes() + " B/op")
                                + "\n"));
        return Stream.concat(throughputs, forks).collect(Collectors.joining());
    }

    private static String benchstatName(Row row) {
        return "Benchmark" + row.label().replace('/', ':').replace(" ", "/").replaceAll("\\s", "_");
    }

    private static String benchstatScore(Metric metric, double median) {
        OptionalDouble nanos = metric.nanosPerUnit();
        return nanos.isPresent() ? median * nanos.getAsDouble() + " ns/op" : median + " " + metric.unit();
    }

    /** Comma-separated values, see {@link Grid#csv}. Params are separated by blanks. B/op is empty when it was not measured. */
    public static String csv(ResultsFile file) {
        Grid grid = new Grid().left(HEADER);
        file.rows()
                .forEach(row -> forks(row)
                        .forEach(fork -> grid.row(
                                row.benchmark(),
                                row.mode(),
                                String.valueOf(row.threads()),
                                row.params().entrySet().stream()
                                        .map(param -> param.getKey() + "=" + param.getValue())
                                        .collect(Collectors.joining(" ")),
                                fork.number(),
                                fork.iterations(),
                                String.valueOf(fork.median()),
                                fork.mean(),
                                row.primary().unit(),
                                fork.bytes())));
        return grid.csv();
    }

    /** A fork; {@code number} counts from 1, {@code median} and {@code mean} are in the row's unit. */
    private record ExportedFork(String number, String iterations, double median, String mean, String bytes) {}

    private static Stream<ExportedFork> forks(Row row) {
        double[] medians = row.primary().forkMedians();
        double[] bytes = row.bytesPerOp().map(Metric::forkMedians).orElse(new double[0]);
        return IntStream.range(0, medians.length).mapToObj(i -> {
            List<Double> scores = row.primary().forks().get(i);
            double sum = scores.stream().mapToDouble(Double::doubleValue).sum();
            return new ExportedFork(
                    String.valueOf(i + 1),
                    String.valueOf(scores.size()),
                    medians[i],
                    String.valueOf(sum / scores.size()),
                    bytes.length == medians.length ? String.valueOf(bytes[i]) : "");
        });
    }
}
