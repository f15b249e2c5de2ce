package dev.callcost.run.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeviceTest {
    @Test
    void theShortFormHasSomethingOfEach() {
        Device device = Device.brief();
        assertThat(device.clock().callNanos()).isPositive();
        assertThat(device.canary().kernelNanos()).isPositive();
        assertThat(device.settings()).isNotNull();
        assertThat(device.limits()).isNotNull();
        assertThat(device.otherProcesses()).hasSizeLessThanOrEqualTo(5).allSatisfy(busy -> {
            assertThat(busy.name()).isNotEmpty();
            assertThat(busy.cpus()).isPositive();
        });
    }
}
