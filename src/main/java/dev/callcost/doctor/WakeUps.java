package dev.callcost.doctor;

import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.part.HandOff;
import dev.callcost.transport.part.RoundTrip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
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

    /**
     * Two threads that wake each other.
     *
     * @param place which CPUs they may use
     * @param cpus the pinned CPUs, the client's first
     * @param nanos the time of a wake-up
     */
    public record Partners(Pinning place, List<Integer> cpus, Quantiles nanos) {}

    /** Measures every pinning that this system has, in a second or so. */
    public static WakeUps measure() {
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

    /** The median time of a wake-up in nanoseconds; empty for a pinning that is missing. */
    public OptionalLong median(Pinning place) {
        return pairs.stream()
                .filter(pair -> pair.place == place)
                .mapToLong(pair -> pair.nanos.median())
                .findFirst();
    }

    private static List<Integer> cpus(Pinning pinning) {
        return pinning == Pinning.FREE
                ? List.of()
                : Stream.of(Side.CLIENT, Side.SERVER)
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
}
