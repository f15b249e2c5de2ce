package dev.callcost.compare.measure;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.judge.PairVerdicts.JudgedSession;
import dev.callcost.compare.measure.Comparison.MeasuredSession;
import dev.callcost.compare.measure.ComparisonRequest.Effort;
import dev.callcost.compare.measure.ComparisonRequest.Extent;
import dev.callcost.compare.measure.ComparisonRequest.SideRequest;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasuredSessionTest {
    private static final RowKey ROW = key("row");

    /** A scout of a second, and pairs of half a minute. */
    private static MadeUpSession session(double... slowdowns) {
        return MadeUpSession.ofItself(ROW)
                .reach(new Reach(List.of(), List.of(), "a test"))
                .reached(ROW, Kind.REACHED, List.of())
                .pairs(ROW, slowdowns);
    }

    private static Optional<Duration> budgetToResume(MadeUpSession session, boolean isStopped, Duration budget) {
        SideRequest side = new SideRequest("java", List.of(), "");
        ComparisonRequest request = new ComparisonRequest(
                List.of(),
                side,
                side,
                List.of(),
                MadeUpSession.header(List.of(ROW)).settings(),
                new Extent(true, false, false, false),
                new Effort(Optional.empty(), Optional.ofNullable(budget)));
        return new MeasuredSession(JudgedSession.of(session.read()), isStopped).budgetToResume(request);
    }

    @Test
    void aStoppedSessionIsResumedWithItsOwnBudgetWhereThatHasEnoughLeft() {
        assertThat(budgetToResume(session(), true, Duration.ofMinutes(10))).isEmpty();
        assertThat(budgetToResume(session(), true, null))
                .as("five minutes a row")
                .isEmpty();
        assertThat(budgetToResume(session(), true, Duration.ofSeconds(33)))
                .as("less than a tenth is left")
                .contains(Duration.ofSeconds(66));
    }

    @Test
    void aSessionWhoseBudgetIsOverGetsMore() {
        assertThat(budgetToResume(session(), false, Duration.ofMinutes(10))).contains(Duration.ofMinutes(20));
        assertThat(budgetToResume(session(), false, null)).contains(Duration.ofMinutes(10));
    }

    @Test
    void aRowThatNeedsMorePairsThanTheBudgetHasLeftGetsMore() {
        MadeUpSession scattered = session(0.12, 0.02, 0.08, 0.02);
        assertThat(budgetToResume(scattered, true, Duration.ofMinutes(3)))
                .hasValueSatisfying(budget -> assertThat(budget).isGreaterThan(Duration.ofMinutes(6)));
    }
}
