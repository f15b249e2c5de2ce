package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.host.CpuTimes;
import dev.callcost.host.Hiccups;
import dev.callcost.host.KernelFiles;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Watches the machine during a pair and decides whether the pair is excluded: for the machine alone, because what happens inside a fork, such as a quota's
 * throttling, may be caused by head. The thresholds were fixed before the first comparison. They are wide, because the difference of the forks removes what
 * the machine does to both alike.
 */
final class MachineWatch implements AutoCloseable {
    /** The largest share of all CPU time during the pair that the hypervisor may give to others. */
    static final double STEAL_SHARE = 0.05;

    /** The longest time by which a sleep of the host may be late. A busy fork delays the host by far less. */
    static final long HICCUP_NANOS = 1_000_000_000;

    private final Instant start = Instant.now();
    private final Optional<CpuTimes> cpuBefore = CpuTimes.read(KernelFiles.HERE);
    private final Hiccups hiccups = new Hiccups();

    /** The thresholds by name, for the log's first line. */
    static Map<String, Double> thresholds() {
        return new TreeMap<>(Map.of("stealShare", STEAL_SHARE, "hiccupNanos", (double) HICCUP_NANOS));
    }

    /** What the watch saw until now, as members of the pair's line of the log. */
    JsonObject seen() {
        Instant end = Instant.now();
        JsonObject seen = new JsonObject();
        seen.addProperty("start", start.toString());
        seen.addProperty("end", end.toString());
        seen.addProperty(
                "stealShare",
                CpuTimes.stolenShareSince(cpuBefore, KernelFiles.HERE).orElse(0.0));
        seen.addProperty("worstHiccupNanos", hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli()));
        return seen;
    }

    /** Why a pair is excluded after what its watch {@linkplain #seen saw}; empty when it is not. */
    static Optional<String> excluded(JsonObject seen) {
        double steal = seen.get("stealShare").getAsDouble();
        long hiccup = seen.get("worstHiccupNanos").getAsLong();
        if (steal > STEAL_SHARE) {
            return Optional.of(String.format(Locale.ROOT, "the hypervisor took %.1f%% of the CPU time", 100 * steal));
        }
        return hiccup > HICCUP_NANOS
                ? Optional.of(String.format(Locale.ROOT, "the host stood still for %.1f s", hiccup / 1e9))
                : Optional.empty();
    }

    @Override
    public void close() {
        hiccups.close();
    }
}
