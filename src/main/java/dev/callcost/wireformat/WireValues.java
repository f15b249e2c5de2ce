package dev.callcost.wireformat;

import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;

/**
 * The values of a binary wire, read by its own methods. Between messages it keeps the {@link StringBuilder} and the array into which text and longs
 * are read.
 *
 * <p>Text is read by {@code textTo(StringBuilder)}. With Chronicle Wire 2026.7 a wire over on-heap bytes cannot be reused with {@code text()}: that
 * method, which also interns, uses a builder of the wire, which reading a field's name turns back to Latin-1, so each text of up to 31 bytes with a
 * character beyond Latin-1 doubles the builder's array. Some thirty such texts end in an {@link OutOfMemoryError}.
 *
 * <p>The library trusts its input. Four guards protect it; the only cost for a field is a check of the first byte of its value:
 * <ul>
 *   <li>The write limit is set to the message's end, so no length in the message can move the read limit past it, into the memory behind the buffer.
 *   <li>A byte that begins no value stands after the end. The library reads a value's first byte without looking for the end.
 *   <li>A text and a number must begin as such. In place of them the library unpacks bytes of any size or prints a typed object, for which it loads
 *       the classes that the input names; and it reads a text that is no number as the least number.
 *   <li>An empty text must have a length of 0. The library reads a text that is cut off after its length as empty.
 * </ul>
 * {@link CheckedWire} guards against unrequested fields. The library truncates a float or double to a long.
 */
final class WireValues {
    /** An unused code among those of integers. */
    private static final int NO_VALUE = 0xAE;

    private static final int FEW_LONGS = 8;

    private final Wire wire;
    private final Bytes<?> bytes;
    private final StringBuilder text = new StringBuilder();
    private long[] longs = CallFormat.NO_LONGS;

    WireValues(Wire wire) {
        this.wire = wire;
        this.bytes = wire.bytes();
    }

    /** Marks the end of the bytes to be read, before each message; refuses no bytes. */
    void bound() {
        if (bytes.readRemaining() == 0) {
            throw new IORuntimeException("no bytes");
        }
        long end = bytes.readLimit();
        bytes.ensureCapacity(end + 1);
        bytes.writeUnsignedByte(end, NO_VALUE);
        bytes.writeLimit(end);
    }

    int int32(String name) {
        return number(wire.read(name)).int32();
    }

    long int64(String name) {
        return number(wire.read(name)).int64();
    }

    double float64(String name) {
        return number(wire.read(name)).float64();
    }

    String text(String name) {
        return text(wire.read(name));
    }

    long[] longs(String name) {
        int count = wire.read(name).sequenceWithLength(this, (in, values) -> values.readLongs(in));
        return count == 0 ? CallFormat.NO_LONGS : Arrays.copyOf(longs, count);
    }

    /** Memory kept between messages, in bytes. */
    int retained() {
        return Character.BYTES * text.capacity() + Long.BYTES * longs.length;
    }

    /** Missing numbers and texts, where there is no byte to check, are left to the library. */
    private ValueIn number(ValueIn in) {
        int code = bytes.peekUnsignedByte();
        if (code >= BinaryWireCode.BYTES_LENGTH8 && (code < BinaryWireCode.FLOAT32 || code > BinaryWireCode.INT64_0x)) {
            throw refused("number");
        }
        return in;
    }

    private String text(ValueIn in) {
        int code = bytes.peekUnsignedByte();
        if (code >= 0 && code != BinaryWireCode.STRING_ANY && code < BinaryWireCode.STRING_0) {
            throw refused("text");
        }
        text.setLength(0);
        in.textTo(text);
        if (text.isEmpty()
                && code == BinaryWireCode.STRING_ANY
                && bytes.peekUnsignedByte(bytes.readPosition() - 1) != 0) {
            throw refused("text");
        }
        return text.toString();
    }

    private int readLongs(ValueIn in) {
        int count = 0;
        while (in.hasNextSequenceItem()) {
            if (count == longs.length) {
                longs = Arrays.copyOf(longs, Math.max(FEW_LONGS, 2 * count));
            }
            longs[count++] = number(in).int64();
        }
        return count;
    }

    private IORuntimeException refused(String expected) {
        return new IORuntimeException("no " + expected + " at byte " + bytes.readPosition());
    }
}
