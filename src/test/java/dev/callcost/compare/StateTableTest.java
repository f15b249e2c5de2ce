package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.results.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateTableTest {
    private static PairedRow row(String method, Optional<String> failed) {
        RowKey key = new RowKey("a.B." + method, "avgt", Map.of());
        return PairedRow.of(key, List.of(), PairedRule.forEachOf(1, 0.03), 0, failed, Optional.empty());
    }

    @Test
    void openRowsComeFirst() {
        PairedRow failed = row("first", Optional.of("exit code 1"));
        assertThat(StateTable.text(List.of(failed, row("second", Optional.empty()))))
                .isEqualTo("""
                        pairs  verdict    row
                            0  UNDECIDED  B.second
                            0  FAILED     B.first
                        """);
    }

    @Test
    void aScreenHoldsSoManyRows() {
        List<PairedRow> rows = IntStream.rangeClosed(1, 23)
                .mapToObj(number -> row("row" + number, Optional.empty()))
                .toList();
        assertThat(StateTable.text(rows)).hasLineCount(22).endsWith("B.row20\nand 3 more rows\n");
    }
}
