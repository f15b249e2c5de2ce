package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.VerdictReport;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.text.BadFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTablesTest {
    /** Ladders, forks, what takes other folders, and what comes from no file. */
    private static final List<String> NEED_NO_ROW_OF_THEIR_OWN =
            List.of("ladder cv sentence bill host warm two-ways paired verdicts self".split(" "));

    @TempDir
    private Path root;

    @BeforeEach
    void layOutResults() throws IOException {
        Path folder = Files.createDirectories(root.resolve("results/some-machine"));
        Files.copy(Fixtures.path(Fixtures.FIVE_FORKS), folder.resolve("results.json"));
    }

    @Test
    void rendersEveryKindAndNothingElse() {
        String rendered = render(block("ladder", "") + "between\n" + block("warm", "") + block("cv", "stale\n")
                + block("marshaller", "") + "after");
        assertThat(rendered)
                .startsWith("before\n<!-- callcost:ladder results/some-machine -->\n\nWhat a call costs (one CPU")
                .contains("| inline | inline | 2.")
                .contains("\n\n<!-- /callcost -->\nbetween\n<!-- callcost:warm results/some-machine -->\n\n")
                .contains("| measured by | time per call |")
                .contains("Between-fork coefficient of variation")
                .contains(" | encode | ")
                .doesNotContain("stale")
                .endsWith("\n\n<!-- /callcost -->\nafter");
    }

    static Stream<String> kindsOfSomeRows() {
        return ReadmeTables.kinds().stream().filter(kind -> !NEED_NO_ROW_OF_THEIR_OWN.contains(kind));
    }

    @ParameterizedTest
    @MethodSource("kindsOfSomeRows")
    void aFileWithoutTheTablesRowsIsRefused(String kind) throws IOException {
        Path folder = Files.createDirectories(root.resolve("results/some-rungs"));
        Files.copy(Fixtures.path(Fixtures.ONE_FORK), folder.resolve("results.json"));
        assertThatThrownBy(() -> render(block(kind, "").replace("some-machine", "some-rungs")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("some-rungs");
    }

    @Test
    void saysOfSessionsWhatCheckSays() throws IOException {
        RowKey row = MadeUpSession.key("call");
        for (String name : List.of("first", "second")) {
            MadeUpSession session = MadeUpSession.ofItself(name, row).pairs(row, MadeUpSession.SAME);
            Files.writeString(Files.createDirectory(root.resolve(name)).resolve(Log.NAME), session.text());
        }
        List<Session> sessions = Session.readAll(List.of(root.resolve("first"), root.resolve("second")));
        String report = new VerdictReport(SessionComparison.of(sessions), false).document();
        assertThat(report).contains("| SAME | B.call |").contains("| 30 |");

        assertThat(render("<!-- callcost:paired first second -->\n<!-- /callcost -->\n"))
                .contains("\n\n" + report + "\n");
        assertThat(render("<!-- callcost:self first second -->\n<!-- /callcost -->\n"))
                .contains("| B.call size=1 | first |", "| B.call size=1 | second |", "2 verdicts, 2 SAME");
        assertThatThrownBy(() -> render("<!-- callcost:paired first first -->\n<!-- /callcost -->\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("named twice");
    }

    @Test
    void leavesTextWithoutBlocksAlone() {
        String text = "a `<!-- callcost:ladder x -->` in a line\n    <!-- callcost:ladder x -->\n<!-- other -->\n";
        assertThat(ReadmeTables.render(text, root)).isEqualTo(text);
        assertThat(ReadmeTables.render("", root)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!-- callcost:ladder results/some-machine -->\nno end\n",
                "<!-- /callcost -->\n",
                "<!-- callcost:ladder results/some-machine -->\n<!-- callcost:cv results/some-machine -->\n"
                        + "<!-- /callcost -->\n",
                "<!-- callcost:pie results/some-machine -->\n<!-- /callcost -->\n",
                "<!-- callcost:cv results/some-machine results/some-machine -->\n<!-- /callcost -->\n"
            })
    void refusesBlocksThatAreNotWhole(String text) {
        assertThatThrownBy(() -> ReadmeTables.render(text, root))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("callcost");
    }

    @Test
    void namesTheResultsThatAreMissing() {
        String text = block("ladder", "").replace("some-machine", "another");
        assertThatThrownBy(() -> ReadmeTables.render(text, root))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("another");
    }

    private String render(String text) {
        return ReadmeTables.render("before\n" + text, root);
    }

    private static String block(String kind, String content) {
        return "<!-- callcost:" + kind + " results/some-machine -->\n" + content + "<!-- /callcost -->\n";
    }
}
