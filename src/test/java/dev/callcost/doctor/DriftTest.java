package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.doctor.Drift.Steadiness;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
    private static Drift drift(int times, IntToDoubleFunction factor) {
        return new Drift(
                times / 2.0,
                IntStream.range(0, times)
                        .mapToObj(time -> Math.round(1e9 * factor.applyAsDouble(time)))
                        .toList(),
                0.0);
    }

    @Test
    void noiseIsTheSpreadOfAdjacentTimesAndASlowSpellIsNone() {
        Random random = new Random(7);
        Steadiness noisy =
                drift(20_000, time -> Math.exp(0.02 * random.nextGaussian())).steadiness();
        assertThat(noisy.neighbourSpread()).isCloseTo(0.02, within(0.0005));
        assertThat(noisy.trend()).isCloseTo(0, within(0.002));
        Steadiness spell = drift(40, time -> time >= 10 && time < 20 ? 1.8 : 1 + 0.001 * (time % 2))
                .steadiness();
        assertThat(spell.neighbourSpread()).isLessThan(0.002);
        assertThat(spell.slowShare()).isEqualTo(0.25);
        assertThat(spell.slowest()).isCloseTo(1.8, within(0.001));
    }

    /** A lasting contention shows in the time alone, not in a comparison of moments. */
    @Test
    void theTrendIsTheChangeOfTheHalves() {
        assertThat(drift(40, time -> time < 20 ? 1 : 1.25).steadiness().trend()).isCloseTo(0.25, within(1e-6));
        assertThat(drift(41, time -> time < 20 ? 1 : 0.75).steadiness().trend()).isCloseTo(-0.25, within(1e-6));
        assertThat(drift(40, time -> 2).steadiness())
                .isEqualTo(drift(40, time -> 1).steadiness());
        assertThat(drift(40, time -> 2).canary().median()).isEqualTo(2_000_000_000L);
    }
}
