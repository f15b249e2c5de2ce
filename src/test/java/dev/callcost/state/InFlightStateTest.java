package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.Transport;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class InFlightStateTest {
    @TempDir
    Path directory;

    @Test
    void aCellThatCannotRunIsSkipped() {
        InFlightState state = new InFlightState();
        state.transport = Transport.IN_PROCESS;
        state.executor = CallExecutor.DIRECT;
        state.address = "";
        Path record = directory.resolve("cell");
        System.setProperty(CellRecord.PROPERTY, record.toString());
        try {
            assertThatThrownBy(
                            () -> state.setUp(new IterationParams(IterationType.WARMUP, 10, TimeValue.seconds(1), 1)))
                    .isInstanceOf(UnsupportedOperationException.class);
        } finally {
            System.clearProperty(CellRecord.PROPERTY);
        }
        assertThat(record).content().contains(CellRecord.SKIPPED + "=in-process gRPC with direct executors");
    }
}
