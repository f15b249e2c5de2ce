package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** The files under {@code src/test/resources/dev/callcost/data}. */
public final class Fixtures {
    /** All rungs and others, 5 forks, B/op. */
    public static final String FIVE_FORKS = "five-forks.json";

    /** Some rungs, 1 fork, no B/op, a row of throughput and one of four threads. */
    public static final String ONE_FORK = "one-fork.json";

    /** Two rungs faster than the ones below, names with "·", one row of 1 fork. */
    public static final String OUT_OF_ORDER = "out-of-order.json";

    private Fixtures() {}

    public static Path path(String name) {
        try {
            return Path.of(Fixtures.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static ResultsFile read(String name) {
        return ResultsFile.read(path(name));
    }

    public static String text(String name) throws IOException {
        return Files.readString(path(name));
    }

    /** Writes a text as gzip does. */
    public static void pack(Path file, String text) throws IOException {
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Compares a text with a golden file, which {@code -Dcallcost.tables=write} rewrites. */
    public static void assertText(String name, String actual) throws IOException {
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(Path.of("src/test/resources/dev/callcost/data", name), actual);
        } else {
            assertThat(actual).isEqualTo(text(name));
        }
    }
}
