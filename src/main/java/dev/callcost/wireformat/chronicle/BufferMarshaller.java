package dev.callcost.wireformat.chronicle;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/**
 * gRPC marshaller over reused {@link MessageBuffer}s, for any number of threads at once.
 *
 * <p>Each thread keeps at most one idle buffer. Encoding takes it, or makes one if it is in use, and the returned
 * stream owns it until it is closed, on whichever thread that is; so no call ever writes to a buffer that another call
 * still reads, and nothing is copied that gRPC does not copy itself. Buffers above {@value #RETAINED_LIMIT} bytes are
 * not kept.
 *
 * @param <M> the format's message
 */
public final class BufferMarshaller<M> implements MethodDescriptor.Marshaller<M> {
    /** Largest buffer, in bytes, that stays with a thread. */
    static final int RETAINED_LIMIT = 256 * 1024;

    private final String format;
    private final Supplier<MessageBuffer<M>> newBuffer;
    private final ThreadLocal<Slot<M>> idle = ThreadLocal.withInitial(Slot::new);

    /**
     * @param format the format's name, for the description of errors
     * @param newBuffer makes a buffer
     */
    public BufferMarshaller(String format, Supplier<MessageBuffer<M>> newBuffer) {
        this.format = format;
        this.newBuffer = newBuffer;
    }

    @Override
    public InputStream stream(M message) {
        MessageBuffer<M> buffer = take();
        int length = buffer.encode(message);
        return new EncodedStream<>(this, buffer, length);
    }

    /**
     * Decodes a message; a stream of this marshaller's own in place, any other one after reading it into a reused
     * buffer. The stream is not closed.
     *
     * @throws io.grpc.StatusRuntimeException with code INTERNAL if the stream cannot be read or its bytes are not
     *     exactly one message
     */
    @Override
    public M parse(InputStream stream) {
        try {
            if (stream instanceof EncodedStream<?> own && own.isOf(this)) {
                @SuppressWarnings("unchecked") // a stream of this marshaller is one of M
                EncodedStream<M> ours = (EncodedStream<M>) own;
                return ours.decode();
            }
            MessageBuffer<M> buffer = take();
            if (stream instanceof KnownLength) {
                buffer.fill(stream, stream.available());
            } else {
                buffer.fill(stream);
            }
            M message = buffer.decode(0);
            release(buffer);
            return message;
        } catch (IOException | RuntimeException e) {
            throw Status.INTERNAL
                    .withDescription(format + ": not a message: " + e.getMessage())
                    .withCause(e)
                    .asRuntimeException();
        }
    }

    /** Keeps the buffer for the calling thread's next message if there is room. */
    void release(MessageBuffer<M> buffer) {
        Slot<M> slot = idle.get();
        if (slot.buffer == null && buffer.retained() <= RETAINED_LIMIT) {
            slot.buffer = buffer;
        }
    }

    private MessageBuffer<M> take() {
        Slot<M> slot = idle.get();
        MessageBuffer<M> buffer = slot.buffer;
        if (buffer == null) {
            return newBuffer.get();
        }
        slot.buffer = null;
        return buffer;
    }

    private static final class Slot<M> {
        private MessageBuffer<M> buffer;
    }
}
