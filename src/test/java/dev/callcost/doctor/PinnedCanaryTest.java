package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import net.openhft.affinity.Affinity;
import org.junit.jupiter.api.Test;

class PinnedCanaryTest {
    @Test
    void itSingsOnTheHighestCpuAndTheCallersThreadStaysFree() {
        BitSet allowed = Affinity.getAffinity();

        PinnedCanary song = PinnedCanary.sing();

        assertThat(song.cpu()).isEqualTo(allowed.isEmpty() ? "any" : Integer.toString(allowed.length() - 1));
        assertSung(song);
        assertThat(Affinity.getAffinity()).isEqualTo(allowed);
    }

    @Test
    void whereItCannotBePinnedItSingsAnywhere() {
        PinnedCanary song = PinnedCanary.singOn(1000);
        assertThat(song.cpu()).isEqualTo("any");
        assertSung(song);
    }

    private static void assertSung(PinnedCanary song) {
        assertThat(song.canary().kernelNanos()).isPositive();
        assertThat(song.canary().wakeUpNanos()).isPositive();
    }
}
