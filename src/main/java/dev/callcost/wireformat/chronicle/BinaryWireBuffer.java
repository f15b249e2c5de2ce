package dev.callcost.wireformat.chronicle;

import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Fields k, i and text in a BINARY_LIGHT wire.
 *
 * <p>Fields are read in the order they come, each once, and the type of each value is checked before it is read: the
 * wire itself would convert between types, and load a class that the input names. Text is
 * written and read in the wire's form but past its methods: those intern strings or go character by character.
 */
final class BinaryWireBuffer extends MessageBuffer<BinaryWireFormat.Message> {
    private static final int TEXT_HEADER = 6;

    private final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
    private final StringBuilder name = new StringBuilder();
    private char[] chars = new char[64];

    @Override
    protected void write(BinaryWireFormat.Message message) {
        wire.write("k").int32(message.k());
        wire.write("i").int32(message.i());
        wire.write("text");
        writeText(message.text());
    }

    @Override
    protected BinaryWireFormat.Message read() {
        if (bytes.readRemaining() == 0) {
            throw new IORuntimeException("no bytes");
        }
        int k = 0;
        int i = 0;
        String text = "";
        while (bytes.readRemaining() > 0) {
            ValueIn value = nextField();
            if (isNamed("k")) {
                k = readInt(value);
            } else if (isNamed("i")) {
                i = readInt(value);
            } else if (isNamed("text")) {
                text = readText();
            } else {
                skip(value);
            }
        }
        return new BinaryWireFormat.Message(k, i, text);
    }

    @Override
    protected int retained() {
        return super.retained() + Character.BYTES * chars.length;
    }

    /** Reads a field's name, which Chronicle writes with a one-byte length when it is below 32. */
    private ValueIn nextField() {
        int code = bytes.peekUnsignedByte();
        int length = code - BinaryWireCode.FIELD_NAME0;
        if (length < 0 || code > BinaryWireCode.FIELD_NAME31 || length >= bytes.readRemaining()) {
            throw new IORuntimeException("no field's name at byte " + bytes.readPosition());
        }
        return wire.read(name);
    }

    private boolean isNamed(String field) {
        return field.contentEquals(name);
    }

    private int readInt(ValueIn value) {
        int code = bytes.peekUnsignedByte();
        boolean isInt = isSmallInt(code) || code >= BinaryWireCode.UINT8 && code <= BinaryWireCode.INT64;
        if (!isInt || value.readLength() > bytes.readRemaining()) {
            throw refused("int");
        }
        return value.int32();
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

    private String readText() {
        int code = bytes.readUnsignedByte();
        if (code != BinaryWireCode.STRING_ANY && code < BinaryWireCode.STRING_0) {
            throw refused("text");
        }
        long size = code == BinaryWireCode.STRING_ANY ? bytes.readStopBit() : code - BinaryWireCode.STRING_0;
        if (size < 0 || size > bytes.readRemaining()) {
            throw refused("text of " + size + " bytes");
        }
        int from = (int) bytes.readPosition();
        int length = (int) size;
        bytes.readSkip(length);
        if (isAscii(array(), from, length)) {
            return new String(array(), from, length, StandardCharsets.ISO_8859_1);
        }
        if (chars.length < length) {
            chars = new char[length];
        }
        return new String(chars, 0, SurrogateUtf8.read(array(), from, from + length, chars));
    }

    /** Skips the value of an unknown field; the wire could read other kinds, but would load classes for it. */
    private void skip(ValueIn value) {
        int code = bytes.peekUnsignedByte();
        boolean scalar = isSmallInt(code)
                || code >= BinaryWireCode.FLOAT32 && code < BinaryWireCode.TYPE_PREFIX
                || code == BinaryWireCode.NULL
                || code == BinaryWireCode.STRING_ANY
                || code >= BinaryWireCode.STRING_0;
        boolean nested = code >= BinaryWireCode.BYTES_LENGTH8 && code <= BinaryWireCode.BYTES_LENGTH32;
        long length = scalar || nested ? value.readLength() : -1;
        if (length < 0 || length > bytes.readRemaining()) {
            throw refused("value that can be skipped");
        }
        bytes.readSkip(length);
    }

    private static boolean isSmallInt(int code) {
        return code >= 0 && code < BinaryWireCode.BYTES_LENGTH8;
    }

    private static boolean isAscii(byte[] array, int from, int length) {
        for (int n = from; n < from + length; n++) {
            if (array[n] < 0) {
                return false;
            }
        }
        return true;
    }

    private IORuntimeException refused(String expected) {
        return new IORuntimeException("field '" + name + "': no " + expected + " at byte " + bytes.readPosition());
    }
}
