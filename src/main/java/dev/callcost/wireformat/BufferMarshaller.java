package dev.callcost.wireformat;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A gRPC marshaller over reused {@link MessageBuffer}s, for any number of threads at once.
 *
 * <p>Each thread keeps at most one idle buffer. Encoding takes it, or creates one if it is in use. The returned stream owns the buffer until the
 * stream is closed, on any thread. So no call writes to a buffer that another call still reads, and nothing is copied except by gRPC itself. Buffers
 * above {@value #RETAINED_LIMIT} bytes are not kept.
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
        return new EncodedStream(buffer, length);
    }

    /** Decodes a stream of this marshaller in place; reads any other stream into a reused buffer first. */
    @Override
    public M parse(InputStream stream) {
        try {
            if (stream instanceof BufferMarshaller<?>.EncodedStream own && own.owner() == this) {
                @SuppressWarnings("unchecked") // a stream of this marshaller decodes to M
                M decoded = (M) own.decode();
                return decoded;
            }
            MessageBuffer<M> buffer = take();
            if (stream instanceof KnownLength) {
                buffer.fill(stream, stream.available());
            } else {
                byte[] all = stream.readAllBytes();
                buffer.fill(new ByteArrayInputStream(all), all.length);
            }
            M message = buffer.decode(0);
            release(buffer);
            return message;
        } catch (IOException | RuntimeException e) {
            throw MessageFormat.refused(format + ": not a message", e);
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
     * The encoded message that gRPC reads. It owns its buffer until it is closed; reading fails afterwards. gRPC closes each stream once the message
     * is framed or, in-process, parsed. A stream that is never closed is collected together with its buffer.
     */
    private final class EncodedStream extends InputStream implements KnownLength, Drainable {
        private final byte[] array;
        private final int end;
        private int position;
        private MessageBuffer<M> buffer;

        EncodedStream(MessageBuffer<M> buffer, int length) {
            this.buffer = buffer;
            this.array = buffer.array();
            this.end = length;
        }

        BufferMarshaller<M> owner() {
            return BufferMarshaller.this;
        }

        /** Decodes the unread bytes in place. */
        M decode() throws IOException {
            requireOpen();
            int from = position;
            position = end;
            return buffer.decode(from);
        }

        @Override
        public int available() throws IOException {
            requireOpen();
            return end - position;
        }

        @Override
        public int read() throws IOException {
            requireOpen();
            return position < end ? array[position++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, target.length);
            int count = Math.min(length, available());
            if (count == 0 && length > 0) {
                return -1;
            }
            System.arraycopy(array, position, target, offset, count);
            position += count;
            return count;
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int count = available();
            target.write(array, position, count);
            position = end;
            return count;
        }

        @Override
        public void close() {
            MessageBuffer<M> closed = buffer;
            if (closed != null) {
                buffer = null;
                release(closed);
            }
        }

        private void requireOpen() throws IOException {
            if (buffer == null) {
                throw new IOException("message stream is closed");
            }
        }
    }
}
