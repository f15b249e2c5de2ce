package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLeftTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PlannedRow shorter = row("1", 2 * SECOND);
    private final PlannedRow longer = row("2", 10 * SECOND);
    private final RowRounds.TimeLeft left = new RowRounds.TimeLeft(List.of(shorter, longer));

    private static PlannedRow row(String value, long nanos) {
        return Entries.row(
                Entries.entry(Map.of("n", new String[] {"1", "2"}), List.of(), List.of(), List.of()),
                Map.of("n", value),
                nanos);
    }

    @Test
    void beforeTheFirstForkItIsThePlanAndAGuess() {
        assertThat(left.nanos()).isEqualTo(5 * (2 + 10) * SECOND + 10 * 3 * SECOND / 2);
    }

    @Test
    void afterAForkItsOverheadIsTakenForRowsNotSeen() {
        left.took(shorter, 3 * SECOND);

        assertThat(left.nanos()).isEqualTo(4 * 3 * SECOND + 5 * (10 + 1) * SECOND);
    }

    @Test
    void keptForksOnlyCountDown() {
        left.left(shorter, 3);

        assertThat(left.nanos()).isEqualTo(3 * (2 * SECOND + 3 * SECOND / 2) + 5 * (10 * SECOND + 3 * SECOND / 2));
    }

    @Test
    void aRowThatEndedTakesNoMoreTime() {
        left.took(shorter, 3 * SECOND);
        left.left(longer, 0);

        assertThat(left.nanos()).isEqualTo(4 * 3 * SECOND);
    }

    @Test
    void aRowMayNeedFewerForksThanItMayHave() {
        left.took(shorter, 3 * SECOND);
        left.left(shorter, 1);
        left.left(longer, 2);

        assertThat(left.nanos()).isEqualTo(3 * SECOND + 2 * (10 + 1) * SECOND);
    }

    @Test
    void atTheEndNothingIsLeft() {
        for (int fork = 0; fork < 5; fork++) {
            left.took(shorter, SECOND);
            left.took(longer, 20 * SECOND);
        }

        assertThat(left.nanos()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0 s", "89, 89 s", "90, 2 min", "3540, 59 min", "3599, 1 h 00 min", "3900, 1 h 05 min"})
    void durationsAreForPeople(long seconds, String text) {
        assertThat(Numbers.duration(seconds * SECOND)).isEqualTo(text);
    }
}
