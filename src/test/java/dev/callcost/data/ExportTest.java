package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExportTest {
    private static final ResultsFile FILE = Rows.file(
            "results.json",
            Rows.row("RmiBenchmark.call")
                    .params(Map.of("path", "a b/c", "says", "\"hi\", twice"))
                    .metric("gc.alloc.rate.norm", List.of(List.of(96.0, 97.0, 96.0), List.of(98.0, 98.0)))
                    .of(List.of(List.of(10.0, 30.0, 11.0), List.of(12.0, 14.0))),
            Rows.row("Some.other").throughput("ops/us").threads(4).of(0.5));

    @Test
    void benchstatGetsOneLineAFork() {
        assertThat(Export.benchstat(FILE)).isEqualTo("""
                Unit ops/us better=higher
                Benchmarka.RmiBenchmark.call/path=a%20b%2Fc/says="hi",%20twice 3 11000.0 ns/op 96.0 B/op
                Benchmarka.RmiBenchmark.call/path=a%20b%2Fc/says="hi",%20twice 2 13000.0 ns/op 98.0 B/op
                Benchmarka.Some.other/threads=4/mode=thrpt 1 0.5 ops/us
                """);
    }

    @Test
    void namesOfRowsThatDifferInSpecialCharactersDiffer() {
        assertThat(Export.benchstat(Fixtures.read("hunt/12.json"))
                        .lines()
                        .map(line -> line.split(" ")[0])
                        .distinct())
                .containsExactly(
                        "Benchmarkio.Path.read/p=a%2Fb",
                        "Benchmarkio.Path.read/p=a:b", "Benchmarkio.Path.read/p=1%C2%A0000");
        assertThat(Export.benchstat(Fixtures.read("hunt/1-base.json")))
                .contains("Benchmarkshop.v1.CartBench.add ", "Benchmarkshop.v2.CartBench.add ");
    }

    /** HdrHistogram 2.2.2 printed the expected text of the same samples, in ns. The line of its buckets is left out. */
    @Test
    void hgrmIsWhatHdrHistogramPrints() throws IOException {
        double[] micros = IntStream.range(0, 1000)
                .mapToDouble(i -> 0.001 * (1 + i * 7919L % 997 + (i % 50 == 0 ? 900 : 0)))
                .toArray();
        double[] once = new double[micros.length];
        Arrays.fill(once, 1);
        Histogram samples = Histogram.of(micros, once);
        Row row = Rows.row("Some.sampled").sampled(List.of(List.of(samples)));
        assertThat(Export.isSampled(row)).isTrue();
        assertThat(Export.hgrm(row)).isEqualTo(Fixtures.text("hdrhistogram.txt"));
        assertThat(FILE.rows()).noneMatch(Export::isSampled);
    }

    @Test
    void aSingleSampleHasTwoLines() {
        Row row =
                Rows.row("Some.sampled").sampled(List.of(List.of(Histogram.of(new double[] {2.5}, new double[] {1}))));
        assertThat(Export.hgrm(row).lines().skip(2)).containsExactly("""
                       2.500 0.000000000000          1           1.00
                       2.500 1.000000000000          1
                #[Mean    =        2.500, StdDeviation   =        0.000]
                #[Max     =        2.500, Total count    =            1]""".split("\n"));
    }

    @Test
    void csvQuotesSpecialCharacters() {
        assertThat(Export.csv(FILE)).isEqualTo("""
                benchmark,mode,threads,params,fork,iterations,median,mean,unit,B/op
                a.RmiBenchmark.call,avgt,1,"path=a b/c says=""hi"", twice",1,3,11.0,17.0,us/op,96.0
                a.RmiBenchmark.call,avgt,1,"path=a b/c says=""hi"", twice",2,2,13.0,13.0,us/op,98.0
                a.Some.other,thrpt,4,,1,1,0.5,0.5,ops/us,
                """);
    }
}
