package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.text.BadFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One run of a comparison.
 *
 * @param header what was to be measured
 * @param pairs the pairs in the order they were measured
 * @param failed forks that failed
 * @param skipped rows that a side cannot run on this machine
 * @param leftOut rows for which the budget was too short
 * @param warmings of rows whose difference moved while it was measured; the pairs that they dropped are not among the pairs
 */
public record Session(
        Header header,
        List<Pair> pairs,
        List<Loss> failed,
        List<Loss> skipped,
        List<LeftOut> leftOut,
        List<Warming> warmings) {
    static final String PAIR = "pair";
    static final String FAILED = "failed";
    static final String SKIPPED = "skipped";
    static final String LEFT_OUT = "leftOut";
    static final String WARMING = "warming";

    private static final Gson GSON = new Gson();

    /** A row is given up when so many of its forks have failed. */
    public static final int FAILURES = 3;

    /**
     * What a session says before its first pair.
     *
     * @param start when it began: ISO 8601, UTC
     * @param machine the machine in one line
     * @param base what base ran: jar, JVM and arguments in one line
     * @param head what head ran
     * @param margin the relative difference that does not matter
     * @param seed of the order of rows and of sides
     * @param rows the rows that both sides have
     * @param onlyInBase rows that head lacks
     * @param onlyInHead rows that base lacks
     * @param interleave how the forks of a pair followed each other
     */
    public record Header(
            String start,
            String machine,
            String base,
            String head,
            double margin,
            long seed,
            List<RowKey> rows,
            List<RowKey> onlyInBase,
            List<RowKey> onlyInHead,
            Comparison.Interleave interleave) {
        public Header {
            requireAll(start, machine, base, head, interleave);
            Stream.of(rows, onlyInBase, onlyInHead).flatMap(List::stream).forEach(RowKey::label);
            new Rule(margin, Rule.ALPHA);
            require(!rows.isEmpty());
        }
    }

    /**
     * A fork that gave no score.
     *
     * @param row the row it is of
     * @param side {@code base} or {@code head}
     * @param message why, in one line
     */
    public record Loss(RowKey row, String side, String message) {
        public Loss {
            requireAll(row, side, message);
        }
    }

    /**
     * A row that the budget would not have brought to its first look, which was decided before any pair counted.
     *
     * @param why in one line
     */
    public record LeftOut(RowKey row, String why) {
        public LeftOut {
            requireAll(row, why);
        }
    }

    /**
     * A row's difference moved while it was measured, so that its forks are to warm up longer and its pairs so far are dropped; or it can
     * be no longer, and the row is given up.
     *
     * @param pairs how many pairs there were that counted
     * @param seconds for how long the slowest of their forks had warmed up
     * @param first the difference in the first fifth of the measured iterations, the logarithm of head's time over base's
     * @param last the same in the last fifth
     * @param isGivenUp whether the warm-up had come to its cap; the pairs stay, and have no verdict
     */
    public record Warming(RowKey row, int pairs, double seconds, double first, double last, boolean isGivenUp) {}

    private static void requireAll(Object... parts) {
        Stream.of(parts).forEach(Objects::requireNonNull);
    }

    private static void require(boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("a part of the wrong kind");
        }
    }

    /** Whether a pair of the row was measured, whatever became of it. */
    boolean hasMeasured(RowKey row) {
        return pairs.stream().anyMatch(pair -> pair.row().equals(row))
                || warmings.stream().anyMatch(warming -> warming.row().equals(row));
    }

    /**
     * Reads a session.
     *
     * @param path its folder, or the log in it, packed or not
     * @throws BadFileException when it is missing, unreadable, empty, or no session, and when the folder holds two logs
     */
    public static Session read(Path path) {
        return new Reader(
                        Files.isDirectory(path)
                                ? Log.in(path)
                                        .orElseThrow(
                                                () -> new BadFileException(path, "the folder holds no " + Log.NAME))
                                : path)
                .read();
    }

    /**
     * Reads several sessions.
     *
     * @param paths see {@link #read}
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

    /** Sessions in the order they were measured. */
    public static List<Session> inOrder(List<Session> sessions) {
        return sessions.stream()
                .sorted(Comparator.comparing(session -> session.header().start()))
                .toList();
    }

    /** A pair's line, which comes after those of its forks; what the machine did meanwhile is for people. */
    record PairLine(RowKey row, int round, String excluded) {}

    private static final class Reader {
        private final Path file;
        private final List<Fork> forks = new ArrayList<>();
        private final List<Pair> pairs = new ArrayList<>();
        private final List<Loss> failed = new ArrayList<>();
        private final List<Loss> skipped = new ArrayList<>();
        private final List<LeftOut> leftOut = new ArrayList<>();
        private final List<Warming> warmings = new ArrayList<>();
        private Header header;

        Reader(Path file) {
            this.file = file;
        }

        Session read() {
            Log.read(file, Log.Command.COMPARE, this::begin, this::take);
            return new Session(
                    header,
                    List.copyOf(pairs),
                    List.copyOf(failed),
                    List.copyOf(skipped),
                    List.copyOf(leftOut),
                    List.copyOf(warmings));
        }

        private void begin(JsonObject line) {
            header = GSON.fromJson(line, Header.class);
        }

        private void take(String type, JsonObject line) {
            switch (type) {
                case Log.FORK -> forks.add(Fork.of(line));
                case PAIR -> {
                    pairs.add(pair(part(line, PairLine.class, PairLine::row)));
                    forks.clear();
                }
                case FAILED -> failed.add(part(line, Loss.class, Loss::row));
                case SKIPPED -> skipped.add(part(line, Loss.class, Loss::row));
                case LEFT_OUT -> leftOut.add(part(line, LeftOut.class, LeftOut::row));
                case WARMING -> {
                    Warming warming = part(line, Warming.class, Warming::row);
                    warmings.add(warming);
                    pairs.removeIf(pair -> !warming.isGivenUp && pair.row().equals(warming.row));
                }
                default -> throw new IllegalArgumentException(type);
            }
        }

        /** The pair of the two forks whose lines came before. */
        private Pair pair(PairLine line) {
            boolean headFirst = forks.get(0).side().equals("head");
            Fork base = forks.get(headFirst ? 1 : 0);
            Fork head = forks.get(headFirst ? 0 : 1);
            require(forks.size() == 2
                    && base.side().equals("base")
                    && head.side().equals("head"));
            return new Pair(
                    line.row,
                    line.round == 1,
                    headFirst,
                    header.interleave == Comparison.Interleave.ITERATIONS,
                    ResultsFile.row(base.jmh(), file),
                    ResultsFile.row(head.jmh(), file),
                    Optional.ofNullable(line.excluded));
        }

        private <T> T part(JsonObject line, Class<T> type, Function<T, RowKey> row) {
            T part = GSON.fromJson(line, type);
            require(header.rows.contains(row.apply(part)));
            return part;
        }
    }
}
