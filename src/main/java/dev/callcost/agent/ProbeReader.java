package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Tells {@link Probes} when a scout's iteration begins, and which classes were {@linkplain ReflectedClasses reflected}
 * when it has ended.
 */
public final class ProbeReader implements InternalProfiler {
    private final Path classes;

    /**
     * JMH calls this constructor in its host too, where the profiler does nothing.
     *
     * @param classes the file with the names of classes that are looked at
     */
    public ProbeReader(String classes) {
        this.classes = Path.of(classes);
    }

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
        try {
            ReflectedClasses.of(Files.readAllLines(classes)).forEach(Probes::reflects);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Probes.looksUp();
        }
        return List.of();
    }
}
