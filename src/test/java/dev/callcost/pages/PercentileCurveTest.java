package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.plot.Mark.Curve;
import dev.callcost.plot.Picture;
import dev.callcost.text.Html;
import dev.callcost.text.Sections;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PercentileCurveTest {
    /** A thousand samples, 1 to 1000 us. */
    private static final SortedMap<Double, Double> THOUSAND = new TreeMap<>();

    static {
        IntStream.rangeClosed(1, 1000).forEach(micros -> THOUSAND.put((double) micros, 1.0));
    }

    private static ResultsFile file(String unit, List<SortedMap<Double, Double>> samples) {
        return Rows.file(
                "made-up.json",
                IntStream.range(0, samples.size())
                        .mapToObj(n -> Rows.row("B.call" + n)
                                .mode("sample")
                                .of(1)
                                .with(new Metric(
                                        unit, List.of(List.of(1.0)), List.of(List.of(histogram(samples.get(n)))))))
                        .toArray(Row[]::new));
    }

    private static Histogram histogram(SortedMap<Double, Double> samples) {
        return Histogram.of(
                samples.keySet().stream().mapToDouble(it -> it).toArray(),
                samples.values().stream().mapToDouble(it -> it).toArray());
    }

    private static String table(ResultsFile file) {
        return PercentileCurve.figure(file)
                .orElseThrow()
                .tables()
                .apply(new Sections(false))
                .text();
    }

    @Test
    void aPercentileIsTheSmallestSampleThatSoManyDoNotExceed() {
        assertThat(table(file("us/op", List.of(THOUSAND))))
                .isEqualTo("""
                        Percentiles of the operations that JMH sampled, of all forks together:

                        row                   0%       50%     90%     99%     99.9%   longest
                        B.call0 mode=sample  1.00 us  500 us  900 us  990 us  999 us  1.00 ms
                        """.replace("row                  ", "row                 "));
    }

    @Test
    void eachNineTakesAsMuchRoomAndHasADot() {
        SortedMap<Double, Double> few = new TreeMap<>(THOUSAND.headMap(101.0));
        String svg = PercentileCurve.figure(file("us/op", List.of(THOUSAND, few)))
                .orElseThrow()
                .picture()
                .svg();
        assertThat(svg)
                .contains("<desc>"
                        + Html.words("Time per operation: B.call0 mode=sample by percentile: 0%: 1.00 us, 50%:"
                                + " 500 us, 90%: 900 us, 99%: 990 us, 99.9%: 999 us; B.call1 mode=sample by"
                                + " percentile: 0%: 1.00 us, 50%: 50.0 us, 90%: 90.0 us, 99%: 99.0 us.")
                        + "</desc>")
                .contains(">0\u00a0%<", ">50\u00a0%<", ">90\u00a0%<", ">99\u00a0%<", ">99.9\u00a0%<")
                .doesNotContain("99.99");
    }

    @Test
    void aTimeThatTheClockShowsAsZeroIsNotDrawn() {
        SortedMap<Double, Double> coarse = new TreeMap<>();
        coarse.put(0.0, 60.0);
        coarse.put(1.0, 40.0);
        assertThat(table(file("ms/op", List.of(coarse))))
                .contains("90%")
                .doesNotContain("0.00")
                .contains("1.00 ms");
        SortedMap<Double, Double> nothing = new TreeMap<>();
        nothing.put(0.0, 3.0);
        assertThat(PercentileCurve.figure(file("ms/op", List.of(nothing)))).isEmpty();
    }

    @Test
    void onlyHistogramsOfTimesHavePercentiles() {
        assertThat(PercentileCurve.figure(Fixtures.read(Fixtures.FIVE_FORKS))).isEmpty();
        assertThat(PercentileCurve.figure(file("things", List.of(THOUSAND)))).isEmpty();
        assertThat(PercentileCurve.figure(Fixtures.read("seeds/sample-time.json")))
                .hasValueSatisfying(figure -> assertThat(figure.picture().svg()).contains(Html.words("50%: 1.50 us")));
    }

    @Test
    void nineRowsHaveTwoPanels() {
        Picture picture = PercentileCurve.figure(file("us/op", Collections.nCopies(9, THOUSAND)))
                .orElseThrow()
                .picture();
        assertThat(picture.panels())
                .extracting(panel -> panel.lanes().get(0).marks().stream()
                        .filter(Curve.class::isInstance)
                        .count())
                .containsExactly(8L, 1L);
    }
}
