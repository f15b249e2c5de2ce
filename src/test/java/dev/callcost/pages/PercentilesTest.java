package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {
    private static ResultsFile file(String unit, Histogram samples) {
        Metric metric = new Metric(unit, List.of(List.of(1.0)), List.of(List.of(samples)));
        return Rows.file("made-up.json", Rows.row("B.call").mode("sample").of(1).with(metric));
    }

    /** As often as it is long: so many of each value. */
    private static Histogram samples(int most, double each) {
        return Histogram.of(
                IntStream.rangeClosed(1, most).asDoubleStream().toArray(),
                DoubleStream.generate(() -> each).limit(most).toArray());
    }

    private static String table(ResultsFile file) {
        return RunFigures.addPercentiles(new Sections(false), file).text();
    }

    @Test
    void aPercentileHasASlowerSample() {
        assertThat(table(file("us/op", samples(1000, 1)))).isEqualTo("""
                        Percentiles of the operations that JMH sampled, of all forks together:

                        row        p50     p90     p99    p99.9      max
                        B.call  501 us  901 us  991 us  1.00 ms  1.00 ms
                        """);
    }

    @Test
    void aTimeThatTheClockShowsAsZeroIsLeftOut() {
        Histogram coarse = Histogram.of(new double[] {0, 1}, new double[] {60, 40});
        assertThat(table(file("ms/op", coarse))).contains("p90", "1.00 ms").doesNotContain("p50", "0.00");
    }

    @Test
    void onlyHistogramsOfTimesHavePercentiles() {
        assertThat(table(Fixtures.read(Fixtures.FIVE_FORKS))).isEmpty();
        assertThat(table(file("things", samples(10, 1)))).isEmpty();
        assertThat(table(Fixtures.read("seeds/sample-time.json"))).contains("1.50 us");
    }
}
