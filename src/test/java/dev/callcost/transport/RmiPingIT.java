package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.service.CallFunction;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * When RMI sends a ping before a call, as {@code sun.rmi.transport.tcp.TCPConnection.isDead()} decides. A pause of the
 * machine may lengthen or call for a ping, so that what is expected of a call is derived from what was seen of the ping
 * before.
 */
class RmiPingIT {
    private static final int BACK_TO_BACK = 1_000;
    private static final int SPACED = 20;
    private static final int IDLE_MILLIS = 50;

    /** What RMI takes for twice a ping before there was one. */
    private static final int FIRST_THRESHOLD_MILLIS = 5;

    private RmiConnection connection;

    @BeforeEach
    void open() {
        connection = RmiConnection.open(Pinning.FREE, new CountingClientSockets());
    }

    @AfterEach
    void close() {
        connection.close();
    }

    /** @param millis an upper bound for the length of a ping, on the clock that RMI uses for it */
    private record Seen(long roundTrips, long millis) {
        boolean isPinged() {
            return roundTrips == 2;
        }
    }

    private Seen call() {
        long roundTrips = CountingClientSockets.roundTrips();
        long start = System.currentTimeMillis();
        assertThat(connection.call(35, 11)).isEqualTo(CallFunction.apply(35, 11));
        Seen seen = new Seen(CountingClientSockets.roundTrips() - roundTrips, System.currentTimeMillis() - start);
        assertThat(seen.roundTrips()).isBetween(1L, 2L);
        return seen;
    }

    /** An idle connection is what is tested: nothing is waited for. */
    private static void idle() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
    }

    /** On a slow machine one of them may be pinged. */
    @Test
    void someCallsBackToBackAreNotPinged() {
        assertThat(IntStream.range(0, BACK_TO_BACK)).anyMatch(n -> !call().isPinged());
    }

    @Test
    void aCallIsPingedWhenTheConnectionWasIdleForTwiceTheLastPing() throws InterruptedException {
        long threshold = FIRST_THRESHOLD_MILLIS;
        int expected = 0;
        for (int call = 0; call < SPACED; call++) {
            idle();
            Seen seen = call();
            if (IDLE_MILLIS > threshold) {
                expected++;
                assertThat(seen.isPinged()).as("call %d", call).isTrue();
            }
            if (seen.isPinged()) {
                threshold = 2 * seen.millis();
            }
        }
        assertThat(expected).isPositive();
    }
}
