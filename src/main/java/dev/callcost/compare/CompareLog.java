package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a comparison, as its log holds it, or the part of the run that belongs to one row.
 *
 * @param changed what differs between the jars, and which rows run it
 * @param parts in the order they came
 */
public record CompareLog(Header header, ReachedRows changed, List<Part> parts) {
    /** A row is given up when so many of its forks have failed. */
    static final int FAILURES = 3;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String BASE = "base";
    private static final String HEAD = "head";
    private static final String PAIR = "pair";
    private static final String REACH = "reach";
    private static final String REACHED = "reached";
    private static final String PARALLEL = "parallel";

    /** Further lines of a row by their types. */
    private static final Map<String, Class<? extends Part>> PARTS = Map.of(
            "failed", Failed.class,
            "skipped", Skipped.class,
            "chosen", Chosen.class,
            "why", Why.class,
            "warming", Warming.class,
            "cpus", CpuNeed.class);

    private static final Gson GSON = new Gson();

    /**
     * The members of a session's first line that are read.
     *
     * @param start when it began: ISO 8601, UTC
     * @param base jar, JVM and arguments of base in one line
     * @param rows the rows that both sides have
     */
    public record Header(
            String start,
            String machine,
            String base,
            String head,
            List<RowKey> rows,
            List<RowKey> onlyInBase,
            List<RowKey> onlyInHead,
            CompareRun.Settings settings) {
        private static final String SETTINGS = "settings";

        /** Members that may differ where a session goes on. */
        private static final Set<String> OWN = Set.of("start", "seed");

        public Header {
            Stream.of(start, machine, base, head).forEach(Objects::requireNonNull);
            Stream.of(rows, onlyInBase, onlyInHead).flatMap(List::stream).forEach(RowKey::label);
            require(!rows.isEmpty());
        }

        private static Header of(JsonObject line) {
            line.add(SETTINGS, line.deepCopy());
            return GSON.fromJson(line, Header.class);
        }

        private JsonObject json() {
            JsonObject json = CompareLog.json(this);
            json.remove(SETTINGS).getAsJsonObject().asMap().forEach(json::add);
            return json;
        }

        /** The session's first line, with more about base and head. */
        JsonObject line(List<Side.Description> sides) {
            JsonObject line = json();
            line.add("sides", GSON.toJsonTree(sides));
            return line;
        }

        /**
         * Checks that a session can go on with another header.
         *
         * @throws CommandException (usage) when it measured something else
         */
        void checkIsOf(Header other, Path folder) {
            JsonObject here = json();
            JsonObject there = other.json();
            List<String> differing = Stream.concat(here.keySet().stream(), there.keySet().stream())
                    .distinct()
                    .filter(member -> !OWN.contains(member) && !Objects.equals(here.get(member), there.get(member)))
                    .toList();
            if (!differing.isEmpty()) {
                throw CommandException.usage("compare: " + folder + " holds another comparison ("
                        + String.join(", ", differing) + " differ): -d names another folder");
            }
        }
    }

    /** Something that belongs to a row, and has a line in the log. */
    public interface Part {
        RowKey row();

        /** Its line in the log, of a part that is no pair. */
        default String line() {
            String type = PARTS.keySet().stream()
                    .filter(it -> PARTS.get(it).isInstance(this))
                    .findFirst()
                    .orElseThrow();
            return Log.line(type, json(published()));
        }

        /** The part as the log has it: without the folders of absolute paths. */
        default Part published() {
            return this;
        }
    }

    /** A fork without a score, and the reason in one line. */
    interface Loss extends Part {
        /** {@code base} or {@code head}. */
        String side();

        String message();

        /** The loss as a fork's outcome, which names the side. */
        ForkOutcome outcome();

        default String text() {
            return side() + ": " + message();
        }

        static Loss of(RowKey row, String side, ForkOutcome outcome) {
            return outcome instanceof ForkOutcome.Failed failed
                    ? new Failed(row, side, failed.message(), failed.details())
                    : new Skipped(row, side, outcome.message());
        }
    }

    /** @param output causes, or the last lines of the process */
    record Failed(RowKey row, String side, String message, List<String> output) implements Loss {
        Failed {
            output = output == null ? List.of() : List.copyOf(output);
        }

        @Override
        public Failed published() {
            return new Failed(row, side, PathTails.cut(message), PathTails.cut(output));
        }

        @Override
        public ForkOutcome outcome() {
            return new ForkOutcome.Failed(text(), output);
        }
    }

