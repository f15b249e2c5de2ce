package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.service.CallFunction;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * When RMI sends a ping before a call, as {@code sun.rmi.transport.tcp.TCPConnection.isDead()} decides. A pause of the machine may
 * lengthen or call for a ping, so that what is expected of a call is derived from what was seen of the ping before.
 */
class RmiPingIT {
    private static final int BACK_TO_BACK = 20_000;
    private static final int SPACED = 20;
    private static final int IDLE_MILLIS = 50;
    private static final int MOST_PAUSES = 200;

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

    /**
     * What was seen of one call.
     *
     * @param pings sent before it
     * @param acks received
     * @param roundTrips pings included
     * @param millis an upper bound for the length of a ping, on the clock that RMI uses for it
     */
    private record Seen(long pings, long acks, long roundTrips, long millis) {}

    private Seen call() {
        long pings = CountingClientSockets.pings();
        long acks = CountingClientSockets.pingAcks();
        long roundTrips = CountingClientSockets.roundTrips();
        long start = System.currentTimeMillis();
        assertThat(connection.call(35, 11)).isEqualTo(CallFunction.apply(35, 11));
        long millis = System.currentTimeMillis() - start;
        return new Seen(
                CountingClientSockets.pings() - pings,
                CountingClientSockets.pingAcks() - acks,
                CountingClientSockets.roundTrips() - roundTrips,
                millis);
    }

    /** An idle connection is what is tested: nothing is waited for. */
    private static void idle() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
    }

    @Test
    void callsBackToBackPayOneRoundTripAndCallsAfterAPingTwo() {
        int pinged = 0;
        for (int call = 0; call < BACK_TO_BACK; call++) {
            Seen seen = call();
            assertThat(seen.pings()).isBetween(0L, 1L).isEqualTo(seen.acks());
            assertThat(seen.roundTrips()).isEqualTo(1 + seen.pings());
            pinged += (int) seen.pings();
        }
        assertThat(pinged).as("pinged calls back to back").isLessThan(BACK_TO_BACK / 2);
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
                assertThat(seen.pings()).as("pings before call %d", call).isEqualTo(1);
                assertThat(seen.acks()).isEqualTo(1);
                assertThat(seen.roundTrips()).isEqualTo(2);
            }
            if (seen.pings() > 0) {
                threshold = 2 * seen.millis();
            }
        }
        assertThat(expected).isPositive();
    }

    @Test
    void aPingWithinOneTickOfTheClockMakesTheNextCallPingHoweverCloseItFollows() throws InterruptedException {
        for (int call = 0; call < BACK_TO_BACK; call++) {
            call();
        }
        int expected = 0;
        for (int pause = 0; expected == 0 && pause < MOST_PAUSES; pause++) {
            idle();
            Seen before = call();
            for (int call = 0; call < SPACED; call++) {
                Seen seen = call();
                if (before.pings() > 0 && before.millis() == 0) {
                    expected++;
                    assertThat(seen.pings()).as("pings straight after a ping").isEqualTo(1);
                }
                before = seen;
            }
        }
        assertThat(expected).isPositive();
    }

    @Test
    void onlyTheSocketsOfTheFactoryAreCounted() {
        connection.close();
        long roundTrips = CountingClientSockets.roundTrips();
        try (RmiConnection other = RmiConnection.open(Pinning.FREE, ServerHost.SAME_JVM)) {
            assertThat(other.call(35, 11)).isEqualTo(CallFunction.apply(35, 11));
        }
        assertThat(CountingClientSockets.roundTrips()).isEqualTo(roundTrips);
    }
}
