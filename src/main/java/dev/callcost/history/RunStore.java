package dev.callcost.history;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.file.JsonLines;
import dev.callcost.file.SafeFile;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.Numbers;
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
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** A file with a line of JSON for each run, the oldest first. It outlives the results files of CI. src/docs/history.md has the members of a line. */
record RunStore(Path file) {
    private static final Gson GSON = new Gson();
    private static final String TYPE = "run";
    private static final int VERSION = 1;

    /** Enough for a change of a millionth. */
    private static final int DIGITS = 9;

    private record Line(
            Integer version,
            String label,
            String commit,
            String time,
            Map<String, String> machine,
            List<JsonObject> rows) {}

    /** The members of a row without its key. A value without forks has only a score. */
    private record Scores(String unit, String settings, List<BigDecimal> forks, BigDecimal score, BigDecimal bytes) {
        static Scores of(String mode, Value value) {
            DoubleUnaryOperator score = Value.logScore(mode, value.unit());
            Function<Double, BigDecimal> rounded = log -> rounded(Math.exp(score.applyAsDouble(log)));
            boolean hasForks = !value.forks().isEmpty();
            return new Scores(
                    value.unit(),
                    value.settings(),
                    hasForks ? value.forks().stream().map(rounded).toList() : null,
                    hasForks ? null : rounded.apply(value.logNanos()),
                    value.bytes().isEmpty() ? null : rounded(value.bytes().getAsDouble()));
        }

        /** @throws RuntimeException when a part is missing, or a score is not positive */
        Value value(String mode) {
            Value value = Value.of(
                    mode,
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
    List<HistoryRun> read() {
        return List.copyOf(lines().values());
    }

    private Map<String, HistoryRun> lines() {
        Map<String, HistoryRun> runs = new LinkedHashMap<>();
        JsonLines lines = new JsonLines(file, "a store of runs");
        lines.read((type, text) -> {
            try {
                if (!type.equals(TYPE)) {
                    throw lines.bad("is not of a run");
                }
                Line line = GSON.fromJson(text, Line.class);
                if (line.version != VERSION) {
                    throw lines.bad("has the version " + line.version + "; this callcost reads version " + VERSION);
                }
                runs.put(text + "\n", run(line, lines));
            } catch (BadFileException e) {
                throw e;
            } catch (RuntimeException e) {
                throw lines.bad("lacks a part, or has one of the wrong kind");
            }
        });
        return runs;
    }

    private static HistoryRun run(Line line, JsonLines lines) {
        Map<RowKey, Value> values = new LinkedHashMap<>();
        for (JsonObject row : line.rows) {
            RowKey key = GSON.fromJson(row, RowKey.class);
            key.label(); // throws where a part is missing
            if (values.put(key, GSON.fromJson(row, Scores.class).value(key.mode())) != null) {
                throw lines.bad("holds the row " + key.fullLabel() + " twice");
            }
        }
        return new HistoryRun(
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
    List<HistoryRun> append(List<HistoryRun> runs) {
        Map<String, HistoryRun> lines = Files.exists(file) ? lines() : new LinkedHashMap<>();
        List<HistoryRun> added = runs.stream()
                .filter(run -> lines.putIfAbsent(line(run), run) == null)
                .toList();
        if (!added.isEmpty()) {
            SafeFile.write(file, out -> lines.keySet().forEach(out::print));
        }
        return added;
    }

    private static String line(HistoryRun run) {
        List<JsonObject> rows = new ArrayList<>();
        run.values().forEach((key, value) -> {
            JsonObject row = json(key);
            json(Scores.of(key.mode(), value)).asMap().forEach(row::add);
            rows.add(row);
        });
        String time = run.time().map(Instant::toString).orElse(null);
        Line line = new Line(VERSION, run.label(), run.commit().orElse(null), time, run.machine(), rows);
        return JsonLines.line(JsonLines.typed(TYPE, json(line)));
    }

    private static JsonObject json(Object object) {
        return GSON.toJsonTree(object).getAsJsonObject();
    }
}
