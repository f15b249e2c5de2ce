package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Drainable;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One marshaller, many threads. */
class ConcurrencyTest {
    private static final int THREADS = 8;
    private static final int MESSAGES = 2000;

    @ParameterizedTest
    @EnumSource
    void eightThreadsEncodeAndDecodeAtOnce(WireFormat format) throws Exception {
        MessageFormat<?> shared = format.format();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        inThreads(thread -> {
            start.await(10, TimeUnit.SECONDS);
            checkManyRoundTrips(shared, thread);
        });
    }

    private static <M> void checkManyRoundTrips(MessageFormat<M> format, int thread) throws Exception {
        for (int n = 0; n < MESSAGES; n++) {
            String text = text(thread, n);
            ByteArrayOutputStream sink = new ByteArrayOutputStream();
            try (InputStream stream = format.marshaller().stream(format.message(thread, n, text, longs(thread, n)))) {
                ((Drainable) stream).drainTo(sink);
            }
            assertIs(format, Wire.decode(format.marshaller(), sink.toByteArray()), thread, n);
        }
    }

    /** The in-process transport's way: one thread encodes, another one parses and closes. */
    @ParameterizedTest
    @EnumSource
    void streamsChangeThreads(WireFormat format) throws Exception {
        checkHandOver(format.format());
    }

    private static <M> void checkHandOver(MessageFormat<M> format) throws Exception {
        Marshaller<M> marshaller = format.marshaller();
        List<BlockingQueue<InputStream>> queues = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            queues.add(new LinkedBlockingQueue<>(4));
        }
        inThreads(thread -> {
            int sender = thread / 2;
            BlockingQueue<InputStream> queue = queues.get(sender);
            for (int n = 0; n < MESSAGES; n++) {
                if (thread % 2 == 0) {
                    InputStream stream =
                            marshaller.stream(format.message(sender, n, text(sender, n), longs(sender, n)));
                    assertThat(queue.offer(stream, 10, TimeUnit.SECONDS)).isTrue();
                } else {
                    try (InputStream stream = queue.poll(10, TimeUnit.SECONDS)) {
                        assertIs(format, marshaller.parse(stream), sender, n);
                    }
                }
            }
        });
    }

    private static <M> void assertIs(MessageFormat<M> format, M message, int k, int i) {
        assertThat(format.k(message)).isEqualTo(k);
        assertThat(format.i(message)).isEqualTo(i);
        assertThat(format.text(message)).isEqualTo(text(k, i));
        assertThat(format.longs(message)).isEqualTo(longs(k, i));
    }

    private static String text(int k, int i) {
        return (k + (i % 2 == 0 ? Texts.CJK : "-") + i).repeat(1 + i % 30);
    }

    private static long[] longs(int k, int i) {
        return LongStream.range(0, i % 12).map(n -> n * k + i).toArray();
    }

    private static void inThreads(ThreadBody body) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int n = 0; n < THREADS; n++) {
                int thread = n;
                tasks.add(() -> {
                    body.run(thread);
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private interface ThreadBody {
        void run(int thread) throws Exception;
    }
}
