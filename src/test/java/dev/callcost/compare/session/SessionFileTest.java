package dev.callcost.compare.session;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.MadeUpWork;
import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.CpuNeed;
import dev.callcost.compare.session.SessionEvent.FailedFork;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.file.Input;
import dev.callcost.work.WorkDelta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionFileTest {
    private static final RowKey ROW = key("call");

    private static final String PACKED = Log.NAME + Input.GZIP;

    @TempDir
    Path directory;

    private static String text() {
        return MadeUpSession.of(ROW)
                .pairs(ROW, 0.01, 0.02)
                .chosen(List.of(ROW))
                .failed(ROW, 1)
                .text();
    }

    private Session read(String text) throws IOException {
        Files.writeString(directory.resolve(Log.NAME), text);
        return SessionFile.read(directory);
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        Session session = read(text());
        assertThat(session.header().rows()).containsExactly(ROW);
        assertThat(session.header().onlyInBase()).containsExactly(key("gone"));
        assertThat(session.header().settings().seed()).isEqualTo(42);
        assertThat(session.pairs()).hasSize(3);
        assertThat(session.pairs()).extracting(Pair::counts).containsExactly(false, true, true);
        Pair second = session.pairs().get(1);
        assertThat(second.base().primary().forks().get(0)).containsExactly(90.0, 100.0, 110.00000000000001);
        assertThat(second.base().bytesPerOp().orElseThrow().forks().get(0)).containsExactly(64.0);
        assertThat(second.head().settings()).containsEntry("jvmArgs", "-Xmx1g -Dhead=true");
        assertThat(second.nanos()).isEqualTo(30_000_000_000L);
        assertThat(session.all(ChosenRow.class)).containsExactly(new ChosenRow(ROW));
        assertThat(session.all(FailedFork.class))
                .containsExactly(new FailedFork(ROW, "head", "exit code 1, a.Failure", null));
    }

    @Test
    void pairsSideBySideAddTheTimeSinceThePairBefore() throws IOException {
        Pair made = read(text()).pairs().get(1);
        Pair beside = new Pair(ROW, false, made.base(), made.head(), 9_000_000_000L, 2, 4_000_000_000L);
        String text = MadeUpSession.of(ROW).pairs(ROW, 0.01).text()
                + SessionFile.line(new CpuNeed(ROW, 3, 7.5))
                + SessionFile.line(2, new TrialPairs(2, 7, 4.4, 0.5));
        Session session = read(text);
        assertThat(session.pairs()).extracting(Pair::atOnce).containsOnly(1);
        assertThat(session.measured()).isEqualTo(Duration.ofMillis(67_500));
        assertThat(session.all(CpuNeed.class)).extracting(CpuNeed::threads).containsExactly(3);

        String line = SessionFile.lines(beside, 3, new JsonObject(), new JsonObject())
                .lines()
                .toList()
                .get(2);
        assertThat(line).contains("\"seconds\":9.0", "\"atOnce\":2", "\"elapsed\":4.0");
        List<String> lines = text.lines().toList();
        String both = String.join("\n", lines.subList(2, 4)) + "\n" + line + "\n";
        Pair read = read(lines.get(0) + "\n" + both).pairs().get(0);
        assertThat(read.atOnce()).isEqualTo(2);
        assertThat(read.elapsed()).isEqualTo(4_000_000_000L);
    }

    /** Rows of the same name in two modules, and logs that name none. */
    @Test
    void aRowKeepsItsModule() throws IOException {
        RowKey other = ROW.ofModule("net");
        Session session = read(MadeUpSession.of(ROW, other)
                .pairs(ROW, 0.01)
                .pairs(other, 0.02, 0.03)
                .text());
        assertThat(session.header().rows()).containsExactly(ROW, other);
        assertThat(session.of(other).pairs()).hasSize(3);
        assertThat(session.of(ROW).pairs()).hasSize(2);
        assertThat(SessionFile.line(new CpuNeed(other, 1, 0))).contains("\"row\":{\"module\":\"net\",\"benchmark\"");
        assertThat(SessionFile.line(new CpuNeed(ROW, 1, 0))).contains("\"row\":{\"benchmark\"");
    }

    @Test
    void aRowWhoseFirstPairHadTooFewCpusHasNotBegun() throws IOException {
        Session session = read(MadeUpSession.of(ROW).text() + SessionFile.line(new CpuNeed(ROW, 3, 7.5)));
        assertThat(session.hasBegun()).isFalse();
    }

    @Test
    void theWorkOfARowIsReadAsItWasCounted() throws IOException {
        Session session =
                read(MadeUpSession.of(ROW).text() + SessionFile.line(new CountedRow(ROW, MadeUpWork.mixed(), 0.75)));
        assertThat(session.changed().work(ROW)).contains(MadeUpWork.mixed());
        assertThat(session.changed().works()).extracting(WorkDelta::bytecodes).containsExactly(-500.0);
        assertThat(session.scouted()).isEqualTo(session.counted()).isEqualTo(Duration.ofMillis(750));
        assertThat(session.hasBegun()).as("no pair").isFalse();
        assertThat(SessionFile.line(new CountedRow(ROW, MadeUpWork.more(4, 0), 1)))
                .contains(
                        "{\"type\":\"work\",\"row\":{",
                        "\"work\":{\"kind\":\"MORE\",\"counted\":{\"counter\":1,\"scope\":\"application\",\"jvms\":[\"17.0.1\"],"
                                + "\"calls\":512},\"base\":{\"bytecodes\":10000.0,",
                        "\"methods\":[{\"name\":\"a.Text$Loop.run\",\"bytecodes\":4.0,\"calls\":0.0}]");
        assertThat(SessionFile.line(new CountedRow(ROW, WorkDelta.notCounted("no /home/me/agent.jar"), 1)))
                .contains("\"reason\":\"no agent.jar\"");
    }

    @Test
    void aTerminalShowsThePathOfAFailureAndTheLogItsLastPart() {
        FailedFork failed = new FailedFork(
                MadeUpSession.key("a"), "base", "cannot run /opt/jdk/bin/java", List.of("in /home/me/project"));
        assertThat(failed.outcome().text()).contains("cannot run /opt/jdk/bin/java", "in /home/me/project");
        assertThat(SessionFile.line(failed))
                .contains("cannot run java", "in project")
                .doesNotContain("/opt", "/home");
    }

    /**
     * What every log may lack is in the test of {@link Log}. HEADER and PAIR stand for lines, in which a part may be
     * replaced.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PAIR                            |                 | ",
                "HEADER HEADER                   |                 | ",
                "HEADER {'type':'x'}             |                 | ",
                "HEADER {'type':'chosen'}        |                 | ",
                "HEADER {'type':'failed'}        |                 | ",
                "HEADER                          | 'margin':0.03   | 'margin':0",
                "HEADER                          | 'margin':0.03   | 'margin':'wide'",
                "HEADER                          | 'rows'          | 'row'",
                "HEADER                          | 'machine'       | 'maschine'",
                "HEADER LAST_OF_PAIR             |                 | ",
                "HEADER OTHER_ROWS_PAIR          |                 | ",
                "HEADER PAIR                     | 'type':'pair','row' | 'type':'pair','column'",
                "HEADER PAIR                     | 'head'          | 'tail'",
                "HEADER PAIR                     | 'rawData'       | 'notes'",
                "HEADER PAIR                     | [[90.0,         | [['NaN',",
                "HEADER PAIR                     | [[90.0,         | [[-1,",
                "HEADER PAIR                     | [[90.0,         | [[null,"
            })
    void badFilesAreRefusedInOneLine(String lines, String part, String wrong) {
        List<String> all = text().lines().toList();
        String pair = String.join("\n", all.subList(2, 5));
        String text = (lines.replace("LAST_OF_PAIR", String.join("\n", all.subList(3, 5)))
                                .replace("OTHER_ROWS_PAIR", pair.replace("a.B.call", "a.B.other"))
                                .replace("PAIR", pair)
                                .replace("HEADER", all.get(0) + "\n")
                        + "\n")
                .replace('\'', '"');
        String bad = part == null ? text : text.replace(part.replace('\'', '"'), wrong.replace('\'', '"'));
        assertThat(bad.equals(text)).isEqualTo(part == null);
        assertThatThrownBy(() -> read(bad))
                .isInstanceOf(BadFileException.class)
                .hasMessageStartingWith(directory.toString())
                .message()
                .hasLineCount(1);
    }

    @Test
    void aPackedFileIsReadLikeThePlainOne() throws IOException {
        Session plain = read(text());
        Files.delete(directory.resolve(Log.NAME));
        Path file = directory.resolve(PACKED);
        Fixtures.pack(file, text());
        assertThat(SessionFile.read(directory)).isEqualTo(plain);
        assertThat(SessionFile.read(file)).isEqualTo(plain);
    }

    @Test
    void aFolderHoldsOneFile() throws IOException {
        Fixtures.pack(directory.resolve(PACKED), text());
        assertThatThrownBy(() -> read(text()))
                .isInstanceOf(BadFileException.class)
                .hasMessage(directory + ": has two logs, " + directory.resolve(Log.NAME) + " and "
                        + directory.resolve(PACKED));
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> SessionFile.read(directory))
                .isInstanceOf(BadFileException.class)
                .hasMessage(directory + ": the folder holds no log.jsonl");
        assertThatThrownBy(() -> SessionFile.read(directory.resolve("missing")))
                .isInstanceOf(BadFileException.class)
                .hasMessage(directory.resolve("missing") + ": no such file");
    }
}
