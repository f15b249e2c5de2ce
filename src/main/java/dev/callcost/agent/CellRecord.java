package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Supplier;

/**
 * What a fork reports to its host apart from scores. Each line is a JSON object with one member: the facts seen in
 * set-up, why the cell cannot run here, the process's id, how the fork warmed up, or what happened in an iteration. The
 * host names the file; without it nothing is written.
 *
 * <p>{@code compare} puts this class into jars with earlier versions of the suite, whose states call {@link #add(Map)}
 * and {@link #openOrSkip}.
 */
public final class CellRecord {
    /** The system property that names the file. */
    public static final String PROPERTY = "callcost.record";

    public static final String FACTS = "facts";

    /** The reason why a cell cannot run here. */
    public static final String SKIPPED = "skipped";

    public static final String PID = "pid";

    /** Members of an object; a second line has what is known at the fork's end. */
    public static final String WARM_UP = "warmUp";

    public static final String ITERATION = "iteration";

    private static volatile String file = System.getProperty(PROPERTY, "");

    private CellRecord() {}

    /** Names the file in a fork without the system property, such as one of a jar that is not the suite's. */
    static void into(String other) {
        file = other;
    }

    public static void add(Map<String, String> facts) {
        StringJoiner members = new StringJoiner(",", "{", "}");
        facts.forEach((name, fact) -> members.add(quoted(name) + ":" + quoted(fact)));
        add(FACTS, members.toString());
    }

    /** @param json the member's value */
    static void add(String member, String json) {
        append(begin(member) + json + "}\n");
    }

    /** Begins a line with a member; a brace ends it. */
    public static String begin(String member) {
        return "{\"" + member + "\":";
    }

    static void append(String text) {
        if (!file.isEmpty()) {
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

    /**
     * Opens what a trial needs. When that throws UnsupportedOperationException, the fork ends and its host lists the
     * cell as skipped, with the reason.
     */
    public static <T> T openOrSkip(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (UnsupportedOperationException e) {
            add(SKIPPED, quoted(String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /** A JSON string. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return json.append('"').toString();
    }
}
