package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.text.BadFileException;
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
        return history.runs().stream().map(Run::label).toList();
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

    @Test
    void runsOfAFolderStandInTheOrderOfTheirStarts() throws IOException {
        nights("a 03 ccccccccc1 a.B.add", "b 01 aaaaaaaaa1 a.B.add", "c 02 bbbbbbbbb1 a.B.add");
        History history = nights(PLAIN);
        assertThat(labels(history)).containsExactly("aaaaaaaaa", "bbbbbbbbb", "ccccccccc");
        assertThat(history.notes()).isEmpty();
        assertThat(history.source()).isEqualTo(directory.resolve("nights").toString());
    }

    @Test
    void withoutStartsAFolderIsInTheOrderOfNamesAndFilesAsGiven() throws IOException {
        List<Path> given = nights("night-10 - - a.B.add", "night-9 - - a.B.add");
        History folder = nights(PLAIN);
        assertThat(labels(folder)).containsExactly("night-9", "night-10");
        assertThat(folder.notes())
                .containsExactly("runs are in the order of their names, because no environment.json has their start");
        History files = PLAIN.files(given);
        assertThat(labels(files)).containsExactly("night-10", "night-9");
        assertThat(files.notes()).isEmpty();
        assertThat(files.source()).isEqualTo("2 files");
    }

    @Test
    void startsOfSomeRunsAreNoOrder() throws IOException {
        History history = PLAIN.files(nights("1 03 ccccccccc1 a.B.add", "2 - aaaaaaaaa1 a.B.add"));
        assertThat(labels(history)).containsExactly("ccccccccc", "aaaaaaaaa");
        assertThat(history.notes())
                .containsExactly("starts are missing (1 of 2 runs), so all runs stay in the order given");
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
    @CsvSource(
            delimiter = '|',
            value = {
                "bbbbbbbbb | names the commit of no run",
                "HEAD~3 | line 1: a line begins with a commit, was HEAD~3"
            })
    void anOrderThatSaysNothingOfTheRunsIsRefused(String lines, String message) throws IOException {
        nights("1 - aaaaaaaa a.B.add");
        Path order = Files.writeString(directory.resolve("order"), lines.replace("\\n", "\n"));
        assertThatThrownBy(() -> nights(reader(order)))
                .isInstanceOf(BadFileException.class)
                .hasMessage(order + ": " + message);
    }

    @Test
    void whatSpeaksAgainstTheOrderIsSaid() {
        List<Run> runs = Stream.of("a1 1", "b1 2", "a1 3", "a1 5", "c1 4")
                .map(it -> new Run(
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

    @Test
    void aRenameJoinsRowsAndIsOffered() throws IOException {
        renamed("old.pkg.Cart.add old.pkg.Cart.drop a.B.steady", "new.pkg.Cart.add new.pkg.Cart.drop a.B.steady");
        assertThat(nights(PLAIN).notes())
                .containsExactly("Cart.add ends where Cart.add begins, at 2, and 1 other row like it:"
                        + " --rename '^old(?=\\.)=new' joins them");
        History joined = nights(reader(null, "^old(?=\\.)=new"));
        assertThat(joined.notes()).isEmpty();
        assertThat(joined.runs().get(0).values().keySet())
                .isEqualTo(joined.runs().get(3).values().keySet());
    }

    @ParameterizedTest
    @CsvSource({
        "old.Cart.add, new.Cart.add, old.Other.stays, ^old\\.Cart(?=\\.)=new.Cart",
        "old.Cart.add, new.Cart.add, old.Cart.stays, ^old\\.Cart\\.add$=new.Cart.add",
        "old.Cart.add, old.Cart.insert, old.Cart.stays, ^old\\.Cart\\.add$=old.Cart.insert",
        "old.Cart.add, old.Basket.add, old.Other.stays, ^old\\.Cart(?=\\.)=old.Basket"
    })
    void anOfferedRenameChangesNoRowThatKeepsItsName(String old, String now, String stays, String rename)
            throws IOException {
        renamed(old + " " + stays, now + " " + stays);
        assertThat(nights(PLAIN).notes()).singleElement().asString().endsWith(": --rename '" + rename + "' joins them");
        assertThat(nights(reader(null, rename)).runs())
                .allSatisfy(run -> assertThat(run.values().keySet())
                        .extracting(key -> key.benchmark())
                        .containsExactlyInAnyOrder(now, stays));
    }

    /** A row that begins where several end may be any of them. */
    @Test
    void aRenameThatMayBeAnotherIsNotOffered() throws IOException {
        renamed("a.Cart.add a.Cart.drop", "a.Cart.insert a.Cart.remove");
        assertThat(nights(PLAIN).notes()).isEmpty();
        renamed("a.Cart.add a.Cart.drop", "a.Cart.only");
        assertThat(nights(PLAIN).notes()).isEmpty();
    }

    @Test
    void aRowOfAnotherTimeOrAShortHistoryIsNoRename() throws IOException {
        renamed("a.Cart.add", "a.Cart.insert");
        assertThat(nights(PLAIN).notes()).hasSize(1);
        new MadeUpResults().row("a.Cart.insert", 41).write(directory.resolve("nights/2/results.json"));
        assertThat(nights(PLAIN).notes()).isEmpty();
        nights("1b 02 - a.Cart.other", "1c 03 - a.Cart.other", "2 12 - a.Cart.insert");
        assertThat(nights(PLAIN).notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add | is not OLD=NEW",
                "x=y | changes the name of no row",
                "(=y | is no regular expression",
                "add=$7 | No group 7",
                "add$=drop | gives two rows of run 1 the name Cart.drop"
            })
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
        Run run = PLAIN.store(store).runs().get(0);
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
        assertThat(Accepted.read(file)).singleElement().satisfies(it -> {
            assertThat(it.row().pattern()).isEqualTo("Cart\\.add");
            assertThat(it.commit()).isEqualTo("532d38577");
            assertThat(it.why()).isEqualTo("a deeper check");
        });
        for (String broken : List.of("Cart 532d38577", "Cart", "( 532d38577 why")) {
            Files.writeString(file, "# known\n" + broken + "\n");
            assertThatThrownBy(() -> Accepted.read(file))
                    .isInstanceOf(BadFileException.class)
                    .hasMessageContainingAll("accepted: line 2: ", broken.split(" ")[0]);
        }
        assertThatThrownBy(() -> Accepted.read(directory.resolve("none")))
                .isInstanceOf(BadFileException.class)
                .hasMessageEndingWith("no such file");
    }
}
