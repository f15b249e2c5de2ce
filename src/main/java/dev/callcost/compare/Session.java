package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.text.BadFileException;
import dev.callcost.text.JsonLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    /** The name of the file in a session's folder. */
    public static final String FILE = "pairs.jsonl";

    /** The name of the same file packed with gzip, as sessions are kept for long. */
    public static final String PACKED = FILE + JsonLines.GZIP;

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
     * @param inject how much more work head was made to do, relative; null when none
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
            Double inject) {}

    /**
     * A fork that gave no score.
     *
     * @param row the row it is of
     * @param side {@code base} or {@code head}
     * @param message why, in one line
     */
    public record Loss(RowKey row, String side, String message) {}

    /**
     * A row that the budget would not have brought to its first look, which was decided before any pair counted.
     *
     * @param why in one line
     */
    public record LeftOut(RowKey row, String why) {}

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

    /** Whether a pair of the row was measured, whatever became of it. */
    boolean hasMeasured(RowKey row) {
        return pairs.stream().anyMatch(pair -> pair.row().equals(row))
                || warmings.stream().anyMatch(warming -> warming.row().equals(row));
    }

    /**
     * Reads a session.
     *
     * @param path its folder, or the file in it, packed or not; a last line that was cut off when the run was killed is left out
     * @throws BadFileException when it is missing, unreadable, empty, or no session, and when the folder holds the file twice
     */
    public static Session read(Path path) {
        return SessionLines.read(Files.isDirectory(path) ? in(path) : path);
    }

    private static Path in(Path folder) {
        List<Path> files = Stream.of(FILE, PACKED)
                .map(folder::resolve)
                .filter(Files::exists)
                .toList();
        if (files.isEmpty()) {
            throw new BadFileException(folder, "the folder holds no " + FILE);
        }
        if (files.size() > 1) {
            throw new BadFileException(
                    folder, "the folder holds " + FILE + " and " + PACKED + ", of which one must go");
        }
        return files.get(0);
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
}
