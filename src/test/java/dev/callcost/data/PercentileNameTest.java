package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileNameTest {
    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            p99, p99
            P99, p99
            p50.0, p50
            p99.90, p99.9
            p0.99, p99
            p.999, p99.9
            P0.50, p50
            p1.00, none
            p100, none
            p5, none
            p0.1, none
            pause, none
            """)
    void aSpellingOfOneMeaningIsThePercentile(String text, String name) {
        assertThat(PercentileName.of(text)).isEqualTo(Optional.ofNullable(name));
    }

    @ParameterizedTest
    @CsvSource({"p999, p99.9", "P9999, p99.99", "p995, p99.5"})
    void withoutThePointTheRightSpellingIsNamed(String text, String right) {
        assertThatThrownBy(() -> PercentileName.of(text)).hasMessage("'" + text + "' is no percentile: write " + right);
    }
}
