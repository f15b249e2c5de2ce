package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.doctor.Canary;
import dev.callcost.doctor.PinnedCanary;
import dev.callcost.host.CpuTimes;
import dev.callcost.host.Hiccups;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Throttling;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Watches a pair from outside of its forks, and says whether it is to be set aside. Only the machine can cause that: what happens
 * inside of a fork may be head's doing. The thresholds were fixed before the first comparison; they are wide, as what a machine does to
 * both forks alike is gone with their difference, and what it does at random is in the interval.
 *
 * <p>The canary sings on the CPU where ONE_CPU cells run. Rows that are not pinned may have run on another one.
 *
 * <p>A CPU that was too hot during one fork and not during the other sets the pair aside: heat is a matter of cooling, and of all that ran
 * before, both sides' forks among it. Heat during both is in both. A head that heats more than base loses pairs by that; the table counts
 * them.
 *
 * <p>What a quota of CPU time did is recorded and never used. A fork is stopped for what it used itself in the tenth of a second before, and
 * head may be stopped because it uses more CPU, for its collector say: to set such pairs aside would hide that, and to set aside those in
 * which base alone was stopped would blame head.
 *
 * <p>Forks that take turns by iterations have no between: a machine that becomes slower or hot becomes it for both. What the canary sings
 * and the heat are recorded and set no such pair aside.
 */
final class PairWatch implements AutoCloseable {
    /** The canary's loop before one fork and before the other: a machine that changes its speed by a quarter within a pair. */
    static final double KERNEL_RATIO = 1.25;

    /** Its wake-up before one fork and before the other, which varies far more: from a CPU that idles to one that does not. */
    static final double WAKE_UP_RATIO = 10;

    /** The share of all CPU time during the pair that the hypervisor gave to others. */
    static final double STEAL_SHARE = 0.05;

    /** A sleep of the host that lasted so much too long: the machine stood still. A busy fork delays the host by far less. */
    static final long HICCUP_NANOS = 1_000_000_000;

    private final boolean inTurns;
    private final PinnedCanary before = PinnedCanary.sing();
    private final Instant start = Instant.now();
    private final KernelFiles files;
    private final Optional<CpuTimes> cpuBefore;
    private final Throttling throttlingBefore;
    private final Hiccups hiccups = new Hiccups();
    private Throttling throttlingBetween;
    private Throttling first;
    private Throttling second;
    private PinnedCanary between;
    private double steal;
    private long hiccup;
    private Instant end;

    /**
     * Begins to watch this machine.
     *
     * @param inTurns whether the forks take turns by iterations
     */
    PairWatch(boolean inTurns) {
        this(inTurns, KernelFiles.HERE);
    }

    /** Begins to watch, after the canary has sung. */
    PairWatch(boolean inTurns, KernelFiles files) {
        this.inTurns = inTurns;
        this.files = files;
        cpuBefore = CpuTimes.read(files);
        throttlingBefore = Throttling.read(files);
    }

    /**
     * The thresholds by name, as a session's file keeps them.
     *
     * @param inTurns whether the forks take turns by iterations, so that only what lies anywhere in the pair counts
     */
    static SortedMap<String, Double> thresholds(boolean inTurns) {
        SortedMap<String, Double> thresholds =
                new TreeMap<>(Map.of("stealShare", STEAL_SHARE, "hiccupNanos", (double) HICCUP_NANOS));
        if (!inTurns) {
            thresholds.putAll(
                    Map.of("kernelRatio", KERNEL_RATIO, "wakeUpRatio", WAKE_UP_RATIO, "heatEventsOfOneFork", 0.0));
        }
        return thresholds;
    }

    /** Lets the canary sing between the two forks; between the warm-up and the measurement of forks that take turns. */
    void between() {
        throttlingBetween = Throttling.read(files);
        first = throttlingBetween.since(throttlingBefore);
        between = PinnedCanary.sing();
    }

    /** Ends the watch after both forks. */
    void end() {
        end = Instant.now();
        steal = CpuTimes.stolenShareSince(cpuBefore, files).orElse(0.0);
        second = Throttling.read(files).since(throttlingBetween);
        hiccup = hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli());
    }

    /** What it saw. */
    JsonObject seen() {
        JsonObject seen = new JsonObject();
        seen.addProperty("start", start.toString());
        seen.addProperty("end", end.toString());
        add(seen, "Before", before.canary());
        add(seen, "Between", between.canary());
        seen.addProperty(
                "canaryCpu",
                Stream.of(before, between).map(PinnedCanary::cpu).distinct().collect(Collectors.joining(", ")));
        seen.addProperty("stealShare", steal);
        seen.addProperty("worstHiccupNanos", hiccup);
        add(seen, "First", first);
        add(seen, "Second", second);
        return seen;
    }

    private static void add(JsonObject seen, String when, Canary canary) {
        seen.addProperty("kernelNanos" + when, canary.kernelNanos());
        seen.addProperty("wakeUpNanos" + when, canary.wakeUpNanos());
    }

    /** Adds what the system tells. */
    private static void add(JsonObject seen, String fork, Throttling throttling) {
        if (throttling.heatEvents() != null) {
            seen.addProperty("heatEvents" + fork, throttling.heatEvents());
        }
        if (throttling.quotaNanos() != null) {
            seen.addProperty("quotaNanos" + fork, throttling.quotaNanos());
        }
    }

    /** Why the pair is to be set aside; empty when it is not. */
    Optional<String> setAside() {
        return inTurns
                ? cause(steal, hiccup)
                : cause(before.canary(), between.canary(), first, second).or(() -> cause(steal, hiccup));
    }

    /** The first cause that lies between one fork and the other. */
    static Optional<String> cause(Canary before, Canary between, Throttling first, Throttling second) {
        double kernel = ratio(before.kernelNanos(), between.kernelNanos());
        double wakeUp = ratio(before.wakeUpNanos(), between.wakeUpNanos());
        if (kernel > KERNEL_RATIO) {
            return cause("the canary's loop changed by a factor of %.2f", kernel);
        }
        if (wakeUp > WAKE_UP_RATIO) {
            return cause("the canary's wake-up changed by a factor of %.1f", wakeUp);
        }
        return first.isHot() == second.isHot()
                ? Optional.empty()
                : Optional.of("a CPU was too hot during one fork and not during the other");
    }

    /** The first cause that lies anywhere in the pair. */
    static Optional<String> cause(double steal, long hiccupNanos) {
        if (steal > STEAL_SHARE) {
            return cause("the hypervisor took %.1f%% of the CPU time", 100 * steal);
        }
        return hiccupNanos > HICCUP_NANOS
                ? cause("the host stood still for %.1f s", hiccupNanos / 1e9)
                : Optional.empty();
    }

    private static double ratio(long one, long other) {
        return (double) Math.max(one, other) / Math.max(1, Math.min(one, other));
    }

    private static Optional<String> cause(String text, double value) {
        return Optional.of(String.format(Locale.ROOT, text, value));
    }

    @Override
    public void close() {
        hiccups.close();
    }
}
