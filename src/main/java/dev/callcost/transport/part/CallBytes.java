package dev.callcost.transport.part;

import dev.callcost.service.CallFunction;
import java.nio.ByteBuffer;

/**
 * The arguments or the result of a call in a fixed layout: an unused byte in place of gRPC's flag, and two ints,
 * big-endian.
 */
final class CallBytes {
    static final int LENGTH = 1 + 2 * Integer.BYTES;

    private static final int FIRST = 1;
    private static final int SECOND = FIRST + Integer.BYTES;

    private CallBytes() {}

    static void putRequest(ByteBuffer bytes, int k, int i) {
        bytes.put(0, (byte) 0).putInt(FIRST, k).putInt(SECOND, i);
    }

    /** Replaces a request by its reply. */
    static void answer(ByteBuffer bytes) {
        int i = bytes.getInt(SECOND);
        putRequest(bytes, CallFunction.apply(bytes.getInt(FIRST), i), i);
    }

    static int result(ByteBuffer reply) {
        return reply.getInt(FIRST);
    }
}
