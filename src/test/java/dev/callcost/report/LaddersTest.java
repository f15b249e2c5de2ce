package dev.callcost.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Picture;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pictures of several files, and the waterfall with and without bills, are those of {@code PicturesDriftIT}. */
class LaddersTest {
    private static Ladder ladder(Row... rows) {
        return Ladder.of(Rows.file("made-up.json", rows));
    }

    private static Row throughput(String method, double score) {
        return Rows.row("CBenchmark." + method).throughput("ops/s").of(score);
    }

    private static Picture times(Row... rows) {
        return Ladders.times(List.of(ladder(rows)), List.of("made-up.json")).picture();
    }

    @Test
    void theHeadlineOfALadderIsTheBaseCellOverInline() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.FIVE_FORKS));
        assertThat(Ladders.headline(ladder))
                .isEqualTo("A gRPC call over NIO takes 60.8 us, 26,000 times as long as the same function inline");
        assertThat(Ladders.dek(ladder)).isEqualTo("RMI takes 9.99 us.");
        assertThat(Ladders.order(ladder)).isEqualTo("6 of 7 rungs in the expected order, none against it");
    }

    @Test
    void theHeadlineOfOtherRowsIsTheRowOrTheFarthestTwo() {
        assertThat(Ladders.headline(ladder(throughput("one", 9_020_000)))).isEqualTo("CBenchmark.one: 9.02 M ops/s");
        assertThat(Ladders.headline(ladder(throughput("one", 9_020_000), throughput("two", 20))))
                .isEqualTo("CBenchmark.one scores 450,000 times as high as CBenchmark.two");
        Row fast = Rows.row("CBenchmark.fast").of(4, 4);
        Row slow = Rows.row("CBenchmark.slow").of(9, 9);
        assertThat(Ladders.headline(ladder(slow, fast, throughput("other", 1))))
                .isEqualTo("CBenchmark.slow takes 2.3 times as long as CBenchmark.fast");
        assertThat(Ladders.headline(ladder(fast))).startsWith("CBenchmark.fast takes 4.00 us");
        assertThat(Ladders.dek(ladder(fast)) + Ladders.order(ladder(fast))).isEmpty();
        assertThat(Ladders.waterfall(ladder(fast), Optional.empty())).isEmpty();
    }

    @Test
    void scoresOfEachUnitHaveAPanelFromZero() {
        Picture times = times(
                throughput("call", 9_020_000),
                Rows.row("CBenchmark.long").of(2500, 2600),
                Rows.row("CBenchmark.short").of(4, 4));
        assertThat(times.panels())
                .extracting(Picture.Panel::title)
                .containsExactly("Microseconds per operation", "Milliseconds per operation", "M ops/s: more is faster");
        assertThat(times.panels())
                .allSatisfy(panel -> assertThat(panel.across().low()).isZero());
        assertThat(times.keys()).as("of a single file").isEmpty();
    }

    @Test
    void longNamesLackWhatAllRowsShare() {
        Rows row = Rows.row("CBenchmark.call").param("unit", "B");
        assertThat(Ladders.headline(ladder(
                        row.param("size", "1").of(4, 4), row.param("size", "2").of(8, 8))))
                .isEqualTo("CBenchmark.call size=2 takes 2.0 times as long as CBenchmark.call size=1");
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
}
