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
 * Different messages of a wire format and their bytes, to be encoded and decoded in turn as gRPC does it. A message counts as never encoded once it has
 * forgotten its size ({@link MessageFormat#forgetEncoding}), which costs two stores with protobuf and nothing with the other formats. Creating each
 * message would cost more than encoding it, and would count in B/op.
 */
@State(Scope.Thread)
public class MessagesState extends MeasuredThread.Local {
    @Param
    public WireFormat wireFormat;

    /** The content; QUOTE and the large messages only when named, as in the preset formats. */
    @Param({"CALL", "NEGATIVES", "KILOBYTE"})
    public MessageContent message;

    private Messages<?> messages;

    @Setup(Level.Trial)
    public void make() {
        messages = new Messages<>(message.content().in(wireFormat));
    }

    /**
     * Encodes the next message for the first time into a reused sink: {@link Marshaller#stream} with everything that gRPC's framer does with it.
     * Calling only {@code stream} would measure nothing for formats that encode lazily.
     * Returns the length in bytes.
     */
    public int encodeNext() throws IOException {
        return messages.encodeNext(true);
    }

    /** As {@link #encodeNext()}, but for a message that keeps what earlier encodings left in it. */
    public int encodeNextAgain() throws IOException {
        return messages.encodeNext(false);
    }

    /**
     * Decodes the next encoding to a new message, from the kind of stream that gRPC passes, keeps the message until the next one, as a handler might,
     * and reads every field. Returns a value that depends on each field.
     */
    public int decodeNext() throws IOException {
        return messages.decodeNext();
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

        Messages(MessageContent.Drawn<M> drawn) {
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

        @SuppressWarnings("unchecked")
        private M message(int n) {
            return (M) messages[n];
        }

        private int advance() {
            return next = (next + 1) & (messages.length - 1);
        }
    }
}
