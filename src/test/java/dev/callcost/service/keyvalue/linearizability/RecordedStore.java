package dev.callcost.service.keyvalue.linearizability;

import com.google.protobuf.ByteString;
import dev.callcost.service.keyvalue.KeyValueStore;
import dev.callcost.service.keyvalue.linearizability.Event.Kind;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Writes down what is done to a store and when: the stamps are turns of one counter, so their order is beyond doubt. */
final class RecordedStore {
    private final KeyValueStore store;
    private final AtomicLong stamps = new AtomicLong();
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    RecordedStore(KeyValueStore store) {
        this.store = store;
    }

    /** Does an operation and records it; the value is for a create or an update. */
    void apply(Kind kind, int key, int value) {
        ByteString name = bytes(key);
        ByteString content = bytes(value);
        long invoked = stamps.getAndIncrement();
        switch (kind) {
            case CREATE -> add(kind, key, value, store.create(name, content), invoked);
            case RETRIEVE -> {
                ByteString read = store.retrieve(name);
                long returned = stamps.getAndIncrement();
                Integer seen = read == null ? null : Integer.valueOf(read.toStringUtf8());
                events.add(new Event(kind, key, seen, true, invoked, returned));
            }
            case UPDATE -> add(kind, key, value, store.update(name, content), invoked);
            case DELETE -> {
                store.delete(name);
                add(kind, key, null, true, invoked);
            }
        }
    }

    private void add(Kind kind, int key, Integer value, boolean done, long invoked) {
        events.add(new Event(kind, key, value, done, invoked, stamps.getAndIncrement()));
    }

    Collection<Event> history() {
        return events;
    }

    private static ByteString bytes(int number) {
        return ByteString.copyFromUtf8(Integer.toString(number));
    }
}
