package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WindowTest {
    private static final long SECOND = 1_000_000_000;

    /** A second of calls of 10 ms each; the handler works for a part of them. */
    private static ClosedLoop.Window window(int calls, double handlersAtOnce, double workMillis) {
        return new ClosedLoop.Window(calls, calls * 10_000_000L, SECOND, 0, handlersAtOnce, workMillis * 1e6);
    }

    private static void assertPasses(ClosedLoop.Window window) {
        assertThatCode(() -> window.check(10)).doesNotThrowAnyException();
    }

    private static void assertFails(ClosedLoop.Window window, String found) {
        assertThatThrownBy(() -> window.check(10))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("10 calls are configured to be in flight, but " + found);
    }

    @Test
    void throughputTimesLatencyIsTheNumberInFlight() {
        ClosedLoop.Window window = window(1000, 1, 0);
        assertThat(window.lambdaTimesW()).isCloseTo(10, within(1e-9)); // 1000/s x 0.01 s
        assertThat(window.meanNanos()).isCloseTo(1e7, within(1e-3));
    }

    @Test
    void moreThanATenthTooManyOrTooFewFail() {
        assertPasses(window(1000, 1, 0));
        assertPasses(window(1090, 1, 0));
        assertFails(window(1110, 1, 0), "throughput times latency is 11.1");
        assertFails(window(890, 1, 0), "throughput times latency is 8.9");
        assertFails(window(100, 1, 9.9), "throughput times latency is 1.0"); // clients that take turns
        assertPasses(window(49, 1, 0)); // too few calls
    }

    @Test
    void handlersAreCountedWhereTheirWorkIsTheCall() {
        assertPasses(window(1000, 9.8, 9.8));
        assertFails(window(1000, 5, 9.8), "the mean number of working handlers is 5.0");
        assertPasses(window(1000, 5, 5));
    }
}
