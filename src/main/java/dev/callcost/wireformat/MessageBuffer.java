package dev.callcost.wireformat;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.OnHeapBytes;
import net.openhft.chronicle.core.io.IORuntimeException;

/** A reusable on-heap buffer that holds one encoded message of a format. One thread or one stream at a time uses it. */
public abstract class MessageBuffer<M> {
    private static final int INITIAL_CAPACITY = 256;

    protected final OnHeapBytes bytes = Bytes.allocateElasticOnHeap(INITIAL_CAPACITY);

    protected MessageBuffer() {
        bytes.singleThreadedCheckDisabled(true); // one thread after another
    }

    /** Writes the message to the empty {@link #bytes}. */
    protected abstract void write(M message);

    /**
     * Reads a new message, which shares nothing with this buffer, from {@link #bytes}.
     *
     * @throws RuntimeException if there is not exactly one message; not from a format that trusts its input
     */
    protected abstract M read();

    /** Refuses bytes that the message has left unread. */
    protected final void requireEnd() {
        if (bytes.readRemaining() > 0) {
            throw new IORuntimeException(bytes.readRemaining() + " bytes follow the message");
        }
    }

    /** Roughly the memory of the idle buffer, in bytes. */
    protected int retained() {
        return (int) bytes.realCapacity();
    }

    /** The array behind {@link #bytes}, from index 0; another one after growth. */
    protected final byte[] array() {
        return bytes.bytesStore().underlyingObject();
    }

    /** Replaces the content with the encoded message, and returns its length in bytes. */
    final int encode(M message) {
        bytes.clear();
        write(message);
        return (int) bytes.writePosition();
    }

    /** Decodes the content. */
    final M decode() {
        bytes.readPosition(0);
        return read();
    }

    /** Replaces the content with the next {@code length} bytes of the stream; throws EOFException if it has fewer. */
    final void fill(InputStream source, int length) throws IOException {
        bytes.clear();
        bytes.ensureCapacity(length);
        int read = source.readNBytes(array(), 0, length);
        if (read < length) {
            throw new EOFException("stream of " + length + " bytes ended after " + read);
        }
        bytes.writePosition(length);
    }
}
