package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** Writes the {@linkplain Probes#report calls of changed methods} after a scout's iteration. */
public final class ProbeReader implements InternalProfiler {
    private final Path file;

    /** JMH calls this constructor in its host too, where the profiler does nothing. */
    public ProbeReader(String file) {
        this.file = Path.of(file);
    }

    @Override
    public String getDescription() {
        return "Counts calls of changed methods";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Probes.begin(benchmark);
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        try {
            Files.writeString(file, Probes.report());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of();
    }
}
