package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
    private static Drift drift(int songs, IntToDoubleFunction factor) {
        return new Drift(
                songs / 2.0,
                IntStream.range(0, songs)
                        .mapToObj(song -> new Song(Math.round(1e9 * factor.applyAsDouble(song)), 2_000_000_000L, 5_000))
                        .toList(),
                0.0);
    }

    @Test
    void asteadyMachine() {
        Drift drift = drift(40, song -> 1);
        assertThat(drift.steadiness().neighbourSpread()).isZero();
        assertThat(drift.steadiness().slowShare()).isZero();
        assertThat(drift.steadiness().slowest()).isEqualTo(1);
        assertThat(drift.steadiness().trend()).isZero();
    }

    @Test
    void noiseIsWhatNeighboursDifferBy() {
        Random random = new Random(7);
        Drift drift = drift(20_000, song -> Math.exp(0.02 * random.nextGaussian()));
        assertThat(drift.steadiness().neighbourSpread()).isCloseTo(0.02, within(0.0005));
        assertThat(drift.steadiness().trend()).isCloseTo(0, within(0.002));
    }

    @Test
    void aSlowSpellIsNoNoiseOfNeighbours() {
        Drift drift = drift(40, song -> song >= 10 && song < 20 ? 1.8 : 1 + 0.001 * (song % 2));
        assertThat(drift.steadiness().neighbourSpread()).isLessThan(0.002);
        assertThat(drift.steadiness().slowShare()).isEqualTo(0.25);
        assertThat(drift.steadiness().slowest()).isCloseTo(1.8, within(0.001));
    }

    @Test
    void aTrendIsTold() {
        assertThat(drift(40, song -> song < 20 ? 1 : 1.25).steadiness().trend()).isCloseTo(0.25, within(1e-6));
        assertThat(drift(41, song -> song < 20 ? 1 : 0.75).steadiness().trend()).isCloseTo(-0.25, within(1e-6));
    }

    @Test
    void whatDisturbsAllSongsIsSeenBesideTheChain() {
        assertThat(drift(40, song -> 1).steadiness().fastestToChain()).isEqualTo(0.5);
        assertThat(drift(40, song -> song < 8 ? 1 : 2).steadiness().fastestToChain())
                .isEqualTo(0.5);
        Drift.Steadiness always = drift(40, song -> 2).steadiness();
        assertThat(always.slowShare()).isZero();
        assertThat(always.fastestToChain()).isEqualTo(1);
    }

    @Test
    void threeSongsAreTheLeast() {
        Drift drift = Drift.watch(Duration.ofMillis(1));
        assertThat(drift.songs()).hasSize(3).allSatisfy(song -> {
            assertThat(song.canaryNanos()).isPositive();
            assertThat(song.chainNanos()).isPositive();
            assertThat(song.wakeUpNanos()).isPositive();
        });
        assertThat(drift.seconds()).isPositive();
        assertThat(drift.steadiness().neighbourSpread()).isNotNegative();
        assertThat(drift.steadiness().slowest()).isGreaterThanOrEqualTo(1);
        assertThat(drift.steadiness().fastestToChain()).isPositive();
        if (drift.stolen() != null) {
            assertThat(drift.stolen()).isBetween(0.0, 1.0);
        }
    }
}
