package dev.callcost.file;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * A file with a JSON object in each line, plain or packed by gzip. The reader holds one line at a time. It skips the
 * last line when that has no line feed and is no JSON, because the writer may have been killed; a packed file has to be
 * whole.
 */
public final class JsonLines {
    /** How the name of a packed file ends. */
    public static final String GZIP = ".gz";

    /** A longer line takes more time to read. */
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final String kind;
    private int number;

    /** @param kind what the file should be, for messages: {@code the log of a run} */
    public JsonLines(Path file, String kind) {
        this.file = file;
        this.kind = kind;
    }

    /**
     * Reads the file once.
     *
     * @param taker receives the type of each object, null where it has none, and its text; may throw what {@link #bad}
     *     returns
     * @throws BadFileException when the file is missing, unreadable, empty, not made of JSON objects, or packed and not
     *     whole
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
        read(
                (type, line) -> {
                    if (!isWhole(line)) {
                        throw bad("is not a JSON object");
                    }
                    first[0] = JsonParser.parseString(line).getAsJsonObject();
                },
                1);
        return first[0];
    }

    private void read(BiConsumer<String, String> taker, int most) {
        try (Input bytes = Input.open(file);
                BufferedReader text =
                        new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8), BUFFER)) {
            number = 1;
            String head = bytes.head();
            if (head.isEmpty()) {
                throw new BadFileException(file, "is empty");
            }
            if (!head.startsWith("{")) { // a file of another kind may be one line
                throw bad("is not a JSON object");
            }
            String next = text.readLine();
            for (int n = 1; next != null && n <= most; n++) {
                number = n;
                String line = next;
                next = text.readLine();
                if (next != null || bytes.endsInLineFeed() || isWhole(line)) {
                    taker.accept(type(line), line);
                } else if (number == 1) {
                    throw new BadFileException(file, "is truncated in its first line");
                }
            }
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    private static boolean isWhole(String line) {
        try {
            return JsonParser.parseString(line).isJsonObject();
        } catch (JsonParseException e) {
            return false;
        }
    }

    /** Does not read a line farther: its receiver does that, if it needs the line. */
    private String type(String line) {
        try (JsonReader json = new JsonReader(new StringReader(line))) {
            for (json.beginObject(); json.hasNext(); json.skipValue()) {
                if (json.nextName().equals("type") && json.peek() == JsonToken.STRING) {
                    return json.nextString();
                }
            }
            return null;
        } catch (IOException | IllegalStateException e) {
            throw bad("is not a JSON object");
        }
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
