package dev.callcost.state.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A window whose clock is set by hand. */
class OpenWindowTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<Calls.Callback> ends = new ArrayList<>();
    private long clock = 77 * SECOND;

    /** What becomes of a call that is sent at a time after the window's start: when it is answered. */
    private interface Server {
        long answers(int call, long sent);
    }

    private void at(long time) {
        clock = 77 * SECOND + time;
    }

    private Window window(long... due) {
        at(0);
        Window window = new Window(due, SECOND, () -> clock);
        window.start();
        return window;
    }

    /** Sends every call of a schedule, each so late, and ends each in the order of the calls. */
    private Window.WindowResult outcome(long[] due, long late, Server server) {
        ends.clear();
        Window window = window(due);
        for (int call = 0; call < due.length; call++) {
            at(due[call] + late);
            window.send(ends::add);
        }
        for (int call = 0; call < due.length; call++) {
            at(server.answers(call, due[call] + late));
            ends.get(call).answered();
        }
        return window.outcome();
    }

    private static long[] thousand() {
        return even(1000);
    }

    /** Calls at equal distances. */
    private static long[] even(int calls) {
        return LongStream.range(0, calls)
                .map(call -> (2 * call + 1) * SECOND / (2 * calls))
                .toArray();
    }

    private static long quantile(long[] values, double q) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) (q * sorted.length)];
    }

    @Test
    void latencyBeginsWhenACallIsDue() {
        Window window = window(10, 20);
        at(13);
        window.send(ends::add);
        at(20);
        window.send(ends::add);
        at(50);
        ends.get(1).answered();
        at(100);
        ends.get(0).answered();
        Window.WindowResult outcome = window.outcome();
        assertThat(outcome.latencies()).containsExactly(90, 30);
        assertThat(outcome.fromSend()).containsExactly(87, 30);
        assertThat(outcome.late()).containsExactly(3, 0);
        assertThat(outcome.answeredInTime()).isEqualTo(2);
        assertThat(outcome.failed()).isEmpty();
        assertThat(window.inFlight()).isZero();
    }

    /** A server that stops for 100 ms of a second answers what came meanwhile when it starts again. */
    @Test
    void aStallIsWaitedForByAllCallsThatCameMeanwhile() {
        long stops = 400 * MILLI;
        long starts = 500 * MILLI;
        Window.WindowResult outcome = outcome(
                thousand(), 0, (call, sent) -> Math.max(sent, sent >= stops && sent < starts ? starts : 0) + MILLI / 4);
        assertThat(quantile(outcome.latencies(), 0.5)).isEqualTo(MILLI / 4);
        assertThat(quantile(outcome.latencies(), 0.95)).isBetween(50 * MILLI, 52 * MILLI);
        assertThat(quantile(outcome.latencies(), 0.99)).isBetween(90 * MILLI, 92 * MILLI);
        assertThat(outcome.isMet(false)).as("a stall is no queue that grows").isTrue();
    }

    @Test
    void aLatePacerDoesNotMeetTheRateUnlessItIsWhatIsMeasured() {
        Window.WindowResult small = outcome(thousand(), 400, (call, sent) -> sent + 600);
        assertThat(small.isMet(false)).isTrue();
        Window.WindowResult large = outcome(thousand(), 600, (call, sent) -> sent + 400);
        assertThat(large.isMet(false)).isFalse();
        assertThat(large.isMet(true)).isTrue();
    }

    @Test
    void aQueueThatGrowsDoesNotMeetTheRate() {
        Window.WindowResult above = outcome(thousand(), 0, (call, sent) -> (call + 1) * MILLI * 11 / 10);
        assertThat(above.isMet(false)).isFalse();
        assertThat(above.isMet(true)).isTrue();
        Window.WindowResult noise = outcome(thousand(), 0, (call, sent) -> sent + (call < 500 ? MILLI / 4 : MILLI));
        assertThat(noise.isMet(false)).as("less than a millisecond").isTrue();
        Window.WindowResult stalled =
                outcome(thousand(), 0, (call, sent) -> Math.max(sent, call < 800 ? 0 : SECOND) + MILLI / 4);
        assertThat(stalled.isMet(false)).as("a stall at the end").isTrue();
        long[] few = even(39);
        assertThat(outcome(few, 0, (call, sent) -> sent + (call + 1) * MILLI).isMet(false))
                .as("too few calls to tell")
                .isTrue();
        long[] enough = even(40);
        assertThat(outcome(enough, 0, (call, sent) -> sent + (call + 1) * MILLI).isMet(false))
                .isFalse();
    }

    @Test
    void failedCallsHaveNoLatencyAndAreCountedByStatus() {
        Window window = window(0, 10, 20, 30);
        while (window.hasNext()) {
            at(window.nextDue());
            window.send(ends::add);
        }
        ends.get(0).failed("UNAVAILABLE");
        ends.get(1).answered();
        ends.get(3).failed("UNAVAILABLE");
        ends.get(2).failed("DEADLINE_EXCEEDED");
        Window.WindowResult outcome = window.outcome();
        assertThat(outcome.latencies()).containsExactly(20);
        assertThat(outcome.late()).containsExactly(0, 0, 0, 0);
        assertThat(outcome.failed()).isEqualTo(Map.of("DEADLINE_EXCEEDED", 1, "UNAVAILABLE", 2));
        assertThat(outcome.isMet(false)).isFalse();
    }

    @Test
    void aCallWithoutAReplyHasFailed() {
        Window window = window(0, 10);
        window.send(ends::add);
        window.send(ends::add);
        ends.get(1).answered();
        assertThat(window.await(0, 1)).isFalse();
        Window.WindowResult outcome = window.outcome();
        assertThat(outcome.failed()).isEqualTo(Map.of(Window.NO_REPLY, 1));
        assertThat(outcome.latencies()).hasSize(1);
        assertThat(outcome.isMet(false)).isFalse();
    }

    @Test
    void callsThatAreLeftOutAreUnsent() {
        Window window = window(0, 10, 20, 30);
        window.send(Calls.Callback::answered);
        window.skip();
        window.send(Calls.Callback::answered);
        Window.WindowResult outcome = window.outcome();
        assertThat(outcome.latencies()).hasSize(2);
        assertThat(outcome.late()).hasSize(2);
        assertThat(outcome.unsent()).as("one left out, one still to be sent").isEqualTo(2);
        assertThat(outcome.failed()).isEmpty();
        assertThat(outcome.isMet(true)).isFalse();
    }

    @Test
    void answersAfterTheEndAreLatenciesButNotPartOfTheRate() {
        Window.WindowResult outcome =
                outcome(thousand(), 0, (call, sent) -> sent < SECOND / 2 ? sent : SECOND + (call + 1) * MILLI);
        assertThat(outcome.latencies()).hasSize(1000);
        assertThat(outcome.answeredInTime()).isEqualTo(500);
    }

    /** The rate max, with more calls than a block of times holds. */
    @Test
    void withoutAScheduleLatencyBeginsWithTheSend() {
        Window window = window();
        for (int call = 0; call < 10_000; call++) {
            at(10L * call);
            window.send(ends::add);
            at(10L * call + 7);
            ends.get(call).answered();
        }
        Window.WindowResult outcome = window.outcome();
        assertThat(outcome.latencies()).hasSize(10_000).containsOnly(7);
        assertThat(outcome.fromSend()).isEmpty();
        assertThat(outcome.late()).isEmpty();
        assertThat(outcome.unsent()).isZero();
    }
}
