package dev.callcost.history;

import com.google.gson.Gson;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.history.Run.Value;
import dev.callcost.text.BadFileException;
import dev.callcost.text.JsonLines;
import dev.callcost.text.Numbers;
import dev.callcost.text.SafeFile;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/** A file with a line of JSON for each run, the oldest first. It outlives the results files of CI. src/docs/history.md has the members of a line. */
record RunStore(Path file) {
    private static final Gson GSON = new Gson();
    private static final String TYPE = "run";
    private static final int VERSION = 1;

    /** Enough for a change of a millionth. */
    private static final int DIGITS = 9;

    private record Line(
            Integer version, String label, String commit, String time, Map<String, String> machine, List<Row> rows) {}

    private record Row(
            String benchmark,
            String mode,
            Integer threads,
            Map<String, String> params,
            String unit,
            String settings,
            List<BigDecimal> forks,
            BigDecimal score,
            BigDecimal bytes) {

        static Row of(RowKey key, Value value) {
            boolean hasForks = !value.forks().isEmpty();
            DoubleUnaryOperator score =
                    new Metric(value.unit(), List.of()).logScore().orElse(DoubleUnaryOperator.identity());
            List<BigDecimal> scores = (hasForks ? value.forks() : List.of(value.logNanos()))
                    .stream()
                            .map(log -> rounded(Math.exp(score.applyAsDouble(log))))
                            .toList();
            return new Row(
                    key.benchmark(),
                    key.mode(),
                    key.threads(),
                    key.params(),
                    value.unit(),
                    value.settings(),
                    hasForks ? scores : null,
                    hasForks ? null : scores.get(0),
                    value.bytes().isEmpty() ? null : rounded(value.bytes().getAsDouble()));
        }

        RowKey key() {
            return new RowKey(
                    Objects.requireNonNull(benchmark), Objects.requireNonNull(mode), threads, new TreeMap<>(params));
        }

        /** @throws RuntimeException when the row lacks a part, or a score is not positive */
        Value value() {
            Value value = Value.of(
                    unit,
                    (forks == null ? List.of(score) : forks)
                            .stream().map(it -> Math.log(it.doubleValue())).toList(),
                    forks != null,
                    settings,
                    bytes == null ? OptionalDouble.empty() : OptionalDouble.of(bytes.doubleValue()));
            if (!Double.isFinite(value.logNanos())) {
                throw new IllegalArgumentException("a score is not positive");
            }
            return value;
        }

        private static BigDecimal rounded(double value) {
            BigDecimal rounded = new BigDecimal(Numbers.significant(value, DIGITS)).stripTrailingZeros();
            return rounded.setScale(Math.max(0, rounded.scale()));
        }
    }

    /**
     * The runs in the order of their arrival. A last line that was cut off is skipped.
     *
     * @throws BadFileException when the file is missing, unreadable or no store
     */
    List<Run> read() {
        return List.copyOf(lines().values());
    }

    private Map<String, Run> lines() {
        Map<String, Run> runs = new LinkedHashMap<>();
        JsonLines lines = new JsonLines(file, "a store of runs");
        lines.read(object -> {
            try {
                if (!TYPE.equals(object.get("type").getAsString())) {
                    throw lines.bad("is not of a run");
                }
                Line line = GSON.fromJson(object, Line.class);
                if (line.version != VERSION) {
                    throw lines.bad("has the version " + line.version + "; this callcost reads version " + VERSION);
                }
                runs.put(JsonLines.line(object), run(line));
            } catch (BadFileException e) {
                throw e;
            } catch (RuntimeException e) {
                throw lines.bad("lacks a part, or has one of the wrong kind");
            }
        });
        return runs;
    }

    private static Run run(Line line) {
        Map<RowKey, Value> values = new LinkedHashMap<>();
        line.rows.forEach(row -> values.put(row.key(), row.value()));
        return new Run(
                Objects.requireNonNull(line.label),
                Optional.ofNullable(line.commit),
                Optional.ofNullable(line.time).map(Instant::parse),
                line.machine == null ? Map.of() : line.machine,
                values);
    }

    /**
     * Adds runs, and creates the file if necessary. The new content replaces the old one at once, without a last line that was cut off.
     *
     * @return the runs that the store did not hold already: those of another time, commit, or values
     * @throws BadFileException as {@link #read}
     */
    List<Run> append(List<Run> runs) {
        Map<String, Run> lines = Files.exists(file) ? lines() : new LinkedHashMap<>();
        List<Run> added = new ArrayList<>();
        for (Run run : runs) {
            String line = line(run);
            if (lines.putIfAbsent(line, run) == null) {
                added.add(run);
            }
        }
        if (!added.isEmpty()) {
            SafeFile.write(file, out -> lines.keySet().forEach(out::print));
        }
        return added;
    }

    private static String line(Run run) {
        Line line = new Line(
                VERSION,
                run.label(),
                run.commit().orElse(null),
                run.time().map(Instant::toString).orElse(null),
                run.machine(),
                run.values().entrySet().stream()
                        .map(row -> Row.of(row.getKey(), row.getValue()))
                        .toList());
        return JsonLines.line(JsonLines.typed(TYPE, GSON.toJsonTree(line).getAsJsonObject()));
    }
}
