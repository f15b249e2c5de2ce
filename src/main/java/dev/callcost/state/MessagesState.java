package dev.callcost.state;

import com.google.common.io.ByteStreams;
import dev.callcost.wireformat.CallFormat;
import dev.callcost.wireformat.WireFormat;
import io.grpc.Drainable;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.internal.ReadableBuffers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Different messages of a wire format and their bytes, to be encoded and decoded in turn as gRPC does it. A message
 * counts as never encoded once it has forgotten its size ({@link CallFormat#forgetEncoding}), which costs two stores
 * with protobuf and nothing with the other formats. Creating each message would cost more than encoding it, and would
 * count in B/op.
 */
@State(Scope.Thread)
public class MessagesState extends MeasuredThread.Local {
    @Param
    public WireFormat wireFormat;

    /** The content; the large messages only when named, as in the preset formats. */
    @Param({"CALL", "KILOBYTE"})
    public MessageContent message;

    private Messages<?> messages;

    @Setup(Level.Trial)
    public void make() {
        messages = new Messages<>(message, wireFormat.calls());
    }

    /**
     * Encodes the next message into a reused sink: {@link Marshaller#stream} with everything that gRPC's framer does
     * with it. Calling only {@code stream} would measure nothing for formats that encode lazily. Returns the length in
     * bytes.
     */
    public int encodeNext() throws IOException {
        return messages.encodeNext();
    }

    /**
     * Decodes the next encoding to a new message, from the kind of stream that gRPC passes, keeps the message until the
     * next one, as a handler might, and reads every field. Returns a value that depends on each field.
     */
    public int decodeNext() throws IOException {
        return messages.decodeNext();
    }

    private static final class Messages<M> {
        private final CallFormat<M> format;
        private final Marshaller<M> marshaller;
        private final Object[] messages;
        private final ByteBuffer[] encodings;
        private final ByteArrayOutputStream sink = new ByteArrayOutputStream(256);
        private M decoded;
        private int next;

        Messages(MessageContent content, CallFormat<M> format) {
            this.format = format;
            this.marshaller = format.marshaller();
            this.messages = content.messages(format).toArray();
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

        int encodeNext() throws IOException {
            M message = message(advance());
            format.forgetEncoding(message);
            sink.reset();
            try (InputStream stream = marshaller.stream(message)) {
                int known = stream.available();
                if (stream instanceof Drainable drainable) {
                    drainable.drainTo(sink);
                } else {
                    ByteStreams.copy(stream, sink);
                }
                return known;
            }
        }

        int decodeNext() throws IOException {
            ByteBuffer encoding = encodings[advance()];
            try (InputStream stream = ReadableBuffers.openStream(ReadableBuffers.wrap(encoding.duplicate()), true)) {
                decoded = marshaller.parse(stream);
                return MessageContent.combined(format, decoded);
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
