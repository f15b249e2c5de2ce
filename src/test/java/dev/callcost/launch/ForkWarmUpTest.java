package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkWarmUpTest {
    private static final ForkWarmUp USUAL =
            new ForkWarmUp(Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ZERO);

    private static List<Long> seconds(ForkWarmUp warmUp) {
        return List.of(warmUp.least().toSeconds(), warmUp.cap().toSeconds());
    }

    @Test
    void theMinimumNeverExceedsTheCap() {
        assertThat(seconds(USUAL.atMost(Duration.ofSeconds(3)))).containsExactly(0L, 3L);
        assertThat(seconds(USUAL.atMost(Duration.ofHours(1)))).containsExactly(0L, 60L);
        assertThat(seconds(USUAL.atLeast(Duration.ofSeconds(9)))).containsExactly(9L, 60L);
        assertThat(seconds(USUAL.atLeast(Duration.ofHours(1)))).containsExactly(60L, 60L);
        assertThat(seconds(USUAL.atLeast(Duration.ofSeconds(9)).atMost(Duration.ofSeconds(3))))
                .containsExactly(3L, 3L);
    }

    @Test
    void iterationsAreAsLongAsTheMeasuredOnesWithinBounds() {
        assertThat(USUAL.of(Duration.ofMillis(10)).length()).hasMillis(100);
        assertThat(USUAL.of(Duration.ofMillis(200)).length()).hasMillis(200);
        assertThat(USUAL.of(Duration.ofSeconds(10)).length()).hasMillis(500);
    }
}
