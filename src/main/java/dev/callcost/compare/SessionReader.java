package dev.callcost.compare;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.Rule;
import dev.callcost.text.JsonLines;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Reads a session's file. */
final class SessionReader {
    private final JsonLines lines;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Loss> failed = new ArrayList<>();
    private final List<Loss> skipped = new ArrayList<>();
    private final Set<RowKey> rows = new HashSet<>();
    private final Map<RowKey, Duration> time = new HashMap<>();
    private Session.Header header;

    SessionReader(Path file) {
        lines = new JsonLines(file, "a comparison in pairs");
    }

    Session read() {
        lines.read(this::take);
        return new Session(header, List.copyOf(pairs), List.copyOf(failed), List.copyOf(skipped), Map.copyOf(time));
    }

    private void take(JsonObject line) {
        try {
            take(line.get("type") instanceof JsonPrimitive type ? type.getAsString() : "", line);
        } catch (NullPointerException e) {
            throw lines.bad("lacks a part");
        } catch (JsonParseException | DateTimeException | IllegalArgumentException | IllegalStateException e) {
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
                Pair pair = SessionLines.pair(line);
                checkRow(pair.row());
                pairs.add(pair);
                SessionLines.time(line).ifPresent(took -> time.merge(pair.row(), took, Duration::plus));
            }
            case "failed" -> failed.add(loss(line));
            case "skipped" -> skipped.add(loss(line));
            default -> throw lines.bad("has the type \"" + type + "\"");
        }
    }

    private Session.Header header(JsonObject line) {
        Session.Header read = SessionLines.GSON.fromJson(line, Session.Header.class);
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
        rows.addAll(read.rows());
        return read;
    }

    private Loss loss(JsonObject line) {
        Loss loss = SessionLines.GSON.fromJson(line, Loss.class);
        Stream.of(loss.side(), loss.message()).forEach(Objects::requireNonNull);
        checkRow(loss.row());
        return loss;
    }

    private void checkRow(RowKey row) {
        if (!rows.contains(row)) {
            throw lines.bad("is about a row that the session did not set out to measure");
        }
    }
}
