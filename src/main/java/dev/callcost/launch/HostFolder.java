package dev.callcost.launch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.callcost.agent.CellRecord;
import dev.callcost.agent.ForkGate;
import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Latencies;
import dev.callcost.agent.ProbeReader;
import dev.callcost.agent.Probes;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import dev.callcost.agent.UntilWarm;
import dev.callcost.agent.WorkReader;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.file.BadFileException;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.PathTails;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * Where a {@link ForkHost} and this process exchange files and words.
 *
 * @param folder takes what the host and its forks write
 * @param door where its forks are to connect, see {@link TurnTaking#door}
 */
public record HostFolder(Path folder, String door) {
    private static final String NAME = "-D" + CellRecord.PROPERTY + "=";

    /**
     * The suite's profilers in the order in which JMH begins them around an iteration; it ends them in reverse order.
     * So a profiler includes the work of those after it, and none of those before it. The user's profilers follow, and
     * count nothing of the suite's.
     */
    private static final List<Class<?>> PROFILERS = List.of(
            TurnTaking.class, // no profiler counts the wait for a turn
            Sampler.class, // no profiler counts how long async-profiler takes to start and to stop
            ProbeReader.class, // always alone
            WorkReader.class, // always alone
            IterationRecorder.class, // its own work does not delay the end of the warm-up
            UntilWarm.class,
            Latencies.class); // ends first, so that the recorder and the warm-up see the latencies as the score

    /**
     * JMH options that go before all others: profilers, and how the row warms up.
     *
     * @param own the profilers of a command, as {@code -prof} takes them, in any order
     */
    public List<String> options(PlannedRow row, RunArguments user, String... own) {
        List<String> profilers = new ArrayList<>(List.of(own));
        row.warmUp().ifPresent(it -> profilers.add(it.profiler(record())));
        if (row.mayHaveLatencies(user)) {
            profilers.add(Latencies.class.getName());
        }
        List<String> options = PROFILERS.stream()
                .flatMap(type -> profilers.stream().filter(it -> it.split(":", 2)[0].equals(type.getName())))
                .flatMap(profiler -> Stream.of("-prof", profiler))
                .collect(Collectors.toCollection(ArrayList::new));
        row.warmUp().ifPresent(it -> options.addAll(it.options()));
        return options;
    }

    public String turns() {
        return TurnTaking.class.getName() + ":" + door;
    }

    public String sampler(Path library) {
        return Sampler.class.getName() + ":" + library + ";" + samples();
    }

    public String recorder() {
        return IterationRecorder.class.getName() + ":" + record();
    }

    /** @param classes the file with the names of classes that it looks at */
    public String probeReader(Path classes) {
        return ProbeReader.class.getName() + ":" + classes;
    }

    public String workReader() {
        return WorkReader.class.getName() + ":" + work();
    }

    /** The file of {@link WorkReader}. */
    public Path work() {
        return probes().resolve("work");
    }

    /** The folder for the files of {@link Probes}, and for other files of one fork and the processes that it starts. */
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
            return lines.isEmpty()
                    ? "starting"
                    : values(CellRecord.WARM_UP, lines).isEmpty() ? "warming up" : "measuring";
        } catch (IOException e) {
            return "running";
        }
    }

    /** Deletes what an earlier fork wrote. */
    void clear() {
        try {
            List<Path> old = new ArrayList<>(List.of(samples(), json(), object()));
            try (Stream<Path> files = Files.list(Files.createDirectories(probes()))) {
                files.forEach(old::add);
            }
            for (Path file : old) {
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
            if (!reasons.isEmpty()) {
                return values(CellRecord.SKIPPED, lines).stream()
                        .findFirst()
                        .<ForkOutcome>map(reason -> new ForkOutcome.Skipped(
                                JsonParser.parseString(reason).getAsString()))
                        .orElseGet(() -> new ForkOutcome.Failed(reasons.get(0), reasons.subList(1, reasons.size())));
            }
            Map<String, String> facts = new TreeMap<>();
            merged(values(CellRecord.FACTS, lines))
                    .asMap()
                    .forEach((name, fact) -> facts.put(name, PathTails.cut(fact.getAsString())));
            JsonObject warmUp = merged(values(CellRecord.WARM_UP, lines));
            JsonObject jmh = jmh();
            Row row = ResultsFile.row(jmh, json().getFileName());
            if (Files.exists(json())) {
                ResultsFile.usable(row, json().getFileName());
            }
            JsonObject line = ForkLine.of(
                    jmh,
                    facts,
                    values(CellRecord.PID, lines).stream()
                            .mapToLong(Long::parseLong)
                            .findFirst(),
                    warmUp.isEmpty() ? Optional.empty() : Optional.of(warmUp.toString()),
                    values(CellRecord.ITERATION, lines));
            return new ForkOutcome.Measured(Fork.of(row, line), line);
        } catch (IOException | ClassNotFoundException | JsonParseException | BadFileException e) {
            return ForkOutcome.failed("it gave no result: " + e.getMessage());
        }
    }

    /** The values of a member in the lines of {@link CellRecord}. */
    private static List<String> values(String member, List<String> lines) {
        String begin = CellRecord.begin(member);
        return lines.stream()
                .filter(line -> line.startsWith(begin) && line.endsWith("}"))
                .map(line -> line.substring(begin.length(), line.length() - 1))
                .toList();
    }

    private static JsonObject merged(List<String> objects) {
        JsonObject all = new JsonObject();
        objects.forEach(object ->
                JsonParser.parseString(object).getAsJsonObject().asMap().forEach(all::add));
        return all;
    }

    private JsonObject jmh() throws IOException, ClassNotFoundException {
        if (Files.exists(json())) {
            return ForkJson.read(json());
        }
        try (ObjectInputStream objects = new ObjectInputStream(Files.newInputStream(object()))) {
            return ForkJson.of((BenchmarkResult) objects.readObject());
        }
    }
}
