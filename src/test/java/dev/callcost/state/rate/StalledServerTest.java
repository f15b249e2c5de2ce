package dev.callcost.state.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StalledServerTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aHandlerWaitsForTheEndOfTheSecondWhenItBeginsInItsLastTenth() {
        assertThat(LongStream.of(0, 899, 900, 950, 999, 1000, 1899, 1900, 7999)
                        .map(millis -> StalledServer.waitNanos(millis * MILLI) / MILLI))
                .containsExactly(0L, 0L, 100L, 50L, 1L, 0L, 0L, 100L, 1L);
    }
}
