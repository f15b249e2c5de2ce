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
import dev.callcost.stats.Rule;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a comparison, as its log holds it, or the part of the run that belongs to one row.
 *
 * @param reach what differs between the jars; null in logs of earlier versions, and before it is known
 * @param parts in the order they came, without the pairs that a warming dropped
 */
public record Session(Header header, Reach reach, List<Part> parts) {
    static final String PAIR = "pair";
    static final String FAILED = "failed";
    static final String SKIPPED = "skipped";
    static final String CHOSEN = "chosen";
    static final String REACH = "reach";
    static final String REACHED = "reached";
    static final String WHY = "why";

    /** The type of a line of earlier versions, which names a row for which the budget was too short. */
    private static final String LEFT_OUT = "leftOut";

    static final String WARMING = "warming";

    /** A row is given up when so many of its forks have failed. */
    static final int FAILURES = 3;

    private static final Gson GSON = new Gson();

    /**
     * The members of a session's first line that are read.
     *
     * @param start when it began: ISO 8601, UTC
     * @param machine the machine in one line
     * @param base jar, JVM and arguments of base in one line
     * @param margin the relative difference that does not matter
     * @param rowMargins the same of some rows, see {@link Margins#ofRows}; null in logs of earlier versions
     * @param seed of the order of rows and of sides
     * @param rows the rows that both sides have
     * @param find the slowdown that is to be found, as a share; null in logs of earlier versions
     * @param shard which part of the rows was measured; null for all
     * @param metrics what is judged in addition to the scores, see {@link MetricChoice}; null in logs of earlier versions
     */
    public record Header(
            String start,
            String machine,
            String base,
            String head,
            double margin,
            Map<String, Double> rowMargins,
            long seed,
            List<RowKey> rows,
            List<RowKey> onlyInBase,
            List<RowKey> onlyInHead,
            Comparison.Interleave interleave,
            Double find,
            Shard shard,
            List<String> metrics) {
        public Header {
            requireAll(start, machine, base, head, interleave);
            Stream.of(rows, onlyInBase, onlyInHead).flatMap(List::stream).forEach(RowKey::label);
            rowMargins = rowMargins == null ? Map.of() : rowMargins;
            Stream.concat(Stream.of(margin), rowMargins.values().stream()).forEach(it -> new Rule(it, Rule.ALPHA));
            rowMargins.keySet().forEach(Pattern::compile);
            require(!rows.isEmpty());
            require(find == null || find > 0 && find < 1);
            metrics = metrics == null ? List.of() : List.copyOf(metrics);
            metrics.forEach(MetricChoice::parse);
        }

        double toFind() {
            return find == null ? PairedRule.FIND : find;
        }

        /** How many machines share the level. */
        int shards() {
            return shard == null ? 1 : shard.count();
        }

        /**
         * Checks that a session can go on with another header.
         *
         * @throws CommandException (usage) when it measured something else
         */
        void checkIsOf(Header other, Path folder) {
            Header same = new Header(
                    start,
                    other.machine,
                    other.base,
                    other.head,
                    other.margin,
                    other.rowMargins,
                    seed,
                    other.rows,
                    other.onlyInBase,
                    other.onlyInHead,
                    other.interleave,
                    other.find,
                    other.shard,
                    other.metrics);
            if (!equals(same)) {
                throw CommandException.usage("compare: " + folder + " holds another comparison (" + differing(same)
                        + " differ): -d names another folder");
            }
        }

        private String differing(Header other) {
            JsonObject here = json(this);
            JsonObject there = json(other);
            return Stream.concat(here.keySet().stream(), there.keySet().stream())
                    .distinct()
                    .filter(member -> !Objects.equals(here.get(member), there.get(member)))
                    .collect(Collectors.joining(", "));
        }

        Quantities quantities() {
            return new Quantities(metrics.stream().map(MetricChoice::parse).toList());
        }

        Margins margins() {
            return Margins.of(margin, rowMargins);
        }

        boolean inTurns() {
            return interleave == Comparison.Interleave.ITERATIONS;
        }
    }

    /** Something that belongs to a row, and has a line in the log. */
    public interface Part {
        RowKey row();

        /** The type of its line. */
        String type();

        /** Its line in the log, of a part that is no pair. */
        default String line() {
            return Log.line(type(), json(this));
        }
    }

    /**
     * A fork without a score, and the reason in one line: it failed, or its side cannot run the row on this machine.
     *
     * @param type {@value #FAILED} or {@value #SKIPPED}
     * @param side {@code base} or {@code head}
     * @param output causes, or the last lines of the process
     */
    public record Loss(String type, RowKey row, String side, String message, List<String> output) implements Part {
        public Loss {
            requireAll(row, side, message);
            message = PathTails.cut(message);
            output = output == null ? List.of() : PathTails.cut(output);
        }

