package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunStoreTest {
    private static final RowKey TIME = new RowKey("a.B.add", "avgt", 1, new TreeMap<>(Map.of("n", "10")));
    private static final RowKey RATE = new RowKey("a.B.add", "thrpt", 8, new TreeMap<>());
    private static final RowKey BIGGER = new RowKey("a.B.get", "thrpt", 1, new TreeMap<>());
    private static final RowKey OTHER = new RowKey("a.B.size", "avgt", 1, new TreeMap<>());

    @TempDir
    Path directory;

    private Path file;
    private RunStore store;

    @BeforeEach
    void start() {
        file = directory.resolve("history.jsonl");
        store = new RunStore(file);
    }

    private static HistoryRun run(String commit, double score) {
        double log = Math.log(score);
        Map<RowKey, HistoryRun.Value> values = new LinkedHashMap<>();
        values.put(
                TIME,
                HistoryRun.Value.of("avgt", "us/op", List.of(log, log + 0.01), true, "5 forks", OptionalDouble.of(24)));
        values.put(RATE, HistoryRun.Value.of("thrpt", "ops/ms", List.of(log), false, "", OptionalDouble.empty()));
        values.put(BIGGER, HistoryRun.Value.of("thrpt", "req/s", List.of(log), false, "", OptionalDouble.empty()));
        values.put(OTHER, HistoryRun.Value.of("avgt", "MB", List.of(log), false, "", OptionalDouble.empty()));
        Instant time = Instant.parse("2026-05-01T10:00:00Z");
        return new HistoryRun(commit, Optional.of(commit), Optional.of(time), Map.of("CPU", "x"), values);
    }

    @Test
    void runsComeBackAsTheyWere() {
        HistoryRun first = run("a1b2c3d", 1234.56789);
        HistoryRun second = new HistoryRun("night-2", Optional.empty(), Optional.empty(), Map.of(), Map.of());
        assertThat(store.append(List.of(first))).containsExactly(first);
        assertThat(store.append(List.of(second))).containsExactly(second);
        assertThat(store.read())
                .usingRecursiveComparison()
                .withComparatorForType(
                        (one, other) -> Math.abs(one - other) < 1e-8 ? 0 : Double.compare(one, other), Double.class)
                .isEqualTo(List.of(first, second));
    }

    @Test
    void aLineIsWhatTheDocumentationSays() {
        store.append(List.of(run("a1b2c3d", 2)));
        assertThat(file).hasContent("""
                {"type":"run","version":1,"label":"a1b2c3d","commit":"a1b2c3d","time":"2026-05-01T10:00:00Z","machine":{"CPU":"x"},"rows":[\
                {"benchmark":"a.B.add","mode":"avgt","threads":1,"params":{"n":"10"},"unit":"us/op","settings":"5 forks","forks":[2,2.02010033],"bytes":24},\
                {"benchmark":"a.B.add","mode":"thrpt","threads":8,"params":{},"unit":"ops/ms","settings":"","score":2},\
                {"benchmark":"a.B.get","mode":"thrpt","threads":1,"params":{},"unit":"req/s","settings":"","score":2},\
                {"benchmark":"a.B.size","mode":"avgt","threads":1,"params":{},"unit":"MB","settings":"","score":2}]}
                """);
    }

    @Test
    void theSameRunIsAddedOnceAndAnotherOfItsCommitToo() {
        HistoryRun run = run("a1b2c3d", 1234.56789);
        HistoryRun again = run("a1b2c3d", 1234.6);
        assertThat(store.append(List.of(run, run))).containsExactly(run);
        assertThat(store.append(List.of(run))).isEmpty();
        assertThat(store.append(List.of(run, again))).containsExactly(again);
        assertThat(store.read()).hasSize(2);
    }

    @Test
    void aByteOrderMarkIsSkippedAndUtf16IsNamed() throws IOException {
        HistoryRun run = run("a1b2c3d", 1000);
        store.append(List.of(run));
        String lines = Files.readString(file);
        Files.writeString(file, "\ufeff" + lines);
        assertThat(store.append(List.of(run))).isEmpty();
        assertThat(store.read()).extracting(HistoryRun::label).containsExactly("a1b2c3d");
        Files.writeString(file, lines, StandardCharsets.UTF_16);
        assertThatThrownBy(store::read)
                .isInstanceOf(BadFileException.class)
                .hasMessage(file + ": cannot be read: it is text in UTF-16: write it in UTF-8");
    }

    @Test
    void aLastLineThatWasCutOffGoesWithTheNextRun() throws IOException {
        store.append(List.of(run("a1b2c3d", 1000), run("b1b2c3d", 1100)));
        String whole = Files.readString(file);
        Files.writeString(file, whole.substring(0, whole.length() - 40));
        assertThat(store.read()).extracting(HistoryRun::label).containsExactly("a1b2c3d");
        store.append(List.of(run("c1b2c3d", 1000)));
        assertThat(store.read()).extracting(HistoryRun::label).containsExactly("a1b2c3d", "c1b2c3d");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"type":"run","version":2}             | line 1 has the version 2; this callcost reads version 1
            {"type":"fork"}                        | line 1 is not of a run
            {"type":"run","version":1,"label":"x"} | line 1 lacks a part
            {"type":"run","version":1,"label":"x","rows":[{"mode":"avgt","params":{},"unit":"us/op","settings":"","score":1}]} | line 1 lacks a part
            {"type":"run","version":1,"label":"x","rows":[{"benchmark":"a.B","mode":"avgt","params":{},"unit":"us/op","settings":"","score":0}]} | line 1 lacks a part
            {"type":"run","version":1,"label":"x","rows":[ROW,ROW]} | line 1 holds the row a.B twice
            []                                     | line 1 is not a JSON object
            ''                                     | is empty
            """)
    void anotherFileIsRefusedAndStays(String line, String message) throws IOException {
        String content = line.replace(
                "ROW",
                "{\"benchmark\":\"a.B\",\"mode\":\"avgt\",\"threads\":1,\"params\":{},\"unit\":\"us/op\",\"settings\":\"\",\"score\":1}");
        Files.writeString(file, content.isEmpty() ? content : content + "\n");
        assertThatThrownBy(store::read).isInstanceOf(BadFileException.class).hasMessageContaining(message);
        assertThatThrownBy(() -> store.append(List.of(run("a1b2c3d", 1))))
                .isInstanceOf(BadFileException.class)
                .hasMessageContainingAll("history.jsonl", message);
        assertThat(file).hasContent(content);
    }
}
