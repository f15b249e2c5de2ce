package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;

/**
 * A wire format with a message type of its own. Messages stay native, so that no format pays for a conversion from a
 * neutral type. All messages have the same four fields; a message is not changed once it was made or parsed.
 *
 * @param <M> the format's message
 */
public interface MessageFormat<M> {
    /** The longs of a message that has none. */
    long[] NO_LONGS = {};

    /** As {@link #message(int, int, String, long[])}, without longs. */
    default M message(int k, int i, String text) {
        return message(k, i, text, NO_LONGS);
    }

    /**
     * Makes a message. Without longs a format that has names or numbers of fields writes nothing for them.
     *
     * @param k first argument of the call, or its result
     * @param i second argument of the call
     * @param text payload, any Java string; not null
     * @param longs numbers of the payload, may be empty; not null. The message may keep the array itself, so the caller
     *     must not change it any more
     */
    M message(int k, int i, String text, long[] longs);

    /** The first argument of the call, or its result. */
    int k(M message);

    /** The second argument of the call. */
    int i(M message);

    /** The payload; never null, and a new string unless the format says that it interns. */
    String text(M message);

    /** The payload's numbers; empty if there are none, never null, not to be changed, maybe a new array on each call. */
    long[] longs(M message);

    /** The exclusive or of the payload's numbers, each read where it is: what reading all of them costs, without a copy. */
    default long xorOfLongs(M message) {
        long xor = 0;
        for (long number : longs(message)) {
            xor ^= number;
        }
        return xor;
    }

    /**
     * Makes the message one that was never encoded, for a call encodes each of its messages once: takes from it what an earlier
     * encoding has left in it, if the format's messages keep such a thing. No other thread may use the message meanwhile.
     */
    default void forgetEncoding(M message) {}

    /**
     * What gRPC calls to encode and decode. It may be used by any number of threads at once and for both directions;
     * each call returns the same object.
     *
     * <p>Its streams are {@link io.grpc.KnownLength} and {@link io.grpc.Drainable}. Its {@code parse} closes no stream, and ends in a
     * {@link io.grpc.StatusRuntimeException} with code INTERNAL when the stream cannot be read or its bytes are not exactly one
     * message of this format.
     */
    MethodDescriptor.Marshaller<M> marshaller();
}
