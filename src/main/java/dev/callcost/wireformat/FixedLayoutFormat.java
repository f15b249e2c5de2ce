package dev.callcost.wireformat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.core.io.IORuntimeException;

/**
 * A hand-made layout for each of the two messages, written straight into the array of a reused buffer. This is the floor: no library stands between a
 * field and its bytes. No schema evolution, and no library reads it.
 *
 * <pre>
 * byte 0   k       int
 *      4   i       int
 *      8   header  int: 2 x the number of UTF-16 code units of the text, plus 1 if the text is wide;
 *                  the sign bit is set if longs follow the text
 *     12   text    narrow: a Latin-1 byte for each unit; wide: two bytes for each unit
 *          count   int: how many longs, at least 1; absent without the sign bit
 *          longs   eight bytes each; absent without the sign bit
 * </pre>
 *
 * and of a quote
 *
 * <pre>
 * byte 0   time    long
 *      8   bid     double
 *     16   ask     double
 *     24   bidSize int
 *     28   askSize int
 *     32   header  int, as above; its sign bit is 0
 *     36   symbol  as the text
 * </pre>
 *
 * <p>Numbers have the machine's byte order. The JDK stores strings as Latin-1 or UTF-16 too, so narrow text is one block copy in each direction, and
 * every Java string survives. The format refuses a byte too few or too many. It cannot detect a changed number or character.
 */
