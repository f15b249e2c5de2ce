package dev.callcost.data;

/**
 * What is judged of a row besides its score, such as a percentile of its samples or a metric of a profiler. It makes a
 * row of its own with the benchmark {@code Class.method:name}.
 *
 * @param isMoreBetter whether the larger value is the better one
 */
public record Quantity(String name, boolean isMoreBetter) {
    /** The benchmark of the quantity's own row. */
    public String benchmark(String ofRow) {
        return ofRow + ":" + name;
    }

    /** The benchmark whose row has the quantity. */
    String rowOf(String benchmark) {
        return benchmark.substring(0, benchmark.length() - name.length() - 1);
    }
}
