package dev.callcost.lab;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.compare.CompareLog;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.data.Fixtures;
import dev.callcost.data.RowKey;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The table of made-up sessions of code with itself, against the file that says what it must look like. */
@ExtendWith(ForeignLocale.class)
class SelfTableTest {
    private static final RowKey[] ROWS = {key("steady"), key("noisy")};
    private static final RowKey GONE = key("gone");

    @TempDir
    Path directory;

    private CompareLog read(MadeUpSession session) throws IOException {
        return CompareLog.read(Files.writeString(directory.resolve("log.jsonl"), session.text()));
    }

    private static double[] more(double shift, double factor) {
        return Arrays.stream(SAME).map(d -> shift + factor * d).toArray();
    }

    /** Three sessions compare identical code, and the second finds a row SLOWER. In the fourth, head has more work and a row starts over. They are not in order. */
    @Test
    void table() throws IOException {
        List<CompareLog> sessions = new ArrayList<>();
        for (int day = 3; day > 0; day--) {
            sessions.add(read(MadeUpSession.ofItself("2026-01-0" + day + "T10:00:00Z", ROWS)
                    .pairs(ROWS[0], SAME)
                    .pairs(ROWS[1], day == 2 ? more(0.06, 1) : more(0, 10))));
        }
        sessions.add(read(MadeUpSession.withMoreWork("2026-01-04T10:00:00Z", "3.0%", ROWS[0], ROWS[1], GONE)
                .pairs(ROWS[0], more(0.03, 1))
                .pairs(ROWS[1], SAME)
                .warming(ROWS[1], SAME.length, false)
                .pairs(ROWS[1], 0.1)
                .failed(GONE, 1)));
        Fixtures.assertText("report/compare/self.md", SelfTable.markdown(sessions));
    }

    @Test
    void otherSidesHaveNoTable() throws IOException {
        CompareLog other = read(new MadeUpSession("2026-01-01T10:00:00Z", 0.03, ROWS).pairs(ROWS[0], SAME));
        assertThatThrownBy(() -> SelfTable.markdown(List.of(other))).isInstanceOf(IllegalArgumentException.class);
    }
}
