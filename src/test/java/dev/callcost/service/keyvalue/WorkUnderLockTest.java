package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.proto.CreateRequest;
import dev.callcost.service.proto.CreateResponse;
import dev.callcost.service.proto.KeyValueServiceGrpc;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Where the work is done, inside the lock or before it, seen from handlers that meet in their work or cannot. */
class WorkUnderLockTest {
    private static final long PATIENCE_SECONDS = 30;

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SYNCHRONIZED")
    void handlersMeetInTheirWorkOutsideTheLock(Store kind) throws Exception {
        CyclicBarrier meeting = new CyclicBarrier(2);
        InFlightGauge gauge = new InFlightGauge();
        try (KeyValueServer server =
                KeyValueServer.start(kind, Work.of(() -> meeting.await(PATIENCE_SECONDS, TimeUnit.SECONDS)), gauge)) {
            Future<CreateResponse> one = create(server, "one");
            Future<CreateResponse> two = create(server, "two");
            one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            two.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(gauge.snapshot().maximum()).isEqualTo(2);
    }

    @Test
    void aHandlerAtWorkInsideTheLockKeepsTheOtherFromItsWork() throws Exception {
        BlockingQueue<Thread> atWork = new LinkedBlockingQueue<>();
        CountDownLatch release = new CountDownLatch(1);
        InFlightGauge gauge = new InFlightGauge();
        StoreWork work = Work.of(() -> {
            atWork.add(Thread.currentThread());
            assertThat(release.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        });
        try (KeyValueServer server = KeyValueServer.start(Store.SYNCHRONIZED, work, gauge)) {
            Future<CreateResponse> one = create(server, "one");
            Thread first = atWork.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(first).isNotNull();
            Future<CreateResponse> two = create(server, "two");

            assertThat(someThreadWaitsForALockOf(first)).isTrue();
            assertThat(gauge.snapshot().inFlight()).isEqualTo(2);
            assertThat(atWork).isEmpty();

            release.countDown();
            one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            two.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(atWork).hasSize(1);
        } finally {
            release.countDown();
        }
    }

    private static Future<CreateResponse> create(KeyValueServer server, String key) {
        return KeyValueServiceGrpc.newFutureStub(server.channel())
                .create(CreateRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8(key))
                        .setValue(ByteString.copyFromUtf8("value"))
                        .build());
    }

    private static boolean someThreadWaitsForALockOf(Thread owner) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < deadline) {
            for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) {
                if (thread.getLockOwnerId() == owner.getId() && isStore(thread)) {
                    return true;
                }
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private static boolean isStore(ThreadInfo waiting) {
        return waiting.getLockInfo().getClassName().equals(Store.Synchronized.class.getName());
    }
}