public final class FixedLayoutFormat extends PlainCalls {
    FixedLayoutFormat() {
        super(new BufferMarshaller<>("FIXED_LAYOUT", () -> new CallBuffer()));
    }

    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new BufferMarshaller<>("FIXED_LAYOUT", () -> new QuoteBuffer()));
    }

    private static final class CallBuffer extends TextBuffer<Message> {
        private static final int TEXT = 3 * Integer.BYTES;
        private static final int LONGS_FOLLOW = Integer.MIN_VALUE;

        @Override
        protected void write(Message message) {
            String text = message.text();
            long[] longs = message.longs();
            boolean wide = isWide(text);
            int header = header(text, wide);
            int textEnd = textEnd(TEXT, text, wide);
            int end = longs.length == 0
                    ? textEnd
                    : Math.toIntExact(textEnd + Integer.BYTES + (long) Long.BYTES * longs.length);
            bytes.ensureCapacity(end);
            byte[] target = array();
            INT.set(target, 0, message.k());
            INT.set(target, Integer.BYTES, message.i());
            INT.set(target, 2 * Integer.BYTES, longs.length > 0 ? header | LONGS_FOLLOW : header);
            putText(text, wide, target, TEXT);
            if (longs.length > 0) {
                INT.set(target, textEnd, longs.length);
                for (int n = 0; n < longs.length; n++) {
                    LONG.set(target, textEnd + Integer.BYTES + Long.BYTES * n, longs[n]);
                }
            }
            bytes.writePosition(end);
        }

        @Override
        protected Message read() {
            byte[] source = array();
            int from = (int) bytes.readPosition();
            int size = (int) bytes.readRemaining();
            requireFits(TEXT <= size);
            int header = (int) INT.get(source, from + 2 * Integer.BYTES);
            boolean wide = (header & 1) != 0;
            int units = (header & ~LONGS_FOLLOW) >> 1;
            long textSize = wide ? 2L * units : units;
            requireFits(TEXT + textSize <= size);
            int textEnd = from + TEXT + (int) textSize;
            int rest = from + size - textEnd;
            long[] longs = CallFormat.NO_LONGS;
            if ((header & LONGS_FOLLOW) == 0) {
                requireFits(rest == 0);
            } else {
                requireFits(Integer.BYTES <= rest);
                int count = (int) INT.get(source, textEnd);
                requireFits(count > 0 && Integer.BYTES + (long) Long.BYTES * count == rest);
                longs = new long[count];
                for (int n = 0; n < count; n++) {
                    longs[n] = (long) LONG.get(source, textEnd + Integer.BYTES + Long.BYTES * n);
                }
            }
            String text = text(source, from + TEXT, units, wide);
            return new Message((int) INT.get(source, from), (int) INT.get(source, from + Integer.BYTES), text, longs);
        }
    }

    private static final class QuoteBuffer extends TextBuffer<PlainQuotes.Quote> {
        private static final int BID = Long.BYTES;
        private static final int ASK = BID + Double.BYTES;
        private static final int BID_SIZE = ASK + Double.BYTES;
        private static final int ASK_SIZE = BID_SIZE + Integer.BYTES;
        private static final int HEADER = ASK_SIZE + Integer.BYTES;
        private static final int SYMBOL = HEADER + Integer.BYTES;

        @Override
        protected void write(PlainQuotes.Quote quote) {
            String symbol = quote.symbol();
            boolean wide = isWide(symbol);
            int end = textEnd(SYMBOL, symbol, wide);
            bytes.ensureCapacity(end);
            byte[] target = array();
            LONG.set(target, 0, quote.time());
            DOUBLE.set(target, BID, quote.bid());
            DOUBLE.set(target, ASK, quote.ask());
            INT.set(target, BID_SIZE, quote.bidSize());
            INT.set(target, ASK_SIZE, quote.askSize());
            INT.set(target, HEADER, header(symbol, wide));
            putText(symbol, wide, target, SYMBOL);
            bytes.writePosition(end);
        }

        @Override
        protected PlainQuotes.Quote read() {
            byte[] source = array();
            int from = (int) bytes.readPosition();
            int size = (int) bytes.readRemaining();
            requireFits(SYMBOL <= size);
            int header = (int) INT.get(source, from + HEADER);
            boolean wide = (header & 1) != 0;
            int units = header >> 1;
            requireFits(units >= 0 && SYMBOL + (wide ? 2L * units : units) == size);
            return new PlainQuotes.Quote(
                    text(source, from + SYMBOL, units, wide),
                    (long) LONG.get(source, from),
                    (double) DOUBLE.get(source, from + BID),
                    (double) DOUBLE.get(source, from + ASK),
                    (int) INT.get(source, from + BID_SIZE),
                    (int) INT.get(source, from + ASK_SIZE));
        }
    }

    private abstract static class TextBuffer<M> extends MessageBuffer<M> {
        static final VarHandle INT = view(int[].class);
        static final VarHandle LONG = view(long[].class);
        static final VarHandle DOUBLE = view(double[].class);
        private static final VarHandle CHAR = view(char[].class);

        private char[] chars = new char[64];

        private static VarHandle view(Class<?> type) {
            return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.nativeOrder());
        }

        static boolean isWide(String text) {
            for (int n = 0; n < text.length(); n++) {
                if (text.charAt(n) > 0xFF) {
                    return true;
                }
            }
            return false;
        }

        static int header(String text, boolean wide) {
            return Math.multiplyExact(2, text.length()) + (wide ? 1 : 0);
        }

        static int textEnd(int at, String text, boolean wide) {
            return Math.addExact(at, wide ? 2 * text.length() : text.length());
        }

        static void putText(String text, boolean wide, byte[] target, int at) {
            if (wide) {
                int units = text.length();
                for (int n = 0; n < units; n++) {
                    CHAR.set(target, at + 2 * n, text.charAt(n));
                }
            } else {
                putNarrow(text, target, at);
            }
        }

        @SuppressWarnings("deprecation") // drops the high bytes, which are 0 here; the one copy that makes no garbage
        private static void putNarrow(String text, byte[] target, int at) {
            text.getBytes(0, text.length(), target, at);
        }

        final String text(byte[] source, int at, int units, boolean wide) {
            return wide ? wideText(source, at, units) : new String(source, at, units, StandardCharsets.ISO_8859_1);
        }

        private String wideText(byte[] source, int at, int units) {
            if (chars.length < units) {
                chars = new char[units];
            }
            for (int n = 0; n < units; n++) {
                chars[n] = (char) CHAR.get(source, at + 2 * n);
            }
            return new String(chars, 0, units);
        }

        final void requireFits(boolean fits) {
            if (!fits) {
                throw new IORuntimeException("no message takes these " + bytes.readRemaining() + " bytes");
            }
        }

        @Override
        protected int retained() {
            return super.retained() + Character.BYTES * chars.length;
        }
    }
}
