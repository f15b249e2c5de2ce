package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.SessionRows;
import dev.callcost.compare.session.Session.SessionSettings;
import dev.callcost.compare.session.SessionEvent;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.Explained;
import dev.callcost.compare.session.SessionEvent.FailedFork;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionEvent.SkippedFork;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.ForkLine;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach;
import dev.callcost.work.WorkDelta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The lines of a session with made-up scores. */
public final class MadeUpSession {
    /** Relative differences of fifteen pairs that scatter by 0.4 % around nothing. */
    public static final double[] SAME = {
        0.004, -0.003, 0.002, -0.005, 0.003, -0.001, 0.005, -0.004, 0.001, -0.002, 0.003, -0.003, 0.004, -0.004, 0.001
    };

    private static final String START = "2026-01-01T10:00:00Z";
    private static final double MARGIN = 0.03;

    private static final String OLD = "old.jar (SHA-256 0123456789ab...), Made-up VM 17.0.1 (Nobody)";
    private static final String NEW = "new.jar (SHA-256 ba9876543210...), Made-up VM 17.0.1 (Nobody)";
    private static final long PAIR_SECONDS = 30;

    private static final double BYTES = 64;
    private static final Gson GSON = new Gson();

    private final List<String> lines = new ArrayList<>();
    private final List<ChangedMethod> changed = new ArrayList<>();
    private List<RowKey> chosen;
    private String jvmArguments = "-Xmx1g";
    private double headBytes = BYTES;

    /** As many that scatter alike around another difference. */
    public static double[] pairsAround(double difference) {
        return Arrays.stream(SAME).map(each -> each + difference).toArray();
    }

    /** A session with these rows. */
    public static MadeUpSession of(RowKey... rows) {
        return new MadeUpSession(START, MARGIN, rows);
    }

    /** A session that began at a time, with these rows. */
    public MadeUpSession(String start, double margin, RowKey... rows) {
        this(start, margin, NEW, List.of(rows), List.of(key("gone")), List.of(key("added")));
    }

    private MadeUpSession(
            String start, double margin, String head, List<RowKey> rows, List<RowKey> inBase, List<RowKey> inHead) {
        chosen = rows;
        Session.Header header = header(start, margin, head, rows, inBase, inHead, List.of());
        lines.add(Log.first(Log.Command.COMPARE, SessionFile.first(header, List.of())));
    }

    private static Session.Header header(
            String start,
            double margin,
            String head,
            List<RowKey> rows,
            List<RowKey> inBase,
            List<RowKey> inHead,
            List<String> metrics) {
        return new Session.Header(
                start,
                "Made-up CPU, 2 CPUs",
                OLD,
                head,
                new SessionRows(rows, inBase, inHead),
                new SessionSettings(margin, 42, null, metrics));
    }

    /** The first line of a session of code with itself. */
    public static Session.Header header(List<RowKey> rows) {
        return header(rows, List.of());
    }

    /** The same of a session that judges metrics. */
    public static Session.Header header(List<RowKey> rows, List<String> metrics) {
        return header(START, MARGIN, OLD, rows, List.of(), List.of(), metrics);
    }

    /** A session of code with itself. */
    public static MadeUpSession ofItself(RowKey... rows) {
        return ofItself(START, rows);
    }

    public static MadeUpSession ofItself(List<RowKey> rows) {
        return ofItself(rows.toArray(RowKey[]::new));
    }

    /** One that began at a time. */
    public static MadeUpSession ofItself(String start, RowKey... rows) {
        return new MadeUpSession(start, MARGIN, OLD, List.of(rows), List.of(), List.of());
    }

    /** The keys of so many made-up rows. */
    public static List<RowKey> keys(int rows) {
        return IntStream.range(0, rows).mapToObj(row -> key("row" + row)).toList();
    }

    /** The key of a made-up row. */
    public static RowKey key(String method) {
        return new RowKey("a.B." + method, "avgt", Map.of("size", "1"));
    }

    /** As {@code compare --metric} writes it. */
    public MadeUpSession metric(String name) {
        lines.set(0, lines.get(0).replace("\"metrics\":[]", "\"metrics\":[\"" + name + "\"]"));
        return this;
    }

    /** Lets head allocate so many bytes in the pairs that come, where base allocates 64. */
    public MadeUpSession headBytes(double bytes) {
        headBytes = bytes;
        return this;
    }

    /** As {@code compare --shard} writes it. */
    public MadeUpSession shard(int index, int count) {
        lines.set(
                0,
                lines.get(0)
                        .replace(
                                "\"metrics\":",
                                "\"shard\":{\"index\":" + index + ",\"count\":" + count + "},\"metrics\":"));
        return this;
    }

    /** Adds what differs between the jars. */
    public MadeUpSession reach(Reach reach) {
        return line(SessionFile.line(reach));
    }

    /** Adds what scouts saw of a row. */
    public MadeUpSession reached(RowKey key, RowReach.Kind kind, List<Integer> run) {
        return line(SessionFile.line(new RowReach(key, kind, run, 1)));
    }

