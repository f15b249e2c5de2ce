package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.text.JsonLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The lines of a session's file, as they are written and read. */
final class SessionLines {
    private static final Gson GSON = new Gson();

    private static final String BYTES_PER_OP = "gc.alloc.rate.norm";
    private static final String BYTES = "B/op";

    private SessionLines() {}

    /** One side's fork. */
    private record ForkLine(
            int threads,
            Map<String, String> params,
            String unit,
            List<Double> scores,
            List<Double> bytesPerOp,
            Map<String, String> settings) {

        static ForkLine of(Row row) {
            return new ForkLine(
                    row.threads(),
                    row.params(),
                    row.primary().unit(),
                    row.primary().forks().get(0),
                    row.bytesPerOp()
                            .map(metric -> metric.forks().get(0).stream()
                                    .filter(Double::isFinite)
                                    .toList())
                            .orElse(null),
                    row.settings());
        }

        Row row(RowKey key) {
            if (scores.isEmpty() || !scores.stream().allMatch(score -> score > 0 && Double.isFinite(score))) {
                throw new IllegalArgumentException("has a score that is not a positive number");
            }
            SortedMap<String, Metric> secondary = bytesPerOp == null
                    ? Collections.emptySortedMap()
                    : new TreeMap<>(Map.of(BYTES_PER_OP, new Metric(BYTES, List.of(bytesPerOp))));
            return new Row(
                    key.benchmark(),
                    key.mode(),
                    threads,
                    new TreeMap<>(params),
                    new Metric(unit.strip(), List.of(scores)),
                    secondary,
                    new TreeMap<>(settings));
        }
    }

    private record PairLine(
            RowKey row,
            boolean burnIn,
            boolean headFirst,
            boolean inTurns,
            ForkLine base,
            ForkLine head,
            String setAside,
            JsonElement extraWork,
            JsonObject machine,
            JsonObject warmUps) {

        Pair pair() {
            return new Pair(
                    row,
                    burnIn,
                    headFirst,
                    inTurns,
                    base.row(row),
                    head.row(row),
                    Optional.ofNullable(setAside),
                    MoreWork.of(extraWork));
        }
    }

    /**
     * The first line.
     *
     * @param more what else is worth keeping, by name
     */
    public static String header(Session.Header header, Map<String, ?> more) {
        JsonObject line = line("session", header);
        more.forEach((name, value) -> line.add(name, GSON.toJsonTree(value)));
        return JsonLines.line(line);
    }

    /**
     * A pair's line.
     *
     * @param machine what the machine did meanwhile, and from {@code start} to {@code end} when it was
     * @param warmUps how the forks of {@code base} and {@code head} warmed up, without one whose warm-up's length was fixed
     */
    public static String pair(Pair pair, JsonObject machine, JsonObject warmUps) {
        return JsonLines.line(line(
                "pair",
                new PairLine(
                        pair.row(),
                        pair.burnIn(),
                        pair.headFirst(),
                        pair.inTurns(),
                        ForkLine.of(pair.base()),
                        ForkLine.of(pair.head()),
                        pair.setAside().orElse(null),
                        pair.extraWork().map(GSON::toJsonTree).orElse(null),
                        machine,
                        warmUps)));
    }

    /**
     * The line of a fork that failed.
     *
     * @param output the last lines that its process wrote
     */
    public static String failed(Session.Loss loss, List<String> output) {
        JsonObject line = line("failed", loss);
        line.add("output", GSON.toJsonTree(output));
        return JsonLines.line(line);
    }

    /** The line of a row whose difference moved. */
    public static String warming(Session.Warming warming) {
        return JsonLines.line(line("warming", warming));
    }

    /** The line of a row that a side cannot run on this machine. */
    public static String skipped(Session.Loss loss) {
        return JsonLines.line(line("skipped", loss));
    }

    /** The line of a row for which the budget is too short. */
    public static String leftOut(Session.LeftOut leftOut) {
        return JsonLines.line(line("leftOut", leftOut));
    }

    private static JsonObject line(String type, Object content) {
        return JsonLines.typed(type, GSON.toJsonTree(content).getAsJsonObject());
    }

    /**
     * Reads a file.
     *
     * @throws dev.callcost.text.BadFileException when it is missing, unreadable, empty or no session
     */
    static Session read(Path file) {
        return new Reader(file).read();
    }

    private static final class Reader {
        private final JsonLines lines;
        private final List<Pair> pairs = new ArrayList<>();
        private final List<Session.Loss> failed = new ArrayList<>();
        private final List<Session.Loss> skipped = new ArrayList<>();
        private final List<Session.LeftOut> leftOut = new ArrayList<>();
        private final List<Session.Warming> warmings = new ArrayList<>();
        private Session.Header header;

        Reader(Path file) {
            lines = new JsonLines(file, "a comparison in pairs");
        }

        Session read() {
            lines.read(this::take);
            return new Session(
                    header,
                    List.copyOf(pairs),
                    List.copyOf(failed),
                    List.copyOf(skipped),
                    List.copyOf(leftOut),
                    List.copyOf(warmings));
        }

        private void take(JsonObject line) {
            try {
                take(line.get("type") instanceof JsonPrimitive type ? type.getAsString() : "", line);
            } catch (NullPointerException e) {
                throw lines.bad("lacks a part");
            } catch (JsonParseException | IllegalArgumentException | IllegalStateException e) {
                throw lines.bad("has a part of the wrong kind");
            }
        }

        private void take(String type, JsonObject line) {
            if (type.equals("session") != (header == null)) {
                throw lines.bad(header == null ? "does not describe a session" : "describes a second session");
            }
            switch (type) {
                case "session" -> header = header(line);
                case "pair" -> {
                    PairLine pair = GSON.fromJson(line, PairLine.class);
                    checkRow(pair.row);
                    pairs.add(pair.pair());
                }
                case "failed" -> failed.add(loss(line));
                case "skipped" -> skipped.add(loss(line));
                case "leftOut" -> {
                    Session.LeftOut row = GSON.fromJson(line, Session.LeftOut.class);
                    Objects.requireNonNull(row.why());
                    checkRow(row.row());
                    leftOut.add(row);
                }
                case "warming" -> {
                    Session.Warming warming = GSON.fromJson(line, Session.Warming.class);
                    checkRow(warming.row());
                    warmings.add(warming);
                    pairs.removeIf(pair -> !warming.isGivenUp() && pair.row().equals(warming.row()));
                }
                default -> throw lines.bad("has the type \"" + type + "\"");
            }
        }

        private Session.Header header(JsonObject line) {
            Session.Header read = GSON.fromJson(line, Session.Header.class);
            Stream.of(read.start(), read.machine(), read.base(), read.head()).forEach(Objects::requireNonNull);
            Stream.of(read.rows(), read.onlyInBase(), read.onlyInHead())
                    .flatMap(List::stream)
                    .forEach(RowKey::label);
            new Rule(read.margin(), Rule.ALPHA);
            if (read.inject() != null && !(read.inject() >= 0 && Double.isFinite(read.inject()))) {
                throw lines.bad("injects no amount of work");
            }
            if (read.rows().isEmpty()) {
                throw lines.bad("names no row");
            }
            return read;
        }

        private Session.Loss loss(JsonObject line) {
            Session.Loss loss = GSON.fromJson(line, Session.Loss.class);
            Stream.of(loss.side(), loss.message()).forEach(Objects::requireNonNull);
            checkRow(loss.row());
            return loss;
        }

        private void checkRow(RowKey row) {
            if (!header.rows().contains(row)) {
                throw lines.bad("is about a row that the session did not set out to measure");
            }
        }
    }
}
