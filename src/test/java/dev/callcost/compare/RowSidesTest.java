package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowSidesTest {
    private static Row with(String jvmArgs) {
        return Rows.row()
                .setting("jdkVersion", "17")
                .setting("jvmArgs", jvmArgs)
                .of(1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Xms1g -XX:+UseG1GC -Da=b | -Xms1g -XX:+UseZGC -Da=b | jvmArgs -XX:+UseG1GC / -XX:+UseZGC",
                "-Xms1g | -Xms1g --enable-preview -Xss1m | jvmArgs (none) / --enable-preview -Xss1m",
                "'' | -Xss1m | jvmArgs (none) / -Xss1m",
                "-Da=b -Da=c | -Da=c -Da=b | jvmArgs -Da=b -Da=c / -Da=c -Da=b"
            })
    void ofJvmArgumentsThoseThatOneSideHas(String base, String head, String difference) {
        assertThat(RowSides.differences(with(base), with(head))).containsExactly(difference);
        assertThat(RowSides.differences(with(base), with(base))).isEmpty();
    }
}