        static Loss of(RowKey row, String side, ForkOutcome outcome) {
            return outcome instanceof ForkOutcome.Failed failed
                    ? new Loss(FAILED, row, side, failed.message(), failed.details())
                    : new Loss(SKIPPED, row, side, outcome.message(), List.of());
        }

        String text() {
            return side + ": " + message;
        }

        /** The loss as a fork's outcome, which names the side. */
        ForkOutcome outcome() {
            return type.equals(FAILED) ? new ForkOutcome.Failed(text(), output) : new ForkOutcome.Skipped(text());
        }
    }

    /** What scouts found out about a row. */
    record Reached(RowReach reach) implements Part {
        @Override
        public RowKey row() {
            return reach.row();
        }

        @Override
        public String type() {
            return REACHED;
        }

        @Override
        public String line() {
            return Log.line(REACHED, json(reach));
        }
    }

    /** A row that gets deciding pairs after its first, see {@link Screen}. The lines of a session have them in their order. */
    public record Chosen(RowKey row) implements Part {
        public Chosen {
            requireAll(row);
        }

        @Override
        public String type() {
            return CHOSEN;
        }
    }

    /** What sampled forks show of a row that is slower. */
    record Why(RowKey row, Cause cause) implements Part {
        Why {
            requireAll(row, cause);
        }

        @Override
        public String type() {
            return WHY;
        }
    }

    /** A row of a session of an earlier version for which the budget was too short. */
    private record LeftOut(RowKey row) implements Part {
        private LeftOut {
            requireAll(row);
        }

        @Override
        public String type() {
            return LEFT_OUT;
        }
    }

    /**
     * A row's difference drifted while it was measured. Its pairs so far are dropped and its forks warm up longer; or the warm-up has reached its cap, and the
     * row is given up: its pairs stay and have no verdict.
     *
     * @param pairs how many pairs counted so far
     * @param seconds the warm-up of the slowest of their forks
     * @param first the difference in the first fifth of the measured iterations, the logarithm of head's time over base's
     * @param last the same in the last fifth
     */
    public record Warming(RowKey row, int pairs, double seconds, double first, double last, boolean isGivenUp)
            implements Part {
        @Override
        public String type() {
            return WARMING;
        }
    }

    /**
     * The line of a pair, which follows those of its forks.
     *
     * @param first whether it only chooses; null in logs of earlier versions, where it was that of round 1
     * @param excluded the reason why it does not count, or null
     */
    private record PairLine(RowKey row, int round, Boolean first, String excluded, String start, String end) {
        boolean isFirst() {
            return first == null ? round == 1 : first;
        }

        long nanos() {
            return Duration.between(Instant.parse(start), Instant.parse(end)).toNanos();
        }
    }

    private static JsonObject json(Object content) {
        return GSON.toJsonTree(content).getAsJsonObject();
    }

    /** @param more further members of a session's first line */
    static JsonObject description(Header header, Map<String, ?> more) {
        JsonObject description = json(header);
        more.forEach((name, value) -> description.add(name, GSON.toJsonTree(value)));
        return description;
    }

    /**
     * The lines of a pair: the fork that went first, the other, and the pair.
     *
     * @param base what the fork measured, as members of its line
     * @param machine what the machine did meanwhile
     */
    static String lines(Pair pair, int round, JsonObject base, JsonObject head, JsonObject machine) {
        String ofBase = fork(round, "base", base);
        String ofHead = fork(round, "head", head);
        JsonObject line = json(
                new PairLine(pair.row(), round, pair.isFirst(), pair.excluded().orElse(null), null, null));
        machine.asMap().forEach(line::add);
        return (pair.headFirst() ? ofHead + ofBase : ofBase + ofHead) + Log.line(PAIR, line);
    }

    private static String fork(int round, String side, JsonObject measured) {
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("side", side);
        measured.asMap().forEach(line::add);
        return Log.line(Log.FORK, line);
    }

    private static void requireAll(Object... parts) {
        Stream.of(parts).forEach(Objects::requireNonNull);
    }

