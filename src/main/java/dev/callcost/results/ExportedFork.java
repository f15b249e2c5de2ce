package dev.callcost.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One fork of a row.
 *
 * @param number its number in the file, from 1
 * @param iterations its measured iterations
 * @param median their median, in the row's unit
 * @param mean their mean, in the row's unit
 * @param bytes the median of the bytes allocated per operation, when that was measured
 */
record ExportedFork(int number, int iterations, double median, double mean, Optional<Double> bytes) {

    static List<ExportedFork> of(Row row) {
        Metric score = row.primary();
        double[] medians = score.forkMedians();
        double[] bytes = row.bytesPerOp().map(Metric::forkMedians).orElse(new double[0]);
        List<ExportedFork> forks = new ArrayList<>();
        for (int i = 0; i < medians.length; i++) {
            List<Double> iterations = score.forks().get(i);
            forks.add(new ExportedFork(
                    i + 1,
                    iterations.size(),
                    medians[i],
                    iterations.stream()
                            .mapToDouble(Double::doubleValue)
                            .average()
                            .orElseThrow(),
                    bytes.length == medians.length ? Optional.of(bytes[i]) : Optional.empty()));
        }
        return forks;
    }
}
