package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
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

    /** What the test sends itself is in it, with at least its payload; others may send meanwhile. */
    @Test
    void bytesOverLoopbackAreCounted() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (DatagramSocket receiver = new DatagramSocket(0, here);
                DatagramSocket sender = new DatagramSocket()) {
            KernelCounters before = KernelCounters.now();
            for (int i = 0; i < 10; i++) {
                sender.send(new DatagramPacket(new byte[1000], 1000, here, receiver.getLocalPort()));
            }
            KernelCounters after = KernelCounters.now();
            assertThat(after.loopbackPacketsSince(before)).isGreaterThanOrEqualTo(10);
            assertThat(after.loopbackBytesSince(before)).isGreaterThanOrEqualTo(10_000);
        }
    }

    @Test
    void systemTimeIsTheFifteenthFieldOfTheProcess() throws IOException {
        long beforeStart = systemNanos();
        KernelCounters start = KernelCounters.now();
        long afterStart = systemNanos();
        while (systemNanos() < afterStart + 50_000_000) {
            KernelCounters.now(); // reads files, which is the kernel's work
        }
        long beforeEnd = systemNanos();
        long counted = KernelCounters.now().systemNanosSince(start);
        assertThat(counted).isBetween(beforeEnd - afterStart, systemNanos() - beforeStart);
    }

    private static long systemNanos() throws IOException {
        String[] fields = Files.readString(Path.of("/proc/self/stat")).split(" ");
        return 10_000_000 * Long.parseLong(fields[14]);
    }
}
