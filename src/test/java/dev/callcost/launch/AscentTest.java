package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AscentTest {
    private static final List<String> RATES = List.of("max", "1000", "200", "5000");

    private final List<PlannedRow> nio = rows("a.GrpcRateBenchmark", "NIO");
    private final List<PlannedRow> epoll = rows("a.GrpcRateBenchmark", "EPOLL");
    private final List<PlannedRow> floor = rows("a.LocalRateBenchmark", "");
    private final Ascent ascent =
            new Ascent(Stream.of(nio, epoll, floor).flatMap(List::stream).toList());

    private static List<PlannedRow> rows(String benchmark, String transport) {
        return RATES.stream()
                .map(rate -> Entries.row(
                        Entries.ofClass(benchmark), new TreeMap<>(Map.of("rate", rate, "transport", transport)), 1))
                .toList();
    }

    private void measured(PlannedRow row, double... met) {
        ascent.note(row, Rows.row("B.c").metric("rate.met", met).of(1));
    }

    private Stream<String> beyond(List<PlannedRow> rows) {
        return rows.stream().filter(ascent::isBeyond).map(row -> row.params().get("rate"));
    }

    @Test
    void theRateMaxComesFirstAndThenTheLowestRate() {
        assertThat(nio.stream().sorted(Ascent.order()).map(row -> row.params().get("rate")))
                .containsExactly("max", "200", "1000", "5000");
    }

    @Test
    void aRateThatIsNoNumberIsMeasuredSoThatItsForkFails() {
        PlannedRow wrong = Entries.row(Entries.ofClass("a.GrpcRateBenchmark"), new TreeMap<>(Map.of("rate", "1k")), 1);
        assertThat(Stream.of(nio.get(2), wrong).sorted(Ascent.order())).containsExactly(wrong, nio.get(2));
    }

    @Test
    void rowsThatDifferInTheRateAloneEndTogether() {
        measured(nio.get(2), 1, 1, 0);
        assertThat(beyond(nio)).isEmpty();

        measured(nio.get(1), 1, 0, 0);
        assertThat(beyond(nio)).containsExactly("5000");
        assertThat(beyond(epoll)).isEmpty();

        measured(nio.get(2), 0, 0, 0);
        assertThat(beyond(nio)).containsExactly("1000", "5000");
    }

    @Test
    void theFloorEndsAfterAllOthers() {
        assertThat(beyond(floor)).containsExactly("max");

        measured(nio.get(2), 0);
        assertThat(beyond(floor)).containsExactly("max");

        measured(epoll.get(1), 0);
        assertThat(beyond(floor)).containsExactly("max", "5000");
    }

    @Test
    void aRateAtWhichAForkFailsIsTheLast() {
        ascent.end(nio.get(1));
        assertThat(beyond(nio)).containsExactly("5000");
        assertThat(beyond(epoll)).isEmpty();
    }

    @Test
    void theRateMaxIsNoRateToMeet() {
        measured(nio.get(0), 0, 0);
        ascent.end(nio.get(0));
        assertThat(beyond(nio)).isEmpty();
    }

    @Test
    void theFloorOfNothingIsMeasured() {
        Ascent alone = new Ascent(floor);
        assertThat(floor).noneMatch(alone::isBeyond);
    }
}
