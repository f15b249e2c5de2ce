package dev.callcost.pages;

import static dev.callcost.compare.Rows.around;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Rung;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Picture;
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
        assertThat(LadderFigures.order(ladder)).isEqualTo("6 of 7 rungs in the expected order, none against it");
    }

    private static Row shop(String store, String client, double... forks) {
        return Rows.row("ShopBenchmark.order")
                .param("store", store)
                .param("client", client)
                .of(forks);
    }

    @Test
    void theHeadlineOfOtherRowsIsTheLargestRatioByOneParam() {
        Row concurrent = shop("CONCURRENT", "FUTURE", around(1));
        Row synchronizedStore = shop("SYNCHRONIZED", "FUTURE", around(78));
        Row blocking = shop("SYNCHRONIZED", "BLOCKING", around(790));
        assertThat(LadderFigures.headline(
                        ladder(concurrent, synchronizedStore, shop("CONCURRENT", "BLOCKING", around(7)))))
                .isEqualTo("store=CONCURRENT is 78 times as fast as SYNCHRONIZED with client=FUTURE");
        assertThat(LadderFigures.headline(ladder(concurrent, blocking)))
                .as("they differ in two params")
                .isEqualTo("1 benchmark in 2 rows, five forks each");
        assertThat(LadderFigures.headline(ladder(concurrent, synchronizedStore, throughput("other", 1))))
                .isEqualTo("ShopBenchmark.order: store=CONCURRENT is 78 times as fast as SYNCHRONIZED");
    }

    @Test
    void moreOperationsASecondAreFaster() {
        Rows row = Rows.row("CBenchmark.call").throughput("ops/s");
        assertThat(LadderFigures.headline(ladder(
                        row.param("size", "1").of(around(900)),
                        row.param("size", "2").of(around(600)))))
                .isEqualTo("size=1 is 1.50 times as fast as 2");
    }

    /** Intervals that overlap, one fork, an interval that is too wide, a difference within the margin, a unit that is neither, another JDK. */
    @Test
    void aRatioThatIsNotKnownIsNoHeadline() {
        Row one = shop("A", "x", around(1));
        String measured = "1 benchmark in 2 rows, ";
        assertThat(LadderFigures.headline(
                        ladder(shop("A", "x", 1, 1.1, 0.9, 1.05, 0.95), shop("B", "x", around(1.05)))))
                .isEqualTo(measured + "five forks each");
        assertThat(LadderFigures.headline(ladder(shop("A", "x", 1), shop("B", "x", 50))))
                .isEqualTo(measured + "one fork each");
        assertThat(LadderFigures.headline(ladder(one, shop("B", "x", 50, 200))))
                .isEqualTo(measured + "two to five forks each");
        assertThat(LadderFigures.headline(ladder(one, shop("B", "x", around(1.02)))))
                .startsWith(measured);
        Rows odd = Rows.row("CBenchmark.call").unit("widgets");
        assertThat(LadderFigures.headline(ladder(
                        odd.param("n", "1").of(around(1)), odd.param("n", "2").of(around(9)))))
                .startsWith(measured);
        Rows jdk = Rows.row("CBenchmark.call");
        assertThat(LadderFigures.headline(ladder(
                        jdk.param("n", "1").setting("jdkVersion", "17.0.1").of(around(1)),
                        jdk.param("n", "2").setting("jdkVersion", "21.0.1").of(around(9)))))
                .isEqualTo("1 benchmark in 2 rows on JDK 17 and 21, five forks each");
    }

    @Test
    void aRowAloneSaysWhatItsForksShow() {
        Row fast = Rows.row("CBenchmark.fast").of(4, 4);
        assertThat(LadderFigures.headline(ladder(throughput("one", 9_020_000))))
                .isEqualTo("CBenchmark.one: 9.02 M ops/s in one fork");
        assertThat(LadderFigures.headline(ladder(fast))).startsWith("CBenchmark.fast takes 4.00 us");
        assertThat(LadderFigures.dek(ladder(fast)) + LadderFigures.order(ladder(fast)))
                .isEmpty();
        assertThat(LadderFigures.waterfall(ladder(fast), Optional.empty())).isEmpty();
    }

    @Test
    void rowsOfSeveralBenchmarksAreCounted() {
        Row[] rows = IntStream.range(0, 12)
                .mapToObj(n -> Rows.row("CBenchmark.call" + n)
                        .setting("jdkVersion", "21.0.2")
                        .of(around(n + 1)))
                .toArray(Row[]::new);
        assertThat(LadderFigures.headline(ladder(rows))).isEqualTo("12 benchmarks on JDK 21, five forks each");
    }

    /** Many values of a param take no longer than their number. */
    @Test
    void aParamOfTenThousandValuesHasAHeadline() {
        Row[] rows = IntStream.range(0, 10_000)
                .mapToObj(n -> Rows.row("CBenchmark.call").param("n", "" + n).of(around(100 + n)))
                .toArray(Row[]::new);
        assertThat(LadderFigures.headline(ladder(rows))).isEqualTo("n=0 is 100 times as fast as 9999");
    }

    /** A rung among rows that are none has no headline of its own; neither has a ladder of single forks a ratio. */
    @Test
    void aLadderClaimsNoMoreThanItsForksShow() {
        assertThat(LadderFigures.headline(Ladder.of(Fixtures.read(Fixtures.ONE_FORK))))
                .isEqualTo("A gRPC call over NIO takes 61.4 us in one fork");
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.FIVE_FORKS));
        Row inline = ladder.step(Rung.INLINE).orElseThrow().row();
        assertThat(LadderFigures.headline(ladder(inline, throughput("a", 1), throughput("b", 2))))
                .startsWith("3 benchmarks on JDK 17, one to five forks each");
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
}