    /** The fork's side cannot run the row on this machine. */
    record Skipped(RowKey row, String side, String message) implements Loss {
        @Override
        public Skipped published() {
            return new Skipped(row, side, PathTails.cut(message));
        }

        @Override
        public ForkOutcome outcome() {
            return new ForkOutcome.Skipped(text());
        }
    }

    /**
     * A row that gets deciding pairs after its first, see {@link Screen}. The lines of a session have them in their
     * order.
     */
    record Chosen(RowKey row) implements Part {}

    /** What sampled forks show of a row that is slower. */
    record Why(RowKey row, Cause cause) implements Part {
        Why {
            Objects.requireNonNull(cause);
        }
    }

    /**
     * A row's difference drifted while it was measured. Its pairs so far are dropped and its forks warm up longer; or
     * the warm-up has reached its cap, and the row is given up: its pairs stay and have no verdict.
     *
     * @param pairs how many pairs counted so far
     * @param seconds the warm-up of the slowest of their forks
     * @param first the difference in the first fifth of the measured iterations, the logarithm of head's time over
     *     base's
     * @param last the same in the last fifth
     */
    record Warming(RowKey row, int pairs, double seconds, double first, double last, boolean isGivenUp)
            implements Part {}

    /**
     * The forks of a row's first pair had busy threads for several CPUs.
     *
     * @param threads how many
     * @param seconds of the first pair where it was confined to fewer CPUs and does not count; else 0
     */
    record CpuNeed(RowKey row, int threads, double seconds) implements Part {}

    /**
     * The line of a pair, which follows those of its forks.
     *
     * @param atOnce null for a pair that ran alone, like {@code elapsed}, in seconds
     */
    private record PairLine(RowKey row, int round, boolean first, double seconds, Integer atOnce, Double elapsed) {
        static PairLine of(Pair pair, int round) {
            boolean isAlone = pair.atOnce() == 1;
            return new PairLine(
                    pair.row(),
                    round,
                    pair.isFirst(),
                    pair.nanos() / NANOS_PER_SECOND,
                    isAlone ? null : pair.atOnce(),
                    isAlone ? null : pair.elapsed() / NANOS_PER_SECOND);
        }

        Pair pair(Row base, Row head) {
            return new Pair(
                    row,
                    first,
                    base,
                    head,
                    nanos(seconds),
                    atOnce == null ? 1 : atOnce,
                    nanos(elapsed == null ? seconds : elapsed));
        }
    }

    private static long nanos(double seconds) {
        return Math.round(NANOS_PER_SECOND * seconds);
    }

    private static JsonObject json(Object content) {
        return GSON.toJsonTree(content).getAsJsonObject();
    }

    /**
     * The lines of a pair: its forks, and then the pair.
     *
     * @param base what the fork measured, as members of its line
     */
    static String lines(Pair pair, int round, JsonObject base, JsonObject head) {
        return fork(round, BASE, base) + fork(round, HEAD, head) + Log.line(PAIR, json(PairLine.of(pair, round)));
    }

    private static String fork(int round, String side, JsonObject measured) {
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("side", side);
        measured.asMap().forEach(line::add);
        return Log.line(Log.FORK, line);
    }

    static String line(Reach reach) {
        return Log.line(REACH, json(reach));
    }

    static String line(RowReach reached) {
        return Log.line(REACHED, json(reached));
    }

    /** How many pairs run at once from now on; readers need it of the pairs alone. */
    static String line(int pairs, Optional<TrialPairs> trial) {
        JsonObject line = trial.map(CompareLog::json).orElseGet(JsonObject::new);
        line.addProperty("pairs", pairs);
        return Log.line(PARALLEL, line);
    }

