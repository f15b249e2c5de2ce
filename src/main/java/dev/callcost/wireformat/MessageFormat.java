package dev.callcost.wireformat;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Encodes and decodes messages of one type in a wire format. Messages are native to the format, so no format pays for conversion from a neutral type.
 * Messages do not change after they are created or parsed.
 *
 * @param <M> the format's message
 */
public interface MessageFormat<M> {
    /**
     * Removes what an earlier encoding left in the message, if the format's messages keep such data: a call encodes each of its messages once. No
     * other thread may use the message meanwhile.
     */
    default void forgetEncoding(M message) {}

    /**
     * The marshaller for gRPC: the same object on each call, for both directions, for any number of threads at once.
     *
     * <p>Its streams are {@link KnownLength} and {@link Drainable}. Its {@code parse} closes no stream and throws a {@link StatusRuntimeException}
     * with code INTERNAL when the stream cannot be read or is not exactly one message of this format. {@link BinaryWireFormat} and {@link
     * CopyingWireFormat} do not check that.
     */
    MethodDescriptor.Marshaller<M> marshaller();

    /** The exception of a marshaller for what it cannot read or write. */
    static StatusRuntimeException refused(String what, Exception cause) {
        return Status.INTERNAL
                .withDescription(what + ": " + cause.getMessage())
                .withCause(cause)
                .asRuntimeException();
    }

    /** An encoded message that gRPC drains straight from its array. */
    final class ArrayStream extends ByteArrayInputStream implements KnownLength, Drainable {
        ArrayStream(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            return (int) transferTo(target);
        }
    }
}
