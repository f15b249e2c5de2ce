package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    private static final List<String> ROWS = List.of("a", "b", "c", "d");

    private static List<Boolean> orders(Schedule<String> schedule, String row, int pairs) {
        List<Boolean> orders = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            orders.add(schedule.headFirst(row));
            schedule.counted(row);
        }
        return orders;
    }

    @Test
    void headGoesFirstOnceInEveryBlockOfTwo() {
        List<Boolean> orders = orders(new Schedule<>(1), "a", 200);
        Set<List<Boolean>> blocks = new HashSet<>();
        for (int pair = 0; pair < orders.size(); pair += 2) {
            assertThat(orders.get(pair)).isNotEqualTo(orders.get(pair + 1));
            blocks.add(orders.subList(pair, pair + 2));
        }
        assertThat(blocks).as("both kinds of blocks").hasSize(2);
    }

    @Test
    void theOrderStaysUntilAPairCounts() {
        Schedule<String> schedule = new Schedule<>(2);
        for (int pair = 0; pair < 20; pair++) {
            boolean headFirst = schedule.headFirst("a");
            assertThat(schedule.headFirst("a")).isEqualTo(headFirst);
            schedule.round(ROWS);
            schedule.headFirst("b");
            assertThat(schedule.headFirst("a")).isEqualTo(headFirst);
            schedule.counted("a");
        }
    }

    @Test
    void everyRoundHasAllRowsInAnOrderOfItsOwn() {
        Schedule<String> schedule = new Schedule<>(3);
        Set<List<String>> orders = new HashSet<>();
        for (int round = 0; round < 50; round++) {
            List<String> order = schedule.round(ROWS);
            assertThat(order).containsExactlyInAnyOrderElementsOf(ROWS);
            orders.add(order);
        }
        assertThat(orders).hasSizeGreaterThan(10);
    }

    /** The time left goes to rows before their first interim analysis, then to those that are nearest to theirs; when it suffices for none, to all. */
    @ParameterizedTest
    @CsvSource({
        "abcd, 105, bdac",
        "abcd, 104, bda",
        "abcd, 34, b",
        "abcd, 9, bdac",
        "bcd, 45, ab",
        // c comes first and takes too long, which leaves the time to others
        "abd, 39, bd"
    })
    void timeGoesToTheRowsThatAreNearestToALook(String past, long nanosLeft, String worthwhile) {
        Map<String, Long> nanosToLook = Map.of("a", 30L, "b", 10L, "c", 40L, "d", 25L);
        assertThat(new Schedule<String>(4).worthwhile(ROWS, past::contains, nanosToLook::get, nanosLeft))
                .containsExactly(worthwhile.split(""));
    }

    @Test
    void aSeedDecidesAll() {
        assertThat(decisions(4)).isEqualTo(decisions(4)).isNotEqualTo(decisions(5));
    }

    private static List<Object> decisions(long seed) {
        Schedule<String> schedule = new Schedule<>(seed);
        return List.of(
                schedule.round(ROWS), orders(schedule, "a", 20), schedule.round(ROWS), orders(schedule, "b", 20));
    }
}
