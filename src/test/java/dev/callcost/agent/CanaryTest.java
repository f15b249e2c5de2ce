package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CanaryTest {
    @Test
    void anIterationHasTheWorseOfBothEndsOnce() {
        assertThat(Canary.take()).as("no canary ran").isZero();
        Canary.before();
        Canary.after();
        assertThat(Canary.take()).isPositive();
        assertThat(Canary.take()).as("another iteration").isZero();
    }
}
