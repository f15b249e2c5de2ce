package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import dev.callcost.file.BadFileException;
import dev.callcost.history.HistoryReader.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryReaderTest {
    @TempDir
    Path directory;

    private int measured;

    /** Two measurements do not have the same numbers. */
    private Path write(Path file) throws IOException {
        measured++;
        return new MadeUpResults().row("a.B.add", 20 + 0.01 * measured).write(file);
    }

    private static History read(Path... paths) {
        return HistoryReader.read(List.of(paths), Optional.empty());
    }

    private static List<String> labels(Path... paths) {
        return read(paths).runs().stream().map(HistoryRun::label).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a 03 ccccccccc1; b 01 aaaaaaaaa1; c 02 bbbbbbbbb1 | aaaaaaaaa bbbbbbbbb ccccccccc |
            night-10 - -; night-9 - -                         | night-9 night-10              | 2 of 2
            1 03 ccccccccc1; 2 - aaaaaaaaa1                   | ccccccccc aaaaaaaaa           | 1 of 2
            """)
    void runsOfAFolderAreInTheOrderOfTheirStartsOrElseOfTheirNames(String nights, String order, String without)
            throws IOException {
        for (String night : nights.split("; *")) {
            String[] parts = night.split(" +");
            Path folder = directory.resolve(parts[0]);
            write(folder.resolve("results.json"));
            JsonObject environment = new JsonObject();
            environment.addProperty("start", parts[1].equals("-") ? null : "2026-05-" + parts[1] + "T10:00:00Z");
            environment.addProperty("commit", parts[2].equals("-") ? null : parts[2]);
            Files.writeString(folder.resolve("environment.json"), environment.toString());
        }
        assertThat(labels(directory)).containsExactly(order.split(" "));
        assertThat(read(directory).notes())
                .isEqualTo(
                        without == null
                                ? List.of()
                                : List.of("runs stand in the order given, those of a folder by name: " + without
                                        + " have no start time in environment.json"));
    }

    /** Files of a folder stand for runs, what lies beside them does not. */
    @Test
    void aFolderOfFilesIsAHistoryToo() throws IOException {
        Path newer = write(directory.resolve("1a2b3c5.json"));
        Path older = write(directory.resolve("1a2b3c4.json"));
        Files.writeString(directory.resolve("1a2b3c4.environment.json"), "{}");
        Files.writeString(directory.resolve("notes.txt"), "not a result");
        Files.createDirectory(directory.resolve("empty"));
        assertThat(labels(directory)).containsExactly("1a2b3c4", "1a2b3c5");
        assertThat(labels(newer, older)).containsExactly("1a2b3c5", "1a2b3c4");
        assertThat(read(newer, older).notes()).isEmpty();
    }

    /** kotlinx-benchmark writes a folder for each run, with a file for each target. */
    @Test
    void aFolderOfReportsIsAHistoryOfTheirTimes() throws IOException {
        Path second = write(directory.resolve("2026-03-02T10.00.00.000001/jvm.json"));
        Path first = write(directory.resolve("2026-03-01T23.59.59.999999/jvm.json"));
        assertThat(labels(directory)).containsExactly("2026-03-01T23.59.59.999999", "2026-03-02T10.00.00.000001");
        assertThat(labels(second, first)).containsExactly("2026-03-02T10.00.00.000001", "2026-03-01T23.59.59.999999");
        Files.copy(second, second.resolveSibling("native.json"));
        assertThatThrownBy(() -> read(directory))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("holds several results files, name one of them: jvm.json, native.json");
    }

    /** The same results, packed, under another name and in another place. */
    @Test
    void aCopyOfARunIsNoSecondMeasurement() throws IOException {
        Path first = write(directory.resolve("1a2b3c4.json"));
        Path second = write(directory.resolve("1a2b3c5.json"));
        Fixtures.pack(directory.resolve("1a2b3c4.json.gz"), Files.readString(first));
        Files.copy(second, directory.resolve("0-copy.json"));
        assertThat(labels(directory)).containsExactlyInAnyOrder("1a2b3c5", "1a2b3c4");
        assertThat(read(directory).notes())
                .contains("runs with the same numbers are one measurement and count once: 1a2b3c4 twice, 0-copy"
                        + " and 1a2b3c5");
        assertThat(labels(second, first, second)).containsExactly("1a2b3c5", "1a2b3c4");
        Path round = new MadeUpResults()
                .row("a.B.add", "avgt", "B/op", 123456.75, "")
                .write(directory.resolve("size/1.json"));
        Files.copy(round, round.resolveSibling("2.json"));
        assertThat(labels(round.getParent())).containsExactly("1", "2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            avgt  | us/op  | ms/op | 0.001 | 1 | converted, because the unit us/op becomes ms/op at 2: B.add
            thrpt | ops/ms | ops/s | 1000  | 1 | converted, because the unit ops/ms becomes ops/s at 2: B.add mode=thrpt
            ss    | B      | KiB   | 0.0009765625 | 1 | converted, because the unit B becomes KiB at 2: B.add mode=ss
            ss    | count  | ms    | 1     | 2 | two rows, because the unit count becomes ms at 2: B.add mode=ss
            ss    | us     | \u00b5s    | 1.1   | 1 |
            """)
    void aRowHasOneUnit(String mode, String before, String after, double factor, int rows, String note)
            throws IOException {
        Path first = new MadeUpResults().row("a.B.add", mode, before, 20, "").write(directory.resolve("1.json"));
        Path second =
                new MadeUpResults().row("a.B.add", mode, after, 20 * factor, "").write(directory.resolve("2.json"));
        History history = read(first, second);
        assertThat(history.notes()).isEqualTo(note == null ? List.of() : List.of(note));
        assertThat(history.runs().stream()
                        .flatMap(run -> run.values().keySet().stream())
                        .distinct())
                .hasSize(rows);
        List<Double> logs = history.runs().stream()
                .flatMap(run -> run.values().values().stream())
                .map(HistoryRun.Value::logNanos)
                .toList();
        if (rows == 1) {
            assertThat(logs.get(1)).isCloseTo(logs.get(0), within(0.1));
        }
    }

    @Test
    void anotherModeIsAnotherRow() throws IOException {
        Path first = new MadeUpResults().row("a.B.add", 20).write(directory.resolve("1.json"));
        Path second =
                new MadeUpResults().row("a.B.add", "thrpt", "ops/s", 20, "").write(directory.resolve("2.json"));
        assertThat(read(first, second).notes())
                .containsExactly("two rows, because the unit us/op becomes ops/s at 2: B.add");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-05-01T02:00:00Z             | 2026-05-01T02:00:00Z
            2026-05-01T02:00:00+02:00        | 2026-05-01T00:00:00Z
            2026-05-01T02:00:00.123456       | 2026-05-01T02:00:00.123456Z
            2026-05-01 02:00:00 +0200        | 2026-05-01T00:00:00Z
            2026-05-01 02:00                 | 2026-05-01T02:00:00Z
            Fri May 1 02:00:00 2026 +0200    | 2026-05-01T00:00:00Z
            Fri May  1 02:00:00 UTC 2026     | 2026-05-01T02:00:00Z
            Fri, 1 May 2026 02:00:00 +0200   | 2026-05-01T00:00:00Z
            1777600800                       | 2026-05-01T02:00:00Z
            yesterday                        |
            """)
    void aStartIsReadAsGitAndOthersWriteIt(String text, Instant start) throws IOException {
        write(directory.resolve("night/results.json"));
        JsonObject environment = new JsonObject();
        environment.addProperty("start", text);
        Files.writeString(directory.resolve("night/environment.json"), environment.toString());
        History history = read(directory);
        assertThat(history.runs().get(0).time()).isEqualTo(Optional.ofNullable(start));
        assertThat(history.notes().stream()
                        .anyMatch(it -> it.startsWith("environment.json has a start that is no time")
                                && it.endsWith("such as \"yesterday\": night")))
                .isEqualTo(start == null);
    }

    @Test
    void oneBrokenFileEndsAllAndIsNamed() throws IOException {
        Path good = write(directory.resolve("1a2b3c4.json"));
        Files.writeString(
                directory.resolve("1a2b3c5.json"), Files.readString(good).substring(0, 100));
        assertThatThrownBy(() -> read(directory))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("1a2b3c5.json: is truncated");
        assertThatThrownBy(() -> read(Files.createDirectory(directory.resolve("empty"))))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("the folder holds no results");
    }

    @Test
    void aRunIsCopiedWithTheCommitAndTheMachineThatItLacks() throws IOException {
        Path nightly = directory.resolve("nightly");
        Path file = write(directory.resolve("results.json"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-05-02T10:00:00Z")));
        RunFolder folder = new RunFolder(nightly);
        Optional<String> commit = Optional.of("532d385770000000000000000000000000000000");
        Path copy = folder.append(file, commit, JsonParser.parseString("{\"cpu\":\"AMD EPYC\",\"cores\":2}"));
        assertThat(copy).isEqualTo(nightly.resolve("2026-05-02T100000Z-532d38577"));
        HistoryRun run = read(nightly).runs().get(0);
        assertThat(run.label()).isEqualTo("532d38577");
        assertThat(run.commit()).isEqualTo(commit);
        assertThat(run.time()).contains(Instant.parse("2026-05-02T10:00:00Z"));

        folder.append(copy, Optional.empty(), JsonParser.parseString("{\"cpu\":\"other\"}"));
        assertThat(read(nightly).runs()).hasSize(1);
        write(file);
        Files.writeString(
                file.resolveSibling("environment.json"),
                "{\"start\":\"2026-05-01T00:00:00Z\",\"commit\":\"unknown\",\"machine\":{\"cpu\":\"Xeon\"}}");
        folder.append(file, Optional.empty(), new JsonObject());
        assertThat(read(nightly).runs())
                .extracting(it -> it.label() + " " + it.machine().get("CPU"))
                .containsExactly("2026-05-01T000000Z Xeon", "532d38577 AMD EPYC");
    }
}
