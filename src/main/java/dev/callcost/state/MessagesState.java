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
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Messages of a wire format, all different, and their bytes, to be encoded and decoded one after the other as gRPC would.
 *
 * <p>The texts are 8 to 40 characters long, a third of them with characters beyond Latin-1. A protobuf message remembers its size
 * once encoded, and these messages are encoded again and again: its encode is that of a message whose size is known.
 */
@State(Scope.Thread)
public class MessagesState {
    /** Messages: enough that no cache of strings holds them all; a power of two. */
    private static final int MESSAGES = 4096;

    private static final long SEED = 20070206;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
    private static final String[] BEYOND_LATIN_1 = {"\u20ac", "\u4f60", "\u597d", "\u0416", "\ud83d\ude80"};

    /** How a message becomes bytes: every constant. */
    @Param
    public WireFormat wireFormat;

    private Messages<?> messages;

    /** Makes and encodes all messages. */
    @Setup(Level.Trial)
    public void make() {
        messages = new Messages<>(wireFormat.format());
    }

    /**
     * Encodes the next message into a sink that is used again and again: {@link Marshaller#stream} with all that gRPC's framer does
     * with it. A stream alone would measure nothing where it encodes lazily.
     *
     * @return the length of the encoding in bytes
     * @throws IOException never, the sink is memory
     */
    public int encodeNext() throws IOException {
        return messages.encodeNext();
    }

    /**
     * Decodes the next encoding to a new message, from the kind of stream that gRPC hands over, and reads every field.
     *
     * @return k, i and the length of the text, combined
     * @throws IOException never, the source is memory
     */
    public int decodeNext() throws IOException {
        return messages.decodeNext();
    }

    /** What {@link #decodeNext()} returns for a message of these fields. */
    public static int combine(int k, int i, String text) {
        return k ^ i ^ text.length();
    }

    /** The next message's fields, combined, for tests: what the next {@link #decodeNext()} must return. */
    public int expectedNext() {
        return messages.expectedNext();
    }

    /** The next message's length in bytes as read from its stream, for tests: what the next {@link #encodeNext()} must return. */
    public int expectedLengthNext() {
        return messages.expectedLengthNext();
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8, 41);
        boolean beyond = random.nextInt(3) == 0;
        while (text.length() < length) {
            if (beyond && random.nextInt(4) == 0) {
                text.append(BEYOND_LATIN_1[random.nextInt(BEYOND_LATIN_1.length)]);
            } else {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
        }
        return text.toString();
    }

    private static final class Messages<M> {
        private final MessageFormat<M> format;
        private final Marshaller<M> marshaller;
        private final Object[] messages = new Object[MESSAGES];
        private final ByteBuffer[] encodings = new ByteBuffer[MESSAGES];
        private final ByteArrayOutputStream sink = new ByteArrayOutputStream(256);
        private int next;

        Messages(MessageFormat<M> format) {
            this.format = format;
            this.marshaller = format.marshaller();
            SplittableRandom random = new SplittableRandom(SEED);
            for (int n = 0; n < MESSAGES; n++) {
                M message = format.message(random.nextInt(), random.nextInt(1, 100), text(random));
                messages[n] = message;
                try (InputStream stream = marshaller.stream(message)) {
                    byte[] bytes = stream.readAllBytes();
                    encodings[n] =
                            ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
                } catch (IOException e) {
                    throw new IllegalStateException("message " + n + " cannot be encoded", e);
                }
            }
        }

        int encodeNext() throws IOException {
            sink.reset();
            try (InputStream stream = marshaller.stream(message())) {
                int known = stream.available();
                ((Drainable) stream).drainTo(sink);
                return known;
            }
        }

        int decodeNext() throws IOException {
            ByteBuffer encoding = encodings[advance()];
            try (InputStream stream = ReadableBuffers.openStream(ReadableBuffers.wrap(encoding.duplicate()), true)) {
                return combined(marshaller.parse(stream));
            }
        }

        int expectedNext() {
            int current = next;
            int expected = combined(message());
            next = current;
            return expected;
        }

        int expectedLengthNext() {
            int current = next;
            int expected = encodings[advance()].remaining();
            next = current;
            return expected;
        }

        private int combined(M message) {
            return combine(format.k(message), format.i(message), format.text(message));
        }

        @SuppressWarnings("unchecked")
        private M message() {
            return (M) messages[advance()];
        }

        private int advance() {
            return next = (next + 1) & (MESSAGES - 1);
        }
    }
}
