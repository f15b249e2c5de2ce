package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenjaminiHochbergTest {
    @Test
    void oneTestIsBelievedAtTheLevel() {
        assertThat(BenjaminiHochberg.believed(0.01)).isEqualTo(1);
        assertThat(BenjaminiHochberg.believed(0.0101)).isZero();
        assertThat(BenjaminiHochberg.believed()).isZero();
    }

    @Test
    void oneOfManyHasToBeRarer() {
        assertThat(BenjaminiHochberg.believed(0.005, 0.5, 0.6, 0.7)).isZero();
        assertThat(BenjaminiHochberg.believed(0.0025, 0.5, 0.6, 0.7)).isEqualTo(1);
    }

    @Test
    void manyTogetherSupportEachOther() {
        // the third of four is within 3/4 of the level, and takes along those before it
        assertThat(BenjaminiHochberg.believed(0.9, 0.0075, 0.007, 0.0065)).isEqualTo(3);
    }
}
