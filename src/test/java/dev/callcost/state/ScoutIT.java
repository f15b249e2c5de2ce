package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.OwnThread;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** The set-up of a fork that warms up: a scout is opened and closed before the connection. The tear-down fails where something is left. */
@EnabledOnOs(OS.LINUX)
class ScoutIT {
    private static final IterationParams WARM_UP =
            new IterationParams(IterationType.WARMUP, 1, TimeValue.seconds(1), 1);

    @ParameterizedTest
    @CsvSource({"IN_PROCESS, PLAINTEXT", "NIO, PLAINTEXT", "NIO, TLS_JDK", "UDS, PLAINTEXT"})
    void calls(Transport transport, Security security) throws Exception {
        GrpcState state = new GrpcState() {
            @Override
            protected GrpcCell cell() {
                return GrpcCell.BASE.with(transport).with(security);
            }
        };
        int answer = OwnThread.call(() -> {
            state.setUp(WARM_UP);
            int called = state.call();
            state.tearDown();
            return called;
        });
        assertThat(answer).isEqualTo(42);
    }

    @Test
    void callsInFlightOverTwoConnections() throws Exception {
        InFlightState state = new InFlightState();
        state.inFlight = 10;
        state.connections = 2;
        state.transport = Transport.NIO;
        state.executor = CallExecutor.DEFAULT;
        state.pinning = Pinning.ONE_CPU;
        int answer = OwnThread.call(() -> {
            state.setUp(WARM_UP);
            int called = state.awaitCalls();
            state.drain();
            state.tearDown();
            return called;
        });
        assertThat(answer).isEqualTo(42);
    }
}
