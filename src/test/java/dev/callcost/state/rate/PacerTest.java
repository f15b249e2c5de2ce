package dev.callcost.state.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.JmhParams;
import dev.callcost.agent.Latencies;
import dev.callcost.transport.Pinning;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The pacer with made-up calls. Each test is JMH's thread: it makes the operations, and sets when the measurement
 * begins and ends.
 */
class PacerTest {
    private static final BenchmarkParams BENCHMARK = JmhParams.benchmark(Mode.SampleTime, 1, TimeValue.seconds(1));

    private final Control control = new Control();

    /** Answers one call at a time. */
    private final ExecutorService server = Executors.newSingleThreadExecutor();

    private final AtomicInteger sent = new AtomicInteger();

    private final Calls counted = end -> {
        sent.incrementAndGet();
        end.answered();
    };

    @BeforeEach
    void aProfilerIsThere() {
        new Latencies().beforeIteration(BENCHMARK, JmhParams.iteration(IterationType.WARMUP, 1, TimeValue.seconds(1)));
    }

    @AfterEach
    void end() {
        server.shutdown();
    }

    private static Pacer pacer(String rate) {
        Pacer pacer = new Pacer() {};
        pacer.rate = rate;
        return pacer;
    }

    private static void begin(Pacer pacer, Calls calls, IterationType type, long millis) {
        TimeValue length = TimeValue.milliseconds(millis);
        pacer.begin(
                calls,
                Pinning.FREE,
                JmhParams.benchmark(Mode.SampleTime, 1, length),
                JmhParams.iteration(type, 1, length));
    }

    /** A pacer in a measured window. Its end is already set, so that no operation waits for it. */
    private Pacer measuring(String rate, Calls calls, long millis) {
        Pacer pacer = pacer(rate);
        begin(pacer, calls, IterationType.MEASUREMENT, millis);
        control.startMeasurement = true;
        control.stopMeasurement = true;
        return pacer;
    }

    private Latencies.LatencyWindow run(Pacer pacer, int operations) {
        for (int n = 0; n < operations; n++) {
            pacer.call(control);
        }
        return pacer.measured();
    }

    @Test
    void anOperationSendsOneCall() {
        List<Calls.Callback> sent = new ArrayList<>();
        Pacer pacer = measuring("1000", sent::add, 20);
        for (int n = 1; n <= 20; n++) {
            pacer.call(control);
            assertThat(sent).hasSize(n);
        }
        pacer.call(control);
        assertThat(sent).as("the window has no more").hasSize(20);
        sent.forEach(Calls.Callback::answered);
        Latencies.LatencyWindow window = pacer.measured();
        assertThat(window.latencies()).hasSize(20);
        assertThat(Arrays.stream(window.latencies())).allMatch(nanos -> nanos > 0);
        assertThat(window.fromSend()).hasSize(20);
        assertThat(window.late()).hasSize(20);
        assertThat(Arrays.stream(window.late())).allMatch(nanos -> nanos >= 0);
        assertThat(window.values())
                .containsKeys(Latencies.MADE, Latencies.MET)
                .doesNotContainKey(Latencies.UNSENT)
                .allSatisfy((metric, value) -> assertThat(metric).doesNotStartWith(Latencies.FAILED));
    }

    @Test
    void callsThatBecameDueWhileJmhEndedTheWindowAreSentBeforeItsEnd() {
        Latencies.LatencyWindow window = run(measuring("1000", Calls.Callback::answered, 20), 1);
        assertThat(window.latencies()).hasSize(20);
        assertThat(window.values()).doesNotContainKey(Latencies.UNSENT);
    }

    @Test
    void theLastOperationWaitsForTheEndOfTheMeasurement() throws Exception {
        Pacer pacer = measuring("1000", counted, 10);
        control.stopMeasurement = false;
        Thread jmh = new Thread(() -> {
            for (int n = 0; n < 10; n++) {
                pacer.call(control);
            }
        });
        jmh.start();
        while (sent.get() < 10) {
            Thread.onSpinWait();
        }
        jmh.join(50);
        assertThat(jmh.isAlive()).as("the last operation has not ended").isTrue();
        control.stopMeasurement = true;
        jmh.join();
        assertThat(pacer.measured().latencies()).hasSize(10);
    }

    @Test
    void aWarmUpIsAClosedLoopOfOneCall() {
        Pacer pacer = pacer("20");
        begin(pacer, end -> server.execute(() -> counted.send(end)), IterationType.WARMUP, 500);
        control.startMeasurement = true;
        for (int n = 1; n <= 50; n++) {
            pacer.call(control);
            assertThat(sent).as("each operation waits for its reply").hasValue(n);
        }
        pacer.end(); // hands nothing over
    }

    @Test
    void beforeJmhMeasuresNoCallIsRecorded() {
        Pacer pacer = measuring("1000", Calls.Callback::answered, 20);
        control.startMeasurement = false;
        pacer.call(control);
        control.startMeasurement = true;
        assertThat(run(pacer, 20).latencies()).hasSize(20);
    }

