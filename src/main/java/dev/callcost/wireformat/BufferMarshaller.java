package dev.callcost.wireformat;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/**
 * A gRPC marshaller over reused {@link MessageBuffer}s, for any number of threads at once.
 *
 * <p>Each thread keeps at most one idle buffer. Encoding takes it, or creates one if it is in use. The returned stream
 * owns the buffer until the stream is closed, on any thread. So no call writes to a buffer that another call still
 * reads, and nothing is copied except by gRPC itself. Buffers above {@value #RETAINED_LIMIT} bytes are not kept.
 */
public final class BufferMarshaller<M> implements MethodDescriptor.Marshaller<M> {
    /** The largest buffer that a thread keeps, in bytes. */
    static final int RETAINED_LIMIT = 512 * 1024;

    private final String format;
    private final Supplier<MessageBuffer<M>> newBuffer;
    private final ThreadLocal<Slot<M>> idle = ThreadLocal.withInitial(Slot::new);

    /** @param format the format's name, for error messages */
    public BufferMarshaller(String format, Supplier<MessageBuffer<M>> newBuffer) {
        this.format = format;
        this.newBuffer = newBuffer;
    }

    @Override
    public InputStream stream(M message) {
        MessageBuffer<M> buffer = take();
        int length = buffer.encode(message);
        return new BufferStream(buffer, length);
    }

    /** Reads the stream into a reused buffer, which is not kept when it holds no message. */
    @Override
    public M parse(InputStream stream) {
        try {
            MessageBuffer<M> buffer = take();
            if (stream instanceof KnownLength) {
                buffer.fill(stream, stream.available());
            } else {
                byte[] all = stream.readAllBytes();
                buffer.fill(new ByteArrayInputStream(all), all.length);
            }
            M message = buffer.decode();
            release(buffer);
            return message;
        } catch (IOException | RuntimeException e) {
            throw CallFormat.refused(format, e);
        }
    }

    /** Keeps the buffer for the calling thread's next message, unless the thread has one or the buffer is too large. */
    private void release(MessageBuffer<M> buffer) {
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

    /**
     * Owns its buffer until it is closed. gRPC closes each stream once the message is framed or, in-process, parsed. A
     * stream that is never closed is collected together with its buffer.
     */
    private final class BufferStream extends EncodedStream {
        private MessageBuffer<M> buffer;

        BufferStream(MessageBuffer<M> buffer, int length) {
            super(buffer.array(), length);
            this.buffer = buffer;
        }

        @Override
        public void close() {
            if (buffer != null) {
                release(buffer);
                buffer = null;
            }
        }
    }
}
