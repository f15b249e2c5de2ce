package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;

/**
 * A wire format with a message type of its own. Messages stay native, so that no format pays for a conversion from a
 * neutral type. All messages have the same three fields; a message is not changed once it was made or parsed.
 *
 * @param <M> the format's message
 */
public interface MessageFormat<M> {

    /**
     * Makes a message.
     *
     * @param k first argument of the call, or its result
     * @param i second argument of the call
     * @param text payload, any Java string; not null
     */
    M message(int k, int i, String text);

    /** The first argument of the call, or its result. */
    int k(M message);

    /** The second argument of the call. */
    int i(M message);

    /** The payload; never null, a new string that no cache holds. */
    String text(M message);

    /**
     * What gRPC calls to encode and decode. It may be used by any number of threads at once and for both directions;
     * each call returns the same object.
     *
     * <p>Its {@code parse} ends in a {@link io.grpc.StatusRuntimeException} with code INTERNAL when the bytes are not a
     * message of this format.
     */
    MethodDescriptor.Marshaller<M> marshaller();
}
