package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Parts are closed also after a failure. */
class OpenedTest {

    @Test
    void aFailedStepClosesAllPartsAndKeepsItsCause() {
        List<String> closed = new ArrayList<>();
        Opened opened = new Opened() {};
        opened.part(() -> closed.add("server"));
        opened.part(() -> {
            closed.add("client");
            throw new IOException("still busy");
        });
        assertThatThrownBy(() -> opened.step(() -> {
                    throw new IOException("no route");
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("no route")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                        .hasRootCauseMessage("still busy"));
        assertThat(closed).containsExactly("client", "server");
    }
}
