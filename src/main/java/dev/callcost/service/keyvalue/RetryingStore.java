package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
import java.util.concurrent.ConcurrentMap;

/**
 * Updates as the source does: reads the old value, replaces it if it is still there, and starts over if it is not.
 *
 * <p>The retry buys nothing over {@link ConcurrentMap#replace(Object, Object)}, which is atomic already, and the comparison with
 * the old value may read all of it.
 */
final class RetryingStore extends MapStore {
    private final ConcurrentMap<ByteString, ByteString> map;

    RetryingStore(ConcurrentMap<ByteString, ByteString> map) {
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
