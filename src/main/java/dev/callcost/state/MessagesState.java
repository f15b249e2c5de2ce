package dev.callcost.state;

import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.WireFormat;
import io.grpc.Drainable;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.internal.ReadableBuffers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Messages of a wire format, all different, and their bytes, to be encoded and decoded one after the other as gRPC would.
 *
 * <p>A message is encoded for the first time once it has forgotten its size ({@link MessageFormat#forgetEncoding}), which costs two
 * stores with protobuf and nothing with the others. To make each message anew would cost more than to encode it, and its bytes would
 * count in B/op.
 */
@State(Scope.Thread)
public class MessagesState extends LocalCaller {
    /** How a message becomes bytes: every constant. */
    @Param
    public WireFormat wireFormat;

    /** What it holds; QUOTE and the large ones when they are named, as the preset formats does. */
    @Param({"CALL", "NEGATIVES", "KILOBYTE"})
    public MessageContent message;

    private Messages<?> messages;

    /** Makes and encodes all messages. */
    @Setup(Level.Trial)
    public void make() {
        messages = new Messages<>(message.content().in(wireFormat));
    }

    /**
     * Encodes the next message for the first time into a sink that is used again and again: {@link Marshaller#stream} with all that
     * gRPC's framer does with it. A stream alone would measure nothing where it encodes lazily.
     *
     * @return the length of the encoding in bytes
     * @throws IOException never, the sink is memory
     */
    public int encodeNext() throws IOException {
        return messages.encodeNext(true);
    }

    /** As {@link #encodeNext()}, but of a message that keeps what its earlier encodings have left in it. */
    public int encodeNextAgain() throws IOException {
        return messages.encodeNext(false);
    }

    /**
     * Decodes the next encoding to a new message, from the kind of stream that gRPC hands over, keeps the message until the next one,
     * as a handler might, and reads every field.
     *
     * @return what depends on each field
     * @throws IOException never, the source is memory
     */
    public int decodeNext() throws IOException {
        return messages.decodeNext();
    }

    /** The next message's fields, combined, for tests: what the next {@link #decodeNext()} must return. */
    public int expectedNext() {
        return messages.expectedNext();
    }

    /** The next message's length in bytes as read from its stream, for tests: what the next {@link #encodeNext()} must return. */
    public int expectedLengthNext() {
        return messages.expectedLengthNext();
    }

    private static final class Messages<M> {
        private final MessageFormat<M> format;
        private final Marshaller<M> marshaller;
        private final ToIntFunction<M> combined;
        private final Object[] messages;
        private final ByteBuffer[] encodings;
        private final ByteArrayOutputStream sink = new ByteArrayOutputStream(256);
        private M decoded;
        private int next;

        Messages(Content.Drawn<M> drawn) {
            this.format = drawn.format();
            this.marshaller = format.marshaller();
            this.combined = drawn.combined();
            this.messages = drawn.messages().toArray();
            this.encodings = new ByteBuffer[messages.length];
            for (int n = 0; n < messages.length; n++) {
                try (InputStream stream = marshaller.stream(message(n))) {
                    byte[] bytes = stream.readAllBytes();
                    encodings[n] =
                            ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
                } catch (IOException e) {
                    throw new IllegalStateException("message " + n + " cannot be encoded", e);
                }
            }
        }

        int encodeNext(boolean first) throws IOException {
            M message = message(advance());
            if (first) {
                format.forgetEncoding(message);
            }
            sink.reset();
            try (InputStream stream = marshaller.stream(message)) {
                int known = stream.available();
                ((Drainable) stream).drainTo(sink);
                return known;
            }
        }

        int decodeNext() throws IOException {
            ByteBuffer encoding = encodings[advance()];
            try (InputStream stream = ReadableBuffers.openStream(ReadableBuffers.wrap(encoding.duplicate()), true)) {
                decoded = marshaller.parse(stream);
                return combined.applyAsInt(decoded);
            }
        }

        int expectedNext() {
            int current = next;
            int expected = combined.applyAsInt(message(advance()));
            next = current;
            return expected;
        }

        int expectedLengthNext() {
            int current = next;
            int expected = encodings[advance()].remaining();
            next = current;
            return expected;
        }

        @SuppressWarnings("unchecked")
        private M message(int n) {
            return (M) messages[n];
        }

        private int advance() {
            return next = (next + 1) & (messages.length - 1);
        }
    }
}
