package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RateScheduleTest {
    private static final List<String> RATES = List.of("max", "1000", "200", "5000");

    private final List<PlannedRow> nio = rows("a.GrpcRateBenchmark", "NIO");
    private final List<PlannedRow> epoll = rows("a.GrpcRateBenchmark", "EPOLL");
    private final List<PlannedRow> floor = rows("a.LocalRateBenchmark", "");
    private final RateSchedule ascent =
            new RateSchedule(Stream.of(nio, epoll, floor).flatMap(List::stream).toList());

    private static List<PlannedRow> rows(String benchmark, String transport) {
        return RATES.stream()
                .map(rate -> Entries.row(
                        Entries.ofClass(benchmark), new TreeMap<>(Map.of("rate", rate, "transport", transport)), 1))
                .toList();
    }

    private List<String> beyond(List<PlannedRow> rows) {
        return rates(rows.stream().filter(ascent::isBeyond).toList());
    }

    private static List<String> rates(List<PlannedRow> rows) {
        return rows.stream().map(row -> row.params().get("rate")).toList();
    }

    @Test
    void theRateMaxComesFirstAndThenTheLowestRateWithoutAFork() {
        List<PlannedRow> inOrder = new ArrayList<>(nio);
        inOrder.sort(ascent.order());
        assertThat(rates(inOrder)).containsExactly("max", "200", "1000", "5000");
        ascent.note(nio.get(1), true);
        inOrder.sort(ascent.order());
        assertThat(rates(inOrder)).containsExactly("max", "1000", "200", "5000");
    }

    @Test
    void rowsThatDifferInTheRateAloneEndTogetherWhenMoreForksMissedTheRateThanMetIt() {
        ascent.note(nio.get(0), false);
        assertThat(beyond(nio)).as("max is no rate to meet").isEmpty();
        ascent.note(nio.get(2), true);
        assertThat(beyond(nio)).isEmpty();
        ascent.note(nio.get(1), false);
        assertThat(beyond(nio)).containsExactly("5000");
        assertThat(beyond(epoll)).isEmpty();
        ascent.note(nio.get(2), false);
        assertThat(beyond(nio)).as("as many forks met 200 as did not").containsExactly("5000");
        ascent.note(nio.get(2), false);
        assertThat(beyond(nio)).containsExactly("1000", "5000");
    }

    @Test
    void theFloorEndsAfterAllOthersAndAloneIsMeasured() {
        assertThat(beyond(floor)).containsExactly("max");
        ascent.note(nio.get(2), false);
        assertThat(beyond(floor)).containsExactly("max");
        ascent.note(epoll.get(1), false);
        assertThat(beyond(floor)).containsExactly("max", "5000");
        assertThat(floor).noneMatch(new RateSchedule(floor)::isBeyond);
    }
}
