package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.ForkHosts.CpuShares;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuSharesTest {
    private final CpuShares shares = new CpuShares(List.of(0, 2, 4, 6));

    private List<String> take(int count) {
        return shares.take(count).orElseThrow().command();
    }

    @Test
    void noCpuIsGivenTwice() {
        assertThat(take(1)).containsExactly("taskset", "0x1");
        assertThat(take(2)).as("at a multiple of two").containsExactly("taskset", "0x50");
        assertThat(take(1)).containsExactly("taskset", "0x4");
        assertThat(shares.take(1)).isEmpty();
    }

    @Test
    void allCpusConfineToNothingAndWaitForAll() {
        CpuShares.Share one = shares.take(1).orElseThrow();
        assertThat(shares.take(4)).isEmpty();
        shares.release(one);
        assertThat(take(4)).isEmpty();
        assertThat(shares.take(1)).isEmpty();
    }

    @Test
    void whereNothingIsConfinedEveryRowBegins() {
        CpuShares none = new CpuShares(List.of());
        assertThat(List.of(none.take(0), none.take(0)))
                .allSatisfy(
                        share -> assertThat(share.map(CpuShares.Share::command)).isEqualTo(Optional.of(List.of())));
    }
}
