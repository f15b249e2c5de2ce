package dev.callcost.run.warning;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.callcost.text.JsonLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the lines of a record; one is held at a time. */
final class RecordLines {
    private static final Gson GSON = new Gson();

    private final JsonLines lines;
    private final List<RecordedFork> forks = new ArrayList<>();
    private boolean begun;

    private RecordLines(Path file) {
        lines = new JsonLines(file, "the record of a run");
    }

    static List<RecordedFork> read(Path file) {
        RecordLines record = new RecordLines(file);
        record.lines.read(record::take);
        return record.forks;
    }

    private void take(JsonObject line) {
        String type = text(line, "type");
        if (!begun && !type.equals("run")) {
            throw lines.bad("does not describe a run");
        }
        switch (type) {
            case "fork" -> {
                if (text(line, "outcome").equals("measured")) {
                    forks.add(fork(line));
                }
            }
            case "starts", "resumed" -> {
                // for a run that goes on after it was killed, which changes nothing here
            }
            case "run" -> {
                if (begun) {
                    throw lines.bad("describes a second run");
                }
            }
            default -> throw lines.bad("has the type \"" + type + "\"");
        }
        begun = true;
    }

    private RecordedFork fork(JsonObject line) {
        try {
            RecordedFork fork = GSON.fromJson(line, RecordedFork.class);
            if (Stream.of(fork.benchmark(), fork.mode(), fork.params(), fork.unit(), fork.iterations())
                            .anyMatch(part -> part == null)
                    || fork.iterations().contains(null)) {
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
