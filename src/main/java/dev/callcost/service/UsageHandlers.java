package dev.callcost.service;

import dev.callcost.service.proto.Usage;
import dev.callcost.service.proto.UsageRequest;
import dev.callcost.service.proto.UsageServiceGrpc.UsageServiceImplBase;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The gRPC service of {@code proto/usage.proto}: the CPU time of this process. On Linux it is the sum over all threads but the JIT compiler's, see proc(5).
 * A thread's time between its last reading and its end is lost. Other systems give the time of the process, with the compiler, in steps of up to 10 ms.
 */
public final class UsageHandlers extends UsageServiceImplBase {
    private static final Path TASKS = Path.of("/proc/self/task");

    /** In the names of compilers' threads, which Linux has cut to 15 characters: {@code C2 CompilerThre}, OpenJ9's {@code JIT Compilation}. */
    private static final String COMPILER = "Compil";

    private Map<String, Long> nanosByThread = new HashMap<>();
    private long cpuNanos;

    @Override
    public void read(UsageRequest request, StreamObserver<Usage> replies) {
        replies.onNext(Usage.newBuilder()
                .setCpuNanos(cpuNanos())
                .setThreads(ManagementFactory.getThreadMXBean().getThreadCount())
                .setCpus(Runtime.getRuntime().availableProcessors())
                .build());
        replies.onCompleted();
    }

    private synchronized long cpuNanos() {
        String[] threads = TASKS.toFile().list();
        if (threads == null) {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }
        Map<String, Long> now = new HashMap<>();
        for (String thread : threads) {
            try {
                if (!Files.readString(TASKS.resolve(thread).resolve("comm")).contains(COMPILER)) {
                    String schedstat = Files.readString(TASKS.resolve(thread).resolve("schedstat"));
                    now.put(thread, Long.parseLong(schedstat.substring(0, schedstat.indexOf(' '))));
                }
            } catch (IOException ended) {
                // since it was listed
            }
        }
        now.forEach((thread, nanos) -> {
            long before = nanosByThread.getOrDefault(thread, 0L);
            cpuNanos += nanos < before ? nanos : nanos - before; // Linux has given the number to another thread
        });
        nanosByThread = now;
        return cpuNanos;
    }
}
