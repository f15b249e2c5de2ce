package dev.callcost.text;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file with a JSON object in each line, to which whoever wrote it appended. One line is held at a time. A last line without a line
 * feed that is no JSON was cut off when the writer was killed, and is left out. A file whose name ends in {@value #GZIP} is unpacked; it was
 * packed when nobody wrote to it any more, and so has to be whole.
 */
public final class JsonLines {
    /** How the name of a packed file ends. */
    public static final String GZIP = ".gz";

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final TypeAdapter<JsonElement> TREE = GSON.getAdapter(JsonElement.class);

    /** Characters in a line. One of a fork with a thousand iterations has some 300 000; a file of another kind may be one line. */
    private static final int LONGEST = 16 << 20;

    private final Path file;
    private final String kind;
    private int number;
    private boolean ended;

    /**
     * A file that is not read yet.
     *
     * @param kind what it should be, as a message says it: {@code the log of a run}
     */
    public JsonLines(Path file, String kind) {
        this.file = file;
        this.kind = kind;
    }

    /** An object as a line, with its line feed. */
    public static String line(JsonObject object) {
        return GSON.toJson(object) + "\n";
    }

    /** An object that begins with its {@code type}, and goes on with the members of another. */
    public static JsonObject typed(String type, JsonObject content) {
        JsonObject object = new JsonObject();
        object.addProperty("type", type);
        content.asMap().forEach(object::add);
        return object;
    }

    /**
     * Reads it.
     *
     * @param taker is given every object; may throw what {@link #bad} gives
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
        try (InputStream bytes = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(GZIP) ? new GZIPInputStream(bytes) : bytes;
                Reader text = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            boolean begun = false;
            boolean goesOn = true;
            String line = "";
            while (goesOn) {
                line = next(text);
                Optional<JsonObject> object = line.isEmpty() && !ended ? Optional.empty() : object(line);
                goesOn = object.isPresent() && taker.test(object.get());
                begun |= object.isPresent();
            }
            if (!begun) {
                throw new BadFileException(file, line.isEmpty() ? "is empty" : "is truncated in its first line");
            }
        } catch (NoSuchFileException e) {
            throw new BadFileException(file, "no such file");
        } catch (EOFException e) {
            throw new BadFileException(file, "is truncated, the packed data break off");
        } catch (ZipException e) {
            throw new BadFileException(file, "is damaged or no gzip file: " + e.getMessage());
        } catch (IOException e) {
            throw new BadFileException(file, "cannot be read: " + e.getMessage());
        }
    }

    /** The next line without its line feed, and whether it had one; empty without one at the end of the file. */
    private String next(Reader text) throws IOException {
        number++;
        StringBuilder line = new StringBuilder();
        int character = text.read();
        for (; character >= 0 && character != '\n'; character = text.read()) {
            line.append((char) character);
            if (line.length() > LONGEST) {
                throw bad("is too long");
            }
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

    /**
     * What to throw for the line at hand.
     *
     * @param what is wrong with it, as the end of a sentence that begins with its number
     */
    public BadFileException bad(String what) {
        return new BadFileException(file, "is not " + kind + ", line " + number + " " + what);
    }
}
