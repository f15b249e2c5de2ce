package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Threads;
import io.grpc.Drainable;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One marshaller, many threads. */
class ConcurrencyIT {
    private static final int THREADS = 8;
    private static final int MESSAGES = 2000;

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void eightThreadsEncodeAndDecodeAtOnce(MessageType<M> shared) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        Threads.run(THREADS, thread -> {
            start.await(10, TimeUnit.SECONDS);
            checkManyRoundTrips(shared, thread);
            return null;
        });
    }

    private static <M> void checkManyRoundTrips(MessageType<M> type, int thread) throws Exception {
        for (int n = 0; n < MESSAGES; n++) {
            ByteArrayOutputStream sink = new ByteArrayOutputStream();
            try (InputStream stream = type.format().marshaller().stream(type.message(number(thread, n)))) {
                ((Drainable) stream).drainTo(sink);
            }
            assertIs(type, Wire.decode(type.format().marshaller(), sink.toByteArray()), number(thread, n));
        }
    }

    /** The in-process transport's way: one thread encodes, another one parses and closes. */
    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void streamsChangeThreads(MessageType<M> type) throws Exception {
        Marshaller<M> marshaller = type.format().marshaller();
        List<BlockingQueue<InputStream>> queues = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            queues.add(new LinkedBlockingQueue<>(4));
        }
        Threads.run(THREADS, thread -> {
            int sender = thread / 2;
            BlockingQueue<InputStream> queue = queues.get(sender);
            for (int n = 0; n < MESSAGES; n++) {
                if (thread % 2 == 0) {
                    InputStream stream = marshaller.stream(type.message(number(sender, n)));
                    assertThat(queue.offer(stream, 10, TimeUnit.SECONDS)).isTrue();
                } else {
                    try (InputStream stream = queue.poll(10, TimeUnit.SECONDS)) {
                        assertIs(type, marshaller.parse(stream), number(sender, n));
                    }
                }
            }
            return null;
        });
    }

    private static <M> void assertIs(MessageType<M> type, M message, int number) {
        assertThat(type.fields(message)).isEqualTo(type.fields(type.message(number)));
    }

    /** Of each thread others. */
    private static int number(int thread, int n) {
        return thread * MESSAGES + n;
    }
}
