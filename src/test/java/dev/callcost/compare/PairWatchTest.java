package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.doctor.Canary;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Throttling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairWatchTest {
    private static final Canary CALM = new Canary(200_000, 5_000);
    private static final Throttling COOL = new Throttling(0L, 0L);
    private static final Throttling HOT = new Throttling(2L, 0L);
    private static final Throttling STOPPED = new Throttling(0L, 60_000_000_000L);
    private static final Throttling UNKNOWN = new Throttling(null, null);

    @TempDir
    Path root;

    private Path heat;
    private Path quota;

    @BeforeEach
    void layOut() throws IOException {
        write("proc/self/cgroup", "0::/a");
        heat = write("sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "7");
        quota = write("sys/fs/cgroup/a/cpu.stat", "throttled_usec 1000");
    }

    private Path write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text + "\n");
    }

    private static Optional<String> cause(Canary before, Canary between, double steal, long hiccupNanos) {
        return PairWatch.cause(before, between, COOL, COOL).or(() -> PairWatch.cause(steal, hiccupNanos));
    }

    private static Optional<String> cause(Throttling first, Throttling second) {
        return PairWatch.cause(CALM, CALM, first, second);
    }

    @Test
    void aCalmMachineSetsNothingAside() {
        assertThat(cause(CALM, CALM, 0, 0)).isEmpty();
        assertThat(cause(CALM, new Canary(250_000, 50_000), 0.05, 1_000_000_000))
                .isEmpty();
    }

    @Test
    void whatLiesBetweenForksThatTakeTurnsSetsNothingAside() throws IOException {
        try (PairWatch watch = new PairWatch(true, new KernelFiles(root))) {
            Files.writeString(heat, "9\n");
            watch.between();
            watch.end();
            assertThat(watch.setAside()).isEmpty();
            assertThat(watch.seen().get("heatEventsFirst").getAsLong()).isEqualTo(2);
        }
    }

    @Test
    void eachCauseIsNamed() {
        assertThat(cause(CALM, new Canary(260_000, 5_000), 0, 0))
                .contains("the canary's loop changed by a factor of 1.30");
        assertThat(cause(new Canary(260_000, 5_000), CALM, 0, 0))
                .contains("the canary's loop changed by a factor of 1.30");
        assertThat(cause(CALM, new Canary(200_000, 60_000), 0, 0))
                .contains("the canary's wake-up changed by a factor of 12.0");
        assertThat(cause(CALM, CALM, 0.075, 0)).contains("the hypervisor took 7.5% of the CPU time");
        assertThat(cause(CALM, CALM, 0, 1_500_000_000)).contains("the host stood still for 1.5 s");
    }

    @Test
    void heatCountsWhenItHitOneForkAlone() {
        assertThat(cause(HOT, COOL))
                .isEqualTo(cause(COOL, HOT))
                .contains("a CPU was too hot during one fork and not during the other");
        assertThat(cause(HOT, new Throttling(9L, 0L))).isEmpty();
        assertThat(cause(UNKNOWN, UNKNOWN)).isEmpty();
    }

    @Test
    void aQuotaSetsNothingAsideHoweverOftenItStoppedAFork() {
        assertThat(cause(STOPPED, COOL)).isEmpty();
        assertThat(cause(COOL, STOPPED)).isEmpty();
    }

    @Test
    void itTellsWhatItSaw() {
        try (PairWatch watch = new PairWatch(false)) {
            watch.between();
            watch.end();
            assertThat(watch.seen().keySet())
                    .startsWith(
                            "start",
                            "end",
                            "kernelNanosBefore",
                            "wakeUpNanosBefore",
                            "kernelNanosBetween",
                            "wakeUpNanosBetween",
                            "canaryCpu",
                            "stealShare",
                            "worstHiccupNanos");
        }
    }

    @Test
    void throttlingIsThatOfEachFork() throws IOException {
        try (PairWatch watch = new PairWatch(false, new KernelFiles(root))) {
            Files.writeString(quota, "throttled_usec 1500\n");
            watch.between();
            Files.writeString(heat, "8\n");
            Files.writeString(quota, "throttled_usec 1700\n");
            watch.end();

            JsonObject seen = watch.seen();
            assertThat(seen.get("heatEventsFirst").getAsLong()).isZero();
            assertThat(seen.get("heatEventsSecond").getAsLong()).isEqualTo(1);
            assertThat(seen.get("quotaNanosFirst").getAsLong()).isEqualTo(500_000);
            assertThat(seen.get("quotaNanosSecond").getAsLong()).isEqualTo(200_000);
            assertThat(watch.setAside()).isPresent();
        }
    }

    @Test
    void whatTheSystemDoesNotTellIsLeftOut() throws IOException {
        Files.delete(heat);
        Files.delete(quota);
        try (PairWatch watch = new PairWatch(false, new KernelFiles(root))) {
            watch.between();
            watch.end();
            assertThat(watch.seen().keySet())
                    .doesNotContain("heatEventsFirst", "heatEventsSecond", "quotaNanosFirst", "quotaNanosSecond");
        }
    }
}
