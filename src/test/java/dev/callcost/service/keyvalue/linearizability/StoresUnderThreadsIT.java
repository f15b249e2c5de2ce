package dev.callcost.service.keyvalue.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.service.keyvalue.KeyValueStore;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import dev.callcost.service.keyvalue.Work;
import dev.callcost.service.keyvalue.linearizability.Event.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
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

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
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
        run(2, thread -> store.apply(Kind.CREATE, 1, thread));
        assertThat(store.history()).hasSize(2);
        assertThat(Linearizability.holdsFor(store.history())).isFalse();
    }

    @Test
    void anUpdateAcrossADeleteIsCaught() {
        CheckThenActStore broken = new CheckThenActStore(() -> {});
        RecordedStore store = new RecordedStore(broken);
        store.apply(Kind.CREATE, 1, 10);
        broken.setGap(() -> store.apply(Kind.DELETE, 1, 0));
        store.apply(Kind.UPDATE, 1, 20);
        assertThat(Linearizability.holdsFor(store.history())).isTrue();
        store.apply(Kind.RETRIEVE, 1, 0);
        assertThat(Linearizability.holdsFor(store.history())).isFalse();
    }

    /** One round: all threads at once draw operations of an equal mix on few keys of a new store. */
    private Collection<Event> fight(Supplier<KeyValueStore> newStore, int round) throws Exception {
        RecordedStore store = new RecordedStore(newStore.get());
        AtomicInteger missing = new AtomicInteger(THREADS);
        run(THREADS, thread -> {
            SplittableRandom random = new SplittableRandom(round * THREADS + thread);
            missing.decrementAndGet();
            while (missing.get() > 0) {
                Thread.yield();
            }
            for (int n = 0; n < OPERATIONS; n++) {
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                store.apply(kind, random.nextInt(KEYS), thread * OPERATIONS + n);
            }
        });
        return store.history();
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

    private void run(int count, ThreadBody body) throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int thread = n;
            tasks.add(() -> {
                body.run(thread);
                return null;
            });
        }
        for (Future<Void> done : threads.invokeAll(tasks, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            done.get();
        }
    }

    private interface ThreadBody {
        void run(int thread);
    }
}
