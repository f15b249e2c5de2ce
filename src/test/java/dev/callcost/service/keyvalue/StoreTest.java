package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.callcost.Threads;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each store does; {@link KeyValueHandlersTest} has what a client sees of it. */
class StoreTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString OTHER = ByteString.copyFromUtf8("other");
    private static final ByteString OLD = ByteString.copyFromUtf8("old");
    private static final ByteString NEW = ByteString.copyFromUtf8("new");

    private static final int THREADS = 4;
    private static final int KEYS = 20_000;

    private final List<String> work = new ArrayList<>();
    private KeyValueStore store;
    private final StoreWork noted = new StoreWork() {
        @Override
        public void read() {
            work.add("read" + lock());
        }

        @Override
        public void write() {
            work.add("write" + lock());
        }

        private String lock() {
            ThreadInfo self = ManagementFactory.getThreadMXBean()
                    .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, false)[0];
            boolean locked = Stream.of(self.getLockedMonitors())
                    .anyMatch(monitor -> monitor.getClassName().equals(Store.Synchronized.class.getName()));
            return locked ? " in the lock" : "";
        }
    };

    @ParameterizedTest
    @EnumSource
    void eachOperationWorksOnceDoneOrRefusedAndInTheLockOfOneStoreOnly(Store kind) {
        store = kind.open(noted);
        store.update(KEY, NEW);
        store.retrieve(KEY);
        store.create(KEY, OLD);
        store.create(KEY, OLD);
        store.retrieve(KEY);
        store.delete(KEY);
        String lock = kind == Store.SYNCHRONIZED ? " in the lock" : "";
        String read = "read" + lock;
        String write = "write" + lock;
        assertThat(work).containsExactly(write, read, write, write, read, write);
    }

    /** Each thread creates keys that all create, and creates, updates and deletes keys of its own, which a map without a guard loses. */
    @ParameterizedTest
    @EnumSource
    void threadsNeitherCreateAKeyTwiceNorLoseOne(Store kind) throws Exception {
        store = kind.open(StoreWork.NONE);
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

    @Test
    void aDeleteOrAnUpdateBetweenReadingAndReplacingIsSeen() {
        OvertakenMap deleted = new OvertakenMap(map -> map.remove(KEY));
        assertThat(new Store.Retrying(deleted).update(KEY, NEW)).isFalse();
        assertThat(deleted).isEmpty();
        assertThat(deleted.replaces).isEqualTo(1);

        OvertakenMap updated = new OvertakenMap(map -> map.put(KEY, OTHER));
        assertThat(new Store.Retrying(updated).update(KEY, NEW)).isTrue();
        assertThat(updated).containsEntry(KEY, NEW);
        assertThat(updated.replaces).isEqualTo(2);
    }

    /** A map with a key that lets another call in before its first replace. */
    private static final class OvertakenMap extends ConcurrentHashMap<ByteString, ByteString> {
        private static final long serialVersionUID = 1;
        private final transient Consumer<OvertakenMap> other;
        private int replaces;

        OvertakenMap(Consumer<OvertakenMap> other) {
            this.other = other;
            put(KEY, OLD);
        }

        @Override
        public boolean replace(ByteString key, ByteString old, ByteString value) {
            if (replaces++ == 0) {
                other.accept(this);
            }
            return super.replace(key, old, value);
        }
    }
}
