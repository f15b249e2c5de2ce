package dev.callcost.agent;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** Tells {@link Probes} when a scout's iteration begins. */
public final class ProbeReader implements InternalProfiler {
    @Override
    public String getDescription() {
        return "Counts calls of changed methods";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Probes.begin(benchmark.getMode() == Mode.SingleShotTime, benchmark.getThreads());
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.of();
    }
}
