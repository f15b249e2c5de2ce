package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Limits;
import org.junit.jupiter.api.Test;

class CompareRunTest {
    @Test
    void itWarnsOfACpuQuota() {
        assertThat(CompareRun.quotaWarning(new Limits(1.5, 1L << 30)))
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("1.50 CPUs' worth of time", "--cpuset-cpus"));
        assertThat(CompareRun.quotaWarning(new Limits(null, 1L << 30))).isEmpty();
    }
}
