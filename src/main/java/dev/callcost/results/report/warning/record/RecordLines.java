package dev.callcost.results.report.warning.record;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.callcost.results.BadResultsFileException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the lines of a record; one is held at a time. */
final class RecordLines {
    private static final Gson GSON = new Gson();
    private static final TypeAdapter<JsonElement> TREE = GSON.getAdapter(JsonElement.class);

    /** Characters in a line. One of a fork with a thousand iterations has some 300 000; a file of another kind may be one line. */
    private static final int LONGEST = 16 << 20;

    private final Path file;
    private final List<RecordedFork> forks = new ArrayList<>();
    private int number;
    private boolean ended;

    private RecordLines(Path file) {
        this.file = file;
    }

    static List<RecordedFork> read(Path file) {
        return new RecordLines(file).read();
    }

    private List<RecordedFork> read() {
        try (Reader text =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            boolean begun = false;
            for (String line = next(text); !line.isEmpty() || ended; line = next(text)) {
                Optional<JsonObject> object = object(line);
                if (object.isPresent()) {
                    take(object.get(), begun);
                    begun = true;
                }
            }
            if (!begun) {
                throw new BadResultsFileException(file, number == 1 ? "is empty" : "is truncated in its first line");
            }
            return forks;
        } catch (NoSuchFileException e) {
            throw new BadResultsFileException(file, "no such file");
        } catch (IOException e) {
            throw new BadResultsFileException(file, "cannot be read: " + e.getMessage());
        }
    }

    /** The next line without its line feed, and whether it had one; empty without one at the end of the file. */
    private String next(Reader text) throws IOException {
        number++;
        StringBuilder line = new StringBuilder();
        int character = text.read();
        while (character >= 0 && character != '\n') {
            line.append((char) character);
            if (line.length() > LONGEST) {
                throw bad("is too long");
            }
            character = text.read();
        }
        ended = character == '\n';
        return line.toString();
    }

    /** The line's object; empty when it was cut off. */
    private Optional<JsonObject> object(String line) throws IOException {
        try (JsonReader json = new JsonReader(new StringReader(line))) {
            json.setStrictness(Strictness.STRICT);
            JsonElement element = TREE.read(json);
            if (json.peek() == JsonToken.END_DOCUMENT && element instanceof JsonObject object) {
                return Optional.of(object);
            }
        } catch (JsonParseException | IOException e) {
            if (!ended) {
                return Optional.empty();
            }
        }
        throw bad("is not a JSON object");
    }

    private void take(JsonObject line, boolean begun) {
        String type = text(line, "type");
        if (!begun && !type.equals("run")) {
            throw bad("does not describe a run");
        }
        switch (type) {
            case "fork" -> {
                if (text(line, "outcome").equals("measured")) {
                    forks.add(fork(line));
                }
            }
            case "resumed" -> {
                // says that the lines after it are of another process, which changes nothing here
            }
            case "run" -> {
                if (begun) {
                    throw bad("describes a second run");
                }
            }
            default -> throw bad("has the type \"" + type + "\"");
        }
    }

    private RecordedFork fork(JsonObject line) {
        try {
            RecordedFork fork = GSON.fromJson(line, RecordedFork.class);
            if (Stream.of(fork.benchmark(), fork.mode(), fork.params(), fork.unit(), fork.iterations())
                            .anyMatch(part -> part == null)
                    || fork.iterations().contains(null)) {
                throw bad("lacks a part of a fork");
            }
            return fork;
        } catch (JsonParseException | NumberFormatException e) {
            throw bad("has a part of a fork that is of the wrong kind");
        }
    }

    private String text(JsonObject line, String name) {
        if (line.get(name) instanceof JsonPrimitive value && value.isString()) {
            return value.getAsString();
        }
        throw bad("has no \"" + name + "\"");
    }

    private BadResultsFileException bad(String what) {
        return new BadResultsFileException(file, "is not the record of a run, line " + number + " " + what);
    }
}