    private static void require(boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("a part of the wrong kind");
        }
    }

    /** A session that has measured nothing yet. */
    Session(Header header) {
        this(header, null, new ArrayList<>());
    }

    private Session with(Reach other) {
        return new Session(header, other, parts);
    }

    static String line(Reach reach) {
        return Log.line(REACH, json(reach));
    }

    /** The part that belongs to a row. */
    Session of(RowKey row) {
        return new Session(
                header,
                reach,
                parts.stream().filter(part -> part.row().equals(row)).collect(Collectors.toList()));
    }

    /** @throws IllegalArgumentException when the session has no such row */
    void add(Part part) {
        require(header.rows.contains(part.row()));
        if (part instanceof Warming warming && !warming.isGivenUp) {
            parts.removeIf(earlier -> earlier instanceof Pair pair
                    && !pair.isFirst()
                    && pair.row().equals(part.row()));
        }
        parts.add(part);
    }

    private <T extends Part> List<T> all(Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The pairs in the order they were measured, without those that a warming dropped. */
    public List<Pair> pairs() {
        return all(Pair.class);
    }

    /** How long all pairs took together. */
    Duration measured() {
        return Duration.ofNanos(pairs().stream().mapToLong(Pair::nanos).sum());
    }

    List<Row> forks() {
        return pairs().stream()
                .flatMap(pair -> Stream.of(pair.base(), pair.head()))
                .toList();
    }

    List<Warming> warmings() {
        return all(Warming.class);
    }

    /** The rows that were chosen, in their order; none while first pairs are missing. Earlier versions chose all rows for which the budget was long enough. */
    List<RowKey> chosen() {
        if (header.find == null) {
            List<RowKey> chosen = new ArrayList<>(header.rows);
            all(LeftOut.class).forEach(it -> chosen.remove(it.row));
            return chosen;
        }
        return all(Chosen.class).stream().map(Chosen::row).toList();
    }

    /** @param type {@value #FAILED} or {@value #SKIPPED} */
    List<Loss> losses(String type) {
        return all(Loss.class).stream().filter(loss -> loss.type.equals(type)).toList();
    }

    /** What scouts found out, in the order of the rows; empty where all rows are measured without them. */
    List<RowReach> reached() {
        return all(Reached.class).stream().map(Reached::reach).toList();
    }

    /** Why a row is slower; empty where no forks were sampled. */
    Optional<Cause> cause(RowKey row) {
        return all(Why.class).stream()
                .filter(why -> why.row.equals(row))
                .map(Why::cause)
                .findFirst();
    }

    /** Whether forks of pairs have run. */
    boolean hasBegun() {
        return parts.stream().anyMatch(part -> !(part instanceof Reached) && !(part instanceof Chosen));
    }

    /** Dropped pairs included. */
    boolean hasMeasured() {
        return parts.stream().anyMatch(part -> part instanceof Pair || part instanceof Warming);
    }

    /**
     * @param path its folder, or the log in it, packed or not
     * @throws BadFileException when it is missing, unreadable, empty, or no session, and when the folder holds two logs
     */
    public static Session read(Path path) {
        Path log = Files.isDirectory(path)
                ? Log.in(path).orElseThrow(() -> new BadFileException(path, "the folder holds no " + Log.NAME))
                : path;
        AtomicReference<Session> session = new AtomicReference<>();
        List<Fork> forks = new ArrayList<>(); // those that are not yet in a pair
        Log.read(
                log,
                Log.Command.COMPARE,
                first -> session.set(new Session(GSON.fromJson(first, Header.class))),
                (type, line) -> {
                    if (type.equals(Log.FORK)) {
                        forks.add(Fork.of(line));
                        return;
                    }
                    if (type.equals(REACH)) {
                        session.set(session.get().with(GSON.fromJson(line, Reach.class)));
                        return;
                    }
                    session.get()
                            .add(
                                    switch (type) {
                                        case PAIR ->
                                            session.get().pair(GSON.fromJson(line, PairLine.class), forks, log);
                                        case FAILED, SKIPPED -> GSON.fromJson(line, Loss.class);
                                        case REACHED -> new Reached(GSON.fromJson(line, RowReach.class));
                                        case CHOSEN -> GSON.fromJson(line, Chosen.class);
                                        case WHY -> GSON.fromJson(line, Why.class);
                                        case LEFT_OUT -> GSON.fromJson(line, LeftOut.class);
                                        case WARMING -> GSON.fromJson(line, Warming.class);
                                        default -> throw new IllegalArgumentException(type);
                                    });
                });
        return session.get();
    }

    private Pair pair(PairLine line, List<Fork> forks, Path log) {
        // a run that was killed and resumed may have left forks without a pair
        List<Fork> both = forks.subList(forks.size() - 2, forks.size());
        boolean headFirst = both.get(0).side().equals("head");
        Fork base = both.get(headFirst ? 1 : 0);
        Fork head = both.get(headFirst ? 0 : 1);
        require(base.side().equals("base") && head.side().equals("head"));
        forks.clear();
        return new Pair(
                line.row,
                line.isFirst(),
                headFirst,
                header.inTurns(),
                ResultsFile.row(base.jmh(), log),
                ResultsFile.row(head.jmh(), log),
                line.nanos(),
                Optional.ofNullable(line.excluded));
    }

    /**
     * @throws IllegalArgumentException when a session is named twice
     * @throws BadFileException as {@link #read}
     */
    public static List<Session> readAll(List<Path> paths) {
        List<Session> sessions = paths.stream().map(Session::read).toList();
        if (sessions.stream().map(Session::header).distinct().count() < sessions.size()) {
            throw new IllegalArgumentException("a run is named twice, and its pairs would count twice");
        }
        return sessions;
    }

    public static List<Session> inOrder(List<Session> sessions) {
        return sessions.stream()
                .sorted(Comparator.comparing(session -> session.header.start))
                .toList();
    }
}
