package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.results.RowKey;
import dev.callcost.text.BadFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfFileTest {
    private static final RowKey CALL = key("call");
    private static final RowKey FEW = key("few");
    private static final RowKey NONE = key("none");
    private static final String START = "2026-01-01T10:00:00Z";

    @TempDir
    Path directory;

    private SelfSession judged(MadeUpSession session) throws IOException {
        return SelfSession.of(Session.read(Files.writeString(directory.resolve("pairs.jsonl"), session.text())));
    }

    private MadeUpSession injected() {
        return MadeUpSession.ofItself(START, 0.03, CALL, FEW, NONE)
                .pairs(CALL, Arrays.stream(SAME).map(d -> d + 0.04).toArray())
                .pairs(FEW, 0.01)
                .failed(NONE, 1);
    }

    @Test
    void aSessionIsJudgedOnItsOwn() throws IOException {
        SelfSession session = judged(injected());
        assertThat(session.start()).isEqualTo(START);
        assertThat(session.inject()).isEqualTo(0.03);
        assertThat(session.inTurns()).isTrue();
        SelfRow call = session.rows().get(0);
        assertThat(call.row()).isEqualTo(CALL);
        assertThat(call.verdict()).isEqualTo("SLOWER");
        assertThat(call.pairs()).isEqualTo(15);
        assertThat(call.ratio()).isCloseTo(1.04, within(1e-3));
        assertThat(call.low()).isLessThan(1.04);
        assertThat(call.holds(1.04)).isTrue();
        assertThat(call.holds(1.03)).isFalse();
        assertThat(call.minutes()).isEqualTo(8);
        SelfRow few = session.rows().get(1);
        assertThat(few.verdict()).isEqualTo("UNDECIDED");
        assertThat(few.hasInterval()).isFalse();
        assertThat(few.isJudged()).as("with a pair, which no look judges").isFalse();
        SelfRow none = session.rows().get(2);
        assertThat(none.isJudged()).isFalse();
        assertThat(none.ratio()).isNull();
        assertThat(none.minutes()).isNull();
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        SelfSession injected = judged(injected());
        SelfSession identical = judged(MadeUpSession.ofItself(START, null, CALL).pairs(CALL, SAME));
        Path file =
                Files.writeString(directory.resolve("self.jsonl"), SelfFile.line(injected) + SelfFile.line(identical));
        assertThat(SelfFile.read(file)).containsExactly(injected, identical);
    }

    @Test
    void linesWithoutIntervalsAreReadToo() throws IOException {
        Path file = Files.writeString(directory.resolve("self.jsonl"), """
                {"start":"x","machine":"m","rows":[{"row":{"benchmark":"a.B.c","mode":"avgt","params":{}},\
                "verdict":"SAME","pairs":6}]}
                """);
        List<SelfSession> read = SelfFile.read(file);
        assertThat(read.get(0).inject()).isNull();
        assertThat(read.get(0).inTurns()).isFalse();
        assertThat(read.get(0).rows().get(0).hasInterval()).isFalse();
    }

    @Test
    void otherSidesAreNotSelf() {
        MadeUpSession other = new MadeUpSession(START, 0.03, CALL).pairs(CALL, SAME);
        assertThatThrownBy(() -> judged(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("base and head differ in the run of " + START);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"rows\":1}",
                "{\"rows\":[{}]}",
                "{\"rows\":[null]}",
                "{\"rows\":[{\"row\":{\"benchmark\":\"a.B.c\",\"mode\":\"avgt\",\"params\":{}}}]}",
                "{\"inject\":\"x\",\"rows\":[]}",
                "[]"
            })
    void otherFilesAreRefusedInOneLine(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("self.jsonl"), text + "\n");
        assertThatThrownBy(() -> SelfFile.read(file))
                .isInstanceOf(BadFileException.class)
                .hasMessageStartingWith(file + ": is not a file of compare --self, line 1 ")
                .message()
                .hasLineCount(1);
    }
}
