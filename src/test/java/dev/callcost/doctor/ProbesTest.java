package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Threads;
import dev.callcost.transport.Pinning;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import net.openhft.affinity.Affinity;
import org.junit.jupiter.api.Test;

/** Properties of measured times that hold on every machine. */
class ProbesTest {
    @Test
    void quantilesAreByTheNearestRank() {
        long[] times = LongStream.range(0, 200).map(i -> 200 - i).toArray();
        assertThat(Quantiles.of(times)).isEqualTo(new Quantiles(100, 198, 200));
        assertThat(times).startsWith(200);
        assertThat(Quantiles.of(3, 1, 2)).isEqualTo(new Quantiles(2, 3, 3));
        assertThat(Quantiles.of(7)).isEqualTo(new Quantiles(7, 7, 7));
    }

    @Test
    void wakeUpsAreMeasuredForEachPinning() {
        BitSet allowed = Affinity.getAffinity();

        WakeUps wakeUps = WakeUps.measure();

        assertThat(wakeUps.pairs())
                .extracting(WakeUps.Partners::nanos)
                .allSatisfy(nanos -> assertThat(List.of(0L, nanos.median(), nanos.p99(), nanos.worst()))
                        .isSorted());
        assertThat(wakeUps.pairs()).extracting(WakeUps.Partners::place).contains(Pinning.FREE);
        assertThat(wakeUps.pairs().size() < Pinning.values().length)
                .as(wakeUps.missing())
                .isEqualTo(wakeUps.missing() != null);
        assertThat(wakeUps.pairs())
                .filteredOn(pair -> pair.place() != Pinning.FREE)
                .allSatisfy(pair -> assertThat(pair.cpus()).isNotEmpty().allMatch(allowed::get));
        assertThat(Affinity.getAffinity()).as("this thread's CPUs").isEqualTo(allowed);
        Threads.awaitNone("callcost-.*");
    }
}
