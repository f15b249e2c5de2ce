package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the operations of the key-value client: a quarter each, on keys that the client knows.
 *
 * <p>As in the source, a key is known from the end of its create until its delete is drawn. Without a known key only
 * creates are drawn, so creates are a little more than a quarter. The number of known keys is a random walk that turns
 * back at 0, some 0.8 times the square root of the creates and deletes made, and the store's memory grows with it.
 *
 * <p>Keys are new random bytes. A value is cut from one block of random bytes, so drawing costs next to nothing
 * compared with the call; the source created 64 KiB of random bytes for each value. Hence values overlap, and the block
 * is likely in the CPU's cache. In-process the store keeps views of the block and needs hardly any memory of its own.
 *
 * <p>Thread-safe. Equal seeds draw equal operations if each has ended before the next is drawn; otherwise the order of
 * their ends decides which keys are known.
 *
 * <p>Source: Carl Mastrangelo, "So You Want to Optimize gRPC - Part 1", 2018.
 */
public final class Workload {
    /** The source's mean lengths in bytes. */
    public static final int MEAN_KEY = 64;

    public static final int MEAN_VALUE = 65_536;

    public enum OperationKind {
        CREATE,
        RETRIEVE,
        UPDATE,
        DELETE
    }

    /** @param value of a create or an update, at least one byte; null for the others */
    public record Operation(OperationKind kind, ByteString key, ByteString value) {}

    /** The greatest length, in means: one draw in 8e13 would be longer. */
    private static final int LONGEST = 32;

    private static final OperationKind[] KINDS = OperationKind.values();

    private final List<ByteString> known = new ArrayList<>();
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
            OperationKind kind = KINDS[random.nextInt(KINDS.length)];
            if (kind == OperationKind.CREATE) {
                return new Operation(kind, bytes(length(meanKey)), value());
            }
            if (!known.isEmpty()) {
                return onKnownKey(kind);
            }
        }
    }

    private Operation onKnownKey(OperationKind kind) {
        int place = random.nextInt(known.size());
        ByteString key = known.get(place);
        if (kind == OperationKind.DELETE) {
            known.set(place, known.get(known.size() - 1));
            known.remove(known.size() - 1);
        }
        return new Operation(kind, key, kind == OperationKind.UPDATE ? value() : null);
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

    /** A create has ended: its key is known now. */
    public synchronized void created(ByteString key) {
        known.add(key);
    }

    synchronized int known() {
        return known.size();
    }
}
