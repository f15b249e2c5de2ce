package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.bytes.BytesUtil;
import net.openhft.chronicle.core.io.IORuntimeException;

/**
 * Chronicle Bytes as its documentation writes messages: a {@link BytesMarshallable} whose fields follow one another, see
 * {@link Message}. No schema evolution: reader and writer must agree on every field.
 *
 * <p>Text is Chronicle's UTF-8: one to three bytes for each UTF-16 code unit, so that a surrogate, paired or not, is three bytes of
 * its own. Every Java string survives; {@code write8bit}, the documentation's other way, would lose what is beyond Latin-1. Reading
 * is {@code readUtf8()}, which interns: of two equal texts the second may be the same string, out of a cache of 4,096 that is found by
 * hash. {@code readUtf8(StringBuilder)} would not, and is for those who keep no string.
 *
 * <p>Refused are input with a byte too few or too many, malformed UTF-8 but for overlong sequences, and a null text. A change of k, i, the longs or the text's
 * characters on the way cannot be noticed.
 */
public final class BytesMarshallableFormat implements MessageFormat<BytesMarshallableFormat.Message> {
    private final BufferMarshaller<Message> marshaller =
            new BufferMarshaller<>("BYTES_MARSHALLABLE", () -> new Buffer());

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public int k(Message message) {
        return message.k;
    }

    @Override
    public int i(Message message) {
        return message.i;
    }

    @Override
    public String text(Message message) {
        return message.text;
    }

    @Override
    public long[] longs(Message message) {
        return message.longs;
    }

    @Override
    public MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    private static final class Buffer extends MessageBuffer<Message> {
        @Override
        protected void write(Message message) {
            message.writeMarshallable(bytes);
        }

        @Override
        protected Message read() {
            Message message = new Message();
            message.readMarshallable(bytes);
            if (bytes.readRemaining() > 0) {
                throw new IORuntimeException(bytes.readRemaining() + " bytes follow the message");
            }
            return message;
        }
    }

    /**
     * The message: k and i in four bytes each, the text behind its length (a stop-bit number), and the longs, eight bytes each, behind
     * their number in four bytes, which is there when they are none. That is also what Chronicle's own reflection over these fields
     * writes. Numbers are in the machine's byte order. {@link #readMarshallable} alone changes a message.
     */
    public static final class Message implements BytesMarshallable {
        private int k;
        private int i;
        private String text;
        private long[] longs;

        /** A message to be read into. */
        Message() {}

        Message(int k, int i, String text, long[] longs) {
            this.k = k;
            this.i = i;
            this.text = Objects.requireNonNull(text);
            this.longs = Objects.requireNonNull(longs);
        }

        @Override
        public void writeMarshallable(BytesOut<?> out) {
            out.writeInt(k);
            out.writeInt(i);
            out.writeUtf8(text);
            out.writeInt(longs.length);
            for (long number : longs) {
                out.writeLong(number);
            }
        }

        /**
         * Reads all four fields; what follows them stays unread.
         *
         * @throws RuntimeException if the bytes end before the message does, or are no message
         */
        @Override
        public void readMarshallable(BytesIn<?> in) {
            k = in.readInt();
            i = in.readInt();
            text = Objects.requireNonNull(in.readUtf8(), "null for text");
            int count = in.readInt();
            BytesUtil.checkArrayLength(count, in.readRemaining() / Long.BYTES);
            longs = count == 0 ? MessageFormat.NO_LONGS : new long[count];
            for (int n = 0; n < count; n++) {
                longs[n] = in.readLong();
            }
        }
    }
}
