package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.LogLines;
import dev.callcost.data.RoundEffects;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Moderation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrecisionTest {
    private static final Precision PRECISION = new Precision(0.03);

    private final Map<PlannedRow, SortedMap<Integer, Fork>> forks = new LinkedHashMap<>();

    private PlannedRow row(Object... scores) {
        String number = String.valueOf(forks.size());
        PlannedRow row = Entries.row(Entries.entry(Map.of("n", new String[] {number})), Map.of("n", number), 1);
        SortedMap<Integer, Fork> byRound = new TreeMap<>();
        for (int n = 0; n < scores.length; n++) {
            byRound.put(n + 1, fork(number, scores[n]));
        }
        forks.put(row, byRound);
        return row;
    }

    private List<PlannedRow> rows(int count, IntFunction<List<Object>> scores) {
        return IntStream.range(0, count)
                .mapToObj(i -> row(scores.apply(i).toArray()))
                .toList();
    }

    private static Fork fork(String number, Object score) {
        JsonObject line = new JsonObject();
        line.add("jmh", LogLines.jmh(new RowKey("a.B.call", "avgt", Map.of("n", number)), "us/op", List.of(score)));
        return Fork.of(line);
    }

    private Precision.State state(PlannedRow row) {
        return PRECISION.states(forks).get(row);
    }

    @Test
    void aRowByItselfHasFiveForksAtLeast() {
        PlannedRow four = row(10, 10.001, 10, 10.001);
        assertThat(state(four).relativeHalfWidth()).isLessThan(0.001);
        assertThat(state(four).isReached()).isFalse();
        assertThat(state(row(10, 10.001, 10, 10.001, 10)).isReached()).isTrue();
    }

    @Test
    void aRowAmongFourHasTwoForksAtLeast() {
        List<PlannedRow> rows = rows(Moderation.FEWEST_ROWS, i -> List.of(10, 10.001));
        PlannedRow one = row(10);
        assertThat(rows).allSatisfy(row -> assertThat(state(row).isReached()).isTrue());
        assertThat(state(one).isReached()).isFalse();
        assertThat(state(one).text()).isEqualTo("no interval");
    }

    @Test
    void aLoudRowAndWhatRoundsDoToAllRowsKeepNoneFromBeingKnown() {
        PlannedRow quiet = rows(8, i -> List.of(10, 10.001 + i * 0.0001)).get(0);
        assertThat(state(quiet).isReached()).isTrue();
        row(10, 20);
        assertThat(state(quiet).isReached()).isTrue();
        forks.clear();
        PlannedRow moved = rows(8, i -> List.of(10, 13 + i * 0.0001, 10.001)).get(0);
        assertThat(state(moved).relativeHalfWidth()).isLessThan(0.001);
        row(10, 13, 10.001, 40);
        assertThat(state(moved).isReached())
                .as("the others had no fourth round")
                .isTrue();
    }

    @Test
    void rowsThatAreKnownWorstKeepOthersCompany() {
        List<PlannedRow> rows = rows(9, i -> List.of(10, 10 + i * 0.001, 10, 10 + i * 0.001));
        assertThat(rows).allMatch(row -> state(row).pauses());
        PlannedRow loud = row(10, 10.8, 10, 10.8);
        assertThat(state(loud).isReached()).isFalse();
        assertThat(rows).allMatch(row -> state(row).isReached());
        List<PlannedRow> widestFirst = rows.stream()
                .sorted(Comparator.comparing(row -> -state(row).relativeHalfWidth()))
                .toList();
        assertThat(rows)
                .filteredOn(row -> !state(row).pauses())
                .as("so that the round has %d rows", RoundEffects.FEWEST_IN_ROUND)
                .containsExactlyInAnyOrderElementsOf(widestFirst.subList(0, 3));
    }

    @Test
    void rowsWithoutRoundsInCommonNeedNoCompanyAndWhatIsNoPositiveNumberHasNoInterval() {
        row(10, 11);
        assertThat(state(row(10, 10.001, 10, 10.001, 10)).pauses()).isTrue();
        assertThat(state(row(0, 0, 0, 0, 0, 0)).text()).isEqualTo("no interval");
        assertThat(state(row("NaN", 1)).isReached()).isFalse();
        assertThat(state(row()).text()).isEqualTo("no interval");
    }
}
