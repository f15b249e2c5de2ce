package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
import java.util.Map;

/**
 * A map with the four operations of the service. Unlike in the source, keys and values are not wrapped, and a retrieved
 * value is not copied.
 */
public final class KeyValueStore {
    private final Store guard;
    private final Map<ByteString, ByteString> map;
    private final StoreWork work;

    KeyValueStore(Store guard, Map<ByteString, ByteString> map, StoreWork work) {
        this.guard = guard;
        this.map = map;
        this.work = work;
    }

    /** @return false, and nothing changed, when the key already has a value */
    boolean create(ByteString key, ByteString value) {
        return guard.guarded(this, work::write, () -> map.putIfAbsent(key, value) == null);
    }

    /** @return null when the key has no value */
    ByteString retrieve(ByteString key) {
        return guard.guarded(this, work::read, () -> map.get(key));
    }

    /** @return false, and nothing changed, when the key has no value */
    boolean update(ByteString key, ByteString value) {
        return guard.guarded(this, work::write, () -> map.replace(key, value) != null);
    }

    /** Removes a key's value, if it has one. */
    void delete(ByteString key) {
        guard.guarded(this, work::write, () -> map.remove(key));
    }
}
