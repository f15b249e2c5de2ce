package dev.callcost.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.bill.BillReport;
import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Picture;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LaddersTest {
    private static Ladder ladder(Row... rows) {
        return Ladder.of(Rows.file("made-up.json", rows));
    }

    private static Row throughput(String method, double score) {
        return Rows.row("CBenchmark." + method).throughput("ops/s").of(score);
    }

    private static Picture times(Row... rows) {
        return Ladders.times(List.of(ladder(rows)), List.of("made-up.json"));
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
    void severalFilesHaveTheLanesOfARowBelowEachOther() {
        Ladder one = ladder(
                Rows.row("CBenchmark.call").of(4, 4),
                Rows.row("CBenchmark.other").of(5, 5));
        Ladder other = ladder(Rows.row("CBenchmark.call").of(6, 6));
        Picture times = Ladders.times(List.of(one, other), List.of("old", "new"));
        assertThat(times.keys()).extracting(Picture.Key::text).containsExactly("old", "new");
        assertThat(times.panels().get(0).lanes())
                .extracting(Picture.Lane::name)
                .containsExactly("CBenchmark.call", "", "CBenchmark.other");
        assertThat(times.panels().get(0).lanes().get(1).words()).startsWith("CBenchmark.call (new): 6.00 us");
    }

    @Test
    void longNamesLackWhatAllRowsShare() {
        Rows row = Rows.row("CBenchmark.call").param("unit", "B");
        assertThat(Ladders.headline(ladder(
                        row.param("size", "1").of(4, 4), row.param("size", "2").of(8, 8))))
                .isEqualTo("CBenchmark.call size=2 takes 2.0 times as long as CBenchmark.call size=1");
    }

    @Test
    void rungsOfOneTierStandTogetherThoughOnlyALaterFileHasThem() {
        Ladder old = Ladder.of(ResultsFile.read(Path.of("results/epyc-vm-jdk17-rungs")));
        Ladder later = Ladder.of(ResultsFile.read(Path.of("results/epyc-vm-jdk25-rungs")));
        List<Picture.Lane> lanes = Ladders.times(List.of(old, later), List.of("old", "new"))
                .panels()
                .get(1)
                .lanes();
        assertThat(lanes).extracting(Picture.Lane::name).contains("hand-off, virtual thread");
        List<String> groups = lanes.stream().map(Picture.Lane::group).toList();
        assertThat(groups.lastIndexOf("local")).isLessThan(groups.indexOf("loopback"));
    }

    @Test
    void theWaterfallEndsAtTheBaseCellAndItsStepsAddUp() {
        Ladder ladder = Ladder.of(ResultsFile.read(Path.of("results/epyc-vm-jdk17-rungs")));
        Picture plain = Ladders.waterfall(ladder, Optional.empty()).orElseThrow();
        List<Picture.Lane> lanes = plain.panels().get(0).lanes();
        assertThat(lanes)
                .extracting(Picture.Lane::name)
                .startsWith("hand-off, park", "TCP ping-pong")
                .endsWith("gRPC NIO, direct", "gRPC NIO (base cell)");
        assertThat(lanes.get(0).value()).startsWith("4.4").doesNotStartWith("+");
        assertThat(lanes.subList(1, lanes.size()))
                .allSatisfy(lane -> assertThat(lane.value()).startsWith("+"));
        double micros = lanes.stream()
                .mapToDouble(lane -> Double.parseDouble(lane.value().split(" ")[0]))
                .sum();
        assertThat(lanes.get(lanes.size() - 1).end()).isEqualTo("%.1f us", micros);
        assertThat(plain.keys()).isEmpty();

        Bills steps =
                new Bills(BillReport.read(Path.of("results/epyc-vm-jdk17-bill/steps"), Optional.empty(), List.of())
                        .spent());
        Picture billed = Ladders.waterfall(ladder, Optional.of(steps)).orElseThrow();
        assertThat(billed.title()).endsWith(": 73% is threads and system calls");
        assertThat(billed.keys()).extracting(Picture.Key::kind).containsExactly("part threads", "part netty");
        assertThat(billed.panels().get(0).lanes())
                .allSatisfy(lane -> assertThat(lane.marks().stream()
                                .filter(Mark.Area.class::isInstance)
                                .map(Mark.Area.class::cast)
                                .map(Mark.Area::kind))
                        .containsExactly("threads", "netty"));
    }

    @Test
    void anIntervalThatIsTooWideForAMarkIsTheLowestAndTheHighestFork() {
        Picture times = times(Rows.row("CBenchmark.call").of(4, 9));
        assertThat(times.svg()).doesNotContain("class=\"range");
        Picture rate = times(Rows.row("CBenchmark.rate").throughput("ops/s").of(4000, 9000));
        assertThat(Stream.of(times, rate)
                        .map(it -> it.panels().get(0).lanes().get(0).value()))
                .containsExactly("4.00-9.00 us", "4000-9000 ops/s");
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
