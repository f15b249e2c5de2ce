package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table of an experiment against the file that says what it must look like. */
class ExperimentTablesTest {
    private static final String FILE = "report/experiment/experiments.json";

    @ParameterizedTest
    @ValueSource(strings = {"item17", "rounds", "idle", "echo", "delay", "delay-published", "heap", "keyvalue"})
    void looksAsItMust(String kind) throws IOException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(table(kind)).isEqualTo(Fixtures.text("report/experiment/" + kind + ".md"));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void tablesWithoutTheirRowsAreRefused() {
        ResultsFile file = Fixtures.read(Fixtures.ONE_FORK);
        List<Function<ResultsFile, String>> tables = List.of(
                ItemSeventeenTable::markdown,
                IterationTables::rounds,
                IdleTable::markdown,
                EchoTable::markdown,
                DelayTable::markdown,
                HeapTable::markdown,
                HeapTable::collections,
                KeyValueTable::markdown);
        for (Function<ResultsFile, String> table : tables) {
            assertThatThrownBy(() -> table.apply(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Fixtures.ONE_FORK);
        }
    }

    private static String table(String kind) {
        String opening = "<!-- callcost:" + kind + " experiments.json -->";
        String rendered = ReadmeTables.render(
                opening + "\n<!-- /callcost -->\n", Fixtures.path(FILE).getParent());
        return rendered.substring(opening.length() + 2, rendered.indexOf("\n<!-- /callcost"));
    }
}
