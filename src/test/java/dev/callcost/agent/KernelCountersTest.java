package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class KernelCountersTest {
    @Test
    void aThreadThatWakesUpIsGivenACpuEachTime() throws Exception {
        KernelCounters before = new KernelCounters();
        for (int i = 0; i < 20; i++) {
            Thread.sleep(1);
        }
        KernelCounters after = new KernelCounters();
        assertThat(after.since(before, KernelCounters.SWITCHES)).isGreaterThanOrEqualTo(20);
        assertThat(after.since(before, KernelCounters.RUN_DELAY)).isNotNegative();
        assertThat(after.since(after, KernelCounters.SWITCHES)).isZero();
    }

    /** What the test sends itself is in it, with at least its payload; others may send meanwhile. */
    @Test
    void bytesOverLoopbackAreCounted() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (DatagramSocket receiver = new DatagramSocket(0, here);
                DatagramSocket sender = new DatagramSocket()) {
            KernelCounters before = new KernelCounters();
            for (int i = 0; i < 10; i++) {
                sender.send(new DatagramPacket(new byte[1000], 1000, here, receiver.getLocalPort()));
            }
            KernelCounters after = new KernelCounters();
            assertThat(after.loopbackPackets - before.loopbackPackets).isGreaterThanOrEqualTo(10);
            assertThat(after.loopbackBytes - before.loopbackBytes).isGreaterThanOrEqualTo(10_000);
        }
    }

    @Test
    void stealIsTheEighthNumberOfTheMachineAndSystemTimeTheFifteenthFieldOfTheProcess() throws IOException {
        long steal = nanos("/proc/stat", 8);
        long system = nanos("/proc/self/stat", 14);
        long later = system;
        while (later < system + 50_000_000) {
            later = nanos("/proc/self/stat", 14); // reading files is the kernel's work
        }
        KernelCounters now = new KernelCounters();
        assertThat(now.systemNanos).isBetween(later, nanos("/proc/self/stat", 14));
        assertThat(now.stealNanos).isBetween(steal, nanos("/proc/stat", 8));
    }

    /** Ticks in a file's first line. */
    private static long nanos(String file, int field) throws IOException {
        return 10_000_000
                * Long.parseLong(Files.readAllLines(Path.of(file)).get(0).split("\\s+")[field]);
    }
}
