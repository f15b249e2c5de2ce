package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Limits;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void itWarnsOfACpuQuota() {
        assertThat(Comparison.quotaWarning(new Limits(1.5, 1L << 30)))
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("1.50 CPUs' worth of time", "--cpuset-cpus"));
        assertThat(Comparison.quotaWarning(new Limits(null, 1L << 30))).isEmpty();
    }
}
