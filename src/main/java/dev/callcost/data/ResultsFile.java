package dev.callcost.data;

import com.google.gson.JsonObject;
import dev.callcost.text.BadFileException;
import dev.callcost.text.JsonLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A JMH results file in JMH's JSON format.
 *
 * @param path where it was read from
 * @param rows its rows in the order of the file, at least one
 */
public record ResultsFile(Path path, List<Row> rows) {
    /** The name of the results file in a folder of results. */
    public static final String NAME = "results.json";

    /** Its name when it is packed with gzip. */
    public static final String PACKED = NAME + JsonLines.GZIP;

    /** How JMH writes what JSON cannot express. */
    public static final Map<String, Double> NO_NUMBERS =
            Map.of("NaN", Double.NaN, "+INF", Double.POSITIVE_INFINITY, "-INF", Double.NEGATIVE_INFINITY);

    public ResultsFile {
        rows = List.copyOf(rows);
    }

    /**
     * Reads a results file row by row.
     *
     * @param path a results file, plain or packed with gzip, or a folder that holds a {@value #NAME} or a {@value #PACKED}
     * @throws BadFileException when it is missing, unreadable, empty, truncated, not UTF-8, not JSON, not JMH's, names
     *     something twice, or holds a score that is not a positive number or a number beyond all measure
     */
    public static ResultsFile read(Path path) {
        if (!Files.isDirectory(path)) {
            return new ResultsFile(path, JmhRows.read(path));
        }
        Path file = Stream.of(NAME, PACKED)
                .map(path::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new BadFileException(path, "the folder holds no " + NAME));
        return new ResultsFile(file, JmhRows.read(file));
    }

    /**
     * One row of such a file, read by somebody else.
     *
     * @param json JMH's object
     * @param from whom a message blames when it is none
     * @throws BadFileException as {@link #read}
     */
    public static Row row(JsonObject json, Path from) {
        return new JmhRows(from, true).row(json);
    }

    /**
     * The file of a name that belongs to a results file: {@code NAME} beside {@code results.json}, {@code X.NAME} beside
     * {@code X.json}, packed or not, and {@code X.csv.NAME} beside {@code X.csv}, which may stand beside {@code X.json}.
     *
     * @param results the path of the results file
     * @param name what the other file would be called in a folder of results
     */
    public static Path beside(Path results, String name) {
        String resultsName = results.getFileName().toString().replaceFirst("\\.json\\.gz$", ".json");
        String prefix = resultsName.equals(NAME) ? "" : resultsName.replaceFirst("\\.json$", "") + ".";
        return results.resolveSibling(prefix + name);
    }
}