    private static void require(boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("a part of the wrong kind");
        }
    }

    /** A session that has measured nothing yet. */
    CompareLog(Header header) {
        this(header, new ReachedRows(null, new LinkedHashMap<>()), new ArrayList<>());
    }

    /** The session with what differs between the jars. */
    CompareLog with(Reach reach) {
        return new CompareLog(header, new ReachedRows(reach, changed.rows()), parts);
    }

    /** The part that belongs to a row. */
    CompareLog of(RowKey row) {
        return new CompareLog(
                header,
                changed,
                parts.stream().filter(part -> part.row().equals(row)).collect(Collectors.toList()));
    }

    /** Adds what scouts found out about a row. */
    void add(RowReach reached) {
        require(header.rows.contains(reached.row()));
        changed.rows().put(reached.row(), reached);
    }

    /** @throws IllegalArgumentException when the session has no such row */
    void add(Part part) {
        require(header.rows.contains(part.row()));
        require(!(part instanceof Loss loss) || loss.side() != null && loss.message() != null);
        parts.add(part);
    }

    /** The parts of a kind, in their order. */
    <T extends Part> List<T> all(Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The pairs in the order they were measured, without those that a warming dropped. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Pair pair) {
                pairs.add(pair);
            } else if (part instanceof Warming warming && !warming.isGivenUp) {
                pairs.removeIf(pair -> !pair.isFirst() && pair.row().equals(warming.row));
            }
        }
        return pairs;
    }

    /** How long all scouts took together. */
    Duration scouted() {
        double seconds =
                changed.rows().values().stream().mapToDouble(RowReach::seconds).sum();
        return Duration.ofNanos(nanos(seconds));
    }

    /** How long all pairs took together, dropped ones too. */
    Duration measured() {
        return Duration.ofNanos(
                all(Pair.class).stream().mapToLong(Pair::elapsed).sum()
                        + all(CpuNeed.class).stream()
                                .mapToLong(need -> nanos(need.seconds))
                                .sum());
    }

    List<Row> forks() {
        return pairs().stream()
                .flatMap(pair -> Stream.of(pair.base(), pair.head()))
                .toList();
    }

    /** The rows that were chosen, in their order; none while first pairs are missing. */
    List<RowKey> chosen() {
        return all(Chosen.class).stream().map(Chosen::row).toList();
    }

    /** Why rows are slower, by row. */
    Map<RowKey, Cause> causes() {
        return all(Why.class).stream().collect(Collectors.toMap(Why::row, Why::cause, (first, second) -> first));
    }

    /** Whether forks of pairs have run. */
    boolean hasBegun() {
        return parts.stream().anyMatch(part -> !(part instanceof Chosen || part instanceof CpuNeed));
    }

    /** Dropped pairs included. */
    boolean hasMeasured() {
        return !all(Pair.class).isEmpty();
    }

    /**
     * @param path its folder, or the log in it, packed or not
     * @throws BadFileException when it is missing, unreadable, empty, or no session, and when the folder holds two logs
     */
    public static CompareLog read(Path path) {
        Path log = Files.isDirectory(path)
                ? Log.in(path).orElseThrow(() -> new BadFileException(path, "the folder holds no " + Log.NAME))
                : path;
        AtomicReference<CompareLog> session = new AtomicReference<>();
        List<Fork> forks = new ArrayList<>(); // those that are not yet in a pair
        Log.read(log, Log.Command.COMPARE, first -> session.set(new CompareLog(Header.of(first))), (type, line) -> {
            CompareLog soFar = session.get();
            switch (type) {
                case Log.FORK -> forks.add(Fork.of(line));
                case REACH -> session.set(soFar.with(GSON.fromJson(line, Reach.class)));
                case PARALLEL -> {}
                case REACHED -> soFar.add(GSON.fromJson(line, RowReach.class));
                case PAIR -> soFar.add(soFar.pair(GSON.fromJson(line, PairLine.class), forks, log));
                default -> soFar.add(GSON.fromJson(line, Objects.requireNonNull(PARTS.get(type))));
            }
        });
        return session.get();
    }

    private Pair pair(PairLine line, List<Fork> forks, Path log) {
        // a run that was killed and resumed may have left forks without a pair
        List<Fork> both = new ArrayList<>(forks.subList(forks.size() - 2, forks.size()));
        forks.clear();
        both.sort(Comparator.comparing(Fork::side));
        require(both.get(0).side().equals(BASE) && both.get(1).side().equals(HEAD));
        return line.pair(
                ResultsFile.usable(both.get(0).row(), log),
                ResultsFile.usable(both.get(1).row(), log));
    }

    /**
     * @throws IllegalArgumentException when a session is named twice
     * @throws BadFileException as {@link #read}
     */
    public static List<CompareLog> readAll(List<Path> paths) {
        List<CompareLog> sessions = paths.stream().map(CompareLog::read).toList();
        if (sessions.stream().map(CompareLog::header).distinct().count() < sessions.size()) {
            throw new IllegalArgumentException("a run is named twice, and its pairs would count twice");
        }
        return sessions;
    }

    public static List<CompareLog> inOrder(List<CompareLog> sessions) {
        return sessions.stream()
                .sorted(Comparator.comparing(session -> session.header.start))
                .toList();
    }
}
