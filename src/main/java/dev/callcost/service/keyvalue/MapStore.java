package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
import java.util.Map;

/** One step of a map for each operation: as safe under concurrency as the map is. */
class MapStore implements KeyValueStore {
    private final Map<ByteString, ByteString> map;

    MapStore(Map<ByteString, ByteString> map) {
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
