package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.JmhParams;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** What keeps a cell from being measured, before anything is called. */
class RefusedCellTest {
    private final TargetState state = new TargetState();

    @AfterEach
    void closesWhatIsNotOpen() {
        state.tearDown();
    }

    @Test
    void bracketsWouldNotSurviveInAResultsFile() {
        state.address = "[::1]:5";
        assertThatThrownBy(state::setUp).hasMessageStartingWith("address [::1]:5: leave out the brackets, ");
    }

    @Test
    void inProcessRepliesMustNotSendTheNextCallFromWithin() {
        InFlightState inFlight = new InFlightState();
        inFlight.transport = Transport.IN_PROCESS;
        inFlight.executor = CallExecutor.DIRECT;
        IterationParams warmUp = JmhParams.iteration(IterationType.WARMUP, 10, TimeValue.seconds(1));
        assertThatThrownBy(() -> inFlight.setUp(warmUp))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("in-process gRPC with direct executors");
    }
}
