package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.state.InFlightState;
import dev.callcost.transport.Pinning;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeveralCpusTest {
    @Test
    void theParamIsTheSuitesAndOneCpuAloneIsNotSeveral() throws NoSuchFieldException {
        assertThat(InFlightState.class.getField(SeveralCpus.PARAM).getType()).isEqualTo(Pinning.class);
        assertThat(Stream.of(Pinning.values())
                        .map(Pinning::name)
                        .filter(name -> !SeveralCpus.areOf(Map.of(SeveralCpus.PARAM, name))))
                .containsExactly(Pinning.ONE_CPU.name());
        assertThat(SeveralCpus.areOf(Map.of())).isFalse();
    }
}
