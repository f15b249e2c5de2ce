package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;
import dev.callcost.state.keyvalue.Operation.Kind;
import java.util.SplittableRandom;

/**
 * Draws the operations of the key-value client: a quarter each, on keys that the client knows.
 *
 * <p>As in the source, a key is known from when its create came back until its delete is drawn or a call did not find it; without
 * a known key anything but a create is skipped, so that creates are a little more than a quarter. What was really executed is
 * counted by {@link Outcomes}. The number of known keys is a random walk that turns back at 0, some 0.8 times the square root of
 * the creates and deletes made, and the store's memory grows with it.
 *
 * <p>Keys are fresh bytes. A value is cut from one block of random bytes made beforehand, so that drawing costs the client next to
 * nothing beside the call, where the source made 64 KiB of random bytes for each value. Hence values overlap, and the block is
 * likely in the CPU's cache; in-process, where nothing is serialized, the store keeps views of the block and hardly any memory of
 * its own.
 *
 * <p>Thread-safe. Equal seeds draw equal operations as long as each is settled before the next is drawn; with several in flight
 * the order in which they settle decides which keys are known.
 *
 * <p>Source: Carl Mastrangelo, "So You Want to Optimize gRPC - Part 1", 2018.
 */
public final class Workload {
    /** Mean length of a key in the source, in bytes. */
    public static final int MEAN_KEY = 64;

    /** Mean length of a value in the source, in bytes. */
    public static final int MEAN_VALUE = 65_536;

    private static final Kind[] KINDS = Kind.values();

    private final KnownKeys known = new KnownKeys();
    private final SplittableRandom random;
    private final RandomBytes keys;
    private final RandomBytes values;
    private final ByteString block;

    /**
     * A workload that knows no key yet.
     *
     * @param seed decides all draws
     * @param meanKey mean length of a key in bytes; lengths are exponential
     * @param meanValue mean length of a value in bytes; lengths are exponential
     */
    public Workload(long seed, int meanKey, int meanValue) {
        random = new SplittableRandom(seed);
        keys = new RandomBytes(random, meanKey);
        values = new RandomBytes(random, meanValue);
        block = values.block();
    }

    /** The next operation. */
    public synchronized Operation next() {
        while (true) {
            Kind kind = KINDS[random.nextInt(KINDS.length)];
            if (kind == Kind.CREATE) {
                return new Operation(kind, unknownKey(), values.cut(block));
            }
            if (!known.isEmpty()) {
                return onKnownKey(kind);
            }
        }
    }

    private ByteString unknownKey() {
        while (true) {
            ByteString key = keys.fresh();
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
        return new Operation(kind, key, kind == Kind.UPDATE ? values.cut(block) : null);
    }

    /**
     * Learns how an operation ended: a created key is known, one that was not found is no longer.
     *
     * @param operation what was drawn
     * @param outcome how its call ended
     */
    public synchronized void settle(Operation operation, Outcome outcome) {
        if (operation.kind() == Kind.CREATE && outcome == Outcome.OK) {
            known.add(operation.key());
        } else if (outcome == Outcome.NOT_FOUND) {
            known.remove(operation.key());
        }
    }

    /** How many keys are known now. */
    public synchronized int known() {
        return known.size();
    }
}