    public MadeUpSession reached(RowReach row) {
        return line(SessionFile.line(row));
    }

    /** Adds the work of a row. */
    public MadeUpSession counted(RowKey row, WorkDelta work) {
        return line(SessionFile.line(new CountedRow(row, work, 0.6)));
    }

    /** Adds a first pair that counts. */
    public MadeUpSession first(RowKey key, double slowdown) {
        return pair(key, true, slowdown);
    }

    /** Adds the rows that were chosen; without this all are. */
    public MadeUpSession chosen(List<RowKey> rows) {
        chosen = rows;
        return this;
    }

    /** Adds a deciding pair. */
    public MadeUpSession deciding(RowKey key, double slowdown) {
        return pair(key, false, slowdown);
    }

    /** Adds the first pair and deciding pairs of base 100 us/op and head that much slower, half a minute each. */
    public MadeUpSession pairs(RowKey key, double... slowdowns) {
        pair(key, true, 2.0);
        Arrays.stream(slowdowns).forEach(slowdown -> pair(key, false, slowdown));
        return this;
    }

    private MadeUpSession pair(RowKey key, boolean isFirst, double slowdown) {
        Pair pair = new Pair(
                key, isFirst, fork(key, 0, BYTES), fork(key, slowdown, headBytes), PAIR_SECONDS * 1_000_000_000);
        return line(SessionFile.lines(pair, lines.size(), measured(pair.base()), measured(pair.head())));
    }

    private static JsonObject measured(Row row) {
        JsonObject jmh = LogLines.jmh(
                row.key(), row.primary().unit(), row.primary().forks().get(0));
        row.bytesPerOp()
                .ifPresent(bytes -> jmh.getAsJsonObject("secondaryMetrics")
                        .add(
                                "gc.alloc.rate.norm",
                                LogLines.metric(bytes.unit(), bytes.forks().get(0))));
        jmh.add("jvmArgs", GSON.toJsonTree(row.settings().get("jvmArgs").split(" ")));
        return ForkLine.of(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), List.of());
    }

    /** The row's difference moved, and its pairs so far are dropped; or it is given up. */
    public MadeUpSession warming(RowKey key, int pairs, boolean isGivenUp) {
        return event(new Warming(key, pairs, 12.5, 0.08, 0.01, isGivenUp));
    }

    /** Gives both sides another JVM argument in the pairs that come. */
    public MadeUpSession jvmArgument(String argument) {
        jvmArguments += " " + argument;
        return this;
    }

    private Row fork(RowKey key, double slowdown, double bytes) {
        double score = 100 * (1 + slowdown);
        return Rows.row()
                .benchmark(key.benchmark())
                .bytes(bytes)
                .setting("jvmArgs", slowdown == 0 ? jvmArguments : jvmArguments + " -Dhead=true")
                .of(List.of(List.of(score * 0.9, score, score * 1.1)));
    }

    /** Adds forks of head that failed. */
    public MadeUpSession failed(RowKey key, int forks) {
        for (int fork = 0; fork < forks; fork++) {
            event(new FailedFork(key, "head", "exit code 1, a.Failure", null));
        }
        return this;
    }

    /** Adds that base cannot run a row. */
    public MadeUpSession skipped(RowKey key) {
        return event(new SkippedFork(key, "base", "no virtual threads"));
    }

    /** Lets an iteration of a row run methods of a class that have changed. */
    public MadeUpSession runs(RowKey key, String owner, String... methods) {
        int first = changed.size();
        Arrays.stream(methods).forEach(name -> changed.add(new ChangedMethod(owner, name, "()V")));
        List<Integer> run = IntStream.range(first, changed.size()).boxed().toList();
        return line(SessionFile.line(new RowReach(key, RowReach.Kind.REACHED, run, 0.9)));
    }

    /** Adds what sampled forks of a slower row showed. */
    public MadeUpSession why(RowKey key, Cause cause) {
        return event(new Explained(key, cause));
    }

    private MadeUpSession event(SessionEvent part) {
        return line(SessionFile.line(part));
    }

    private MadeUpSession line(String line) {
        lines.add(line);
        return this;
    }

    /** The content of its file. */
    public String text() {
        return lines.get(0)
                + (changed.isEmpty() ? "" : SessionFile.line(new Reach(changed, List.of(), null)))
                + chosen.stream()
                        .map(row -> SessionFile.line(new ChosenRow(row)))
                        .collect(Collectors.joining())
                + String.join("", lines.subList(1, lines.size()));
    }

    /** The session as it is read from its file. */
    public Session read() {
        try {
            Path file = Files.createTempFile("session", ".jsonl");
            try {
                return SessionFile.read(Files.writeString(file, text()));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The verdict on a row's score in one session. */
    public static RowVerdict judged(RowKey row, Session session) {
        return new PairJudge(List.of(session), session.header().settings().margin(), new Quantities(List.of()))
                .verdicts(row)
                .get(0);
    }

    /** The verdicts on sessions that add up. */
    public static Verdicts judged(MadeUpSession... sessions) {
        return PairVerdicts.of(Stream.of(sessions).map(MadeUpSession::read).toList());
    }
}
