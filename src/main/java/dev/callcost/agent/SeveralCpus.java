package dev.callcost.agent;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The param by which a benchmark says that its threads are on several CPUs. Who reads its results must know it: such a
 * row scatters by how deeply an idle CPU sleeps, and its fastest iterations are not what a user waits.
 */
public final class SeveralCpus {
    public static final String PARAM = "pinning";

    /** Reports name them in this order. */
    public static final Set<String> VALUES = new TreeSet<>(Set.of("FREE", "TWO_CPUS"));

    private SeveralCpus() {}

    public static boolean areOf(Map<String, String> params) {
        return VALUES.contains(params.getOrDefault(PARAM, ""));
    }
}
