package dev.callcost.wireformat.chronicle;

import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Fields k, i, text and, if there are any, longs in a BINARY_LIGHT wire. Text is written and read in the wire's form but
 * past its methods: those intern strings or go character by character.
 */
final class BinaryWireBuffer extends MessageBuffer<BinaryWireFormat.Message> {
    private static final int TEXT_HEADER = 6;

    private final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
    private final FieldReader reader = new ArrayReader();
    private char[] chars = new char[64];

    @Override
    protected void write(BinaryWireFormat.Message message) {
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
    protected BinaryWireFormat.Message read() {
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
