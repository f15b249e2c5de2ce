package dev.callcost.results;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What makes two forks the same row.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short name of the mode
 * @param params the params by name, without those in which the sides differ on purpose
 */
public record RowKey(String benchmark, String mode, SortedMap<String, String> params) {

    /**
     * Copies the params.
     *
     * @throws NullPointerException when a part is missing
     */
    public RowKey(String benchmark, String mode, Map<String, String> params) {
        this(benchmark, mode, new TreeMap<>(params));
    }

    /** How the reports call it. */
    public String label() {
        return Row.label(benchmark, mode, 1, params);
    }
}
