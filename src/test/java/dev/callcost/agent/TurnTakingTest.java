package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.JmhParams;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.options.TimeValue;

class TurnTakingTest {
    private static final BenchmarkParams PARAMS = JmhParams.benchmark(Mode.AverageTime, 1, TimeValue.milliseconds(1));

    /** With a controller it is tested with {@code launch.Turns}. */
    @Test
    void whereNobodyListensItRunsAlone() throws IOException {
        try (Socket bound = new Socket()) { // so nobody else takes the port, and it does not listen
            bound.bind(new InetSocketAddress(ForkGate.ADDRESS, 0));
            TurnTaking turns = new TurnTaking(TurnTaking.door(bound.getLocalAddress(), bound.getLocalPort()));
            turns.beforeIteration(PARAMS, PARAMS.getMeasurement());
            assertThat(turns.afterIteration(PARAMS, PARAMS.getMeasurement(), null))
                    .isEmpty();
        }
    }
}
