package dev.callcost.report;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A benchmark class as it stands in this jar, with its lab note. Results of another version may have been measured by other lines.
 *
 * @param name of the class, without its package
 * @param text of the file, from the class comment on
 */
record BenchmarkSource(String name, String text) {

    /** Those of the rows of files, each once, in their order; none of another suite's. */
    static List<BenchmarkSource> of(List<ResultsFile> files) {
        return files.stream()
                .flatMap(file -> file.rows().stream())
                .map(Row::className)
                .distinct()
                .flatMap(className -> read(className).stream())
                .toList();
    }

    private static Optional<BenchmarkSource> read(String className) {
        String file = "/sources/" + className.replace('.', '/') + ".java";
        try (InputStream source = BenchmarkSource.class.getResourceAsStream(file)) {
            if (source == null) {
                return Optional.empty();
            }
            String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
            return Optional.of(new BenchmarkSource(
                    className.substring(className.lastIndexOf('.') + 1), text.substring(text.indexOf("/**"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
