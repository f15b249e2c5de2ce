package dev.callcost.wireformat;

import java.util.Arrays;
import net.openhft.chronicle.wire.ValueIn;

/**
 * The {@link StringBuilder} and the array into which a wire's texts and longs are read, kept between messages.
 *
 * <p>Text is read by {@code textTo(StringBuilder)}. With Chronicle Wire 2026.7 a wire over on-heap bytes cannot be
 * reused with {@code text()}: that method, which also interns, uses a builder of the wire, which reading a field's name
 * turns back to Latin-1, so each text of up to 31 bytes with a character beyond Latin-1 doubles the builder's array.
 * Some thirty such texts end in an {@link OutOfMemoryError}. The library itself uses that method when it looks for a
 * field and skips a text, which happens only to messages of other writers.
 */
final class WireValues {
    private static final int FEW_LONGS = 8;

    private final StringBuilder text = new StringBuilder();
    private long[] longs = CallFormat.NO_LONGS;

    /** The text of a field; empty for null and for a missing field. */
    String text(ValueIn in) {
        text.setLength(0);
        in.textTo(text);
        return text.toString();
    }

    /** The longs of a field; none for a missing field. */
    long[] longs(ValueIn in) {
        int count = in.sequenceWithLength(this, (item, values) -> values.readLongs(item));
        return count == 0 ? CallFormat.NO_LONGS : Arrays.copyOf(longs, count);
    }

    private int readLongs(ValueIn in) {
        int count = 0;
        while (in.hasNextSequenceItem()) {
            if (count == longs.length) {
                longs = Arrays.copyOf(longs, Math.max(FEW_LONGS, 2 * count));
            }
            longs[count++] = in.int64();
        }
        return count;
    }

    /** Memory kept between messages, in bytes. */
    int retained() {
        return Character.BYTES * text.capacity() + Long.BYTES * longs.length;
    }
}
