package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT): each field travels with its name and type.
 *
 * <p>Schema evolution: fields may come in any order, a missing one is 0, the empty text or no longs, an unknown one
 * is skipped, of two with one name the last counts. So input cut at the end of a field decodes.
 * Refused are: empty input, a known field of another type, names above 31
 * characters, and unknown values that name a Java class or do not tell their length. Text is Chronicle's
 * UTF-8, in which each surrogate is three bytes of its own: every Java string survives, unpaired surrogates too, while
 * the four-byte sequences of other writers are refused.
 */
public class BinaryWireFormat implements MessageFormat<BinaryWireFormat.Message> {
    private final MethodDescriptor.Marshaller<Message> marshaller;

    /** The format. */
    public BinaryWireFormat() {
        this(new BufferMarshaller<>("BINARY_WIRE", () -> new Buffer()));
    }

    /** The same messages, encoded by another marshaller. */
    BinaryWireFormat(MethodDescriptor.Marshaller<Message> marshaller) {
        this.marshaller = marshaller;
    }

    @Override
    public final Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public final int k(Message message) {
        return message.k();
    }

    @Override
    public final int i(Message message) {
        return message.i();
    }

    @Override
    public final String text(Message message) {
        return message.text();
    }

    @Override
    public final long[] longs(Message message) {
        return message.longs();
    }

    @Override
    public final MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    /** The message: just its fields. */
    public record Message(int k, int i, String text, long[] longs) {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    /**
     * Fields k, i, text and, if there are any, longs in a BINARY_LIGHT wire. Text is written and read in the wire's form but
     * past its methods: those intern strings or go character by character.
     */
    private static final class Buffer extends MessageBuffer<Message> {
        private static final int TEXT_HEADER = 6;

        private final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
        private final FieldReader reader = new ArrayReader();
        private char[] chars = new char[64];

        @Override
        protected void write(Message message) {
            wire.write("k").int32(message.k());
            wire.write("i").int32(message.i());
            wire.write("text");
            writeText(message.text());
            long[] longs = message.longs();
            if (longs.length > 0) {
                wire.write("longs").array(longs, longs.length);
            }
        }

        @Override
        protected Message read() {
            return reader.read();
        }

        @Override
        protected int retained() {
            return super.retained() + Character.BYTES * chars.length + reader.retained();
        }

        private void writeText(String text) {
            int length = SurrogateUtf8.length(text);
            bytes.ensureCapacity(bytes.writePosition() + TEXT_HEADER + length);
            if (length <= BinaryWireCode.STRING_31 - BinaryWireCode.STRING_0) {
                bytes.writeUnsignedByte(BinaryWireCode.STRING_0 + length);
            } else {
                bytes.writeUnsignedByte(BinaryWireCode.STRING_ANY).writeStopBit(length);
            }
            SurrogateUtf8.write(text, length, array(), (int) bytes.writePosition());
            bytes.writeSkip(length);
        }

        private static boolean isAscii(byte[] array, int from, int length) {
            for (int n = from; n < from + length; n++) {
                if (array[n] < 0) {
                    return false;
                }
            }
            return true;
        }

        /** Reads text from the array behind the bytes. */
        private final class ArrayReader extends FieldReader {
            ArrayReader() {
                super(wire);
            }

            @Override
            protected String text(ValueIn value, long from, int length) {
                int at = (int) from;
                bytes.readPosition(from + length);
                if (isAscii(array(), at, length)) {
                    return new String(array(), at, length, StandardCharsets.ISO_8859_1);
                }
                if (chars.length < length) {
                    chars = new char[length];
                }
                return new String(chars, 0, SurrogateUtf8.read(array(), at, at + length, chars));
            }
        }
    }
}
