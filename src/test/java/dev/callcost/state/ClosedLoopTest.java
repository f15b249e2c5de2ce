package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {
    @Test
    void aWindowHasWhatHappenedInIt() {
        ClosedLoop loop = new ClosedLoop();
        loop.called(1_000);
        loop.worked(1_000);
        ClosedLoop.Reading start = loop.read();
        assertThat(loop.read().since(start).meanWorkNanos()).isZero();
        loop.called(20);
        loop.worked(10);
        loop.called(40);
        loop.worked(50);
        ClosedLoop.Reading window = loop.read().since(start);
        assertThat(window.calls()).isEqualTo(2);
        assertThat(window.meanNanos()).isEqualTo(30);
        assertThat(window.lambdaTimesW()).isEqualTo(60.0 / window.nanos());
        assertThat(window.meanWorkNanos()).isEqualTo(30);
    }

    /** Calls of 10 ms each. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "1000, 1000, -",
                "1000, 1090, -",
                "1000, 1110, 11.1",
                "1000, 890, 8.9",
                "1000, 100, 1.0", // clients that take turns
                "1000, 49, -", // too few calls
                "500, 100, 2.0",
                "499, 100, -" // too short
            })
    void moreThanATenthTooManyOrTooFewFail(int millis, int calls, String found) {
        ClosedLoop.Reading window = new ClosedLoop.Reading(millis * 1_000_000L, calls, calls * 10_000_000L, 0, 0, 0);
        ThrowingCallable check = () -> window.check(10);
        if (found == null) {
            assertThatCode(check).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(check)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("10 calls are configured to be in flight, but throughput times latency is " + found);
        }
    }
}
