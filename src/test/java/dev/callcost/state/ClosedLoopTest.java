package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {
    private static final long SECOND = 1_000_000_000;

    /** A second of calls of 10 ms each; the handler works for a part of them. */
    private static ClosedLoop.Reading window(int calls, double handlersAtOnce, double workMillis) {
        long handlerNanos = (long) (handlersAtOnce * SECOND);
        return new ClosedLoop.Reading(
                SECOND, calls, calls * 10_000_000L, 0, handlerNanos, 1, (long) (workMillis * 1e6));
    }

    @Test
    void aWindowHasWhatHappenedInIt() {
        InFlightGauge gauge = new InFlightGauge();
        DelayMeter meter = new DelayMeter();
        ClosedLoop loop = new ClosedLoop(gauge, meter);
        loop.called(1_000);
        meter.add(1_000);
        ClosedLoop.Reading start = loop.read();
        assertThat(loop.read().since(start).meanWorkNanos()).isZero();
        gauge.enter();
        loop.called(20);
        meter.add(10);
        loop.called(40);
        meter.add(50);
        ClosedLoop.Reading window = loop.read().since(start);
        assertThat(window.calls()).isEqualTo(2);
        assertThat(window.meanNanos()).isEqualTo(30);
        assertThat(window.lambdaTimesW()).isEqualTo(60.0 / window.nanos());
        assertThat(window.works()).isEqualTo(2);
        assertThat(window.meanWorkNanos()).isEqualTo(30);
        assertThat(window.handlersAtOnce()).isGreaterThan(0).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "1000, 1, 0, -",
                "1090, 1, 0, -",
                "1110, 1, 0, throughput times latency is 11.1",
                "890, 1, 0, throughput times latency is 8.9",
                "100, 1, 9.9, throughput times latency is 1.0", // clients that take turns
                "49, 1, 0, -", // too few calls
                "1000, 9.8, 9.8, -",
                "1000, 5, 9.8, the mean number of working handlers is 5.0",
                "1000, 5, 5, -"
            })
    void moreThanATenthTooManyOrTooFewFail(int calls, double handlersAtOnce, double workMillis, String found) {
        ThrowingCallable check = () -> window(calls, handlersAtOnce, workMillis).check(10);
        if (found == null) {
            assertThatCode(check).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(check)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("10 calls are configured to be in flight, but " + found);
        }
    }
}
