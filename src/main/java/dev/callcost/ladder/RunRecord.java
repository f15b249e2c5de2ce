package dev.callcost.ladder;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.BadFileException;
import dev.callcost.text.JsonLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is needed of the log of a run: JSON lines, of which the first describes the run. Of the others those of forks count; what they
 * hold besides, and lines of other types, is left to whoever knows them.
 */
public final class RunRecord {
    private static final Gson GSON = new Gson();

    private final JsonLines lines;
    private final List<RecordedFork> forks = new ArrayList<>();
    private boolean begun;

    /**
     * A fork that was measured, with the names that the log's lines have.
     *
     * @param benchmark the method's full name
     * @param mode JMH's short name of the mode
     * @param params the params by name
     * @param round the round that it ran in, from 1 on
     * @param unit the unit of the scores
     * @param operationsPerInvocation operations in a call of the benchmark method
     * @param facts what the cell saw of itself in set-up; null when it told nothing
     * @param warmUp how it warmed up until it was warm; null where the warm-up's length was fixed
     * @param iterations its iterations in the order they ran
     */
    public record RecordedFork(
            String benchmark,
            String mode,
            Map<String, String> params,
            int round,
            String unit,
            int operationsPerInvocation,
            Map<String, String> facts,
            RecordedWarmUp warmUp,
            List<RecordedIteration> iterations) {

        /** The row that it is of, whatever its threads. */
        public RowKey key() {
            return new RowKey(benchmark, mode, params);
        }

        /** The iterations that do not count. */
        public List<RecordedIteration> warmUpIterations() {
            return iterations.stream().filter(RecordedIteration::warmup).toList();
        }

        /** The iterations that count. */
        public List<RecordedIteration> measured() {
            return iterations.stream().filter(iteration -> !iteration.warmup).toList();
        }

        /** The iterations that count, but for the last of several, in which the benchmark is torn down too. */
        List<RecordedIteration> beforeTearDown() {
            List<RecordedIteration> measured = measured();
            return measured.subList(0, Math.max(1, measured.size() - 1));
        }

        /** The scores of the iterations that count, those that are positive numbers. */
        public List<Double> scores() {
            return measured().stream()
                    .map(RecordedIteration::score)
                    .filter(score -> score > 0 && score < Double.POSITIVE_INFINITY)
                    .toList();
        }

        /** The same fork with some of its measured iterations. */
        RecordedFork with(List<RecordedIteration> measured) {
            List<RecordedIteration> all = Stream.concat(warmUpIterations().stream(), measured.stream())
                    .toList();
            return new RecordedFork(benchmark, mode, params, round, unit, operationsPerInvocation, facts, warmUp, all);
        }

        /** Whether all its threads ran on one CPU. */
        public boolean isPinned() {
            return "ONE_CPU".equals(params.get("pinning"))
                    || facts != null
                            && facts.getOrDefault("cpu", "").matches("\\d+")
                            && !facts.containsKey("serverCpu");
        }
    }

    /**
     * A warm-up until the fork was warm.
     *
     * @param seconds how long it took
     * @param warm whether the fork was warm in the end; else the warm-up had come to its cap
     * @param unmetUntil after how many seconds each condition was last not met, by its name
     */
    public record RecordedWarmUp(double seconds, boolean warm, Map<String, Double> unmetUntil) {
        /** The condition that was met last. */
        public String waitedFor() {
            return unmetUntil.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("nothing known");
        }
    }

    /**
     * One iteration of a fork. What could not be read on the machine is 0.
     *
     * @param warmup whether it belongs to the warm-up
     * @param nanos how long it took
     * @param score in the fork's unit; may be NaN
     * @param operations what the score counts, of all threads together
     * @param cpuNanos CPU time that the fork's process used, all threads
     * @param systemNanos the part of it in the kernel
     * @param stealNanos time that the hypervisor kept the machine's CPUs from running, all CPUs, in steps of 10 ms (proc(5))
     * @param compilationMillis time that the JIT compiler's threads worked
     * @param classes how many classes were loaded
     * @param contextSwitches how often its threads left a CPU
     * @param loopbackBytes what the machine sent over loopback, any process, with the headers of IP and TCP
     * @param loopbackPackets in how many packets
     * @param canaryNanos what the canary took beside it
     */
    public record RecordedIteration(
            boolean warmup,
            double nanos,
            double score,
            double operations,
            double cpuNanos,
            double systemNanos,
            double stealNanos,
            double compilationMillis,
            double classes,
            double contextSwitches,
            double loopbackBytes,
            double loopbackPackets,
            double canaryNanos) {}

