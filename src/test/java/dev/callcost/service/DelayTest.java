package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class DelayTest {
    private static final long NANOS = 2_000_000;

    @AfterEach
    void forgetInterrupts() {
        Thread.interrupted();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void takesWhatWasAskedAtLeastAndSaysWhatItTook(Delay delay) throws InterruptedException {
        long start = System.nanoTime();
        long taken = delay.pass(NANOS);
        long seen = System.nanoTime() - start;
        assertThat(taken).isBetween(NANOS, seen);
    }

    @ParameterizedTest
    @EnumSource
    void nothingToPassTakesNothing(Delay delay) throws InterruptedException {
        assertThat(delay.pass(0)).isZero();
        assertThat(delay.pass(-1)).isZero();
    }

    @Test
    void anInterruptEndsASleep() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Delay.SLEEP.pass(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
    }
}
