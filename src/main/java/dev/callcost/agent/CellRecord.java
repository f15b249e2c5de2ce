package dev.callcost.agent;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * What a fork reports to its host apart from scores: the facts seen in set-up or why the cell cannot run here, and what happened in each iteration. The
 * host names the file in the system property {@value #PROPERTY}; without it nothing is written. Facts are lines of {@link Properties}, iterations are
 * comments among them.
 */
public final class CellRecord {
    public static final String PROPERTY = "callcost.record";

    /** The reason why a cell cannot run here. */
    public static final String SKIPPED = "skipped";

    public static final String PID = "pid";

    /** Begins a line of an iteration: a comment to {@link Properties}. */
    public static final String ITERATION = "#iteration ";

    private CellRecord() {}

    public static void add(Map<String, String> facts) {
        Properties lines = new Properties();
        lines.putAll(facts);
        StringWriter text = new StringWriter();
        try {
            lines.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the writer is memory
        }
        append(text.toString());
    }

    static void addIteration(String json) {
        append(ITERATION + json + "\n");
    }

    private static void append(String text) {
        String file = System.getProperty(PROPERTY);
        if (file != null) {
            append(Path.of(file), text);
        }
    }

    static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens what a trial needs. When that throws UnsupportedOperationException, the fork ends and its host lists the cell as skipped, with the reason. */
    public static <T> T openOrSkip(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (UnsupportedOperationException e) {
            add(Map.of(SKIPPED, String.valueOf(e.getMessage())));
            throw e;
        }
    }
}
