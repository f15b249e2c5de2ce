package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.JmhParams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class TurnTakingTest {
    private static final BenchmarkParams PARAMS = JmhParams.benchmark(Mode.AverageTime, 1, TimeValue.milliseconds(1));

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static void iteration(TurnTaking turns, IterationType type) {
        turns.beforeIteration(PARAMS, new IterationParams(type, 2, TimeValue.milliseconds(1), 1));
        assertThat(turns.afterIteration(PARAMS, null, null)).isEmpty();
    }

    @Test
    void itWaitsForItsTurnAndGoesOnAloneWhenNobodyGivesItOne() throws Exception {
        try (ServerSocket comparison = listen()) {
            CompletableFuture<Void> fork = CompletableFuture.runAsync(() -> {
                TurnTaking turns = new TurnTaking(Integer.toString(comparison.getLocalPort()));
                iteration(turns, IterationType.WARMUP);
                iteration(turns, IterationType.MEASUREMENT);
                iteration(turns, IterationType.MEASUREMENT);
                iteration(turns, IterationType.MEASUREMENT);
            });
            try (Socket socket = comparison.accept()) {
                BufferedReader words = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                assertThat(Long.parseLong(words.readLine()))
                        .isEqualTo(ProcessHandle.current().pid());
                assertThat(words.read()).isEqualTo(TurnTaking.WARM_UP);
                assertThat(fork).isNotDone();
                socket.getOutputStream().write('g');
                assertThat(words.read()).isEqualTo(TurnTaking.DONE);
                assertThat(words.read()).isEqualTo(TurnTaking.MEASURED);
                socket.getOutputStream().write('g');
                assertThat(words.read()).isEqualTo(TurnTaking.DONE);
                assertThat(words.read()).isEqualTo(TurnTaking.MEASURED);
                socket.getOutputStream().write('g');
                assertThat(words.read()).isEqualTo(TurnTaking.LAST);
            }
            fork.join();
        }
    }

    @Test
    void whereNobodyListensItRunsAlone() throws IOException {
        int port;
        try (ServerSocket comparison = listen()) {
            port = comparison.getLocalPort();
        }
        iteration(new TurnTaking(Integer.toString(port)), IterationType.MEASUREMENT);
    }
}
