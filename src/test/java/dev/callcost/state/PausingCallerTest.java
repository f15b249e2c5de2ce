package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.JmhParams;
import dev.callcost.agent.Latencies;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.options.TimeValue;

class PausingCallerTest {
    private static final BenchmarkParams BENCHMARK = JmhParams.benchmark(Mode.SampleTime, 1, TimeValue.seconds(1));

    private final Latencies profiler = new Latencies();
    private int called;

    private PausingCaller caller(int pauseMicros) {
        PausingCaller caller = new PausingCaller() {};
        caller.pauseMicros = pauseMicros;
        return caller;
    }

    private Result<?> samples(PausingCaller caller, int calls) throws InterruptedException {
        profiler.beforeIteration(BENCHMARK, null);
        caller.begin(() -> ++called, BENCHMARK);
        for (int call = 0; call < calls; call++) {
            assertThat(caller.call()).isEqualTo(called);
        }
        caller.end();
        IterationResult result = JmhParams.sampled(1);
        assertThat(profiler.afterIteration(BENCHMARK, null, result)).isEmpty();
        return result.getPrimaryResult();
    }

    @Test
    void eachIterationHasItsCallsAsSamples() throws InterruptedException {
        PausingCaller caller = caller(0);
        assertThat(samples(caller, 5000).getSampleCount()).isEqualTo(5000);
        assertThat(samples(caller, 3).getSampleCount()).isEqualTo(3);
        assertThat(called).isEqualTo(5003);
    }

    @Test
    void theWorkIsDoneAndNotInTheSamples() throws InterruptedException {
        int pauseMicros = 50_000;
        long start = System.nanoTime();
        Result<?> samples = samples(caller(pauseMicros), 4);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(4_000L * pauseMicros);
        assertThat(samples.getStatistics().getMin()).isLessThan(pauseMicros);
    }

    @Test
    void withoutTheProfilerItDoesNotBegin() {
        profiler.beforeIteration(BENCHMARK, null);
        profiler.afterIteration(BENCHMARK, null, new IterationResult(null, null, null));
        assertThatThrownBy(() -> caller(0).begin(() -> 1, BENCHMARK)).hasMessageContaining(Latencies.class.getName());
    }
}
