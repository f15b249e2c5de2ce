package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link ReadmeTables} refuses; {@link ReadmeTablesDriftIT} has what it makes. */
class ReadmeTablesTest {
    /** Ladders, forks, what takes other folders, and what comes from no file. */
    private static final List<String> NEED_NO_ROW_OF_THEIR_OWN =
            List.of("ladder cv sentence bill host warm paired verdicts self".split(" "));

    @TempDir
    private Path root;

    @BeforeEach
    void layOutResults() throws IOException {
        Path folder = Files.createDirectories(root.resolve("results/some-machine"));
        Files.copy(Fixtures.path(Fixtures.FIVE_FORKS), folder.resolve("results.json"));
    }

    static Stream<String> kindsOfSomeRows() {
        return ReadmeTables.kinds().stream().filter(kind -> !NEED_NO_ROW_OF_THEIR_OWN.contains(kind));
    }

    @ParameterizedTest
    @MethodSource("kindsOfSomeRows")
    void aFileWithoutTheTablesRowsIsRefused(String kind) throws IOException {
        Path folder = Files.createDirectories(root.resolve("results/some-rungs"));
        Files.copy(Fixtures.path(Fixtures.ONE_FORK), folder.resolve("results.json"));
        assertThatThrownBy(() -> ReadmeTables.render(
                        "<!-- callcost:" + kind + " results/some-rungs -->\n<!-- /callcost -->\n", root))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("some-rungs");
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
}
