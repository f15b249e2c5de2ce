package dev.callcost.launch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.callcost.agent.ForkGate;
import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import dev.callcost.agent.UntilWarm;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.BadFileException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * Where a {@link ForkHost} and this process exchange files and words.
 *
 * @param folder takes what it writes
 * @param port where its forks are to connect
 */
public record HostPlace(Path folder, int port) {
    /**
     * JMH options that go before all others.
     *
     * @param profilers as {@code -prof} takes them; they start before all others around an iteration, and end after them
     * @param warmUp empty where the warm-up's length is fixed
     */
    public List<String> options(List<String> profilers, Optional<ForkWarmUp> warmUp) {
        List<String> options = new ArrayList<>();
        profilers.forEach(profiler -> options.addAll(List.of("-prof", profiler)));
        warmUp.ifPresent(it -> options.addAll(List.of(
                "-prof", UntilWarm.class.getName() + ":" + it.profilerOptions(record().file()),
                "-wi", Integer.toString(it.iterations()),
                "-w", it.time().toString())));
        return options;
    }

    /** The profiler by which forks wait for their turns. */
    public String turns() {
        return TurnTaking.class.getName() + ":" + port;
    }

    /** The profiler by which forks take samples. */
    public String sampler(String library) {
        return Sampler.class.getName() + ":" + library + ";" + samples();
    }

    /** The profiler that records iterations. */
    public String recorder() {
        return IterationRecorder.class.getName() + ":" + record().file();
    }

    /** The file that takes a fork's samples. */
    public Path samples() {
        return folder.resolve("stacks");
    }

    /** The file that takes a fork's facts. */
    public ForkRecord record() {
        return new ForkRecord(folder.resolve("cell"));
    }

    /** The file that takes the result of a fork with any JMH. */
    public Path json() {
        return folder.resolve("fork" + ForkGate.JSON);
    }

    /** The file that takes the result of a fork with this suite's JMH. */
    public Path object() {
        return folder.resolve("fork.object");
    }

    /** Deletes what an earlier fork wrote. */
    void clear() {
        try {
            for (Path file : List.of(samples(), json(), object())) {
                Files.deleteIfExists(file);
            }
            record().clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * How a fork ended.
     *
     * @param reasons the message and details of a failure; empty when the fork measured
     */
    ForkOutcome outcome(List<String> reasons) {
        if (!reasons.isEmpty()) {
            return record().skipped()
                    .<ForkOutcome>map(ForkOutcome.Skipped::new)
                    .orElseGet(() -> new ForkOutcome.Failed(reasons.get(0), reasons.subList(1, reasons.size())));
        }
        try {
            JsonObject jmh = jmh();
            return record().measured(jmh);
        } catch (IOException | ClassNotFoundException | JsonParseException | BadFileException e) {
            return new ForkOutcome.Failed("it gave no result: " + e.getMessage(), List.of());
        }
    }

    private JsonObject jmh() throws IOException, ClassNotFoundException {
        if (Files.exists(json())) {
            JsonObject jmh = JmhForks.read(json());
            ResultsFile.row(jmh, json().getFileName());
            return jmh;
        }
        try (ObjectInputStream objects = new ObjectInputStream(Files.newInputStream(object()))) {
            BenchmarkResult fork = (BenchmarkResult) objects.readObject();
            return JmhForks.json(fork.getParams(), fork);
        }
    }
}
