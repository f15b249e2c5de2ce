package dev.callcost.wireformat;

import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;

/**
 * The fields k, i, text and, if there are any, longs in a binary wire, by the wire's own methods. Between messages it keeps the
 * {@link StringBuilder} and the array that text and longs are read into.
 *
 * <p>Text is read by {@code textTo(StringBuilder)} and not by {@code text()}. With Chronicle Wire 2026.7 a wire over bytes on the heap
 * cannot be used again and again with {@code text()}: that goes through a builder of the wire's, which the reading of a field's name turns
 * back to Latin-1, so that each text of up to 31 bytes with a character beyond Latin-1 doubles the builder's array. Some thirty such texts
 * end in an {@link OutOfMemoryError}. It would intern the string besides.
 *
 * <p>The library trusts its input. Three things are done about that; none is in the way of a field's reading, but for the look at the
 * first byte of a value:
 * <ul>
 *   <li>the write limit is set to the message's end, past which no length in the message can move the read limit then: the library
 *       would read on through the memory behind the buffer;
 *   <li>behind the end stands a byte that begins no value: the library reads a value's first byte without looking for the end;
 *   <li>a text and a number must begin as such: where bytes or a type's name stand in their place the library unpacks them, however
 *       large that is, or prints what is in them, for which it loads the classes that they name; and a text that it cannot read as a number
 *       is the least number to it.
 * </ul>
 * What a message may hold beside these fields is {@link CheckedWire}'s matter.
 *
 * <p>The library cuts a float or double to a long, and reads an unsigned byte that is cut off as -1.
 */
final class WireFields {
    /** Among the codes of integers, but none. */
    private static final int NO_VALUE = 0xAE;

    private static final int FEW_LONGS = 8;

    private final Wire wire;
    private final Bytes<?> bytes;
    private final StringBuilder text = new StringBuilder();
    private long[] longs = MessageFormat.NO_LONGS;

    /** Reads from that wire, whose bytes must be able to grow. */
    WireFields(Wire wire) {
        this.wire = wire;
        this.bytes = wire.bytes();
    }

    /** Appends the message's fields. */
    static void write(BinaryWireFormat.Message message, Wire wire) {
        wire.write("k").int32(message.k());
        wire.write("i").int32(message.i());
        wire.write("text").text(message.text());
        long[] longs = message.longs();
        if (longs.length > 0) {
            wire.write("longs").array(longs, longs.length);
        }
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

    /**
     * Reads a message out of bytes that are bounded.
     *
     * @throws RuntimeException if they are none
     */
    BinaryWireFormat.Message read() {
        int k = number(wire.read("k")).int32();
        int i = number(wire.read("i")).int32();
        String string = text(wire.read("text"));
        int count = wire.read("longs").sequenceWithLength(this, (in, fields) -> fields.readLongs(in));
        return new BinaryWireFormat.Message(
                k, i, string, count == 0 ? MessageFormat.NO_LONGS : Arrays.copyOf(longs, count));
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
