package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000;

    private static final ProgressLine LINE = new ProgressLine(
            "round 12",
            30 * SECOND,
            150 * SECOND,
            List.of("GrpcTransportBenchmark.unary transport=NIO", "GrpcTransport.unary NIO"));

    private static String text(int width) {
        return LINE.text("warming up", 15 * SECOND, width);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    130 | round 12  [######................] 25 %  GrpcTransportBenchmark.unary transport=NIO: warming up, 15 s  2 min left
                    100 | round 12  [######................] 25 %  GrpcTransport.unary NIO: warming up, 15 s  2 min left
                    80 | round 12  [###.......] 25 %  GrpcTransp..unary NIO: warming up, 15 s  2 min left
                    60 | round 12 [#....] GrpcTrans..unary NIO: warming up 2 min left
                    40 | round 12 [#....] warming up 2 min left
                    """)
    void aNarrowTerminalHasAShorterName(int width, String line) {
        assertThat(text(width)).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "local.PlantedBenchmark.aMethodWithALongName first=1 second=2"})
    void itFitsFrom45Characters(String name) {
        ProgressLine line = new ProgressLine("round 12", 0, 4000 * SECOND, List.of(name));
        for (int width = 45; width <= 200; width++) {
            assertThat(line.text("warming up", SECOND, width))
                    .hasSizeLessThanOrEqualTo(width)
                    .matches("round 12 +\\[\\.+] .*warming up.* 1 h 07 min left");
        }
    }

    @Test
    void aBarIsAsFullAsTheTimeIsOver() {
        assertThat(bar(0, 100)).isEqualTo("[......................] 0 %");
        assertThat(bar(26, 74)).isEqualTo("[######................] 26 %");
        assertThat(bar(100, 0)).isEqualTo("[######################] 100 %");
        assertThat(bar(0, 0)).isEqualTo("[......................] 0 %");
    }

    private static String bar(long over, long left) {
        return new ProgressLine("a", over, left, List.of("b")).text("c", 0, 100).replaceAll("^a  |  b: c.*", "");
    }
}
