package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Served;
import dev.callcost.service.proto.Usage;
import dev.callcost.service.proto.UsageRequest;
import dev.callcost.service.proto.UsageServiceGrpc;
import dev.callcost.service.proto.UsageServiceGrpc.UsageServiceBlockingStub;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class UsageHandlersTest {
    private static final long BURNT = TimeUnit.MILLISECONDS.toNanos(300);

    /** Uses a CPU, and waits. */
    private static final class Burner implements AutoCloseable {
        private final CountDownLatch burnt = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private final Thread thread;

        Burner(String name) throws InterruptedException {
            thread = new Thread(this::burn, name);
            thread.start();
            burnt.await();
        }

        private void burn() {
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < BURNT) {
                Thread.onSpinWait();
            }
            burnt.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() throws InterruptedException {
            end.countDown();
            thread.join();
        }
    }

    private static long cpuNanos(UsageServiceBlockingStub stub) {
        Usage usage = stub.read(UsageRequest.getDefaultInstance());
        assertThat(usage.getThreads()).isPositive();
        assertThat(usage.getCpus()).isPositive();
        return usage.getCpuNanos();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theCompilersTimeIsLeftOutAndThatOfAThreadThatEndedStays() throws Exception {
        try (Served served = Served.of(new UsageHandlers())) {
            UsageServiceBlockingStub stub = UsageServiceGrpc.newBlockingStub(served.channel());
            long before = cpuNanos(stub);
            long after;
            try (Burner worker = new Burner("worker")) {
                after = cpuNanos(stub);
                assertThat(after - before).isGreaterThan(BURNT - 1_000_000); // the thread's clock and the scheduler's
            }
            assertThat(cpuNanos(stub)).isGreaterThanOrEqualTo(after);
            after = cpuNanos(stub);
            try (Burner compiler = new Burner("C2 CompilerThread99")) {
                assertThat(cpuNanos(stub) - after).isLessThan(BURNT);
            }
        }
    }
}
