package dev.callcost.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.results.Fixtures;
import dev.callcost.results.ResultsFile;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table against the file that says what it must look like. */
class TablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"five-forks", "one-fork", "out-of-order"})
    void ladder(String name) throws IOException {
        ResultsFile file = Fixtures.read(name + ".json");
        assertThat(LadderTable.text(file)).isEqualTo(Fixtures.text("report/ladder-" + name + ".txt"));
        assertThat(LadderTable.markdown(file)).isEqualTo(Fixtures.text("report/ladder-" + name + ".md"));
    }

    @Test
    void pinning() throws IOException {
        assertThat(PinningTable.markdown(Fixtures.read(Fixtures.FIVE_FORKS)))
                .isEqualTo(Fixtures.text("report/pinning.md"));
    }

    @Test
    void spread() throws IOException {
        assertThat(SpreadTable.markdown(Fixtures.read(Fixtures.OUT_OF_ORDER))).isEqualTo(Fixtures.text("report/cv.md"));
    }

    @Test
    void marshaller() throws IOException {
        assertThat(MarshallerTable.markdown(Fixtures.read(Fixtures.FIVE_FORKS)))
                .isEqualTo(Fixtures.text("report/marshaller.md"));
    }

    @Test
    void tablesWithoutTheirRowsAreRefused() {
        ResultsFile file = Fixtures.read(Fixtures.ONE_FORK);
        assertThatThrownBy(() -> PinningTable.markdown(file)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MarshallerTable.markdown(file)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void doNotDependOnTheLocale() throws IOException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            ladder("five-forks");
            spread();
        } finally {
            Locale.setDefault(before);
        }
    }
}
