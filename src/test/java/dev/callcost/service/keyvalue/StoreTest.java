package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.ByteString;
import dev.callcost.Served;
import dev.callcost.Threads;
import dev.callcost.service.Delay;
import dev.callcost.service.proto.CreateRequest;
import dev.callcost.service.proto.DeleteRequest;
import dev.callcost.service.proto.KeyValueServiceGrpc;
import dev.callcost.service.proto.KeyValueServiceGrpc.KeyValueServiceBlockingStub;
import dev.callcost.service.proto.RetrieveRequest;
import dev.callcost.service.proto.UpdateRequest;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each store does, by itself and behind gRPC. */
class StoreTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString OLD = ByteString.copyFromUtf8("old");
    private static final ByteString NEW = ByteString.copyFromUtf8("new");
    private static final int THREADS = 4;
    private static final int KEYS = 20_000;

    private KeyValueStore open(Store kind) {
        return kind.open(new StoreWork(Delay.NONE, 0, 0, nanos -> {}));
    }

    /** With work in the lock, threads take turns; otherwise all work at once. */
    @ParameterizedTest
    @EnumSource
    void onlyOneStoreWorksInItsLock(Store kind) throws Exception {
        long work = 20_000_000;
        Queue<Long> taken = new ConcurrentLinkedQueue<>();
        KeyValueStore store = kind.open(new StoreWork(Delay.SLEEP, work, 0, taken::add));
        long start = System.nanoTime();
        Threads.run(THREADS, thread -> store.retrieve(KEY));
        long elapsed = System.nanoTime() - start;
        assertThat(taken).hasSize(THREADS).allMatch(nanos -> nanos >= work);
        if (kind == Store.SYNCHRONIZED) {
            assertThat(elapsed).isGreaterThanOrEqualTo(THREADS * work);
        }
    }

    /**
     * Each thread creates keys that all create, and creates, updates and deletes keys of its own, which a map without a
     * guard loses.
     */
    @ParameterizedTest
    @EnumSource
    void threadsNeitherCreateAKeyTwiceNorLoseOne(Store kind) throws Exception {
        KeyValueStore store = open(kind);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Integer> created = Threads.run(THREADS, thread -> {
            int first = 0;
            start.await(30, TimeUnit.SECONDS);
            for (int n = 0; n < KEYS; n++) {
                first += store.create(key("shared", n), OLD) ? 1 : 0;
                assertThat(store.create(key(thread, n), OLD)).isTrue();
                assertThat(store.update(key(thread, n), NEW)).isTrue();
                assertThat(store.retrieve(key(thread, n))).isEqualTo(NEW);
                if (n % 2 == 0) {
                    store.delete(key(thread, n));
                }
            }
            return first;
        });
        assertThat(created.stream().mapToInt(first -> first).sum()).isEqualTo(KEYS);
        for (int thread = 0; thread < THREADS; thread++) {
            for (int n = 0; n < KEYS; n++) {
                assertThat(store.retrieve(key(thread, n))).isEqualTo(n % 2 == 0 ? null : NEW);
            }
        }
    }

    private static ByteString key(Object owner, int number) {
        return ByteString.copyFromUtf8(owner + " " + number);
    }

    @ParameterizedTest
    @EnumSource
    void clientsAreAnsweredAndRefused(Store kind) throws Exception {
        try (Served server = Served.of(new KeyValueHandlers(open(kind)))) {
            KeyValueServiceBlockingStub stub = KeyValueServiceGrpc.newBlockingStub(server.channel());
            RetrieveRequest retrieve = RetrieveRequest.newBuilder().setKey(KEY).build();
            CreateRequest create =
                    CreateRequest.newBuilder().setKey(KEY).setValue(OLD).build();
            UpdateRequest update =
                    UpdateRequest.newBuilder().setKey(KEY).setValue(NEW).build();
            assertThat(refusal(() -> stub.retrieve(retrieve))).isEqualTo(Code.NOT_FOUND);
            assertThat(refusal(() -> stub.update(update))).isEqualTo(Code.NOT_FOUND);
            stub.create(create);
            assertThat(refusal(() -> stub.create(create))).isEqualTo(Code.ALREADY_EXISTS);
            assertThat(stub.retrieve(retrieve).getValue()).isEqualTo(OLD);
            stub.update(update);
            assertThat(stub.retrieve(retrieve).getValue()).isEqualTo(NEW);
            stub.delete(DeleteRequest.newBuilder().setKey(KEY).build());
            assertThat(refusal(() -> stub.retrieve(retrieve))).isEqualTo(Code.NOT_FOUND);
        }
    }

    private static Code refusal(ThrowingCallable call) {
        return Status.fromThrowable(catchThrowable(call)).getCode();
    }
}
