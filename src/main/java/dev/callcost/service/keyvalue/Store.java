package dev.callcost.service.keyvalue;

import java.util.HashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the service keeps its map whole while calls come in at once.
 *
 * <p>In one step the source took the lock away and with it the work out of the lock. Here the first two constants differ in where
 * the work is done alone, the second and third in what guards the map, the last two in how an update is made.
 */
public enum Store {
    /**
     * A {@link HashMap}, map and work inside one lock: one call at a time, whatever the client keeps in flight. The source also
     * sends the reply inside the lock; here the reply is sent after it. With virtual threads on JDK 21 to 23 each call that works
     * inside the lock or waits for it pins its carrier.
     */
    SYNCHRONIZED {
        @Override
        public KeyValueStore open(StoreWork work) {
            return new SynchronizedStore(new WorkingStore(new MapStore(new HashMap<>()), work));
        }
    },
    /** A {@link HashMap} inside a lock, the work before it: any number of calls work at once. */
    SYNCHRONIZED_NARROW {
        @Override
        public KeyValueStore open(StoreWork work) {
            return new WorkingStore(new SynchronizedStore(new MapStore(new HashMap<>())), work);
        }
    },
    /** A {@link ConcurrentHashMap}, updated by the source's loop of get and compare-and-replace. */
    CONCURRENT {
        @Override
        public KeyValueStore open(StoreWork work) {
            return new WorkingStore(new RetryingStore(new ConcurrentHashMap<>()), work);
        }
    },
    /** A {@link ConcurrentHashMap}, updated by its own replace of a key that is there. */
    CONCURRENT_REPLACE {
        @Override
        public KeyValueStore open(StoreWork work) {
            return new WorkingStore(new MapStore(new ConcurrentHashMap<>()), work);
        }
    };

    /**
     * Makes an empty store.
     *
     * @param work what each operation does before it touches the map
     * @return the store, safe under concurrent calls
     */
    public abstract KeyValueStore open(StoreWork work);
}
