package dev.callcost.wireformat;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.OnHeapBytes;

/**
 * A reusable on-heap buffer that holds one encoded message and knows its format. It belongs to one thread or one stream
 * at a time.
 *
 * @param <M> the format's message
 */
public abstract class MessageBuffer<M> {
    private static final int INITIAL_CAPACITY = 256;
    private static final int CHUNK = 4096;

    /** What the format writes to and reads from. */
    protected final OnHeapBytes bytes = Bytes.allocateElasticOnHeap(INITIAL_CAPACITY);

    /** An empty buffer. */
    protected MessageBuffer() {
        bytes.singleThreadedCheckDisabled(true); // one thread after another
    }

    /** Writes the message to {@link #bytes}, which is empty. */
    protected abstract void write(M message);

    /**
     * Reads a new message, which shares nothing with this buffer, from {@link #bytes}, which holds one message's
     * encoding or something malformed.
     *
     * @throws RuntimeException if there is not exactly one message
     */
    protected abstract M read();

    /** Roughly how many bytes of memory the buffer keeps while it is not in use. */
    protected int retained() {
        return (int) bytes.realCapacity();
    }

    /** What {@link #bytes} are kept in, from index 0; another array after they have grown. */
    protected final byte[] array() {
        return bytes.bytesStore().underlyingObject();
    }

    /** Replaces the content with the message's encoding and tells its length in bytes. */
    final int encode(M message) {
        bytes.clear();
        write(message);
        return (int) bytes.writePosition();
    }

    /** Decodes the message that starts at that index and ends where the content does. */
    final M decode(int from) {
        bytes.readPosition(from);
        return read();
    }

    /**
     * Replaces the content with the next {@code length} bytes of the stream.
     *
     * @throws EOFException if the stream has fewer
     */
    final void fill(InputStream source, int length) throws IOException {
        bytes.clear();
        bytes.ensureCapacity(length);
        int read = source.readNBytes(array(), 0, length);
        if (read < length) {
            throw new EOFException("stream of " + length + " bytes ended after " + read);
        }
        bytes.writePosition(length);
    }

    /** Replaces the content with all that the stream has. */
    final void fill(InputStream source) throws IOException {
        byte[] chunk = new byte[CHUNK];
        bytes.clear();
        for (int read = source.read(chunk); read >= 0; read = source.read(chunk)) {
            bytes.write(chunk, 0, read);
        }
    }
}
