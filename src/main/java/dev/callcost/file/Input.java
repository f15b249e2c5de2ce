package dev.callcost.file;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a text from a file, a pipe or standard input, unpacked when they are gzip's, without a byte-order mark.
 * A pipe can be read once only, so nothing is read twice.
 */
public final class Input extends FilterInputStream {
    /** Names standard input. */
    public static final Path STANDARD = Path.of("-");

    /** How the name of a packed file ends. */
    public static final String GZIP = ".gz";

    private static final AtomicReference<InputStream> TAKEN = new AtomicReference<>();
    private static final int HEAD = 4096;

    /** Smaller pieces take more time to unpack and to divide into lines. */
    private static final int BUFFER = 1 << 16;

    private static final String MARK = "\u00ef\u00bb\u00bf";

    /** How packed files begin that are not read. */
    private static final Map<String, String> PACKED = Map.of(
            "PK\u0003\u0004",
            "zip",
            "\u00fd7zXZ",
            "xz",
            "BZh",
            "bzip2",
            "(\u00b5/\u00fd",
            "zstd",
            "7z\u00bc\u00af",
            "7z");

    /** Where a tar archive has its mark. */
    private static final int TAR_AT = 257;

    private static final String TAR = "ustar";
    private static final Pattern UTF_16 = Pattern.compile("(?s)(\u00fe\u00ff|\u00ff\u00fe|\u0000.|.\u0000).*");

    private int last = -1;

    /** Whether the last byte that was read is a line feed. */
    private boolean endsInLineFeed;

    private Input(InputStream bytes) {
        super(bytes);
    }

    /**
     * @param file a path, or {@link #STANDARD}
     * @throws NoSuchFileException when there is no such file
     * @throws ZipException when the name ends in {@value #GZIP} and the bytes are not gzip's
     * @throws IOException when the text is in UTF-16 or packed by something else than gzip
     * @throws BadFileException when standard input is opened again
     */
    public static Input open(Path file) throws IOException {
        InputStream bytes = new BufferedInputStream(file.equals(STANDARD) ? standard() : stream(file));
        try {
            bytes.mark(2);
            int magic = bytes.read() | bytes.read() << Byte.SIZE;
            bytes.reset();
            boolean isPacked =
                    magic == GZIPInputStream.GZIP_MAGIC || file.toString().endsWith(GZIP);
            return new Input(isPacked ? new BufferedInputStream(new GZIPInputStream(bytes, BUFFER)) : bytes).begun();
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    private Input begun() throws IOException {
        String head = head();
        Optional<String> kind = PACKED.keySet().stream()
                .filter(head::startsWith)
                .map(PACKED::get)
                .findFirst()
                .or(() -> head.startsWith(TAR, TAR_AT) ? Optional.of("tar") : Optional.empty());
        if (kind.isPresent()) {
            throw new IOException("it is a " + kind.get() + " archive: unpack it and name the file in it");
        }
        if (UTF_16.matcher(head).matches()) {
            throw new IOException("it is text in UTF-16: write it in UTF-8");
        }
        in.skipNBytes(head.startsWith(MARK) ? MARK.length() : 0);
        return this;
    }

    private static InputStream standard() {
        InputStream in = System.in;
        if (TAKEN.getAndSet(in) == in) {
            throw new BadFileException(STANDARD, "standard input can be read only once: name a file for the other one");
        }
        return in;
    }

    /** Not by {@link Files}, whose stream asks a pipe for its position. */
    private static InputStream stream(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return new FileInputStream(file.toFile());
    }

    /** The first bytes, a character each. They are read again afterwards. */
    public String head() throws IOException {
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        return new String(head, StandardCharsets.ISO_8859_1);
    }

    /** Reads what is left, and returns the last byte of all that is no blank; negative when there is none. */
    public int last() throws IOException {
        transferTo(OutputStream.nullOutputStream());
        return last;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = in.read(bytes, offset, length);
        int n = count - 1;
        endsInLineFeed = count > 0 ? bytes[offset + n] == '\n' : endsInLineFeed;
        while (n >= 0 && Byte.toUnsignedInt(bytes[offset + n]) <= ' ') {
            n--;
        }
        if (n >= 0) {
            last = Byte.toUnsignedInt(bytes[offset + n]);
        }
        return count;
    }

    /**
     * A file with a JSON object in each line, plain or packed by gzip. The reader holds one line at a time. It skips
     * the last line when that has no line feed and is no JSON, because the writer may have been killed; a packed file
     * has to be whole.
     */
    public static final class JsonLines {
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
         * @param taker receives the type of each object, null where it has none, and its text; may throw what
         *     {@link #bad} returns
         * @throws BadFileException when the file is missing, unreadable, empty, not made of JSON objects, or packed and
         *     not whole
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
                    if (next != null || bytes.endsInLineFeed || isWhole(line)) {
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
}
