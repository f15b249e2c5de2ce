package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.callcost.Threads;
import dev.callcost.service.keyvalue.Linearizability.Event;
import dev.callcost.service.keyvalue.Linearizability.Event.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every store under threads that fight for few keys answers as some order of the operations would; a broken one is caught. */
class StoresUnderThreadsIT {
    private static final int THREADS = 4;
    private static final int KEYS = 2;
    private static final int OPERATIONS = 8;
    private static final int ROUNDS = 3_000;
    private static final long PATIENCE_SECONDS = 60;

    /** Hands the CPU on at every other operation or so, for there may be fewer CPUs than threads. */
    private static final StoreWork SOMETIMES_YIELD = Work.of(() -> {
        if (ThreadLocalRandom.current().nextBoolean()) {
            Thread.yield();
        }
    });

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void endThreads() {
        pool.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void everyHistoryIsLinearizable(Store kind) throws Exception {
        int overlapping = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Collection<Event> history = fight(() -> kind.open(SOMETIMES_YIELD), round);
            assertThat(history).hasSize(THREADS * OPERATIONS);
            assertThat(Linearizability.holdsFor(history))
                    .as("round %d: %s", round, history)
                    .isTrue();
            overlapping += overlapping(history);
        }
        assertThat(overlapping)
                .as("pairs of operations on a key that overlapped")
                .isGreaterThan(ROUNDS);
    }

    @Test
    void theSameFightCatchesABrokenStore() throws Exception {
        int round = 0;
        while (round < ROUNDS && Linearizability.holdsFor(fight(() -> new CheckThenActStore(Thread::yield), round))) {
            round++;
        }
        assertThat(round).as("rounds without a find").isLessThan(ROUNDS);
    }

    @Test
    void twoCreatesInTheGapAreCaught() throws Exception {
        CyclicBarrier inTheGap = new CyclicBarrier(2);
        RecordedStore store = new RecordedStore(
                new CheckThenActStore(Work.of(() -> inTheGap.await(PATIENCE_SECONDS, TimeUnit.SECONDS))::write));
        Threads.run(2, thread -> store.apply(Kind.CREATE, 1, thread));
        assertThat(store.events).hasSize(2);
        assertThat(Linearizability.holdsFor(store.events)).isFalse();
    }

    @Test
    void anUpdateAcrossADeleteIsCaught() {
        CheckThenActStore broken = new CheckThenActStore(() -> {});
        RecordedStore store = new RecordedStore(broken);
        store.apply(Kind.CREATE, 1, 10);
        broken.gap = () -> store.apply(Kind.DELETE, 1, 0);
        store.apply(Kind.UPDATE, 1, 20);
        assertThat(Linearizability.holdsFor(store.events)).isTrue();
        store.apply(Kind.RETRIEVE, 1, 0);
        assertThat(Linearizability.holdsFor(store.events)).isFalse();
    }

    /** One round: all threads at once draw operations of an equal mix on few keys of a new store. */
    private Collection<Event> fight(Supplier<KeyValueStore> newStore, int round) throws Exception {
        RecordedStore store = new RecordedStore(newStore.get());
        AtomicInteger missing = new AtomicInteger(THREADS);
        IntFunction<Callable<Void>> fighter = thread -> () -> {
            SplittableRandom random = new SplittableRandom(round * THREADS + thread);
            missing.decrementAndGet();
            while (missing.get() > 0) {
                Thread.yield();
            }
            for (int n = 0; n < OPERATIONS; n++) {
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                store.apply(kind, random.nextInt(KEYS), thread * OPERATIONS + n);
            }
            return null;
        };
        for (Future<Void> done :
                pool.invokeAll(IntStream.range(0, THREADS).mapToObj(fighter).toList())) {
            done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        return store.events;
    }

    private static long overlapping(Collection<Event> history) {
        List<Event> events = List.copyOf(history);
        long pairs = 0;
        for (int a = 0; a < events.size(); a++) {
            for (int b = 0; b < a; b++) {
                if (events.get(a).key() == events.get(b).key() && events.get(a).overlaps(events.get(b))) {
                    pairs++;
                }
            }
        }
        return pairs;
    }

    /** Records what is done to a store and when: the stamps are turns of one counter, so their order is certain. */
    private static final class RecordedStore {
        private final KeyValueStore store;
        private final AtomicLong stamps = new AtomicLong();
        private final Queue<Event> events = new ConcurrentLinkedQueue<>();

        RecordedStore(KeyValueStore store) {
            this.store = store;
        }

        /** The value is for a create or an update. */
        Event apply(Kind kind, int key, int value) {
            ByteString name = ByteString.copyFromUtf8(Integer.toString(key));
            ByteString content = ByteString.copyFromUtf8(Integer.toString(value));
            ByteString read = null;
            boolean done = true;
            long invoked = stamps.getAndIncrement();
            switch (kind) {
                case CREATE -> done = store.create(name, content);
                case RETRIEVE -> read = store.retrieve(name);
                case UPDATE -> done = store.update(name, content);
                case DELETE -> store.delete(name);
            }
            long returned = stamps.getAndIncrement();
            boolean writes = kind == Kind.CREATE || kind == Kind.UPDATE;
            Integer seen = writes ? Integer.valueOf(value) : read == null ? null : Integer.valueOf(read.toStringUtf8());
            Event event = new Event(kind, key, seen, done, invoked, returned);
            events.add(event);
            return event;
        }
    }

    /** Broken on purpose: a thread-safe map used in two steps, with a gap between them. */
    private static final class CheckThenActStore implements KeyValueStore {
        private final ConcurrentMap<ByteString, ByteString> map = new ConcurrentHashMap<>();
        private Runnable gap;

        CheckThenActStore(Runnable gap) {
            this.gap = gap;
        }

        @Override
        public boolean create(ByteString key, ByteString value) {
            return !map.containsKey(key) && put(key, value);
        }

        @Override
        public ByteString retrieve(ByteString key) {
            return map.get(key);
        }

        @Override
        public boolean update(ByteString key, ByteString value) {
            return map.containsKey(key) && put(key, value);
        }

        private boolean put(ByteString key, ByteString value) {
            gap.run();
            map.put(key, value);
            return true;
        }

        @Override
        public void delete(ByteString key) {
            map.remove(key);
        }
    }
}
