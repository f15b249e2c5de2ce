package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000;

    private static final ProgressLine LINE = new ProgressLine(
            "round 12",
            30 * SECOND,
            150 * SECOND,
            List.of("GrpcTransportBenchmark.unary transport=NIO", "GrpcTransport.unary NIO"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    130 | round 12 [###.......] 25% GrpcTransportBenchmark.unary transport=NIO: warming up, 2 min left
                    80 | round 12 [###.......] 25% GrpcTransport.unary NIO: warming up, 2 min left
                    70 | round 12 [###.......] 25% GrpcTr..rt.unary NIO: warming up, 2 min left
                    50 | round 12 [###.......] 25% warming up, 2 min left
                    """)
    void aNarrowTerminalHasAShorterName(int width, String line) {
        assertThat(LINE.text("warming up", 15 * SECOND, width)).isEqualTo(line);
    }
}
