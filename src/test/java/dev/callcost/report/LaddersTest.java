package dev.callcost.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Picture;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaddersTest {
    private static Ladder ladder(Row... rows) {
        return Ladder.of(Rows.file("made-up.json", rows));
    }

    private static Row throughput(String method, double score) {
        return Rows.row("CBenchmark." + method).throughput("ops/s").of(score);
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
        assertThat(Ladders.headline(ladder(throughput("one", 9_020_000))))
                .isEqualTo("CBenchmark.one mode=thrpt: 9.02 M ops/s");
        assertThat(Ladders.headline(ladder(throughput("one", 9_020_000), throughput("two", 20))))
                .isEqualTo("CBenchmark.one mode=thrpt scores 450,000 times as high as CBenchmark.two mode=thrpt");
        Row fast = Rows.row("CBenchmark.fast").of(4, 4);
        Row slow = Rows.row("CBenchmark.slow").of(9, 9);
        assertThat(Ladders.headline(ladder(slow, fast, throughput("other", 1))))
                .isEqualTo("CBenchmark.slow takes 2.3 times as long as CBenchmark.fast");
        assertThat(Ladders.headline(ladder(fast))).startsWith("CBenchmark.fast takes 4.00 us");
        assertThat(Ladders.dek(ladder(fast)) + Ladders.order(ladder(fast))).isEmpty();
        assertThat(Ladders.waterfall(ladder(fast))).isEmpty();
    }

    @Test
    void scoresOfEachUnitHaveAPanelFromZero() {
        Ladder ladder = ladder(
                throughput("call", 9_020_000),
                Rows.row("CBenchmark.long").of(2500, 2600),
                Rows.row("CBenchmark.short").of(4, 4));
        Picture times = Ladders.times(List.of(ladder), List.of("made-up.json"));
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
        Ladder ladder = ladder(
                Rows.row("CBenchmark.call")
                        .param("size", "1")
                        .param("unit", "B")
                        .of(4, 4),
                Rows.row("CBenchmark.call")
                        .param("size", "2")
                        .param("unit", "B")
                        .of(8, 8));
        assertThat(Ladders.headline(ladder))
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
        List<Picture.Lane> lanes =
                Ladders.waterfall(ladder).orElseThrow().panels().get(0).lanes();
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
    }
}