    @Test
    void aboveCapacityTheRateIsNotMetAndTheWindowEnds() {
        Calls calls = end -> server.execute(() -> {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
            while (System.nanoTime() < until) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
            end.answered();
        });
        Latencies.LatencyWindow window = run(measuring("4000", calls, 100), 400);
        assertThat(window.latencies()).as("each call is waited for").hasSize(400);
        assertThat(window.values()).containsEntry(Latencies.MET, 0.0);
        assertThat(window.values().get(Latencies.MADE)).isLessThan(1010);
    }

    @Test
    void callsBeyondTheMostInFlightAreNotSent() {
        List<Calls.Callback> sent = new ArrayList<>();
        Pacer pacer = measuring("200000", sent::add, 100);
        for (int n = 0; n <= Pacer.MOST_IN_FLIGHT; n++) {
            pacer.call(control);
        }
        assertThat(sent).hasSize(Pacer.MOST_IN_FLIGHT);
        sent.remove(0).failed("UNAVAILABLE");
        sent.forEach(Calls.Callback::answered);
        Latencies.LatencyWindow window = pacer.measured();
        assertThat(window.latencies()).hasSize(Pacer.MOST_IN_FLIGHT - 1);
        assertThat(window.values())
                .containsEntry(Latencies.UNSENT, 10_000.0)
                .containsEntry(Latencies.FAILED + ".UNAVAILABLE", 1.0)
                .containsEntry(Latencies.MET, 0.0);
    }

    @Test
    void aWindowWithoutAnAnswerFails() {
        Pacer pacer = measuring("1000", end -> end.failed("UNAVAILABLE"), 20);
        assertThatThrownBy(() -> run(pacer, 20))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no call was answered: 20 ended with UNAVAILABLE");
    }

    /** The oldest call is answered when a hundred are in flight. */
    @Test
    void theRateMaxKeepsAHundredCallsInFlight() {
        Queue<Calls.Callback> inFlight = new ArrayDeque<>();
        AtomicInteger most = new AtomicInteger();
        Calls calls = end -> {
            inFlight.add(end);
            most.accumulateAndGet(inFlight.size(), Math::max);
            if (inFlight.size() == Pacer.MAX_IN_FLIGHT) {
                inFlight.remove().answered();
            }
        };
        Pacer pacer = measuring(Latencies.MAX, calls, 100);
        control.stopMeasurement = false;
        for (int n = 0; n < 500; n++) {
            pacer.call(control);
        }
        assertThat(most).hasValue(Pacer.MAX_IN_FLIGHT);
        inFlight.forEach(Calls.Callback::answered);
        Latencies.LatencyWindow window = pacer.measured();
        assertThat(window.latencies()).hasSize(500);
        assertThat(window.fromSend()).isEmpty();
        assertThat(window.late()).isEmpty();
        assertThat(window.values()).containsKey(Latencies.MADE).doesNotContainKey(Latencies.MET);
    }

    /** The first window after a warm-up follows at least a second of the schedule that is not measured. */
    @Test
    void afterAWarmUpTheScheduleSettlesUnrecorded() {
        Pacer pacer = pacer("100");
        begin(pacer, counted, IterationType.WARMUP, 1000);
        Latencies latencies = new Latencies();
        TimeValue second = TimeValue.seconds(1);
        latencies.beforeIteration(BENCHMARK, JmhParams.iteration(IterationType.WARMUP, 1, second));
        assertThat(sent).hasValue(0);
        latencies.beforeIteration(BENCHMARK, JmhParams.iteration(IterationType.MEASUREMENT, 1, second));
        begin(pacer, counted, IterationType.MEASUREMENT, 100);
        assertThat(sent.get() % 100).as("whole seconds").isZero();
        assertThat(sent.get() / 100).isBetween(1, 10);
        int settled = sent.get();
        control.startMeasurement = true;
        control.stopMeasurement = true;
        assertThat(run(pacer, 10).latencies()).hasSize(10);
        latencies.beforeIteration(BENCHMARK, JmhParams.iteration(IterationType.MEASUREMENT, 1, second));
        begin(pacer, counted, IterationType.MEASUREMENT, 100);
        assertThat(run(pacer, 10).latencies()).hasSize(10);
        assertThat(sent).hasValue(settled + 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "0", "-5", "NaN", "Infinity", ""})
    void aRateThatIsNoneIsRefused(String rate) {
        assertThatThrownBy(() -> begin(pacer(rate), Calls.Callback::answered, IterationType.WARMUP, 1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rate=" + rate + ": expected calls per second, such as 1000, or max");
    }

    @Test
    void aWindowThatIsTooShortIsRefusedBeforeTheWarmUp() {
        assertThatThrownBy(() -> begin(pacer("9"), Calls.Callback::answered, IterationType.WARMUP, 1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it needs 10 (-r 2s)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SampleTime  | 2 | one thread makes the calls of this benchmark: -t 1
            AverageTime | 1 | latencies are samples: -bm sample
            """)
    void otherModesAndSeveralThreadsAreRefused(Mode mode, int threads, String message) {
        TimeValue second = TimeValue.seconds(1);
        assertThatThrownBy(() -> pacer("1000")
                        .begin(
                                Calls.Callback::answered,
                                Pinning.FREE,
                                JmhParams.benchmark(mode, threads, second),
                                JmhParams.iteration(IterationType.WARMUP, 1, second)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
