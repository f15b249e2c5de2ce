package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.bytes.BytesUtil;

/**
 * Chronicle Bytes, written as its documentation writes messages: a {@link BytesMarshallable} whose fields follow one
 * another. No schema evolution: reader and writer must agree on every field.
 *
 * <p>Text is Chronicle's UTF-8: one to three bytes for each UTF-16 code unit, so each surrogate, paired or not, has
 * three bytes. Every Java string survives; {@code write8bit}, the documentation's alternative, would lose characters
 * beyond Latin-1. Reading uses {@code readUtf8()}, which interns: the second of two equal texts may be the same string,
 * from a hash cache of 4,096.
 *
 * <p>The format refuses input with a byte too few or too many, malformed UTF-8 except overlong sequences, and a null
 * text. It cannot detect a changed number or character.
 */
public record BytesMarshallableFormat(MethodDescriptor.Marshaller<BytesMessage> marshaller)
        implements CallFormat<BytesMarshallableFormat.BytesMessage> {
    BytesMarshallableFormat() {
        this(new BufferMarshaller<>("BYTES_MARSHALLABLE", BytesBuffer::new));
    }

    @Override
    public BytesMessage message(int k, int i, String text, long[] longs) {
        return new BytesMessage(k, i, text, longs);
    }

    @Override
    public int k(BytesMessage message) {
        return message.k;
    }

    @Override
    public int i(BytesMessage message) {
        return message.i;
    }

    @Override
    public String text(BytesMessage message) {
        return message.text;
    }

    @Override
    public long[] longs(BytesMessage message) {
        return message.longs;
    }

    private static final class BytesBuffer extends MessageBuffer<BytesMessage> {
        @Override
        protected void write(BytesMessage message) {
            message.writeMarshallable(bytes);
        }

        @Override
        protected BytesMessage read() {
            BytesMessage message = new BytesMessage();
            message.readMarshallable(bytes);
            requireEnd();
            return message;
        }
    }

    /**
     * k and i in four bytes each, the text after its length (a stop-bit number), and the longs in eight bytes each
     * after their number in four bytes, also when it is 0. Numbers have the machine's byte order.
     */
    public static final class BytesMessage implements BytesMarshallable {
        private int k;
        private int i;
        private String text;
        private long[] longs;

        BytesMessage() {}

        BytesMessage(int k, int i, String text, long[] longs) {
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

        /** Leaves the bytes after the message unread; any RuntimeException means that they are no message. */
        @Override
        public void readMarshallable(BytesIn<?> in) {
            k = in.readInt();
            i = in.readInt();
            text = Objects.requireNonNull(in.readUtf8(), "null for text");
            int count = in.readInt();
            BytesUtil.checkArrayLength(count, in.readRemaining() / Long.BYTES);
            longs = count == 0 ? CallFormat.NO_LONGS : new long[count];
            for (int n = 0; n < count; n++) {
                longs[n] = in.readLong();
            }
        }
    }
}
