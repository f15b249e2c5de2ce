package dev.callcost.results.compare.session;

import dev.callcost.results.BadResultsFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One run of a comparison.
 *
 * @param header what was to be measured
 * @param pairs the pairs in the order they were measured
 * @param failed forks that failed
 * @param skipped rows that a side cannot run on this machine
 */
public record Session(Header header, List<Pair> pairs, List<Loss> failed, List<Loss> skipped) {
    /** The name of the file in a session's folder. */
    public static final String FILE = "pairs.jsonl";

    /** A row of which so many forks have failed is given up, and is FAILED; so is one with a failure and no pair. */
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
     * Reads a session.
     *
     * @param path its folder, or the file in it; a last line that was cut off when the run was killed is left out
     * @throws BadResultsFileException when it is missing, unreadable, empty, or no session
     */
    public static Session read(Path path) {
        Path file = Files.isDirectory(path) ? path.resolve(FILE) : path;
        if (!Files.exists(file) && Files.isDirectory(path)) {
            throw new BadResultsFileException(path, "the folder holds no " + FILE);
        }
        return new SessionReader(file).read();
    }
}
