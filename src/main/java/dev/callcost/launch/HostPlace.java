package dev.callcost.launch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.callcost.agent.CellRecord;
import dev.callcost.agent.ForkGate;
import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.ProbeReader;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import dev.callcost.agent.UntilWarm;
import dev.callcost.data.Fork;
import dev.callcost.data.ResultsFile;
import dev.callcost.file.BadFileException;
import dev.callcost.text.PathTails;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * Where a {@link ForkHost} and this process exchange files and words.
 *
 * @param folder takes what the host and its forks write
 * @param port where its forks are to connect
 */
public record HostPlace(Path folder, int port) {
    private static final String NAME = "-D" + CellRecord.PROPERTY + "=";

    /**
     * JMH options that go before all others.
     *
     * @param profilers as {@code -prof} takes them; they start before all others around an iteration, and end after them
     */
    public List<String> options(List<String> profilers, Optional<ForkWarmUp> warmUp) {
        List<String> options = new ArrayList<>();
        profilers.forEach(profiler -> Collections.addAll(options, "-prof", profiler));
        warmUp.ifPresent(it -> options.addAll(it.options(record())));
        return options;
    }

    public String turns() {
        return TurnTaking.class.getName() + ":" + port;
    }

    public String sampler(Path library) {
        return Sampler.class.getName() + ":" + library + ";" + samples();
    }

    public String recorder() {
        return IterationRecorder.class.getName() + ":" + record();
    }

    public String probeReader() {
        return ProbeReader.class.getName() + ":" + probes();
    }

    /** The file of {@link ProbeReader}. */
    public Path probes() {
        return folder.resolve("probes");
    }

    public Path samples() {
        return folder.resolve("stacks");
    }

    /** The file of {@link CellRecord}. */
    private Path record() {
        return folder.resolve("cell");
    }

    /** The file that takes the result of a fork with any JMH. */
    public Path json() {
        return folder.resolve("fork" + ForkGate.JSON);
    }

    /** The file that takes the result of a fork with this suite's JMH. */
    public Path object() {
        return folder.resolve("fork.object");
    }

    /** The JVM argument that names the record to the fork, and the fork among all processes. */
    String jvmArgument() {
        return NAME + record();
    }

    static boolean isJvmArgument(String argument) {
        return argument.startsWith(NAME);
    }

    /** What the fork of a row does now, in a word or two. */
    public String step(PlannedRow row) {
        if (row.warmUp().isEmpty()) {
            return "running";
        }
        try {
            List<String> lines = Files.readAllLines(record());
            return lines.isEmpty() ? "starting" : after(UntilWarm.LINE, lines).isEmpty() ? "warming up" : "measuring";
        } catch (IOException e) {
            return "running";
        }
    }

    void clear() {
        try {
            for (Path file : List.of(samples(), probes(), json(), object())) {
                Files.deleteIfExists(file);
            }
            Files.write(record(), new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param reasons the message and details of a failure; empty when the fork measured */
    ForkOutcome outcome(List<String> reasons) {
        try {
            List<String> lines = Files.readAllLines(record());
            Properties properties = new Properties();
            properties.load(new StringReader(String.join("\n", lines)));
            String skipped = properties.getProperty(CellRecord.SKIPPED);
            if (!reasons.isEmpty()) {
                return skipped != null
                        ? new ForkOutcome.Skipped(skipped)
                        : new ForkOutcome.Failed(reasons.get(0), reasons.subList(1, reasons.size()));
            }
            Map<String, String> facts = new TreeMap<>();
            properties.forEach((name, fact) -> facts.put((String) name, PathTails.cut((String) fact)));
            facts.remove(CellRecord.SKIPPED);
            String pid = facts.remove(CellRecord.PID);
            List<String> warmUp = after(UntilWarm.LINE, lines);
            return new ForkOutcome.Measured(Fork.line(
                    jmh(),
                    facts,
                    pid == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(pid)),
                    warmUp.isEmpty() ? Optional.empty() : Optional.of("{" + String.join(",", warmUp) + "}"),
                    after(CellRecord.ITERATION, lines)));
        } catch (IOException | ClassNotFoundException | JsonParseException | BadFileException e) {
            return ForkOutcome.failed("it gave no result: " + e.getMessage());
        }
    }

    private static List<String> after(String begin, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .toList();
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
