package dev.callcost.text;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A file with a JSON object in each line. The last line may be cut off, because its writer may have been killed: when it has no line feed and is
 * no JSON, the reader skips it. A file that gzip packed is unpacked and has to be whole. The reader holds one line at a time.
 */
public final class JsonLines {
    /** How the name of a packed file ends. */
    public static final String GZIP = ".gz";

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final Gson STRICT =
            new GsonBuilder().setStrictness(Strictness.STRICT).create();

    private final Path file;
    private final String kind;
    private int number;
    private boolean ended;

    /** @param kind what the file should be, for messages: {@code the log of a run} */
    public JsonLines(Path file, String kind) {
        this.file = file;
        this.kind = kind;
    }

    /** The object as a line, which ends in a line feed. */
    public static String line(JsonObject object) {
        return GSON.toJson(object) + "\n";
    }

    /** A new object: {@code type}, then the members of the content. */
    public static JsonObject typed(String type, JsonObject content) {
        JsonObject object = new JsonObject();
        object.addProperty("type", type);
        content.asMap().forEach(object::add);
        return object;
    }

    /**
     * Reads the file once.
     *
     * @param taker receives each object; may throw what {@link #bad} returns
     * @throws BadFileException when the file is missing, unreadable, empty, not made of JSON objects, or packed and not whole
     */
    public void read(Consumer<JsonObject> taker) {
        readWhile(object -> {
            taker.accept(object);
            return true;
        });
    }

    /**
     * Reads the first object alone.
     *
     * @throws BadFileException as {@link #read}
     */
    public JsonObject first() {
        AtomicReference<JsonObject> first = new AtomicReference<>();
        readWhile(object -> {
            first.set(object);
            return false;
        });
        return first.get();
    }

    private void readWhile(Predicate<JsonObject> taker) {
        try (InputStream plain = Input.open(file);
                Reader text = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            boolean begun = false;
            String line;
            Optional<JsonObject> object;
            do {
                line = next(text);
                object = line.isEmpty() && !ended ? Optional.empty() : object(line);
                begun |= object.isPresent();
            } while (object.isPresent() && taker.test(object.get()));
            if (!begun) {
                throw new BadFileException(file, line.isEmpty() ? "is empty" : "is truncated in its first line");
            }
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    /**
     * The next line without its line feed; sets {@link #ended}, which is false at the end of the file. A first line that begins no object is not read to its
     * end: a file of another kind may be one line.
     */
    private String next(Reader text) throws IOException {
        number++;
        StringBuilder line = new StringBuilder();
        int character = text.read();
        if (number == 1 && character >= 0 && character != '{' && character != '\n') {
            throw bad("is not a JSON object");
        }
        for (; character >= 0 && character != '\n'; character = text.read()) {
            line.append((char) character);
        }
        ended = character == '\n';
        return line.toString();
    }

    /** The line's object; empty when it was cut off. */
    private Optional<JsonObject> object(String line) {
        try {
            if (STRICT.fromJson(line, JsonElement.class) instanceof JsonObject object) {
                return Optional.of(object);
            }
        } catch (JsonParseException e) {
            if (!ended) {
                return Optional.empty();
            }
        }
        throw bad("is not a JSON object");
    }

    /**
     * An exception that names the file and the number of the line read last.
     *
     * @param what the end of the sentence that begins with that number
     */
    public BadFileException bad(String what) {
        return new BadFileException(file, "is not " + kind + ", line " + number + " " + what);
    }
}
