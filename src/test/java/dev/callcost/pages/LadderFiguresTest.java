package dev.callcost.pages;

import static dev.callcost.compare.Rows.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Rung;
import dev.callcost.pages.LadderFigures.Difference;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Picture;
import dev.callcost.stats.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pictures of several files, and the waterfall with and without bills, are those of {@code PicturesDriftIT}. */
class LadderFiguresTest {
    private static Ladder ladder(Row... rows) {
        return Ladder.of(Rows.file("made-up.json", rows));
    }

    private static Row throughput(String method, double score) {
        return Rows.row("CBenchmark." + method).throughput("ops/s").of(score);
    }

    private static Picture times(Row... rows) {
        return LadderFigures.times(List.of(ladder(rows)), List.of("made-up.json"))
                .picture();
    }

    @Test
    void theHeadlineOfALadderIsTheBaseCellOverInline() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.FIVE_FORKS));
        assertThat(LadderFigures.headline(ladder))
                .isEqualTo("A gRPC call over NIO takes 60.7 us, 26,000 times as long as the same function inline");
        assertThat(LadderFigures.dek(ladder)).isEqualTo("RMI takes 9.95 us.");
    }

    @Test
    void theHeadlineOfOtherRowsIsWhatTheirForksShow() {
        Row fast = Rows.row("CBenchmark.fast").of(4, 4);
        assertThat(LadderFigures.headline(ladder(throughput("one", 9_020_000))))
                .isEqualTo("CBenchmark.one: 9.02 M ops/s in one fork");
        assertThat(LadderFigures.headline(ladder(fast))).startsWith("CBenchmark.fast takes 4.00 us");
        assertThat(LadderFigures.headline(ladder(Rows.row("CBenchmark.slow").of(around(2500)), fast)))
                .isEqualTo("2 rows, from 4.00 us to 2.50 ms");
        assertThat(LadderFigures.headline(ladder(throughput("one", 9_020_000), throughput("two", 5))))
                .isEqualTo("2 rows, from 5.00 ops/s to 9.02 M ops/s");
        assertThat(LadderFigures.headline(ladder(throughput("one", 5), fast))).isEqualTo("2 rows");
        assertThat(LadderFigures.dek(ladder(fast))).isEmpty();
        assertThat(LadderFigures.waterfall(ladder(fast), Optional.empty())).isEmpty();
    }

    /** A rung among rows that are none has no headline of its own; neither has a ladder of single forks a ratio. */
    @Test
    void aLadderClaimsNoMoreThanItsForksShow() {
        assertThat(LadderFigures.headline(Ladder.of(Fixtures.read(Fixtures.ONE_FORK))))
                .isEqualTo("A gRPC call over NIO takes 61.4 us in one fork");
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.FIVE_FORKS));
        Row inline = ladder.step(Rung.INLINE).orElseThrow().row();
        assertThat(LadderFigures.headline(ladder(inline, throughput("a", 1), throughput("b", 2))))
                .isEqualTo("3 rows");
    }

    @Test
    void scoresOfEachUnitHaveAPanelFromZero() {
        Picture times = times(
                throughput("call", 9_020_000),
                Rows.row("CBenchmark.long").of(2500, 2600),
                Rows.row("CBenchmark.short").of(4, 4));
        assertThat(times.panels())
                .extracting(Panel::title)
                .containsExactly("Microseconds per operation", "Milliseconds per operation", "M ops/s: more is faster");
        assertThat(times.panels())
                .allSatisfy(panel -> assertThat(panel.across().low()).isZero());
        assertThat(times.keys()).as("of a single file").isEmpty();
    }

    @Test
    void anIntervalThatIsTooWideForAMarkIsTheLowestAndTheHighestFork() {
        Picture times = times(Rows.row("CBenchmark.call").of(4, 9));
        assertThat(times.svg()).doesNotContain("class=\"range");
        Picture rate = times(Rows.row("CBenchmark.rate").throughput("ops/s").of(4000, 9000));
        assertThat(Stream.of(times, rate)
                        .map(it -> it.panels().get(0).lanes().get(0).value()))
                .containsExactly("4.00-9.00 us", "4,000-9,000 ops/s");
    }

    @Test
    void ofHundredsOfRowsSomeAreDrawn() {
        Row[] rows = IntStream.range(0, 300)
                .mapToObj(n -> Rows.row("CBenchmark.call").param("n", "" + n).of(4, 4))
                .toArray(Row[]::new);
        assertThat(times(rows).panels().get(0).lanes()).hasSize(Figure.MOST_ROWS);
        assertThat(Figure.limit(300)).isEqualTo(" The first 60 of 300 rows are drawn. The table has all.");
        assertThat(Figure.limit(Figure.MOST_ROWS)).isEmpty();
    }

    private static Estimate estimate(double... values) {
        return Estimate.ofLogs(Arrays.stream(values).map(Math::log).boxed().toList());
    }

    /**
     * Independently: values 100, 102, 98 and 60, 61, 59 have standard deviations of 2 and 1, so that Welch's t of the
     * difference of their means has a standard error of sqrt(4/3 + 1/3) = 1.291, 2 (5/3)^2 / ((4/3)^2 + (1/3)^2) =
     * 2.941 degrees and the quantile 5.934 at 99 % (scipy.stats.t.ppf): 7.66.
     */
    @Test
    void aDifferenceIsWelchsOfTheValuesWhereTheyScatterLittle() {
        Difference difference = Difference.of(estimate(100, 102, 98), estimate(60, 61, 59));
        assertThat(difference.value()).isCloseTo(40, within(0.02));
        assertThat(difference.halfWidth()).isCloseTo(7.66, within(0.05));
    }

    @Test
    void aDifferenceWithoutIntervalsIsATimeAlone() {
        Difference difference = Difference.of(estimate(100), estimate(60, 61));
        assertThat(difference.value()).isCloseTo(39.5, within(0.01));
        assertThat(difference.halfWidth()).isNaN();
        assertThat(difference.time()).isEqualTo("39.5 ns");
    }

    @Test
    void aDifferenceAndItsIntervalHaveOneUnit() {
        assertThat(new Difference(-27_700, 2_100).time()).isEqualTo("-27.7 us ±2.1 us");
    }
}
