package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.doctor.Drift.Steadiness;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
    private static Steadiness steadiness(int times, IntToDoubleFunction factor) {
        return new Drift(
                        times / 2.0,
                        IntStream.range(0, times)
                                .mapToLong(time -> Math.round(1e9 * factor.applyAsDouble(time)))
                                .toArray())
                .steadiness();
    }

    @Test
    void noiseIsTheSpreadOfAdjacentTimesAndASlowSpellIsNone() {
        Random random = new Random(7);
        Steadiness noisy = steadiness(20_000, time -> Math.exp(0.02 * random.nextGaussian()));
        assertThat(noisy.neighbourSpread()).isCloseTo(0.02, within(0.0005));
        Steadiness spell = steadiness(40, time -> time >= 10 && time < 20 ? 1.8 : 1 + 0.001 * (time % 2));
        assertThat(spell.neighbourSpread()).isLessThan(0.002);
        assertThat(spell.slowShare()).isEqualTo(0.25);
        assertThat(spell.slowest()).isCloseTo(1.8, within(0.001));
    }
}
