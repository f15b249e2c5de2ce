package dev.callcost.results.compare.session;

import com.google.gson.JsonObject;
import dev.callcost.results.Row;
import dev.callcost.results.compare.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The lines of a session with made-up scores. */
public final class MadeUpSession {
    /** Relative differences of fifteen pairs that scatter by 0.4 % around nothing. */
    public static final double[] SAME = {
        0.004, -0.003, 0.002, -0.005, 0.003, -0.001, 0.005, -0.004, 0.001, -0.002, 0.003, -0.003, 0.004, -0.004, 0.001
    };

    private final List<String> lines = new ArrayList<>();
    private final List<RowKey> rows;

    /** A session that began at a time, with these rows. */
    public MadeUpSession(String start, double margin, RowKey... rows) {
        this.rows = List.of(rows);
        lines.add(SessionLines.header(
                new Session.Header(
                        start,
                        "Made-up CPU, 2 CPUs",
                        "old.jar (SHA-256 0123456789ab...), Made-up VM 17.0.1 (Nobody)",
                        "new.jar (SHA-256 ba9876543210...), Made-up VM 17.0.1 (Nobody)",
                        margin,
                        42,
                        this.rows,
                        List.of(key("gone")),
                        List.of(key("added")),
                        null),
                Map.of("budgetSeconds", 60)));
    }

    /** The key of a made-up row. */
    public static RowKey key(String method) {
        return new RowKey("a.B." + method, "avgt", Map.of("size", "1"));
    }

    /** Adds the burn-in and pairs of base 100 us/op and head that much slower. */
    public MadeUpSession pairs(RowKey key, double... slowdowns) {
        pair(key, true, 2.0, Optional.of("steal"));
        Arrays.stream(slowdowns).forEach(slowdown -> pair(key, false, slowdown, Optional.empty()));
        return this;
    }

    /** Adds a pair that was set aside. */
    public MadeUpSession setAside(RowKey key, double slowdown, String why) {
        return pair(key, false, slowdown, Optional.of(why));
    }

    private MadeUpSession pair(RowKey key, boolean burnIn, double slowdown, Optional<String> setAside) {
        return line(SessionLines.pair(
                new Pair(key, burnIn, lines.size() % 2 == 0, fork(key, 0), fork(key, slowdown), setAside),
                OptionalDouble.empty(),
                new JsonObject()));
    }

    private static Row fork(RowKey key, double slowdown) {
        double score = 100 * (1 + slowdown);
        return Rows.row()
                .benchmark(key.benchmark())
                .bytes(64)
                .setting("jvmArgs", slowdown == 0 ? "-Xmx1g" : "-Xmx1g -Dhead=true")
                .of(List.of(List.of(score * 0.9, score, score * 1.1)));
    }

    /** Adds forks of head that failed. */
    public MadeUpSession failed(RowKey key, int forks) {
        for (int fork = 0; fork < forks; fork++) {
            line(SessionLines.failed(new Loss(key, "head", "exit code 1, a.Failure"), List.of("a.Failure")));
        }
        return this;
    }

    /** Adds that base cannot run a row. */
    public MadeUpSession skipped(RowKey key) {
        return line(SessionLines.skipped(new Loss(key, "base", "no virtual threads")));
    }

    private MadeUpSession line(String line) {
        lines.add(line);
        return this;
    }

    /** The content of its file. */
    public String text() {
        return String.join("", lines);
    }
}
