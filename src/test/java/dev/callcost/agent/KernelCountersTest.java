package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class KernelCountersTest {
    @Test
    void threadsThatHandOverAreGivenACpuEachTime() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < 200; i++) {
                    queue.take();
                }
                queue.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.start();
        KernelCounters before = KernelCounters.now();
        for (int i = 0; i < 200; i++) {
            queue.put(i);
        }
        KernelCounters after = KernelCounters.now();
        assertThat(after.contextSwitchesSince(before)).isPositive();
        assertThat(after.runDelayNanosSince(before)).isNotNegative();
        assertThat(after.contextSwitchesSince(after)).isZero();
        queue.put(0);
        other.join();
    }

    @Test
    void stealIsTheEighthNumberOfTheMachinesLine() throws IOException {
        long ticks = Long.parseLong(
                Files.readAllLines(Path.of("/proc/stat")).get(0).trim().split("\\s+")[8]);
        KernelCounters now = KernelCounters.now();
        long again = Long.parseLong(
                Files.readAllLines(Path.of("/proc/stat")).get(0).trim().split("\\s+")[8]);
        assertThat(now.stealNanos()).isBetween(10_000_000 * ticks, 10_000_000 * again);
    }
}
