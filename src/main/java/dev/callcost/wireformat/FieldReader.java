package dev.callcost.wireformat;

import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;

/**
 * Reads fields k, i, text and longs from a binary wire, in the order they come, the last of two with one name.
 *
 * <p>The type and the length of each value are checked before it is read: the wire itself would convert between types,
 * read on past the end, and load a class that the input names.
 */
abstract class FieldReader {
    private static final int FEW_LONGS = 8;
    private static final int SEQUENCE_HEADER = 1 + Integer.BYTES;

    /** What is read from. */
    protected final Bytes<?> bytes;

    private final Wire wire;
    private final StringBuilder name = new StringBuilder();
    private long[] longs = MessageFormat.NO_LONGS;

    /** Reads from that wire, which is a {@link net.openhft.chronicle.wire.BinaryWire}. */
    FieldReader(Wire wire) {
        this.wire = wire;
        this.bytes = wire.bytes();
    }

    /**
     * Reads a text of {@code length} bytes and leaves the read position after it.
     *
     * @param value what reads a value of the wire, its code not yet read
     * @param from index of the first byte after the text's header
     * @param length how many bytes there are; all of them can be read
     */
    protected abstract String text(ValueIn value, long from, int length);

    /**
     * Reads a message that takes all bytes.
     *
     * @throws RuntimeException if they are none, or there is none
     */
    final BinaryWireFormat.Message read() {
        if (bytes.readRemaining() == 0) {
            throw new IORuntimeException("no bytes");
        }
        int k = 0;
        int i = 0;
        String text = "";
        long[] numbers = MessageFormat.NO_LONGS;
        while (bytes.readRemaining() > 0) {
            ValueIn value = nextField();
            if (isNamed("k")) {
                k = readInt(value);
            } else if (isNamed("i")) {
                i = readInt(value);
            } else if (isNamed("text")) {
                text = readText(value);
            } else if (isNamed("longs")) {
                numbers = readLongs(value);
            } else {
                skip(value);
            }
        }
        return new BinaryWireFormat.Message(k, i, text, numbers);
    }

    /** How many bytes of memory the reader keeps while it is not in use. */
    final int retained() {
        return Long.BYTES * longs.length;
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
        requireInteger(value, bytes.readLimit());
        return value.int32();
    }

    private String readText(ValueIn value) {
        long start = bytes.readPosition();
        int code = bytes.readUnsignedByte();
        if (code != BinaryWireCode.STRING_ANY && code < BinaryWireCode.STRING_0) {
            throw refused("text");
        }
        long length = code == BinaryWireCode.STRING_ANY ? bytes.readStopBit() : code - BinaryWireCode.STRING_0;
        if (length < 0 || length > bytes.readRemaining()) {
            throw refused("text of " + length + " bytes");
        }
        long from = bytes.readPosition();
        bytes.readPosition(start);
        String text = text(value, from, (int) length);
        if (bytes.readPosition() != from + length) {
            throw refused("text that ends where its length says");
        }
        return text;
    }

    /** Reads a sequence, which tells its length in bytes but not how many numbers it has. */
    private long[] readLongs(ValueIn value) {
        if (bytes.readRemaining() < SEQUENCE_HEADER || bytes.readUnsignedByte() != BinaryWireCode.BYTES_LENGTH32) {
            throw refused("sequence");
        }
        long length = bytes.readUnsignedInt();
        if (length > bytes.readRemaining()) {
            throw refused("sequence of " + length + " bytes");
        }
        long end = bytes.readPosition() + length;
        int count = 0;
        while (bytes.readPosition() < end) {
            if (count == longs.length) {
                longs = Arrays.copyOf(longs, Math.max(FEW_LONGS, 2 * count));
            }
            longs[count++] = readLong(value, end);
        }
        return count == 0 ? MessageFormat.NO_LONGS : Arrays.copyOf(longs, count);
    }

    /** The wire writes a long as a float where the float is shorter and exact. */
    private long readLong(ValueIn value, long end) {
        if (bytes.peekUnsignedByte() != BinaryWireCode.FLOAT32) {
            requireInteger(value, end);
            return value.int64();
        }
        if (1 + Float.BYTES > end - bytes.readPosition()) {
            throw refused("long");
        }
        float exact = value.float32();
        long number = (long) exact;
        if (number != exact) {
            throw refused("long");
        }
        return number;
    }

    private void requireInteger(ValueIn value, long end) {
        int code = bytes.peekUnsignedByte();
        boolean isInteger = isSmallInt(code) || code >= BinaryWireCode.UINT8 && code <= BinaryWireCode.INT64;
        if (!isInteger || value.readLength() > end - bytes.readPosition()) {
            throw refused("integer");
        }
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

    private IORuntimeException refused(String expected) {
        return new IORuntimeException("field '" + name + "': no " + expected + " at byte " + bytes.readPosition());
    }
}
