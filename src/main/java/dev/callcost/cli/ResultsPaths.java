package dev.callcost.cli;

import dev.callcost.data.ResultsFile;
import dev.callcost.file.BadFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Results files as a user names them: paths, or globs that no shell has expanded, such as {@code 'runs/*.json'}. */
final class ResultsPaths {
    private static final Pattern WILD = Pattern.compile("[*?\\[{]");

    private ResultsPaths() {}

    /**
     * The files of a side. The files of a glob are sorted by name. A glob leaves out the {@code environment.json} that lie next to results files.
     *
     * @throws BadFileException when a glob matches no file
     */
    static List<Path> of(List<String> words) {
        return words.stream().flatMap(ResultsPaths::files).toList();
    }

    private static Stream<Path> files(String word) {
        Path path;
        try {
            path = Path.of(word);
        } catch (InvalidPathException e) {
            throw new BadFileException(Path.of(""), "not a path: " + word);
        }
        if (!WILD.matcher(word).find() || Files.exists(path)) {
            return Stream.of(path);
        }
        List<Path> matching = matching(path);
        if (matching.isEmpty()) {
            throw new BadFileException(path, "no file matches");
        }
        return matching.stream();
    }

    private static List<Path> matching(Path glob) {
        Path from = glob.isAbsolute() ? glob.getRoot() : Path.of("");
        int fixed = 0;
        while (!WILD.matcher(glob.getName(fixed).toString()).find()) {
            from = from.resolve(glob.getName(fixed));
            fixed++;
        }
        int depth = glob.toString().contains("**") ? Integer.MAX_VALUE : glob.getNameCount() - fixed;
        PathMatcher matcher;
        try {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw new BadFileException(glob, "not a glob: " + e.getDescription());
        }
        try (Stream<Path> below = Files.walk(from, depth)) {
            return below.filter(matcher::matches)
                    .filter(path -> !isEnvironment(path.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static boolean isEnvironment(String name) {
        return name.equals(ResultsFile.ENVIRONMENT) || name.endsWith("." + ResultsFile.ENVIRONMENT);
    }
}
