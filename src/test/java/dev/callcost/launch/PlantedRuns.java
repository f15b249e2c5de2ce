package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.cli.Invocation;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs of Main with the planted benchmarks. The first text of a command line is split at blanks. */
public abstract class PlantedRuns {
    /** One benchmark, one row and one fork. */
    static final String SHORT = "Planted.*plain -p number=1 -f 1";

    @TempDir
    protected static Path planted;

    @TempDir
    protected Path directory;

    @BeforeAll
    static void compile() throws IOException {
        SpawnedMain.compilePlanted(planted);
    }

    /** @param more words that may have blanks */
    protected final SpawnedMain start(String arguments, String... more) throws IOException {
        String[] words =
                Stream.concat(Stream.of(arguments.split(" ")), Stream.of(more)).toArray(String[]::new);
        return SpawnedMain.start(planted, directory, words);
    }

    protected final Ended run(String arguments, String... more) throws Exception {
        try (SpawnedMain main = start(arguments, more)) {
            return main.ended();
        }
    }

    /** What {@code check --paired} says of sessions' folders, in this JVM. */
    protected final Ended check(String options, String... folders) {
        Stream<String> words = Stream.of(("check --paired " + options).split(" "));
        Stream<String> paths =
                Stream.of(folders).map(folder -> directory.resolve(folder).toString());
        Invocation checked = Invocation.of(Stream.concat(words, paths).toArray(String[]::new));
        return new Ended(checked.exitCode(), checked.out(), checked.err());
    }

    /** A run that must end without an error. */
    final Ended passes(String arguments) throws Exception {
        Ended run = run(arguments);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return run;
    }

    final void killAfter(String line, String arguments) throws Exception {
        try (SpawnedMain main = start(arguments)) {
            main.awaitLine(line);
            main.kill();
            main.ended();
        }
    }

    /** Asserts that no temporary file of the suite is left. */
    protected final void assertNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("callcost"));
        }
    }

    /** The JVM argument by which planted benchmarks count their attempts in a file of the folder. */
    protected final String attempts() {
        return "-jvmArgsAppend -Dplanted.attempts=" + directory.resolve("attempts");
    }

    final String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    /** The rows of {@code -rff out.json}. */
    final List<Row> rows() {
        return ResultsFile.read(directory.resolve("out.json")).rows();
    }

    /** A member of that file's row of a benchmark, as JMH wrote it. */
    final JsonElement member(String benchmark, String name) throws IOException {
        return JsonParser.parseString(read("out.json")).getAsJsonArray().asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(row -> row.get("benchmark").getAsString().endsWith("." + benchmark))
                .findFirst()
                .orElseThrow()
                .get(name);
    }

    final int forks(String benchmark) throws IOException {
        return member(benchmark, "forks").getAsInt();
    }

    /** The forks in all rows. */
    final int allForks() {
        return rows().stream().mapToInt(row -> row.primary().forks().size()).sum();
    }

    static List<String> strings(JsonElement array) {
        return array.getAsJsonArray().asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    final JsonObject environment() throws IOException {
        return JsonParser.parseString(read("out.environment.json")).getAsJsonObject();
    }

    final Path log() {
        return directory.resolve("out.log.jsonl");
    }

    final List<JsonObject> lines() throws IOException {
        return Files.readAllLines(log()).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
    }

    /** The log's lines of forks that measured. */
    final List<JsonObject> forks() throws IOException {
        return LogLines.read(log(), "fork");
    }

    static String type(JsonObject line) {
        return line.get("type").getAsString();
    }

    static int round(JsonObject fork) {
        return fork.get("round").getAsInt();
    }

    /** The scores of a fork's measured iterations. */
    static List<Double> measured(JsonObject fork) {
        return Fork.of(fork).measured().stream().map(Iteration::score).toList();
    }
}
