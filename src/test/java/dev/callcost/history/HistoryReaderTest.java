package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.file.BadFileException;
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
