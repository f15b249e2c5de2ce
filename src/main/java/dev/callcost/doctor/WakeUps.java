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
public record WakeUps(List<Partners> pairs, String missing) {
    private static final int WARM_UP = 300;
    private static final int TRIPS = 1_000;

    /** Where two threads are. */
    public enum Place {
        /** Both on the highest CPU allowed, which is that of ONE_CPU cells. */
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
    public record Partners(Place place, List<Integer> cpus, Quantiles nanos) {}

    /** Measures all places that can be had, in a second or so. The calling thread keeps its CPUs. */
    public static WakeUps measure() {
        List<Partners> pairs = new ArrayList<>();
        String missing = null;
        BitSet allowed = Affinity.getAffinity();
        int first = allowed.nextSetBit(0);
        int last = allowed.length() - 1;
        try {
            pairs.add(new Partners(Place.ONE_CPU, List.of(last), pinned(last, last, allowed)));
            if (first == last) {
                missing = "this process may use one CPU only";
            } else {
                pairs.add(new Partners(Place.TWO_CPUS, List.of(last, first), pinned(last, first, allowed)));
            }
        } catch (IllegalStateException e) {
            missing = "this system does not let a thread be pinned to a CPU";
        }
        try (PingPong threads = new PingPong()) {
            pairs.add(new Partners(Place.FREE, List.of(), wakeUps(threads)));
        }
        return new WakeUps(pairs, missing);
    }

    /** The median time of a wake-up at a place, in nanoseconds, when it could be had. */
    public OptionalLong median(Place place) {
        return pairs.stream()
                .filter(pair -> pair.place == place)
                .mapToLong(pair -> pair.nanos.median())
                .findFirst();
    }

    private static Quantiles pinned(int caller, int partner, BitSet allowed) {
        pin(partner);
        try (PingPong threads = new PingPong()) {
            pin(caller);
            return wakeUps(threads);
        } finally {
            Affinity.setAffinity(allowed);
        }
    }

    private static void pin(int cpu) {
        BitSet wanted = new BitSet();
        if (cpu >= 0) {
            wanted.set(cpu);
            Affinity.setAffinity(wanted);
        }
        if (cpu < 0 || !Affinity.getAffinity().equals(wanted)) {
            throw new IllegalStateException("not pinned to CPU " + cpu);
        }
    }

    private static Quantiles wakeUps(PingPong threads) {
        threads.roundTrips(WARM_UP);
        return Quantiles.of(
                Arrays.stream(threads.roundTrips(TRIPS)).map(trip -> trip / 2).toArray());
    }
}
