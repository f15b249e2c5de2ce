package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTableTest {
    private static final String GRPC = "GrpcRateBenchmark.unary";

    @TempDir
    private Path folder;

    private RateTable table(MadeUpRates rates) {
        return RateTable.of(rates.in(folder)).orElseThrow();
    }

    private String text(MadeUpRates rates) {
        return table(rates).addTo(Sections.text(140)).text();
    }

    @Test
    void theAnswerFirstThenTheTableThenHowToReadIt() {
        assertThat(text(MadeUpRates.sweep())).isEqualTo("""
                What a caller waits at a rate, from when the call is due (JDK 17.0.15; ± is the 99 % interval over 5 forks)

                Up to 5,800 calls a second p99 stays within 1.3 ms; at 7,100 the server is full.

                Same in all rows of a benchmark:
                  GrpcRateBenchmark.unary: arrivals=POISSON transport=NIO

                     rate   made      p50     ±      p90      p99     ±    p99.9      max  CPU/call  late p99    calls  forks
                    420/s    420   251 us  6.8%   344 us   486 us  6.8%        -  2.04 ms    350 us   40.9 us   42,000      5
                    830/s    830   215 us  4.0%   294 us   418 us  4.0%   604 us  1.70 ms    350 us   40.0 us   83,000      5
                  1,700/s  1,700   223 us  1.1%   305 us   431 us  1.1%   614 us  1.75 ms    350 us   40.5 us  170,000      5
                  4,200/s  4,200   288 us  6.6%   394 us   559 us  6.6%   804 us  2.35 ms    350 us   40.2 us  420,000      5
                  5,800/s  5,800   624 us  4.7%   854 us  1.21 ms  4.7%  1.73 ms  5.03 ms    350 us   40.6 us  580,000      5
                  6,600/s  6,600  1.34 ms  5.7%  1.84 ms  2.61 ms  5.7%  3.75 ms  10.8 ms    350 us   40.3 us  660,000      5
                ! 7,900/s  7,100  36.0 ms        75.3 ms   172 ms         190 ms   195 ms    350 us   40.1 us  710,000      5
                      max  8,300  11.0 ms  4.9%  14.1 ms  18.6 ms  4.9%  24.8 ms  40.3 ms    350 us   39.4 us  830,000      5

                  ! 7,900/s: not met in 45 of 50 windows: calls came faster than answers, and the queue grew.
                  !: the rate was not met, so the row's times are not those of calls at this rate.
                  max: 100 calls are in flight, and the next is sent when one comes back; its latencies count from the send.
                  The machine alone (same schedule, empty call): p99 110 us at 420/s; p99 113 us, p99.9 191 us at 7,900/s.
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 140})
    void aRowIsOneLine(int width) {
        MadeUpRates rates = MadeUpRates.sweep();
        rates.row("RmiRateBenchmark.call", "100").param("server", "OWN_JVM");
        String text = table(rates).addTo(Sections.text(width)).text();

        assertThat(text.lines()).allMatch(line -> line.length() <= width);
        assertThat(text).containsPattern("! 7,900/s +7,100 ").contains("p99 ").contains(" ± ");
        assertThat(text).contains("\nGrpcRateBenchmark.unary\n").contains("\nRmiRateBenchmark.call\n");
    }

    @Test
    void groupsHaveTheParamsThatDiffer() {
        MadeUpRates rates = new MadeUpRates();
        Stream.of("EPOLL", "NIO")
                .forEach(transport -> rates.row(GRPC, "1000")
                        .param("transport", transport)
                        .param("server", "OWN_JVM")
                        .param("request", ""));

        assertThat(text(rates))
                .contains(
                        "\nGrpcRateBenchmark.unary transport=EPOLL\n",
                        "\nGrpcRateBenchmark.unary transport=NIO\n",
                        "  GrpcRateBenchmark.unary: arrivals=POISSON server=OWN_JVM\n",
                        "  GrpcRateBenchmark.unary transport=NIO: at 1,000 calls a second p99 stays within ",
                        "  The machine's own part is not known: measure LocalRate at the same rates.\n");
    }

    @Test
    void whyARateWasNotMet() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "100").late(400).notMet(10);
        rates.row(GRPC, "200").notMet(6).value("calls.failed.UNAVAILABLE", window -> window == 0 ? 2 : 0);
        rates.row(GRPC, "300").notMet(7).value("calls.unsent", window -> 300);
        rates.row(GRPC, "400").notMet(1).value("calls.failed.DEADLINE_EXCEEDED", window -> window == 0 ? 1 : 0);
        rates.row(GRPC, "500").notMet(1);

        assertThat(text(rates))
                .contains(
                        "  ! 100/s: not met in 50 of 50 windows: the pacer was late, p99 409 us.\n",
                        "  ! 200/s: not met in 30 of 50 windows: 10 calls failed with UNAVAILABLE.\n",
                        "  ! 300/s: not met in 35 of 50 windows: 15,000 calls not sent, too many in flight.\n",
                        "  400/s: met, but not in 5 of 50 windows: 5 calls failed with DEADLINE_EXCEEDED.\n")
                .doesNotContain(" 500/s: ");
    }

    @Test
    void whatCannotBeKnownIsNotPrinted() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1").windows(3, 10).forks(2).spread(0.5).without("cpu");
        rates.row(GRPC, "5").forks(1);

        String text = text(rates);
        assertThat(text).containsPattern("\n 1/s +1 +\\d+ us +- +- +- +\\S+ ms +- +- +60 +2\n");
        assertThat(text).containsPattern("\n 5/s +5 +\\d+ us +\\d+ us +- +- +\\S+ us +- +- +100 +1\n");
        assertThat(text).doesNotContain("350 us");
    }

    @Test
    void theMachinesTail() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").latency(300, 500, 900);
        rates.floor("1000").latency(40, 300, 4000).spread(0);
        rates.row(GRPC, "2000").latency(300, 500, 900);
        rates.floor("2000").spread(0);

        assertThat(text(rates))
                .contains("  The machine alone (same schedule, empty call): p99 297 us, p99.9 938 us at 1,000/s;"
                        + " p99 112 us, p99.9 196 us at 2,000/s. At 1,000/s the\n    machine makes most of p99.9.\n");
    }

    @Test
    void aFloorOfFewCallsHasItsSlowest() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1").windows(3, 10);
        rates.floor("1").windows(3, 10).spread(0);

        assertThat(text(rates)).contains("(same schedule, empty call): slowest call 1.50 ms at 1/s.");
    }

    @Test
    void theFloorAloneIsATable() {
        MadeUpRates rates = new MadeUpRates();
        rates.floor("1000").late(110);

        assertThat(text(rates))
                .contains("LocalRateBenchmark.call")
                .doesNotContain("The machine alone", "the pacer was late");
    }

    @Test
    void otherRowsAreLeft() {
        Row other = Rows.row("GrpcBenchmark.unary").of(80, 81);
        ResultsFile rates = MadeUpRates.sweep().in(folder);
        ResultsFile both = new ResultsFile(
                folder, Stream.concat(rates.rows().stream(), Stream.of(other)).toList(), List.of());

        assertThat(RateTable.rest(both).orElseThrow().rows()).containsExactly(other);
        assertThat(RateTable.rest(rates)).isEmpty();
        assertThat(RateTable.of(Rows.file("a.json", other))).isEmpty();
    }

    @Test
    void anInterimTableTellsMore() {
        MadeUpRates few = new MadeUpRates();
        few.row(GRPC, "1000").forks(2);
        MadeUpRates more = new MadeUpRates();
        more.row(GRPC, "1000").forks(3);
        MadeUpRates twice = new MadeUpRates();
        twice.row(GRPC, "1000").forks(4);
        MadeUpRates another = new MadeUpRates();
        another.row(GRPC, "1000").forks(2);
        another.row(GRPC, "2000").forks(1);

        RateTable first = table(few);
        assertThat(table(more).tellsMoreThan(first)).isFalse();
        assertThat(table(twice).tellsMoreThan(first)).isTrue();
        assertThat(table(another).tellsMoreThan(first)).isTrue();
    }
}
