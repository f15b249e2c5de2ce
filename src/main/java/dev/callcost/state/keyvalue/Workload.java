package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws the operations of the key-value client: a quarter each, on keys that the client knows.
 *
 * <p>As in the source, a key is known from the end of its create until its delete is drawn or a call does not find it. Without a known key only
 * creates are drawn, so creates are a little more than a quarter. The number of known keys is a random walk that turns back at 0, some 0.8 times the
 * square root of the creates and deletes made, and the store's memory grows with it.
 *
 * <p>Keys are new random bytes. A value is cut from one block of random bytes, so drawing costs next to nothing compared with the call; the source
 * created 64 KiB of random bytes for each value. Hence values overlap, and the block is likely in the CPU's cache. In-process the store keeps views
 * of the block and needs hardly any memory of its own.
 *
 * <p>Thread-safe. Equal seeds draw equal operations if each is settled before the next is drawn; otherwise the order of their ends decides which keys
 * are known.
 *
 * <p>Source: Carl Mastrangelo, "So You Want to Optimize gRPC - Part 1", 2018.
 */
public final class Workload {
    /** The source's mean lengths in bytes. */
    public static final int MEAN_KEY = 64;

    public static final int MEAN_VALUE = 65_536;

    public enum Kind {
        CREATE,
        RETRIEVE,
        UPDATE,
        DELETE
    }

    /** The expected ends of a call. */
    public enum Outcome {
        OK,
        /** The key of a create had a value: two creates of one short key were in flight, or its delete came later. */
        ALREADY_EXISTS,
        /** A delete overtook the retrieve or update. */
        NOT_FOUND
    }

    /** @param value of a create or an update, at least one byte; null for the others */
    public record Operation(Kind kind, ByteString key, ByteString value) {}

    /** The greatest length, in means: one draw in 8e13 would be longer. */
    private static final int LONGEST = 32;

    private static final Kind[] KINDS = Kind.values();

    private final KnownKeys known = new KnownKeys();
    private final SplittableRandom random;
    private final int meanKey;
    private final int meanValue;

    /** Each value is a part of it. */
    private final ByteString block;

    /** Lengths of keys and values are exponential; their means are in bytes. */
    public Workload(long seed, int meanKey, int meanValue) {
        this.random = new SplittableRandom(seed);
        this.meanKey = meanKey;
        this.meanValue = meanValue;
        this.block = bytes(Math.multiplyExact(LONGEST, meanValue));
    }

    public synchronized Operation next() {
        while (true) {
            Kind kind = KINDS[random.nextInt(KINDS.length)];
            if (kind == Kind.CREATE) {
                return new Operation(kind, unknownKey(), value());
            }
            if (!known.isEmpty()) {
                return onKnownKey(kind);
            }
        }
    }

    private ByteString unknownKey() {
        while (true) {
            ByteString key = bytes(length(meanKey));
            if (!known.contains(key)) {
                return key;
            }
        }
    }

    private Operation onKnownKey(Kind kind) {
        ByteString key = known.draw(random);
        if (kind == Kind.DELETE) {
            known.remove(key);
        }
        return new Operation(kind, key, kind == Kind.UPDATE ? value() : null);
    }

    private ByteString value() {
        int length = length(meanValue);
        int start = random.nextInt(block.size() - length + 1);
        return block.substring(start, start + length);
    }

    /** {@code 1 + round(mean x Exp(1))}, the source's rule: never 0, and on average one more than the mean. */
    private int length(int mean) {
        return (int) Math.min((long) LONGEST * mean, 1 + Math.round(mean * -Math.log(1 - random.nextDouble())));
    }

    private ByteString bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }

    /** Updates the known keys when a call has ended: a created key becomes known, a key that was not found becomes unknown. */
    public synchronized void settle(Operation operation, Outcome outcome) {
        if (operation.kind() == Kind.CREATE && outcome == Outcome.OK) {
            known.add(operation.key());
        } else if (outcome == Outcome.NOT_FOUND) {
            known.remove(operation.key());
        }
    }

    public synchronized int known() {
        return known.size();
    }

    /** A set of keys with uniform drawing. Adding, removing and drawing take constant time. Not thread-safe. */
    static final class KnownKeys {
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

        /** Moves the last key to the place of the removed one. */
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
}
