package dev.callcost.state.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.state.keyvalue.Operation.Kind;
import dev.callcost.state.keyvalue.Operation.Outcome;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private final Outcomes outcomes = new Outcomes();

    @Test
    void whatWasRefusedIsCountedButNotOk() {
        outcomes.add(Kind.UPDATE, Outcome.OK);
        outcomes.add(Kind.UPDATE, Outcome.NOT_FOUND);
        outcomes.add(Kind.UPDATE, Outcome.NOT_FOUND);
        outcomes.add(Kind.CREATE, Outcome.ALREADY_EXISTS);
        assertThat(outcomes.ok()).isEqualTo(1);
        assertThat(outcomes.count(Kind.UPDATE, Outcome.OK)).isEqualTo(1);
        assertThat(outcomes.count(Kind.CREATE, Outcome.ALREADY_EXISTS)).isEqualTo(1);
        assertThat(outcomes.count(Kind.CREATE, Outcome.OK)).isZero();
        assertThat(outcomes.count(Outcome.NOT_FOUND)).isEqualTo(2);
        assertThat(outcomes.count(Kind.UPDATE, Outcome.NOT_FOUND)).isEqualTo(2);
        assertThatCode(outcomes::check).doesNotThrowAnyException();
    }

    @Test
    void theFirstFailureIsKept() {
        Exception first = new Exception("first");
        outcomes.fail(first);
        outcomes.fail(new Exception("second"));
        assertThatThrownBy(outcomes::check)
                .isInstanceOf(IllegalStateException.class)
                .hasCause(first);
    }
}
