package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What keeps a target from being measured, before anything is called. */
class TargetStateTest {
    private final TargetState state = new TargetState();

    @AfterEach
    void closesWhatIsNotOpen() {
        state.tearDown();
    }

    @Test
    void withoutAnAddressThereIsNothingToMeasure() {
        state.address = "";
        assertThatThrownBy(state::setUp)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("no service is named: -p address=HOST:PORT -p call=package.Service/Method");
    }

    @Test
    void bracketsWouldNotSurviveInAResultsFile() {
        String refused = "address [::1]:5: leave out the brackets, ";
        state.address = "[::1]:5";
        assertThatThrownBy(state::setUp).hasMessageStartingWith(refused);
        GrpcState.AnyCell cell = new GrpcState.AnyCell();
        cell.address = state.address;
        assertThatThrownBy(() -> cell.setUp(null)).hasMessageStartingWith(refused);
        InFlightState inFlight = new InFlightState();
        inFlight.address = state.address;
        assertThatThrownBy(() -> inFlight.setUp(null)).hasMessageStartingWith(refused);
    }
}
