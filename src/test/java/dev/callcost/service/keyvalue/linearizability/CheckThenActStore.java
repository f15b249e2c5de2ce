package dev.callcost.service.keyvalue.linearizability;

import com.google.protobuf.ByteString;
import dev.callcost.service.keyvalue.KeyValueStore;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Broken on purpose: a thread-safe map used in two steps, with a gap between them. */
final class CheckThenActStore implements KeyValueStore {
    private final ConcurrentMap<ByteString, ByteString> map = new ConcurrentHashMap<>();
    private Runnable gap;

    CheckThenActStore(Runnable gap) {
        this.gap = gap;
    }

    void setGap(Runnable gap) {
        this.gap = gap;
    }

    @Override
    public boolean create(ByteString key, ByteString value) {
        if (map.containsKey(key)) {
            return false;
        }
        gap.run();
        map.put(key, value);
        return true;
    }

    @Override
    public ByteString retrieve(ByteString key) {
        return map.get(key);
    }

    @Override
    public boolean update(ByteString key, ByteString value) {
        if (!map.containsKey(key)) {
            return false;
        }
        gap.run();
        map.put(key, value);
        return true;
    }

    @Override
    public void delete(ByteString key) {
        map.remove(key);
    }
}
