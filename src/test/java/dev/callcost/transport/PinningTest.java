package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.OwnThread;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PinningTest {

    private static String cpusOf(Pinning pinning, ConnectionSide side) throws Exception {
        return OwnThread.call(() -> {
            pinning.pin(side);
            return Proc.currentCpus();
        });
    }

    @Test
    void oneCpuIsTheHighestForBothSides() throws Exception {
        int highest = Proc.allowed().length() - 1;
        for (ConnectionSide side : ConnectionSide.values()) {
            assertThat(cpusOf(Pinning.ONE_CPU, side)).isEqualTo(Integer.toString(highest));
            assertThat(Pinning.ONE_CPU.cpu(side)).isEqualTo(Integer.toString(highest));
        }
        assertThat(Pinning.ONE_CPU.isApart()).isFalse();
    }

    @Test
    void twoCpusAreTheHighestForTheClientAndTheNextForTheServer() throws Exception {
        List<Integer> allowed = Proc.allowed().stream().boxed().toList();
        if (allowed.size() < 2) {
            assertThatThrownBy(() -> cpusOf(Pinning.TWO_CPUS, ConnectionSide.SERVER))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("a CPU for each side needs two, and this JVM may use 1");
            return;
        }
        String highest = allowed.get(allowed.size() - 1).toString();
        String next = allowed.get(allowed.size() - 2).toString();
        assertThat(cpusOf(Pinning.TWO_CPUS, ConnectionSide.CLIENT)).isEqualTo(highest);
        assertThat(cpusOf(Pinning.TWO_CPUS, ConnectionSide.SERVER)).isEqualTo(next);
        assertThat(Pinning.TWO_CPUS.facts()).containsEntry("cpu", highest).containsEntry("serverCpu", next);
        assertThat(Pinning.TWO_CPUS.isApart()).isTrue();
    }

    @Test
    void freeLeavesAThreadWhereItMayBe() throws Exception {
        String before = OwnThread.call(Proc::currentCpus);
        assertThat(cpusOf(Pinning.FREE, ConnectionSide.SERVER)).isEqualTo(before);
        assertThat(Pinning.FREE.facts()).isEqualTo(Map.of("cpu", "any"));
        assertThat(Pinning.FREE.currentCpus()).isEqualTo("any");
    }
}
