package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class UntilWarmTest {
    @Test
    void theNumberOfIterationsCanBeChanged() {
        IterationParams parameters = new IterationParams(IterationType.WARMUP, 600, TimeValue.milliseconds(100), 1);
        UntilWarm.setCount(parameters, 3);
        assertThat(parameters.getCount())
                .as(
                        "IterationParams.count, seen in JMH 1.37, has changed: look for it in this version and adapt UntilWarm;"
                                + " until then -wi and -w give the warm-up a fixed length")
                .isEqualTo(3);
    }
}
