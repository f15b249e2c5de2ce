package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;

/**
 * How messages of one type become bytes in a wire format, and messages again. Messages stay native to the format, so that none pays
 * for a conversion from a neutral type. A message is not changed once it was made or parsed.
 *
 * @param <M> the format's message
 */
public interface MessageFormat<M> {
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
