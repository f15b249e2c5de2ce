package dev.callcost.doctor;

import static dev.callcost.text.Numbers.plainTime;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.text.Grid;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.part.HandOff;
import dev.callcost.transport.part.RoundTrip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long it takes to wake a parked thread: half a round trip of {@link HandOff#PARK}.
 *
 * @param pairs the measured pairs of threads, in the order of {@link Pinning}
 * @param missing why this system lacks a pinning; null when it has all
 */
public record WakeUps(List<Partners> pairs, String missing) {
    private static final int WARM_UP = 2_000;
    private static final int TRIPS = 1_000;

    /** The ratio of a wake-up across CPUs to one on the same CPU that deserves a note. */
    private static final double FAR = 1.5;

    /**
     * Two threads that wake each other.
     *
     * @param cpus the pinned CPUs, the client's first
     */
    public record Partners(Pinning place, List<Integer> cpus, Quantiles nanos) {
        private String name() {
            String numbers = cpus.stream().map(String::valueOf).collect(Collectors.joining(" and ", " (", ")"));
            return place == Pinning.FREE ? "any CPU" : (place == Pinning.ONE_CPU ? "one CPU" : "two CPUs") + numbers;
        }
    }

    /** Measures every pinning that this system has, in a second or so. */
    static WakeUps measure() {
        List<Partners> pairs = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Pinning pinning : Pinning.values()) {
            Runnable probe = () -> {
                try (RoundTrip threads = HandOff.PARK.open(pinning)) {
                    pairs.add(new Partners(pinning, cpus(pinning), wakeUps(threads)));
                } catch (UnsupportedOperationException e) {
                    missing.add(e.getMessage());
                }
            };
            // a thread of its own, because the hand-off pins its caller
            CompletableFuture.runAsync(probe, work -> new Thread(work, "callcost-wake-ups").start())
                    .join();
        }
        return new WakeUps(pairs, missing.isEmpty() ? null : missing.get(0));
    }

    private static List<Integer> cpus(Pinning pinning) {
        return Stream.of(Side.CLIENT, Side.SERVER)
                .filter(side -> pinning != Pinning.FREE)
                .map(pinning::cpu)
                .distinct()
                .map(Integer::valueOf)
                .toList();
    }

    private static Quantiles wakeUps(RoundTrip threads) {
        long[] times = new long[WARM_UP + TRIPS];
        for (int trip = 0; trip < times.length; trip++) {
            long start = System.nanoTime();
            threads.call(trip, 1);
            times[trip] = (System.nanoTime() - start) / 2;
        }
        return Quantiles.of(Arrays.copyOfRange(times, WARM_UP, times.length));
    }

    Finding finding() {
        Grid grid = new Grid().left("two threads on").right("wake-up, median", "99 %", "worst");
        pairs.forEach(pair -> pair.nanos.addTo(grid, pair.name()));
        return judged().with(grid);
    }

    private Finding judged() {
        if (missing != null) {
            return Finding.ok("A pinning does not work here: " + missing + ".", "")
                    .noteIf(
                            true,
                            "Rows that need it are skipped. On a single CPU, ONE_CPU rows equal FREE rows.",
                            "Use FREE rows.");
        }
        double near = nanos(Pinning.ONE_CPU);
        double far = nanos(Pinning.TWO_CPUS);
        String what = "Waking a thread takes " + plainTime(near) + " on the same CPU and " + plainTime(far)
                + " on another CPU (" + significant(far / near) + "x).";
        return Finding.ok(what, "The CPUs that the scheduler chooses for two threads make little difference.")
                .noteIf(
                        far >= FAR * near,
                        "A blocking call has at least two wake-ups. They are most of a FREE row of a few microseconds, which jumps"
                                + " when the scheduler moves threads.",
                        "Compare code by ONE_CPU rows. Use FREE rows for what a user waits.");
    }

    private long nanos(Pinning place) {
        return pairs.get(place.ordinal()).nanos.median();
    }
}
