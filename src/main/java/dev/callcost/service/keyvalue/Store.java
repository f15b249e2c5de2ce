package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * How the service guards its map against concurrent calls.
 *
 * <p>The source removed the lock and moved the work out of it in one step. Here the first two constants differ in whether the work is inside the
 * lock, the second and third in the guard of the map, the last two in how an update is made.
 */
public enum Store {
    /**
     * A {@link HashMap}, map and work inside one lock: one call at a time, however many the client keeps in flight. The source also sends the reply
     * inside the lock; here the reply follows the lock. On JDK 21 to 23 each virtual thread that works inside the lock or waits for it pins its
     * carrier.
     */
    SYNCHRONIZED(work -> new Synchronized(new Working(new Mapped(new HashMap<>()), work))),
    /** A {@link HashMap} inside a lock, the work before it: any number of calls work at once. */
    SYNCHRONIZED_NARROW(work -> new Working(new Synchronized(new Mapped(new HashMap<>())), work)),
    /** A {@link ConcurrentHashMap}, updated by the source's loop of get and compare-and-replace. */
    CONCURRENT(work -> new Working(new Retrying(new ConcurrentHashMap<>()), work)),
    /** A {@link ConcurrentHashMap}, updated by its own replace of a present key. */
    CONCURRENT_REPLACE(work -> new Working(new Mapped(new ConcurrentHashMap<>()), work));

    private final Function<StoreWork, KeyValueStore> opening;

    Store(Function<StoreWork, KeyValueStore> opening) {
        this.opening = opening;
    }

    /** Creates an empty store. Each operation does the work before it touches the map. */
    public KeyValueStore open(StoreWork work) {
        return opening.apply(work);
    }

    /** One method of a map for each operation: as safe under concurrency as the map. */
    static class Mapped implements KeyValueStore {
        private final Map<ByteString, ByteString> map;

        Mapped(Map<ByteString, ByteString> map) {
            this.map = map;
        }

        @Override
        public boolean create(ByteString key, ByteString value) {
            return map.putIfAbsent(key, value) == null;
        }

        @Override
        public ByteString retrieve(ByteString key) {
            return map.get(key);
        }

        @Override
        public boolean update(ByteString key, ByteString value) {
            return map.replace(key, value) != null;
        }

        @Override
        public void delete(ByteString key) {
            map.remove(key);
        }
    }

    /**
     * Updates as the source does: reads the old value, replaces it if it is still there, and starts over otherwise.
     *
     * <p>The retry gains nothing over {@link ConcurrentMap#replace(Object, Object)}, which is atomic, and comparing with the old value may read all
     * of it.
     */
    static final class Retrying extends Mapped {
        private final ConcurrentMap<ByteString, ByteString> map;

        Retrying(ConcurrentMap<ByteString, ByteString> map) {
            super(map);
            this.map = map;
        }

        @Override
        public boolean update(ByteString key, ByteString value) {
            while (true) {
                ByteString old = map.get(key);
                if (old == null) {
                    return false;
                }
                if (map.replace(key, old, value)) {
                    return true;
                }
            }
        }
    }

    /** Runs the operations of another store one at a time, each inside this object's monitor. */
    record Synchronized(KeyValueStore store) implements KeyValueStore {
        @Override
        public synchronized boolean create(ByteString key, ByteString value) {
            return store.create(key, value);
        }

        @Override
        public synchronized ByteString retrieve(ByteString key) {
            return store.retrieve(key);
        }

        @Override
        public synchronized boolean update(ByteString key, ByteString value) {
            return store.update(key, value);
        }

        @Override
        public synchronized void delete(ByteString key) {
            store.delete(key);
        }
    }

    /** Does the work of an operation before the operation on another store. */
    private record Working(KeyValueStore store, StoreWork work) implements KeyValueStore {
        @Override
        public boolean create(ByteString key, ByteString value) {
            work.write();
            return store.create(key, value);
        }

        @Override
        public ByteString retrieve(ByteString key) {
            work.read();
            return store.retrieve(key);
        }

        @Override
        public boolean update(ByteString key, ByteString value) {
            work.write();
            return store.update(key, value);
        }

        @Override
        public void delete(ByteString key) {
            work.write();
            store.delete(key);
        }
    }
}
