package dev.callcost.compare.session;

import com.google.gson.JsonObject;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session.SideDescription;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.CpuNeed;
import dev.callcost.compare.session.SessionEvent.Explained;
import dev.callcost.compare.session.SessionEvent.FailedFork;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionEvent.SkippedFork;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import dev.callcost.text.JsonDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The log of a {@link Session}: its lines, see {@link Log}, and how they are read. */
public final class SessionFile {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String BASE = "base";
    private static final String HEAD = "head";
    private static final String PAIR = "pair";
    private static final String REACH = "reach";
    private static final String REACHED = "reached";
    private static final String PARALLEL = "parallel";
    private static final String WORK = "work";

    /** Parts of a header whose members stand in the first line. */
    private static final List<String> PARTS = List.of("matched", "settings");

    /** The other lines of a row by their types. */
    private static final Map<String, Class<? extends SessionEvent>> EVENTS = Map.of(
            "failed", FailedFork.class,
            "skipped", SkippedFork.class,
            "chosen", ChosenRow.class,
            "why", Explained.class,
            "warming", Warming.class,
            "cpus", CpuNeed.class);

    private SessionFile() {}

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

        private static long nanos(double seconds) {
            return Math.round(NANOS_PER_SECOND * seconds);
        }
    }

    private static JsonObject json(Object content) {
        return JsonDocument.GSON.toJsonTree(content).getAsJsonObject();
    }

    /** The members of the first line, with more about base and head. */
    public static JsonObject first(Session.Header header, List<SideDescription> sides) {
        JsonObject line = json(header);
        PARTS.forEach(part -> line.remove(part).getAsJsonObject().asMap().forEach(line::add));
        line.add("sides", JsonDocument.GSON.toJsonTree(sides));
        return line;
    }

    private static Session.Header header(JsonObject line) {
        JsonObject members = line.deepCopy();
        PARTS.forEach(part -> line.add(part, members));
        return JsonDocument.GSON.fromJson(line, Session.Header.class);
    }

    /** The line of an event that is no pair. */
    public static String line(SessionEvent event) {
        String type = EVENTS.keySet().stream()
                .filter(it -> EVENTS.get(it).isInstance(event))
                .findFirst()
                .orElseThrow();
        return Log.line(type, json(event.published()));
    }

    /**
     * The lines of a pair: its forks, and then the pair.
     *
     * @param base what the fork measured, as members of its line
     */
    public static String lines(Pair pair, int round, JsonObject base, JsonObject head) {
        return fork(round, BASE, base) + fork(round, HEAD, head) + Log.line(PAIR, json(PairLine.of(pair, round)));
    }

    private static String fork(int round, String side, JsonObject measured) {
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("side", side);
        measured.asMap().forEach(line::add);
        return Log.line(Log.FORK, line);
    }

    public static String line(Reach reach) {
        return Log.line(REACH, json(reach));
    }

    public static String line(RowReach reached) {
        return Log.line(REACHED, json(reached));
    }

    public static String line(CountedRow counted) {
        return Log.line(WORK, json(counted.published()));
    }

    /**
     * How many pairs run at once from now on; readers need it of the pairs alone.
     *
     * @param trial by which it was found; null for none
     */
    public static String line(int pairs, Object trial) {
        JsonObject line = trial == null ? new JsonObject() : json(trial);
        line.addProperty("pairs", pairs);
        return Log.line(PARALLEL, line);
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
        Log.read(log, Log.Command.COMPARE, first -> session.set(new Session(header(first))), (type, line) -> {
            Session soFar = session.get();
            switch (type) {
                case Log.FORK -> forks.add(Fork.of(line));
                case REACH -> session.set(soFar.with(JsonDocument.GSON.fromJson(line, Reach.class)));
                case PARALLEL -> {}
                case REACHED -> soFar.add(JsonDocument.GSON.fromJson(line, RowReach.class));
                case WORK -> soFar.add(JsonDocument.GSON.fromJson(line, CountedRow.class));
                case PAIR -> soFar.add(pair(JsonDocument.GSON.fromJson(line, PairLine.class), forks, log));
                default -> soFar.add(JsonDocument.GSON.fromJson(line, Objects.requireNonNull(EVENTS.get(type))));
            }
        });
        return session.get();
    }

    private static Pair pair(PairLine line, List<Fork> forks, Path log) {
        // a run that was killed and resumed may have left forks without a pair
        List<Fork> both = new ArrayList<>(forks.subList(forks.size() - 2, forks.size()));
        forks.clear();
        both.sort(Comparator.comparing(Fork::side));
        if (!both.get(0).side().equals(BASE) || !both.get(1).side().equals(HEAD)) {
            throw new IllegalArgumentException("two forks of one side");
        }
        return line.pair(
                ResultsFile.usable(both.get(0).row(), log),
                ResultsFile.usable(both.get(1).row(), log));
    }

    /**
     * @throws IllegalArgumentException when a session is named twice
     * @throws BadFileException as {@link #read}
     */
    public static List<Session> readAll(List<Path> paths) {
        List<Session> sessions = paths.stream().map(SessionFile::read).toList();
        if (sessions.stream().map(Session::header).distinct().count() < sessions.size()) {
            throw new IllegalArgumentException("a run is named twice, and its pairs would count twice");
        }
        return sessions;
    }
}
