package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.LockSupport;
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

    @Test
    void noneTakesNothing() throws InterruptedException {
        assertThat(Delay.NONE.pass(Long.MAX_VALUE)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void nothingToPassTakesNothing(Delay delay) throws InterruptedException {
        assertThat(delay.pass(0)).isZero();
        assertThat(delay.pass(-1)).isZero();
    }

    @Test
    void aParkThatReturnsEarlyIsTakenUpAgain() throws InterruptedException {
        LockSupport.unpark(Thread.currentThread());
        assertThat(Delay.PARK.pass(NANOS)).isGreaterThanOrEqualTo(NANOS);
    }

    @ParameterizedTest
    @EnumSource(names = {"SLEEP", "PARK"})
    void anInterruptEndsTheDelay(Delay delay) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> delay.pass(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aSpinTakesNoHeedOfAnInterruptAndLeavesIt() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThat(Delay.SPIN.pass(NANOS)).isGreaterThanOrEqualTo(NANOS);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
