package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTableTest {
    private static final String GRPC = "GrpcRateBenchmark.unary rate=";

    @TempDir
    private Path folder;

    private RateTable table(List<String> rates) {
        return RateTable.of(MadeUpRates.in(folder, rates)).orElseThrow();
    }

    private String text(String... rates) {
        return table(List.of(rates)).addTo(Sections.text(140)).text();
    }

    @Test
    void aRowOfAResultsFile() {
        ResultsFile file = MadeUpRates.in(folder, MadeUpRates.sweep());
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
        assertThat(first.cpu().orElseThrow().value()).isCloseTo(350e3, within(1.0));
        assertThat(first.isMet()).isTrue();
        assertThat(rows.get(12).isMet()).isFalse();
        assertThat(rows.get(14).isMax()).isTrue();
    }

    /** The machine's own row is no answer about a service that answered nothing. */
    @Test
    void ratesWithoutAMeasuredForkAreNamedAndTheFloorIsNotTheirAnswer() throws IOException {
        Path results =
                MadeUpRates.in(folder, List.of(MadeUpRates.FLOOR + "500")).path();
        String lost = "{\"type\":\"failed\",\"round\":1,\"row\":{\"benchmark\":\"a.b.TargetRateBenchmark.unary\","
                + "\"mode\":\"sample\",\"params\":{\"rate\":\"%s\"}},\"message\":\"a.b.SomeException: no call was"
                + " answered\"}\n";
        Files.writeString(
                folder.resolve("log.jsonl"),
                LogLines.RUN + String.format(lost, 50) + String.format(lost, 50) + String.format(lost, 1000));

        RateTable table = RateTable.of(ResultsFile.read(results)).orElseThrow();
        assertThat(table.isOfNothing()).isTrue();
        assertThat(table.answers()).containsExactly("Nothing was measured at 50/s, 1,000/s: no call was answered.");
        assertThat(table.addTo(Sections.text(140)).text())
                .contains("Nothing was measured at 50/s", "The machine alone (same schedule, empty call): p99 ")
                .doesNotContain("the rate is met", "CPU/call");
        assertThat(Limit.failures(table, List.of(new Limit("p99", 1e9))))
                .containsExactly("50/s: nothing was measured", "1,000/s: nothing was measured");

        String mixed = MadeUpRates.json(List.of("TargetRateBenchmark.unary rate=100", MadeUpRates.FLOOR + "100"));
        Files.writeString(results, mixed.replace("dev.callcost.benchmark.rate.T", "a.b.T"));
        RateTable some = RateTable.of(ResultsFile.read(results)).orElseThrow();
        assertThat(some.isOfNothing()).isFalse();
        assertThat(some.answers()).hasSize(2).last().asString().startsWith("Nothing was measured at 50/s");
    }

    /** A golden file of {@code report} has the table of several groups. */
    @Test
    void theAnswerFirstThenTheTableThenHowToReadIt() {
        assertThat(table(MadeUpRates.sweep()).addTo(Sections.text(140)).text())
                .startsWith("""
                        What a caller waits at a rate, from when the call is due (JDK 17.0.15; ± is the 99% interval over 5 forks)

                        At 5,800 calls a second p99 is 1.21 ms; at 7,900 the server is full.

                        Same in all rows of a benchmark:
                          GrpcRateBenchmark.unary: transport=NIO

                             rate   made      p50     ±      p90      p99     ±    p99.9      max  CPU/call  forks
                            420/s    420   251 us  6.8%   344 us   486 us  6.8%        -  2.04 ms    350 us      5
                        """)
                .contains("\n! 7,900/s  7,100  36.0 ms        75.3 ms ")
                .endsWith("; p99 113 us, p99.9 191 us at 7,900/s.\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 140})
    void aRowIsOneLine(int width) {
        List<String> rates = new ArrayList<>(MadeUpRates.sweep());
        rates.add("OtherRateBenchmark.call rate=100 server=OWN_JVM");
        String text = table(rates).addTo(Sections.text(width)).text();

        assertThat(text.lines()).allMatch(line -> line.length() <= width);
        assertThat(text).containsPattern("! 7,900/s +7,100 ").contains("p99 ").contains(" ± ");
        assertThat(text).contains("\nGrpcRateBenchmark.unary\n").contains("\nOtherRateBenchmark.call\n");
    }

    private final StringBuilder pages = new StringBuilder();

    private void add(String name, String... rates) {
        pages.append("== " + name + "\n" + text(rates) + "\n");
    }

    @Test
    void printsTheGoldenTables() throws IOException {
        add(
                "groups have the params that differ",
                GRPC + "1000 transport=EPOLL server=OWN_JVM request=",
                GRPC + "1000 transport=NIO server=OWN_JVM request=");
        add(
                "why a rate was not met, and calls that a rate lacks that was met",
                GRPC + "100 late=400 notMet=10",
                GRPC + "200 notMet=6 calls.failed.UNAVAILABLE=2",
                GRPC + "300 notMet=7 calls.unsent=300",
                GRPC + "400 notMet=1 calls.failed.DEADLINE_EXCEEDED=1",
                GRPC + "500 notMet=1");
        add(
                "what cannot be known is not printed",
                GRPC + "1 windows=3 seconds=10 forks=2 spread=0.5 cpu.client=0 cpu.server=0 cpu.pacer=0",
                GRPC + "5 forks=1");
        add(
                "the machine's slowest call of few",
                GRPC + "1 windows=3 seconds=10",
                MadeUpRates.FLOOR + "1 windows=3 seconds=10 spread=0");
        add("no floor is known", GRPC + "9000");
        add("a floor alone", MadeUpRates.FLOOR + "1000 late=110");
        Fixtures.assertText("report/rate-notes.txt", pages.toString());
    }

    @Test
    void otherRowsAreLeft() {
        Row other = Rows.row("GrpcBenchmark.unary").of(80, 81);
        ResultsFile rates = MadeUpRates.in(folder, MadeUpRates.sweep());
        ResultsFile both = new ResultsFile(
                folder, Stream.concat(rates.rows().stream(), Stream.of(other)).toList());

        assertThat(RateTable.rest(both).orElseThrow().rows()).containsExactly(other);
        assertThat(RateTable.rest(rates)).isEmpty();
        assertThat(RateTable.of(Rows.file("a.json", other))).isEmpty();
    }
}