    private RunRecord(Path file) {
        lines = new JsonLines(file, "the log of a run");
        lines.read(this::take);
    }

    /**
     * Reads a log line by line. A last line without a line feed that is no JSON was cut off when the run was killed, and is
     * left out.
     *
     * @throws BadFileException when it is missing, unreadable, empty, or not a log
     */
    public static RunRecord read(Path file) {
        return new RunRecord(file);
    }

    /**
     * Reads the log beside a results file, plain or packed as it is kept for long; empty when there is none.
     *
     * @throws BadFileException when it is unreadable, empty, or not a log
     */
    public static Optional<RunRecord> beside(ResultsFile results) {
        Path log = ResultsFile.beside(results.path(), ResultsFile.LOG);
        return Stream.of(log, log.resolveSibling(log.getFileName() + JsonLines.GZIP))
                .filter(Files::exists)
                .findFirst()
                .map(RunRecord::read);
    }

    /** The measured forks in the order they ran. */
    public List<RecordedFork> forks() {
        return List.copyOf(forks);
    }

    /**
     * In which round each fork of a row ran, by the rows of a results file, in their order.
     *
     * @param file the one that the log is of; rows of which it has other forks than the log, or two in a round, are left out
     */
    public Map<RowKey, List<Integer>> rounds(ResultsFile file) {
        Map<RowKey, List<Integer>> logged = forks.stream()
                .collect(Collectors.groupingBy(
                        RecordedFork::key, Collectors.mapping(RecordedFork::round, Collectors.toList())));
        Map<RowKey, List<Integer>> rounds = new HashMap<>();
        for (Row row : file.rows()) {
            List<Integer> all = logged.getOrDefault(row.key().whateverItsThreads(), List.of());
            if (all.size() == row.primary().forks().size()
                    && all.size() == Set.copyOf(all).size()) {
                rounds.put(row.key(), all);
            }
        }
        return rounds;
    }

    /** The rows in the order in which they first ran; forks without a score that is a positive number are left out. */
    List<RecordedRow> rows() {
        Map<RowKey, List<RecordedFork>> rows = new LinkedHashMap<>();
        for (RecordedFork fork : forks) {
            if (!fork.scores().isEmpty()) {
                rows.computeIfAbsent(fork.key(), key -> new ArrayList<>()).add(fork);
            }
        }
        return rows.values().stream().map(RecordedRow::of).toList();
    }

    private void take(JsonObject line) {
        String type = text(line, "type");
        if (type.equals("run") == begun) {
            throw lines.bad(begun ? "describes a second run" : "does not describe a run");
        }
        begun = true;
        if (type.equals("fork") && text(line, "outcome").equals("measured")) {
            forks.add(fork(line));
        }
    }

    private RecordedFork fork(JsonObject line) {
        try {
            RecordedFork fork = GSON.fromJson(line, RecordedFork.class);
            if (Stream.of(fork.benchmark, fork.mode, fork.params, fork.unit, fork.iterations)
                            .anyMatch(part -> part == null)
                    || fork.iterations.contains(null)) {
                throw lines.bad("lacks a part of a fork");
            }
            return fork;
        } catch (JsonParseException | NumberFormatException e) {
            throw lines.bad("has a part of a fork that is of the wrong kind");
        }
    }

    private String text(JsonObject line, String name) {
        if (line.get(name) instanceof JsonPrimitive value && value.isString()) {
            return value.getAsString();
        }
        throw lines.bad("has no \"" + name + "\"");
    }
}
