package dev.callcost.text;

import static dev.callcost.text.TableTest.cell;
import static dev.callcost.text.TableTest.filled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Table.Grid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "85.0 us | 85.0_µs",
                "1.40 ns ±2% of 3 B | 1.40_ns ±2_% of 3_B",
                "-16.4% [-17.7, -15.1] | −16.4_% [−17.7, −15.1]",
                "3-4, JDK-8, x-1 | 3-4, JDK-8, x-1",
                "-i 50 -r 20ms | -i 50 -r 20ms",
                "B.c\ue000size=1 | B.c size=1",
                "a < b & \"c\" > d | a &lt; b &amp; &quot;c&quot; &gt; d"
            })
    void wordsHaveTrueSignsAndUnitsThatStayAtTheirNumbers(String text, String html) {
        assertThat(Html.words(text)).isEqualTo(html.replace('_', '\u00a0'));
    }

    @Test
    void aNameBreaksAtTheWordsOfItsWords() {
        assertThat(Html.name("GrpcBenchmark.unary transport=IN_PROCESS, gRPC 1.5"))
                .isEqualTo("Grpc<wbr>Benchmark.<wbr>unary transport=IN_<wbr>PROCESS, gRPC 1.5");
    }

    @Test
    void aNumberAndItsIntervalAreTwoElements() {
        assertThat(Html.number("85.0 us ±2%", "b"))
                .isEqualTo("<b class=\"strong\">85.0\u00a0µs</b><b class=\"quiet\"> ±2\u00a0%</b>");
        assertThat(Html.number("1.9 [1.6, 2.1] more", "i"))
                .isEqualTo("<i class=\"strong\">1.9</i><i class=\"quiet\"> [1.6, 2.1] more</i>");
        assertThat(Html.number("RMI", "b")).isEqualTo("RMI");
    }

    @Test
    void columnsOfNumbersAreFlushRightAndHaveCommas() {
        Grid grid = filled(
                new Table<String[]>()
                        .left("row", cell(0))
                        .right("score", cell(1))
                        .right("count", cell(2))
                        .left("note", cell(3)),
                """
                a <b> | 9020000 ops/s ±16% | 1234567.25 |
                c | -0.12345 ops/s | 12 | 1234 x
                d | | 999 | none
                """);
        assertThat(grid.html()).isEqualTo("""
                <div class="scroll" tabindex="0"><table>
                <thead><tr><th scope="col">row</th><th scope="col" class="right">score</th>\
                <th scope="col" class="right">count</th><th scope="col">note</th></tr>
                </thead>
                <tbody>
                <tr><th scope="row">a &lt;b&gt;</th><td class="right"><span class="strong">9,020,000 ops/s</span>\
                <span class="quiet"> ±16_%</span></td><td class="right">1,234,567.25</td><td></td></tr>
                <tr><th scope="row">c</th><td class="right">\u22120.12345 ops/s</td><td class="right">12</td><td>1234 x</td></tr>
                <tr><th scope="row">d</th><td class="right"></td><td class="right">999</td><td>none</td></tr>
                </tbody></table></div>
                """.replace('_', '\u00a0'));
    }

    @Test
    void rowsOfAGroupStandBelowItsName() {
        Grid grid = filled(
                new Table<String[]>()
                        .left("tier", cell(0))
                        .left("rung", cell(1))
                        .right("ns", cell(2)),
                """
                local | a | 1
                local | b | 2
                loopback | c | 3
                """);
        assertThat(grid.html())
                .containsOnlyOnce("<tr><th scope=\"rowgroup\" colspan=\"2\"><span>local</span></th></tr>")
                .containsOnlyOnce("<tr><th scope=\"rowgroup\" colspan=\"2\"><span>loopback</span></th></tr>")
                .contains("<tr><th scope=\"row\">b</th><td class=\"right\">2</td></tr>")
                .doesNotContain(">tier<");
    }
}
