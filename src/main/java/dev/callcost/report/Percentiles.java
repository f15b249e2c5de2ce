package dev.callcost.report;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The percentiles of a row that JMH measured in mode SampleTime, of all its forks' samples. A place among them is told by how many decades of samples are
 * as fast: 1 for 90 %, 2 for 99 %. The last place is that with one sample left that is slower.
 *
 * @param label the row's name
 * @param nanos the times in nanoseconds by their places, at least one
 * @param longest the longest one, in nanoseconds
 */
record Percentiles(String label, TreeMap<Double, Double> nanos, double longest) {
    private static final int POINTS_A_DECADE = 10;

    /** Those of the rows of a file that have histograms of times, without those times that a clock shows as zero. */
    static List<Percentiles> of(ResultsFile file) {
        return file.rows().stream()
                .filter(row -> !row.primary().isThroughput() && row.logNanos().isPresent())
                .filter(row -> !row.primary().samples().isEmpty())
                .map(row -> new Percentiles(
                        row.label(),
                        nanos(row),
                        nanos(row, row.primary().samples().lastKey())))
                .filter(row -> !row.nanos.isEmpty())
                .toList();
    }

    private static TreeMap<Double, Double> nanos(Row row) {
        Map<Double, Double> samples = row.primary().samples();
        double all = samples.values().stream().mapToDouble(Double::doubleValue).sum();
        TreeMap<Double, Double> nanos = new TreeMap<>();
        places(all).forEach(place -> {
            double value = atLeast(samples, all - all / Math.pow(10, place));
            if (value > 0) {
                nanos.put(place, nanos(row, value));
            }
        });
        return nanos;
    }

    private static double nanos(Row row, double score) {
        return Math.exp(row.logNanos().orElseThrow().applyAsDouble(Math.log(score)));
    }

    /** The places that so many samples have, the median's among them. */
    private static DoubleStream places(double samples) {
        return DoubleStream.concat(
                        IntStream.rangeClosed(0, (int) (POINTS_A_DECADE * Math.log10(samples)))
                                .mapToDouble(n -> (double) n / POINTS_A_DECADE),
                        DoubleStream.of(Math.log10(2)))
                .filter(place -> Math.pow(10, place) <= samples);
    }

    /** The smallest value that so many samples do not exceed. */
    private static double atLeast(Map<Double, Double> samples, double number) {
        double counted = 0;
        for (Map.Entry<Double, Double> sample : samples.entrySet()) {
            counted += sample.getValue();
            if (counted >= number) {
                return sample.getKey();
            }
        }
        throw new IllegalArgumentException("fewer than " + number + " samples");
    }

    /** The last place of any of some rows. */
    static double last(List<Percentiles> rows) {
        return rows.stream().mapToDouble(row -> row.nanos.lastKey()).max().orElseThrow();
    }

    /** The places of some rows that have a name: the smallest sample's, the median's and each nine's. */
    static List<Double> named(List<Percentiles> rows) {
        double last = last(rows);
        return Stream.concat(
                        Stream.of(0.0, Math.log10(2)),
                        IntStream.rangeClosed(1, (int) last).mapToObj(n -> (double) n))
                .filter(place -> place <= last)
                .toList();
    }

    /** A place's name: {@code 99.9%}. */
    static String percent(double place) {
        return place == 0 ? "0%" : Numbers.significant(share(place), (int) Math.max(2, place)) + "%";
    }

    /** How many samples of a hundred are as fast. */
    static double share(double place) {
        return 100 - 100 / Math.pow(10, place);
    }
}
