package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.bill.SlowerParts.Part;
import dev.callcost.data.Fork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Made-up samples, and what they say became slower. */
class SlowerPartsTest {
    private static final String BENCH =
            "[main];org.acme.bench.jmh_generated.B_run_jmhTest.run_avgt_jmhStub;org.acme.bench.B.run";
    private static final String FOLD = BENCH + ";org.acme.Text$Folder.fold";
    private static final String HASH = FOLD + ";java.lang.String.hashCode;StubRoutines::hash";
    private static final String TRIM = BENCH + ";org.acme.Text.trim";
    private static final String SINK = BENCH + ";org.openjdk.jmh.infra.Blackhole.consume";
    private static final String STUB = "[main];org.acme.bench.jmh_generated.B_run_jmhTest.run_avgt_jmhStub";
    private static final String COLLECTOR = "[GC Thread#0];start_thread;G1ParScanThreadState::steal";
    private static final String NATIVE = "[worker];start_thread;libz.so;deflate";

    private static List<Fork> forks(String numbers, Map<String, Integer> time) {
        return List.of(new MadeUpFork(numbers, time).fork(), new MadeUpFork(numbers, time).fork());
    }

    private static SlowerParts slower(
            double baseMicros,
            String base,
            Map<String, Integer> before,
            double headMicros,
            String head,
            Map<String, Integer> after) {
        return SlowerParts.of(forks(base, before), 1e3 * baseMicros, forks(head, after), 1e3 * headMicros);
    }

    private static void assertParts(SlowerParts slower, Object... namesAndNanos) {
        assertThat(slower.parts()).hasSize(namesAndNanos.length / 2);
        for (int i = 0; i < slower.parts().size(); i++) {
            Part part = slower.parts().get(i);
            assertThat(part.name()).isEqualTo(namesAndNanos[2 * i]);
            assertThat(part.nanos()).isCloseTo((double) namesAndNanos[2 * i + 1], within(1e-6));
        }
    }

    /**
     * Base: 20 us, half of them in fold. Head: 24 us, 14 of them in fold, by code of the JDK that it calls. Another
     * program delayed a fork.
     */
    @Test
    void aMethodHasTheTimeOfTheJdksCodeThatItCalls() {
        SlowerParts slower = slower(
                20,
                "40 bytes=16",
                Map.of(FOLD, 100, BENCH, 60, SINK, 40),
                24,
                "24 bytes=40",
                Map.of(FOLD, 100, HASH, 40, BENCH, 60, SINK, 40));
        assertParts(slower, "Text.Folder.fold", 4000.0);
        assertThat(slower.baseNanos()).isCloseTo(20_000, within(1e-6));
        assertThat(slower.headNanos()).isCloseTo(24_000, within(1e-6));
        assertThat(slower.isCpuTime()).isFalse();
        assertThat(slower.baseBytes()).hasValue(16);
        assertThat(slower.headBytes()).hasValue(40);
        assertThat(slower.flameGraph()).contains("24.0 us per call, 20.0 us in base");
    }

    @Test
    void collectionsAndCodeWithoutJavaFramesArePartsOfTheirOwn() {
        Map<String, Integer> before = Map.of(FOLD, 100, COLLECTOR, 20, NATIVE, 40, STUB, 40);
        Map<String, Integer> after = Map.of(FOLD, 100, COLLECTOR, 60, NATIVE, 70, STUB, 60);
        assertParts(slower(20, "20", before, 29, "29", after), "garbage collection", 4000.0, "deflate", 3000.0);
    }

    /** The compiler's samples are not of the call: 20 of 220 in base, 120 of 320 in head. */
    @Test
    void theCompilerIsNoPartOfACall() {
        Map<String, Integer> before = Map.of(FOLD, 100, TRIM, 100, MadeUpFork.JIT, 20);
        Map<String, Integer> after = Map.of(FOLD, 100, TRIM, 100, MadeUpFork.JIT, 120);
        assertParts(slower(20, "20 cpu=22", before, 24, "24 cpu=38.4", after), "Text.Folder.fold", 2000.0);
    }

    @Test
    void atMostThreePartsAreNamed() {
        Map<String, Integer> before = new HashMap<>();
        Map<String, Integer> after = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            before.put(BENCH + ";org.acme.C.m" + i, 20);
            after.put(BENCH + ";org.acme.C.m" + i, 30 - i % 2);
        }
        SlowerParts slower = slower(20, "20", before, 29.5, "29.5", after);
        assertThat(slower.parts()).extracting(Part::name).containsExactly("C.m0", "C.m2", "C.m4");
    }

    /** CPU time does not grow with the call. */
    @Test
    void timeWithoutSamplesIsWaiting() {
        Map<String, Integer> time = Map.of(FOLD, 100);
        assertParts(slower(20, "20 cpu=10", time, 25, "25 cpu=10", time), BillReport.WAITING, 5000.0);
    }

    /** In base and in head the call waits for a CPU three quarters of its time, 5 ms or more at once. */
    @Test
    void timeWhenOtherProgramsHaveTheCpuIsNoWaiting() {
        Map<String, Integer> time = Map.of(FOLD, 100);
        SlowerParts slower =
                slower(20, "80 cpu=20 delay=60 switches=12", time, 25, "100 cpu=25 delay=80 switches=12", time);
        assertParts(slower, "Text.Folder.fold", 5000.0);
    }

    @Test
    void anIdleCpuThatWakesUpIsWaiting() {
        Map<String, Integer> time = Map.of(FOLD, 100);
        SlowerParts slower = slower(20, "20 cpu=10 delay=10", time, 25, "25 cpu=10 delay=15", time);
        assertParts(slower, BillReport.WAITING, 5000.0);
    }

    /** A row that sleeps half of its time on a busy machine. */
    @Test
    void whatIsLeftWithoutTheDelayIsWaiting() {
        Map<String, Integer> time = Map.of(FOLD, 100);
        SlowerParts slower =
                slower(20, "40 cpu=10 delay=20 switches=4", time, 30, "60 cpu=10 delay=30 switches=6", time);
        assertParts(slower, BillReport.WAITING, 10_000.0);
    }

    /** The samples of fold go to run, its caller: run +14 us, fold -10 us; and back: fold +12.5 us, run -8.5 us. */
    @Test
    void whatMovesBetweenCallerAndCalledIsNoChange() {
        Map<String, Integer> before = Map.of(FOLD, 100, BENCH, 60, TRIM, 40);
        Map<String, Integer> after = Map.of(BENCH, 200, TRIM, 50);
        assertParts(slower(20, "20", before, 25, "25", after), "B.run", 4000.0);
        assertParts(slower(20, "20", after, 25, "25", before), "Text.Folder.fold", 4000.0);
    }

    @Test
    void onSeveralCpusTheTimesAreCpuTime() {
        SlowerParts slower =
                slower(20, "20 cpu=40", Map.of(FOLD, 100, TRIM, 100), 25, "25 cpu=50", Map.of(FOLD, 150, TRIM, 100));
        assertThat(slower.isCpuTime()).isTrue();
        assertThat(slower.headNanos() - slower.baseNanos()).isCloseTo(10_000, within(1e-6));
        assertParts(slower, "Text.Folder.fold", 10_000.0);
    }

    @Test
    void aPartThatTakesAsLongExplainsNothing() {
        assertParts(slower(20, "20", Map.of(FOLD, 100), 20, "20", Map.of(FOLD, 100)));
    }
}
