package dev.callcost.wireformat.chronicle;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The encoded message that gRPC reads. It owns its buffer until it is closed; then the buffer goes back to the
 * marshaller, and whatever is read from the stream afterwards fails. gRPC closes each stream once the message is framed
 * or, in process, parsed; a stream that nobody closes is collected together with its buffer.
 *
 * @param <M> the format's message
 */
final class EncodedStream<M> extends InputStream implements KnownLength, Drainable {
    private final BufferMarshaller<M> owner;
    private final byte[] array;
    private final int end;
    private int position;
    private MessageBuffer<M> buffer;

    /** A stream over the first {@code length} bytes of the buffer. */
    EncodedStream(BufferMarshaller<M> owner, MessageBuffer<M> buffer, int length) {
        this.owner = owner;
        this.buffer = buffer;
        this.array = buffer.array();
        this.end = length;
    }

    /** True if that marshaller made the stream. */
    boolean isOf(BufferMarshaller<?> marshaller) {
        return owner == marshaller;
    }

    /**
     * Decodes what has not been read yet, in place.
     *
     * @throws IOException if the stream is closed
     */
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
    public long skip(long count) throws IOException {
        int skipped = (int) Math.max(0, Math.min(count, available()));
        position += skipped;
        return skipped;
    }

    /** Writes what has not been read yet straight out of the buffer. */
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
            owner.release(closed);
        }
    }

    private void requireOpen() throws IOException {
        if (buffer == null) {
            throw new IOException("message stream is closed");
        }
    }
}
