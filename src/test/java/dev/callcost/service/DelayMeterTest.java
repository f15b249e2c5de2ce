package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.service.DelayMeter.Total;
import org.junit.jupiter.api.Test;

class DelayMeterTest {
    private final DelayMeter meter = new DelayMeter();

    @Test
    void sumsAWindow() {
        meter.add(1_000);
        Total start = meter.total();
        meter.add(10);
        meter.add(50);
        assertThat(meter.total()).isEqualTo(new Total(3, 1_060));
        assertThat(meter.total().since(start)).isEqualTo(new Total(2, 60));
        assertThat(meter.total().since(start).meanNanos()).isEqualTo(30);
    }

    @Test
    void noDelayHasNoMean() {
        assertThat(meter.total().meanNanos()).isNaN();
    }
}
