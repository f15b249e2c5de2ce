package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs(OS.LINUX)
class ThreadCpuTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long WORK_NANOS = 50_000_000;
    private static final long CALLS = 10;
    private static final double WORK_A_CALL = WORK_NANOS / 1e3 / CALLS;

    private static void work() {
        long end = THREADS.getCurrentThreadCpuTime() + WORK_NANOS;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "callcost-server-io-1-1, cpu.server",
        "RMI TCP Connection(2)-127.0.0.1, cpu.server",
        "grpc-default-executor-0, cpu.client",
    })
    void aThreadCountsByItsNameAndTheReaderIsThePacer(String name, String metric) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, name));
        try {
            thread.submit(() -> {}).get();
            ThreadCpu before = ThreadCpu.now();
            thread.submit(ThreadCpuTest::work).get();
            work();
            Map<String, Double> micros = ThreadCpu.now().perCall(before, CALLS);
            assertThat(micros.get(metric)).isGreaterThanOrEqualTo(WORK_A_CALL);
            assertThat(micros.get(Latencies.CPU_PACER)).isGreaterThanOrEqualTo(WORK_A_CALL);
            double sum = micros.remove(Latencies.CPU);
            assertThat(micros.values().stream().mapToDouble(it -> it).sum()).isCloseTo(sum, within(0.001));
            assertThat(ThreadCpu.now().perCall(before, 0)).isEmpty();
        } finally {
            thread.shutdown();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "C1 CompilerThre, ''",
        "C2 CompilerThre, ''",
        "JVMCI CompilerT, ''",
        "JIT Compilation, ''",
        "G1 Main Marker, cpu.client",
        "Thread-C2, cpu.client",
        "callcost-client, cpu.client",
        "callcost-server, cpu.server",
    })
    void compilersAreLeftOutAndTheGarbageCollectorIsNot(String name, String metric) {
        assertThat(ThreadCpu.metric(name, false)).isEqualTo(metric);
        assertThat(ThreadCpu.metric(name, true)).isEqualTo(metric.isEmpty() ? "" : Latencies.CPU_SERVER);
    }

    @Test
    void aServerInItsOwnProcessIsADescendant() throws Exception {
        ThreadCpu before = ThreadCpu.now();
        assertThat(ThreadCpu.now().perCall(before, 1)).doesNotContainKey(Latencies.CPU_SERVER);
        Process parent = new ProcessBuilder("sh", "-c", "cat; exit").start();
        try {
            parent.getOutputStream().write('x');
            parent.getOutputStream().flush();
            assertThat(parent.getInputStream().read()).isEqualTo('x'); // the child of the child runs
            assertThat(ThreadCpu.now().perCall(before, 1).get(Latencies.CPU_SERVER))
                    .isPositive();
            long child = parent.descendants().findFirst().orElseThrow().pid();
            assertThat(ThreadCpu.now().threads()).contains(Long.toString(parent.pid()), Long.toString(child));
        } finally {
            parent.getOutputStream().close();
            parent.waitFor();
        }
    }
}
