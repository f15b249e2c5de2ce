package dev.callcost.wireformat;

import net.openhft.chronicle.core.io.IORuntimeException;

/**
 * The UTF-8 of Chronicle: one to three bytes for each UTF-16 code unit, so that a surrogate, paired or not, is three
 * bytes of its own. Chronicle's own methods do the same, but on the heap they check bounds and limits for each byte.
 */
final class SurrogateUtf8 {
    private SurrogateUtf8() {}

    /** How many bytes the text takes. */
    static int length(String text) {
        int units = text.length();
        int length = units;
        for (int n = 0; n < units; n++) {
            char c = text.charAt(n);
            if (c > 0x7F) {
                length = Math.addExact(length, c > 0x7FF ? 2 : 1);
            }
        }
        return length;
    }

    /**
     * Writes the text from that index on.
     *
     * @param length the text's {@link #length}, for which there must be room
     */
    @SuppressWarnings("deprecation") // getBytes drops the high bytes, which are 0 here; a block copy without garbage
    static void write(String text, int length, byte[] target, int at) {
        if (length == text.length()) {
            text.getBytes(0, length, target, at);
            return;
        }
        int to = at;
        for (int n = 0; n < text.length(); n++) {
            char c = text.charAt(n);
            if (c <= 0x7F) {
                target[to++] = (byte) c;
            } else if (c <= 0x7FF) {
                target[to++] = (byte) (0xC0 | c >> 6);
                target[to++] = (byte) (0x80 | c & 0x3F);
            } else {
                target[to++] = (byte) (0xE0 | c >> 12);
                target[to++] = (byte) (0x80 | c >> 6 & 0x3F);
                target[to++] = (byte) (0x80 | c & 0x3F);
            }
        }
    }

    /**
     * Reads bytes {@code from} to {@code end} to the start of {@code chars}, which must have room for as many.
     *
     * @return the number of code units
     * @throws IORuntimeException if they are no text, or not its shortest form
     */
    static int read(byte[] source, int from, int end, char[] chars) {
        int count = 0;
        int at = from;
        while (at < end) {
            int first = source[at];
            int size = first >= 0 ? 1 : first >> 5 == -2 ? 2 : first >> 4 == -2 ? 3 : 0;
            if (size == 0 || size > end - at) {
                throw malformed(at);
            }
            int unit = first;
            if (size == 2) {
                unit = (first & 0x1F) << 6 | continuation(source, at + 1);
            } else if (size == 3) {
                unit = (first & 0x0F) << 12 | continuation(source, at + 1) << 6 | continuation(source, at + 2);
            }
            if (size > 1 && unit < (size == 2 ? 0x80 : 0x800)) {
                throw malformed(at);
            }
            chars[count++] = (char) unit;
            at += size;
        }
        return count;
    }

    private static int continuation(byte[] source, int at) {
        if (source[at] >> 6 != -2) {
            throw malformed(at);
        }
        return source[at] & 0x3F;
    }

    private static IORuntimeException malformed(int at) {
        return new IORuntimeException("malformed UTF-8 at byte " + at);
    }
}
