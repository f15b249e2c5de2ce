package dev.callcost.file;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A file with a JSON object in each line, plain or packed by gzip. The reader holds one line at a time. It skips the last line when that has no line
 * feed and is no JSON, because the writer may have been killed; a packed file has to be whole.
 */
public final class JsonLines {
    /** How the name of a packed file ends. */
    public static final String GZIP = ".gz";

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final Gson STRICT =
            new GsonBuilder().setStrictness(Strictness.STRICT).create();

    private final Path file;
    private final String kind;
    private final char[] buffer = new char[8192];
    private int at;

    /** Of the characters in the buffer; negative at the end of the file. */
    private int end;

    private int number;

    /** A line, of which only the type is known. */
    private record Line(String type, String text) {}

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
     * @param taker receives the type of each object, null where it has none, and its text; may throw what {@link #bad} returns
     * @throws BadFileException when the file is missing, unreadable, empty, not made of JSON objects, or packed and not whole
     */
    public void read(BiConsumer<String, String> taker) {
        read(taker, Integer.MAX_VALUE);
    }

    /**
     * Reads the first object alone.
     *
     * @throws BadFileException as {@link #read}
     */
    public JsonObject first() {
        JsonObject[] first = new JsonObject[1];
        read((type, line) -> first[0] = JsonParser.parseString(line).getAsJsonObject(), 1);
        return first[0];
    }

    private void read(BiConsumer<String, String> taker, int most) {
        try (Reader text = new InputStreamReader(Input.open(file), StandardCharsets.UTF_8)) {
            for (Optional<Line> line = next(text); line.isPresent(); ) {
                taker.accept(line.get().type, line.get().text);
                line = number < most ? next(text) : Optional.empty();
            }
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    /**
     * The next line with an object; empty at the end of the file, and where the line was cut off. A first line that begins no object is not read to its end: a file
     * of another kind may be one line.
     */
    private Optional<Line> next(Reader text) throws IOException {
        number++;
        if (number == 1 && hasNext(text) && buffer[at] != '{' && buffer[at] != '\n') {
            throw bad("is not a JSON object");
        }
        StringBuilder line = new StringBuilder();
        boolean ended = false;
        while (!ended && hasNext(text)) {
            int begin = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.append(buffer, begin, at - begin);
            ended = at < end;
            at += ended ? 1 : 0;
        }
        if (line.isEmpty() && !ended) {
            return none("is empty");
        }
        try {
            Line typed = STRICT.fromJson(line.toString(), Line.class);
            if (typed != null) {
                return Optional.of(new Line(typed.type, line.toString()));
            }
        } catch (JsonParseException e) {
            if (!ended) {
                return none("is truncated in its first line");
            }
        }
        throw bad("is not a JSON object");
    }

    /** Whether there is a character at {@link #at}; reads further ones where needed. */
    private boolean hasNext(Reader text) throws IOException {
        if (at == end) {
            at = 0;
            end = text.read(buffer);
        }
        return end > 0;
    }

    private Optional<Line> none(String whatIsWrongWithoutAnObject) {
        if (number == 1) {
            throw new BadFileException(file, whatIsWrongWithoutAnObject);
        }
        return Optional.empty();
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
