package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryReaderTest {
    private static final HistoryReader PLAIN = reader(null);

    @TempDir
    Path directory;

    private static HistoryReader reader(Path order, String... renames) {
        return new HistoryReader(Optional.empty(), Optional.ofNullable(order), List.of(renames));
    }

    private static List<String> labels(History history) {
        return history.runs().stream().map(HistoryRun::label).toList();
    }

    /** Folders of runs: the name, the day in May, the commit (- where not known), and rows of 20 us. */
    private List<Path> nights(String... nights) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String night : nights) {
            String[] parts = night.split(" +");
            MadeUpResults results = new MadeUpResults();
            Stream.of(parts).skip(3).forEach(row -> results.row(row, 20));
            Path folder = directory.resolve("nights").resolve(parts[0]);
            results.write(folder.resolve("results.json"));
            JsonObject environment = new JsonObject();
            environment.addProperty("start", parts[1].equals("-") ? null : "2026-05-" + parts[1] + "T10:00:00Z");
            environment.addProperty("commit", parts[2].equals("-") ? null : parts[2]);
            Files.writeString(folder.resolve("environment.json"), environment.toString());
            folders.add(folder);
        }
        return folders;
    }

    private History nights(HistoryReader reader) {
        return reader.files(List.of(directory.resolve("nights")));
    }

    /** Three nights with rows, and a later one with other rows. */
    private void renamed(String rows, String later) throws IOException {
        nights("1a 01 - " + rows, "1b 02 - " + rows, "1c 03 - " + rows, "2 12 - " + later);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a 03 ccccccccc1; b 01 aaaaaaaaa1; c 02 bbbbbbbbb1 | aaaaaaaaa bbbbbbbbb ccccccccc | aaaaaaaaa bbbbbbbbb ccccccccc |
            night-10 - -; night-9 - -                         | night-9 night-10              | night-10 night-9 |
            1 03 ccccccccc1; 2 - aaaaaaaaa1                   | ccccccccc aaaaaaaaa           | ccccccccc aaaaaaaaa | starts are missing (1 of 2 runs), so all runs stay in the order given
            """)
    void runsAreInTheOrderOfTheirStartsOrElseAsGiven(String nights, String folder, String files, String note)
            throws IOException {
        List<Path> given = nights(nights.replaceAll("(?=;|$)", " a.B.add").split("; *"));
        List<String> notes = note == null ? List.of() : List.of(note);
        History inFolder = nights(PLAIN);
        assertThat(labels(inFolder)).containsExactly(folder.split(" "));
        assertThat(inFolder.source()).isEqualTo(directory.resolve("nights").toString());
        assertThat(inFolder.notes())
                .isEqualTo(
                        nights.startsWith("night")
                                ? List.of(
                                        "runs are in the order of their names, because no environment.json has their start")
                                : notes);
        History fromFiles = PLAIN.files(given);
        assertThat(labels(fromFiles)).containsExactly(files.split(" "));
        assertThat(fromFiles.source()).isEqualTo(given.size() + " files");
        assertThat(fromFiles.notes()).isEqualTo(notes);
    }

    /** Files of a folder stand for runs, what lies beside them does not. */
    @Test
    void aFolderOfFilesIsAHistoryToo() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("files"));
        new MadeUpResults().row("a.B.add", 20).write(folder.resolve("1a2b3c4.json"));
        new MadeUpResults().row("a.B.add", 20).write(folder.resolve("1a2b3c5.json"));
        Files.writeString(folder.resolve("1a2b3c4.environment.json"), "{}");
        Files.writeString(folder.resolve("notes.txt"), "not a result");
        Files.createDirectory(folder.resolve("empty"));
        assertThat(labels(PLAIN.files(List.of(folder)))).containsExactly("1a2b3c4", "1a2b3c5");
    }

    /** kotlinx-benchmark writes a folder for each run, with a file for each target. */
    @Test
    void aFolderOfReportsIsAHistoryOfTheirTimes() throws IOException {
        Path reports = directory.resolve("main");
        Path second =
                new MadeUpResults().row("a.B.add", 20).write(reports.resolve("2026-03-02T10.00.00.000001/jvm.json"));
        Path first =
                new MadeUpResults().row("a.B.add", 20).write(reports.resolve("2026-03-01T23.59.59.999999/jvm.json"));
        assertThat(labels(PLAIN.files(List.of(reports))))
                .containsExactly("2026-03-01T23.59.59.999999", "2026-03-02T10.00.00.000001");
        assertThat(labels(PLAIN.files(List.of(second, first))))
                .containsExactly("2026-03-02T10.00.00.000001", "2026-03-01T23.59.59.999999");
        Files.copy(second, second.resolveSibling("native.json"));
        assertThatThrownBy(() -> PLAIN.files(List.of(reports)))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("holds several results files, name one of them: jvm.json, native.json");
    }

    @Test
    void oneBrokenFileEndsAllAndIsNamed() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("files"));
        Path good = new MadeUpResults().row("a.B.add", 20).write(folder.resolve("1a2b3c4.json"));
        Files.writeString(folder.resolve("1a2b3c5.json"), Files.readString(good).substring(0, 100));
        assertThatThrownBy(() -> PLAIN.files(List.of(folder)))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("1a2b3c5.json: is truncated");
        assertThatThrownBy(() -> PLAIN.files(List.of(Files.createDirectory(directory.resolve("empty")))))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("the folder holds no results");
    }

    @Test
    void anOrderOfCommitsPlacesRunsAndLeavesOthersOut() throws IOException {
        nights("1 01 bbbbbbbbbb a.B.add", "2 02 aaaaaaaaaa a.B.add", "3 03 dddddddddd a.B.add");
        nights("4 04 bbbbbbbbbb a.B.add", "5 05 - a.B.add");
        Path order = Files.writeString(
                directory.resolve("order"), "# git rev-list\naaaaaaaaaa0000000000 a subject\n\nbbbbbbb\nccccccccc\n");
        History history = nights(reader(order));
        assertThat(history.runs().stream()
                        .map(run -> run.time().orElseThrow().toString().substring(8, 10)))
                .containsExactly("02", "01", "04");
        assertThat(history.notes()).containsExactly("2 runs left out: " + order + " lacks ddddddddd, 5");
    }

    @ParameterizedTest
    @CsvSource({"bbbbbbbbb, names the commit of no run", "HEAD~3, 'line 1: a line begins with a commit, was HEAD~3'"})
    void anOrderThatSaysNothingOfTheRunsIsRefused(String lines, String message) throws IOException {
        nights("1 - aaaaaaaa a.B.add");
        Path order = Files.writeString(directory.resolve("order"), lines);
        assertThatThrownBy(() -> nights(reader(order)))
                .isInstanceOf(BadFileException.class)
                .hasMessage(order + ": " + message);
    }

    @Test
    void whatSpeaksAgainstTheOrderIsSaid() {
        List<HistoryRun> runs = Stream.of("a1 1", "b1 2", "a1 3", "a1 5", "c1 4")
                .map(it -> new HistoryRun(
                        it.substring(0, 2),
                        Optional.of(it.substring(0, 2)),
                        Optional.of(Instant.ofEpochSecond(Integer.parseInt(it.substring(3)))),
                        Map.of(),
                        Map.of()))
                .toList();
        assertThat(RunOrder.doubts(runs))
                .containsExactly(
                        "the dates of runs go backwards at c1; --order sorts runs by commit",
                        "1 commit measured again after other commits: a1; --order brings all runs of a commit together");
        assertThat(RunOrder.doubts(runs.subList(2, 4))).isEmpty();
    }

    /** A row that begins where several end may be any of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            old.pkg.Cart.add old.pkg.Cart.drop a.B.same | new.pkg.Cart.add new.pkg.Cart.drop a.B.same | Cart.add begins, at 2, and 1 other row like it | ^old(?=\\.)=new
            old.Cart.add old.Other.same | new.Cart.add old.Other.same   | Cart.add begins, at 2    | ^old\\.Cart(?=\\.)=new.Cart
            old.Cart.add old.Cart.same  | new.Cart.add old.Cart.same    | Cart.add begins, at 2    | ^old\\.Cart\\.add$=new.Cart.add
            old.Cart.add old.Cart.same  | old.Cart.insert old.Cart.same | Cart.insert begins, at 2 | ^old\\.Cart\\.add$=old.Cart.insert
            old.Cart.add old.Other.same | old.Basket.add old.Other.same | Basket.add begins, at 2  | ^old\\.Cart(?=\\.)=old.Basket
            a.Cart.add a.Cart.drop      | a.Cart.insert a.Cart.remove   |                          |
            a.Cart.add a.Cart.drop      | a.Cart.only                   |                          |
            """)
    void aRenameIsOfferedAndChangesNoRowThatKeepsItsName(String rows, String later, String what, String rename)
            throws IOException {
        renamed(rows, later);
        List<String> notes = nights(PLAIN).notes();
        if (rename == null) {
            assertThat(notes).isEmpty();
            return;
        }
        assertThat(notes).containsExactly("Cart.add ends where " + what + ": --rename '" + rename + "' joins them");
        History joined = nights(reader(null, rename));
        assertThat(joined.notes()).isEmpty();
        assertThat(joined.runs())
                .allSatisfy(run -> assertThat(run.values().keySet())
                        .extracting(RowKey::benchmark)
                        .containsExactlyInAnyOrder(later.split(" ")));
    }

    @Test
    void aRowOfAnotherTimeOrAShortHistoryIsNoRename() throws IOException {
        renamed("a.Cart.add", "a.Cart.insert");
        new MadeUpResults().row("a.Cart.insert", 41).write(directory.resolve("nights/2/results.json"));
        assertThat(nights(PLAIN).notes()).isEmpty();
        nights("1b 02 - a.Cart.other", "1c 03 - a.Cart.other", "2 12 - a.Cart.insert");
        assertThat(nights(PLAIN).notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            add       | is not OLD=NEW
            x=y       | changes the name of no row
            (=y       | is no regular expression
            add=$7    | No group 7
            add$=drop | gives two rows of run 1 the name Cart.drop
            """)
    void aWrongRenameIsRefused(String rename, String message) throws IOException {
        nights("1 - - a.Cart.add a.Cart.drop");
        assertThatThrownBy(() -> nights(reader(null, rename)))
                .isInstanceOf(CommandException.class)
                .hasMessageContainingAll("--rename " + rename, message);
    }

    @Test
    void aRunIsAppendedWithTheCommitAndTheMachineThatItLacks() throws IOException {
        Path store = directory.resolve("history.jsonl");
        Path file = new MadeUpResults().row("a.B.add", 20).write(directory.resolve("results.json"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-05-02T10:00:00Z")));
        JsonObject machine =
                JsonParser.parseString("{\"cpu\":\"AMD EPYC\",\"cores\":2}").getAsJsonObject();
        Optional<String> commit = Optional.of("532d385770000000000000000000000000000000");
        assertThat(PLAIN.append(store, List.of(file), commit, machine))
                .containsExactly(store + ": 1 run added, 532d38577");
        assertThat(PLAIN.append(store, List.of(file), commit, machine))
                .containsExactly(store + ": 0 runs added; 1 it held already");
        HistoryRun run = PLAIN.store(store).runs().get(0);
        assertThat(run.commit()).isEqualTo(commit);
        assertThat(run.time()).contains(Instant.parse("2026-05-02T10:00:00Z"));
        assertThat(run.machine()).containsEntry("CPU", "AMD EPYC").containsKey("JVM");

        List<Path> nights = nights("1 03 aaaaaaaaa a.B.add", "2 01 bbbbbbbbb a.B.add");
        assertThatThrownBy(() -> PLAIN.append(store, nights, commit, machine))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("--commit is for one run, not for 2");
        assertThat(PLAIN.append(store, nights, Optional.empty(), machine))
                .singleElement()
                .asString()
                .contains("2 runs added");
        assertThat(labels(PLAIN.store(store))).containsExactly("bbbbbbbbb", "532d38577", "aaaaaaaaa");
    }

    @Test
    void acceptedChangesAreReadAndABrokenLineIsNamed() throws IOException {
        Path file =
                Files.writeString(directory.resolve("accepted"), "# known\n\nCart\\.add  532d38577  a deeper check\n");
        assertThat(AcceptedChange.read(file)).singleElement().satisfies(it -> {
            assertThat(it.row().pattern()).isEqualTo("Cart\\.add");
            assertThat(it.commit()).isEqualTo("532d38577");
            assertThat(it.why()).isEqualTo("a deeper check");
        });
        for (String broken : List.of("Cart 532d38577", "Cart", "( 532d38577 why")) {
            Files.writeString(file, "# known\n" + broken + "\n");
            assertThatThrownBy(() -> AcceptedChange.read(file))
                    .isInstanceOf(BadFileException.class)
                    .hasMessageContainingAll("accepted: line 2: ", broken.split(" ")[0]);
        }
        assertThatThrownBy(() -> AcceptedChange.read(directory.resolve("none")))
                .isInstanceOf(BadFileException.class)
                .hasMessageEndingWith("no such file");
    }
}
