package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.host.CpuTimes;
import dev.callcost.host.Hiccups;
import dev.callcost.host.KernelFiles;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Watches a pair from outside of its forks, and says whether it is to be set aside. Only the machine can cause that: what happens inside of
 * a fork, a quota's throttling among it, may be head's doing. The thresholds were fixed before the first comparison; they are wide, as what
 * a machine does to both forks alike is gone with their difference, and what it does at random is in the interval.
 */
final class PairWatch implements AutoCloseable {
    /** The share of all CPU time during the pair that the hypervisor gave to others. */
    static final double STEAL_SHARE = 0.05;

    /** A sleep of the host that lasted so much too long: the machine stood still. A busy fork delays the host by far less. */
    static final long HICCUP_NANOS = 1_000_000_000;

    private final Instant start = Instant.now();
    private final Optional<CpuTimes> cpuBefore = CpuTimes.read(KernelFiles.HERE);
    private final Hiccups hiccups = new Hiccups();
    private double steal;
    private long hiccup;
    private Instant end;

    /** The thresholds by name, as a session's file keeps them. */
    static SortedMap<String, Double> thresholds() {
        SortedMap<String, Double> thresholds = new TreeMap<>();
        thresholds.put("stealShare", STEAL_SHARE);
        thresholds.put("hiccupNanos", (double) HICCUP_NANOS);
        return thresholds;
    }

    /** Ends the watch after both forks. */
    void end() {
        end = Instant.now();
        steal = CpuTimes.stolenShareSince(cpuBefore, KernelFiles.HERE).orElse(0.0);
        hiccup = hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli());
    }

    /** What it saw. */
    JsonObject seen() {
        JsonObject seen = new JsonObject();
        seen.addProperty("start", start.toString());
        seen.addProperty("end", end.toString());
        seen.addProperty("stealShare", steal);
        seen.addProperty("worstHiccupNanos", hiccup);
        return seen;
    }

    /** Why the pair is to be set aside; empty when it is not. */
    Optional<String> setAside() {
        return cause(steal, hiccup);
    }

    static Optional<String> cause(double steal, long hiccupNanos) {
        if (steal > STEAL_SHARE) {
            return cause("the hypervisor took %.1f%% of the CPU time", 100 * steal);
        }
        return hiccupNanos > HICCUP_NANOS
                ? cause("the host stood still for %.1f s", hiccupNanos / 1e9)
                : Optional.empty();
    }

    private static Optional<String> cause(String text, double value) {
        return Optional.of(String.format(Locale.ROOT, text, value));
    }

    @Override
    public void close() {
        hiccups.close();
    }
}
