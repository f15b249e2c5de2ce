package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A set of keys from which one can be drawn, all alike. Adding, removing and drawing take constant time. Not thread-safe. */
final class KnownKeys {
    private final List<ByteString> keys = new ArrayList<>();
    private final Map<ByteString, Integer> places = new HashMap<>();

    boolean isEmpty() {
        return keys.isEmpty();
    }

    int size() {
        return keys.size();
    }

    boolean contains(ByteString key) {
        return places.containsKey(key);
    }

    void add(ByteString key) {
        if (places.putIfAbsent(key, keys.size()) == null) {
            keys.add(key);
        }
    }

    /** Moves the last key to the place of the one that goes. */
    void remove(ByteString key) {
        Integer place = places.remove(key);
        if (place == null) {
            return;
        }
        ByteString last = keys.remove(keys.size() - 1);
        if (!last.equals(key)) {
            keys.set(place, last);
            places.put(last, place);
        }
    }

    ByteString draw(SplittableRandom random) {
        return keys.get(random.nextInt(keys.size()));
    }
}
