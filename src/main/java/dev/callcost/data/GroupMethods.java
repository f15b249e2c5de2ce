package dev.callcost.data;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.MathArrays;

/**
 * The methods of a {@code @Group}, which run at the same time in threads of their own. JMH's JSON has them among the
 * secondary metrics, by the method's name and in the group's unit. A counter of {@code @AuxCounters} looks the same, so
 * only what no counter does makes a metric a method (JMH 1.37):
 *
 * <ul>
 *   <li>In mode SampleTime a method has percentiles.
 *   <li>A group's time is the mean over its threads ({@code AverageTimeResult}). So the methods' times, each weighted
 *       by its number of threads, add up to it in every iteration, and one division of the threads alone does that.
 * </ul>
 *
 * A group's throughput is the sum of its methods' throughputs. Counters such as hits and misses add up too, so a
 * throughput has no methods here.
 *
 * <p>The equations are solved with commons-math3, because JMH brings it and commons-statistics has no matrices.
 */
final class GroupMethods {
    /** The setting with the threads of each method, where a time shows it. */
    static final String THREADS = "groupThreads";

    /** Groups of more methods are not recognized: the work grows with the square of their number. */
    private static final int MOST = 16;

    /** Larger than what rounding does to a sum. */
    private static final double ROUNDING = 1e-6;

    private GroupMethods() {}

    /**
     * The group and a row for each of its methods, named as JMH prints it: {@code Queue.putAndGet:put}; only the row
     * itself when it is no group.
     */
    static Stream<Row> withGroup(Row row) {
        boolean isSampled = row.mode().equals("sample");
        SortedMap<String, Metric> methods = new TreeMap<>(row.secondary());
        methods.entrySet()
                .removeIf(metric -> !metric.getValue().isLike(row.primary())
                        || isSampled && !row.secondary().containsKey(metric.getKey() + ":p0.50"));
        Optional<String> threads = isSampled ? Optional.empty() : threads(row, methods);
        if (row.isAtRate() || !isSampled && threads.isEmpty()) {
            return Stream.of(row);
        }
        SortedMap<String, String> settings = new TreeMap<>(row.settings());
        threads.ifPresent(text -> settings.put(THREADS, text));
        return Stream.concat(
                Stream.of(row.with(row.benchmark(), row.primary(), row.secondary(), settings)),
                methods.entrySet().stream()
                        .map(method -> row.with(
                                row.benchmark() + ":" + method.getKey(),
                                method.getValue(),
                                new TreeMap<>(),
                                settings)));
    }

    /**
     * The only division of the threads that explains the row's time in each iteration, such as {@code get=3 put=1};
     * empty where there is none.
     */
    private static Optional<String> threads(Row row, SortedMap<String, Metric> methods) {
        double[] scores = row.primary().scores().toArray();
        if (row.primary().isThroughput() || methods.size() < 2 || methods.size() > Math.min(scores.length, MOST)) {
            return Optional.empty();
        }
        RealMatrix ratios = MatrixUtils.createRealMatrix(methods.values().stream()
                        .map(method -> MathArrays.ebeDivide(method.scores().toArray(), scores))
                        .toArray(double[][]::new))
                .transpose();
        DecompositionSolver solver = new QRDecomposition(ratios, ROUNDING).getSolver();
        if (!solver.isNonSingular()) {
            return Optional.empty();
        }
        RealVector all = new ArrayRealVector(scores.length, row.threads());
        RealVector threads = solver.solve(all).map(Math::rint);
        boolean isDivision = threads.getMinValue() >= 1 && threads.getL1Norm() == row.threads();
        if (!isDivision || !(ratios.operate(threads).getLInfDistance(all) <= ROUNDING * row.threads())) {
            return Optional.empty();
        }
        Iterator<String> names = methods.keySet().iterator();
        return Optional.of(Arrays.stream(threads.toArray())
                .mapToObj(count -> names.next() + "=" + (int) count)
                .collect(Collectors.joining(" ")));
    }
}
