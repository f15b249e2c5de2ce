package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.ResultsFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateRowTest {
    @Test
    void aRowOfAResultsFile(@TempDir Path folder) {
        ResultsFile file = MadeUpRates.sweep().in(folder);
        List<RateRow> rows = RateRow.in(file);

        RateRow first = rows.get(0);
        assertThat(rows).hasSize(15);
        assertThat(file.rows()).as("no row for the lateness").hasSize(15);
        assertThat(first.rate()).isEqualTo(420);
        assertThat(first.isFloor()).isFalse();
        assertThat(rows.get(1).isFloor()).isTrue();
        assertThat(first.quantile(0.5).orElseThrow().value()).isCloseTo(240e3, within(20e3));
        assertThat(first.quantile(0.99).orElseThrow().value()).isCloseTo(480e3, within(50e3));
        assertThat(first.quantile(0.9999)).isEmpty();
        assertThat(first.late(0.99).orElseThrow().value()).isCloseTo(40e3, within(4e3));
        assertThat(first.cpu("cpu")).contains(350e3);
        assertThat(first.calls()).isEqualTo(5 * 10 * 840.0);
        assertThat(first.isMet()).isTrue();
        assertThat(rows.get(12).isMet()).isFalse();
        assertThat(rows.get(12).met()).isCloseTo(0.1, within(1e-9));
        assertThat(rows.get(14).isMax()).isTrue();
    }
}
