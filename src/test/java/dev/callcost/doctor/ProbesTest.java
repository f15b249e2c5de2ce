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
    void theClockCostsAndSteps() {
        Clock clock = Clock.measure();
        assertThat(clock.callNanos()).isPositive();
        assertThat(clock.stepNanos()).isPositive();
    }

    @Test
    void waitsOvershoot() throws InterruptedException {
        List<Overshoot> overshoots = Overshoot.measure();
        assertThat(overshoots)
                .extracting(Overshoot::askedNanos)
                .containsExactly(1_000_000L, 1_000L, 10_000L, 100_000L, 1_000_000L);
        assertThat(overshoots).extracting(Overshoot::call).doesNotHaveDuplicates();
        assertThat(overshoots)
                .extracting(Overshoot::lateNanos)
                .allSatisfy(ProbesTest::assertOrdered)
                .allSatisfy(late -> assertThat(late.worst()).isPositive());
    }

    @Test
    void wakeUpsAreMeasuredForEachPinning() {
        BitSet allowed = Affinity.getAffinity();

        WakeUps wakeUps = WakeUps.measure();

        assertThat(wakeUps.pairs()).extracting(WakeUps.Partners::nanos).allSatisfy(nanos -> {
            assertThat(nanos.median()).isPositive();
            assertOrdered(nanos);
        });
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

    private static void assertOrdered(Quantiles quantiles) {
        assertThat(List.of(quantiles.median(), quantiles.p99(), quantiles.worst()))
                .isSorted();
    }
}
