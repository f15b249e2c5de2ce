package dev.callcost.wireformat;

import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;

/**
 * The values of a binary wire, read by its own methods for {@link WireFields}. Between messages it keeps the {@link StringBuilder} and the
 * array that text and longs are read into.
 *
 * <p>Text is read by {@code textTo(StringBuilder)} and not by {@code text()}. With Chronicle Wire 2026.7 a wire over bytes on the heap
 * cannot be used again and again with {@code text()}: that goes through a builder of the wire's, which the reading of a field's name turns
 * back to Latin-1, so that each text of up to 31 bytes with a character beyond Latin-1 doubles the builder's array. Some thirty such texts
 * end in an {@link OutOfMemoryError}. It would intern the string besides.
 *
 * <p>The library trusts its input. Four things are done about that; none is in the way of a field's reading, but for the look at the
 * first byte of a value:
 * <ul>
 *   <li>the write limit is set to the message's end, past which no length in the message can move the read limit then: the library
 *       would read on through the memory behind the buffer;
 *   <li>behind the end stands a byte that begins no value: the library reads a value's first byte without looking for the end;
 *   <li>a text and a number must begin as such: where bytes or a type's name stand in their place the library unpacks them, however
 *       large that is, or prints what is in them, for which it loads the classes that they name; and a text that it cannot read as a number
 *       is the least number to it;
 *   <li>an empty text must have a length of 0: to the library a text is empty that is cut off behind its length.
 * </ul>
 * What a message may hold beside the fields that are asked for is {@link CheckedWire}'s matter.
 *
 * <p>The library cuts a float or double to a long, and reads an unsigned byte that is cut off as -1.
 */
final class WireValues {
    /** Among the codes of integers, but none. */
    private static final int NO_VALUE = 0xAE;

    private static final int FEW_LONGS = 8;

    private final Wire wire;
    private final Bytes<?> bytes;
    private final StringBuilder text = new StringBuilder();
    private long[] longs = CallFormat.NO_LONGS;

    /** Reads from that wire, whose bytes must be able to grow. */
    WireValues(Wire wire) {
        this.wire = wire;
        this.bytes = wire.bytes();
    }

    /**
     * Puts an end to the bytes that are to be read, before each message.
     *
     * @throws IORuntimeException if there are none
     */
    void bound() {
        if (bytes.readRemaining() == 0) {
            throw new IORuntimeException("no bytes");
        }
        long end = bytes.readLimit();
        bytes.ensureCapacity(end + 1);
        bytes.writeUnsignedByte(end, NO_VALUE);
        bytes.writeLimit(end);
    }

    /** The int of that name. */
    int int32(String name) {
        return number(wire.read(name)).int32();
    }

    /** The long of that name. */
    long int64(String name) {
        return number(wire.read(name)).int64();
    }

    /** The double of that name. */
    double float64(String name) {
        return number(wire.read(name)).float64();
    }

    /** The text of that name. */
    String text(String name) {
        return text(wire.read(name));
    }

    /** The longs of that name. */
    long[] longs(String name) {
        int count = wire.read(name).sequenceWithLength(this, (in, values) -> values.readLongs(in));
        return count == 0 ? CallFormat.NO_LONGS : Arrays.copyOf(longs, count);
    }

    /** How many bytes of memory are kept between messages. */
    int retained() {
        return Character.BYTES * text.capacity() + Long.BYTES * longs.length;
    }

    /** Missing numbers and texts, where there is no byte to be seen, are the library's matter. */
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
