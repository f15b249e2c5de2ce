package dev.callcost.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import net.openhft.affinity.Affinity;

/**
 * How long it takes to wake up a thread that is parked: half of a round trip between two of them.
 *
 * @param pairs where the two threads were, and how long it took
 * @param missing why threads could not be put on one CPU, or on two; null when they could
 */
public record WakeUps(List<Pair> pairs, String missing) {
    private static final int WARM_UP = 300;
    private static final int TRIPS = 1_000;

    /** Where two threads are. */
    public enum Place {
        /** Both on the highest CPU allowed. */
        ONE_CPU,
        /** One on the highest CPU allowed, one on the lowest. */
        TWO_CPUS,
        /** Wherever the scheduler puts them. */
        FREE
    }

    /**
     * Two threads.
     *
     * @param place where they were
     * @param cpus the CPUs, as far as they were chosen
     * @param nanos the time of a wake-up
     */
    public record Pair(Place place, List<Integer> cpus, Quantiles nanos) {}

    /** Measures all places that can be had, in a second or so. The calling thread is not pinned. */
    public static WakeUps measure() {
        List<Pair> pairs = new ArrayList<>();
        String missing = null;
        try {
            BitSet allowed = Affinity.getAffinity();
            if (allowed.isEmpty()) {
                throw PinnedThread.notPinned();
            }
            int first = allowed.nextSetBit(0);
            int last = allowed.length() - 1;
            pairs.add(new Pair(Place.ONE_CPU, List.of(last), pinned(last, last)));
            if (first == last) {
                missing = "this process may use one CPU only";
            } else {
                pairs.add(new Pair(Place.TWO_CPUS, List.of(last, first), pinned(last, first)));
            }
        } catch (UnsupportedOperationException e) {
            missing = e.getMessage();
        }
        pairs.add(new Pair(Place.FREE, List.of(), pingPong(() -> {})));
        return new WakeUps(pairs, missing);
    }

    /** The median time of a wake-up at a place, in nanoseconds, when it could be had. */
    public OptionalLong median(Place place) {
        return pairs.stream()
                .filter(pair -> pair.place == place)
                .mapToLong(pair -> pair.nanos.median())
                .findFirst();
    }

    private static Quantiles pinned(int caller, int partner) {
        return PinnedThread.call(caller, () -> {
            PinnedThread.pin(partner); // tried here, because a partner that fails would be waited for
            PinnedThread.pin(caller);
            return pingPong(() -> PinnedThread.pin(partner));
        });
    }

    private static Quantiles pingPong(Runnable first) {
        try (PingPong threads = new PingPong(first)) {
            threads.roundTrips(WARM_UP);
            return Quantiles.of(Arrays.stream(threads.roundTrips(TRIPS))
                    .map(trip -> trip / 2)
                    .toArray());
        }
    }
}
