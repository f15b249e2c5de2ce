package dev.callcost.run.warning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenjaminiHochbergTest {
    @Test
    void oneRowIsBelievedAtTheLevel() {
        assertThat(BenjaminiHochberg.limit(0.01)).isEqualTo(0.01);
        assertThat(BenjaminiHochberg.limit(0.0101)).isNegative();
        assertThat(BenjaminiHochberg.limit()).isNegative();
    }

    @Test
    void oneOfManyHasToBeRarer() {
        assertThat(BenjaminiHochberg.limit(0.005, 0.5, 0.6, 0.7)).isNegative();
        assertThat(BenjaminiHochberg.limit(0.0025, 0.5, 0.6, 0.7)).isEqualTo(0.0025);
    }

    @Test
    void manyTogetherSupportEachOther() {
        // the third of four is within 3/4 of the level, and takes along those before it
        assertThat(BenjaminiHochberg.limit(0.9, 0.0075, 0.007, 0.0065)).isEqualTo(0.0075);
    }

    @Test
    void textOfAProbability() {
        assertThat(BenjaminiHochberg.text(0.00123)).isEqualTo("p=0.0012");
        assertThat(BenjaminiHochberg.text(0.00009)).isEqualTo("p<0.0001");
    }
}
