package dev.callcost.file;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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
    private boolean endsInLineFeed;

    private Input(InputStream bytes) {
        super(bytes);
    }

    /**
     * @param file a path, or {@link #STANDARD}
     * @throws NoSuchFileException when there is no such file
     * @throws ZipException when the name ends in {@value JsonLines#GZIP} and the bytes are not gzip's
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
                    magic == GZIPInputStream.GZIP_MAGIC || file.toString().endsWith(JsonLines.GZIP);
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

    /** Whether the last byte that was read is a line feed. */
    boolean endsInLineFeed() {
        return endsInLineFeed;
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
}
