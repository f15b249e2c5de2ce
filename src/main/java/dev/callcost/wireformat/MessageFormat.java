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
     * Makes a message. Without longs a format writes nothing for them, so that they cost no byte where they are not used.
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

    /** The payload; never null, a new string that no cache holds. */
    String text(M message);

    /** The payload's numbers; empty if there are none, never null, not to be changed, maybe a new array on each call. */
    long[] longs(M message);

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
