package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MovementTest {
    /** A pair whose difference is a line over twenty neighbours, with a level of its own. */
    private static PairDifference pair(double level, double slope, boolean inTurns) {
        List<Double> base = IntStream.range(0, 20).mapToObj(i -> 50.0 + i % 3).toList();
        List<Double> head = IntStream.range(0, 20)
                .mapToObj(i -> base.get(i) * Math.exp(level + slope * i))
                .toList();
        return PairDifference.of(Rows.row().of(List.of(base)), Rows.row().of(List.of(head)), inTurns)
                .orElseThrow();
    }

    @Test
    void aDifferenceThatShrinksIsSeenWhateverThePairsLevels() {
        Movement movement = Movement.of(IntStream.range(0, 6)
                        .mapToObj(n -> pair(n % 2 == 0 ? 0.1 : 0.3, -0.004 - 0.0001 * n, true))
                        .toList())
                .orElseThrow();
        assertThat(movement.isMoving()).isTrue();
        assertThat(movement.trend().change()).as("16 iterations apart").isCloseTo(16 * -0.00425, within(1e-9));
        assertThat(movement.first()).isCloseTo(0.2 - 1.5 * 0.00425, within(1e-9));
        assertThat(movement.last()).isCloseTo(0.2 - 17.5 * 0.00425, within(1e-9));
        assertThat(movement.fifths()).hasSize(5);
    }

    @Test
    void aDifferenceThatStandsStillDoesNotMove() {
        Movement movement = Movement.of(IntStream.range(0, 6)
                        .mapToObj(n -> pair(0.1, n % 2 == 0 ? 0.002 : -0.002, true))
                        .toList())
                .orElseThrow();
        assertThat(movement.isMoving()).isFalse();
    }

    @Test
    void forksThatRanOneAfterTheOtherHaveFifthsToo() {
        assertThat(pair(0.1, 0, false).fifths())
                .hasSize(5)
                .allSatisfy(fifth -> assertThat(fifth).isCloseTo(0.1, within(1e-9)));
    }

    @Test
    void fewIterationsHaveNone() {
        PairDifference pair = PairDifference.of(
                        Rows.row().of(List.of(List.of(1.0, 2.0, 3.0, 4.0))),
                        Rows.row().of(List.of(List.of(1.0, 2.0, 3.0, 4.0))),
                        true)
                .orElseThrow();
        assertThat(pair.fifths()).isEmpty();
        assertThat(Movement.of(List.of(pair))).isEmpty();
        assertThat(Movement.of(List.of())).isEmpty();
    }
}
