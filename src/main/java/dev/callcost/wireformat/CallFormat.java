package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * The call's messages in a wire format: two numbers, a text, and longs. Messages are native to the format, so no format
 * pays for conversion from a neutral type. Messages do not change after they are created or parsed.
 *
 * @param <M> the format's message
 */
public interface CallFormat<M> {
    long[] NO_LONGS = {};

    /**
     * The marshaller for gRPC: the same object on each call, for both directions, for any number of threads at once.
     *
     * <p>Its {@code parse} closes no stream and throws a {@link StatusRuntimeException} with code INTERNAL when the
     * stream cannot be read or is not exactly one message of this format. {@link BinaryWireFormat} and
     * {@link CopyingWireFormat} do not check that.
     */
    MethodDescriptor.Marshaller<M> marshaller();

    default M message(int k, int i, String text) {
        return message(k, i, text, NO_LONGS);
    }

    /**
     * Creates a message. Formats with field names or numbers write nothing for absent longs.
     *
     * @param k first argument of the call, or its result
     * @param text any Java string
     * @param longs may be empty. The message may keep the array, so the caller must not change it afterwards
     */
    M message(int k, int i, String text, long[] longs);

    int k(M message);

    int i(M message);

    /** Never null, and a new string unless the format interns. */
    String text(M message);

    /** Never null. The array must not be changed and may be new on each call. */
    long[] longs(M message);

    /** The exclusive or of all longs: reads each of them in place, without a copy. */
    default long xorOfLongs(M message) {
        long xor = 0;
        for (long number : longs(message)) {
            xor ^= number;
        }
        return xor;
    }

    /**
     * Removes what an earlier encoding left in the message, if the format's messages keep such data: a call encodes
     * each of its messages once. No other thread may use the message meanwhile.
     */
    default void forgetEncoding(M message) {}

    /** The exception of a marshaller for what is no message. */
    static StatusRuntimeException refused(String format, Exception cause) {
        return Status.INTERNAL
                .withDescription(format + ": not a message: " + cause.getMessage())
                .withCause(cause)
                .asRuntimeException();
    }
}
