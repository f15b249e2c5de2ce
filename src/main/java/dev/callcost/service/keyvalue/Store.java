package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * How the service guards its map against concurrent calls.
 *
 * <p>The source removed the lock and moved the work out of it in one step. Here the first two constants differ in
 * whether the work is inside the lock, the last two in the guard of the map.
 */
public enum Store {
    /**
     * A {@link HashMap}, map and work inside one lock: one call at a time, however many the client keeps in flight. The
     * source also sends the reply inside the lock; here the reply follows the lock. On JDK 21 to 23 each virtual thread
     * that works inside the lock or waits for it pins its carrier.
     */
    SYNCHRONIZED {
        @Override
        <T> T guarded(Object lock, Runnable work, Supplier<T> operation) {
            synchronized (lock) {
                work.run();
                return operation.get();
            }
        }
    },
    /** A {@link HashMap} inside a lock, the work before it: any number of calls work at once. */
    SYNCHRONIZED_NARROW {
        @Override
        <T> T guarded(Object lock, Runnable work, Supplier<T> operation) {
            work.run();
            synchronized (lock) {
                return operation.get();
            }
        }
    },
    /**
     * A {@link ConcurrentHashMap}. The source's loop of get and compare-and-replace gains nothing over its replace
     * (results/epyc-vm-jdk17-keyvalue).
     */
    CONCURRENT {
        @Override
        <T> T guarded(Object lock, Runnable work, Supplier<T> operation) {
            work.run();
            return operation.get();
        }
    };

    abstract <T> T guarded(Object lock, Runnable work, Supplier<T> operation);

    /** Creates an empty store, whose operations do this work too. */
    public KeyValueStore open(StoreWork work) {
        Map<ByteString, ByteString> map = this == CONCURRENT ? new ConcurrentHashMap<>() : new HashMap<>();
        return new KeyValueStore(this, map, work);
    }
}
