package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.state.InFlightState;
import dev.callcost.transport.Pinning;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowTest {
    @Test
    void theParamIsTheSuitesAndOneCpuAloneIsNotSeveral() throws NoSuchFieldException {
        assertThat(InFlightState.class.getField(Row.PINNING).getType()).isEqualTo(Pinning.class);
        assertThat(Stream.of(Pinning.values())
                        .map(Pinning::name)
                        .filter(name -> !Row.isOnSeveralCpus(Map.of(Row.PINNING, name))))
                .containsExactly(Pinning.ONE_CPU.name());
        assertThat(Row.isOnSeveralCpus(Map.of())).isFalse();
    }
}
