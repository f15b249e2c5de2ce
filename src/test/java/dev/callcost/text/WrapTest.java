package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrapTest {
    @Test
    void eachLineOfATextIsWrappedBelowItsBeginning() {
        assertThat(Wrap.text("one two three\n    at four five six\n\nseven", 12))
                .isEqualTo("one two\n  three\n    at four\n      five\n      six\n\nseven");
        assertThat(Wrap.text("one  two\n", Terminal.ENDLESS)).isEqualTo("one  two");
    }

    @Test
    void aNumberKeepsItsUnit() {
        assertThat(Wrap.text("p99 is 6.90 ms at 12 % and 3 rows", 11))
                .isEqualTo("p99 is\n  6.90 ms\n  at 12 %\n  and 3\n  rows");
    }

    @Test
    void aCommandStaysInOneLine() {
        assertThat(Wrap.text("To resume: " + Wrap.unbroken("java -jar a.jar"), 20))
                .isEqualTo("To resume:\n  java -jar a.jar");
    }
}
