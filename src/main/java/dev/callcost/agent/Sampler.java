package dev.callcost.agent;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Samples where a fork's time goes and what allocates, in some of its iterations and not in the others. The same fork
 * thus shows the profiler overhead; separate forks with and without a profiler differ by more than that.
 *
 * <p>The profiler starts before an iteration and stops after it. It also works during warm-up and discards those
 * samples, so that its code is compiled before the fork is warm. Each measured iteration appends a block to a file: a
 * line of {@value #BEGIN} with the {@link Event}, then a line for each stack: its frames from the outermost on with
 * semicolons between, a blank, and its number of samples or of sampled bytes.
 */
public final class Sampler implements InternalProfiler {
    /** Begins the line that begins an iteration. */
    public static final String BEGIN = "#";

    public enum Event {
        NONE,
        CPU,
        ALLOCATION
    }

    /** Most iterations sample time, which needs most samples; a quarter samples nothing. */
    private static final List<Event> TURNS =
            List.of(Event.NONE, Event.CPU, Event.CPU, Event.CPU, Event.NONE, Event.CPU, Event.CPU, Event.ALLOCATION);

    private final String library;
    private final Path file;
    private boolean loaded;
    private int iterations;

    /**
     * JMH calls this constructor in its host too, where the sampler does nothing.
     *
     * @param libraryAndFile the path of async-profiler's native library, a semicolon, and the file for the samples
     */
    public Sampler(String libraryAndFile) {
        int semicolon = libraryAndFile.indexOf(';');
        library = libraryAndFile.substring(0, semicolon);
        file = Path.of(libraryAndFile.substring(semicolon + 1));
    }

    @Override
    public String getDescription() {
        return "Samples where time goes and what allocates, in some iterations";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Settling.settle(iteration);
        if (!loaded) {
            System.load(library); // the library binds its native methods to the class that loads it
            loaded = true;
        }
        Event event = event();
        if (event == Event.CPU) {
            start("event=ctimer,interval=1ms"); // Linux gives no more than its own ticks, some 250 a second
        } else if (event == Event.ALLOCATION) {
            start("event=alloc,alloc=32k");
        }
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Event event = event();
        String stacks = event == Event.NONE ? "" : stop(event == Event.ALLOCATION ? "total" : "samples");
        iterations++;
        String block = BEGIN + event + "\n" + stacks;
        CellRecord.append(file, iteration.getType() == IterationType.WARMUP ? "" : block);
        return List.of();
    }

    private Event event() {
        return TURNS.get(iterations % TURNS.size());
    }

    private void start(String what) {
        execute0("start," + what + ",threads");
    }

    private String stop(String counter) {
        execute0("stop");
        return execute0("collapsed=" + counter + ",threads,dot");
    }

    /** async-profiler's entry point: takes a command in its agent's syntax. */
    private native String execute0(String command);
}
