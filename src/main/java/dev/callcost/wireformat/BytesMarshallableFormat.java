package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.core.io.IORuntimeException;

/**
 * Chronicle Bytes with a hand-written fixed layout, see {@link Message}. No schema evolution: reader and
 * writer must agree on every byte, and input with a byte too few or too many is refused. A change of k, i, the longs or
 * the text's characters on the way cannot be noticed. Text keeps every code unit, unpaired surrogates too.
 */
public final class BytesMarshallableFormat implements MessageFormat<BytesMarshallableFormat.Message> {
    private final BufferMarshaller<Message> marshaller =
            new BufferMarshaller<>("BYTES_MARSHALLABLE", () -> new Buffer());

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public int k(Message message) {
        return message.k;
    }

    @Override
    public int i(Message message) {
        return message.i;
    }

    @Override
    public String text(Message message) {
        return message.text;
    }

    @Override
    public long[] longs(Message message) {
        return message.longs;
    }

    @Override
    public MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    private static final class Buffer extends MessageBuffer<Message> {
        @Override
        protected void write(Message message) {
            message.writeMarshallable(bytes);
        }

        @Override
        protected Message read() {
            Message message = new Message();
            message.readMarshallable(bytes);
            if (bytes.readRemaining() > 0) {
                throw new IORuntimeException(bytes.readRemaining() + " bytes follow the message");
            }
            return message;
        }
    }

    /**
     * The message. It is written to and read from on-heap {@link Bytes} only, and
     * {@link #readMarshallable} alone changes it.
     *
     * <pre>
     * byte 0   k       int
     *      4   i       int
     *      8   header  int: 2 x the number of UTF-16 code units of the text, plus 1 if the text is wide;
     *                  its sign bit says that longs follow the text
     *     12   text    narrow: a Latin-1 byte for each unit; wide: two bytes for each unit
     *          count   int: how many longs, at least 1; absent without the sign bit
     *          longs   eight bytes each; absent without the sign bit
     * </pre>
     *
     * All in the machine's byte order, as Chronicle Bytes writes numbers. The text takes this form because the JDK keeps
     * strings as Latin-1 or UTF-16 too: narrow text is one block copy in each direction, and no string is malformed.
     */
    public static final class Message implements BytesMarshallable {
        private static final int HEADER_END = 3 * Integer.BYTES;
        private static final int LONGS_FOLLOW = Integer.MIN_VALUE;
        private static final int SCRATCH_CHARS = 256;
        private static final VarHandle CHAR =
                MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());
        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
        private static final ThreadLocal<char[]> SCRATCH = ThreadLocal.withInitial(() -> new char[SCRATCH_CHARS]);

        private int k;
        private int i;
        private String text;
        private long[] longs;

        /** A message to be read into. */
        Message() {}

        Message(int k, int i, String text, long[] longs) {
            this.k = k;
            this.i = i;
            this.text = Objects.requireNonNull(text);
            this.longs = Objects.requireNonNull(longs);
        }

        @Override
        public void writeMarshallable(BytesOut<?> out) {
            Bytes<?> bytes = (Bytes<?>) out;
            int units = text.length();
            boolean wide = isWide(text);
            int textBytes = wide ? Math.multiplyExact(2, units) : units;
            bytes.ensureCapacity(bytes.writePosition() + HEADER_END + textBytes);
            bytes.writeInt(k);
            bytes.writeInt(i);
            int header = Math.multiplyExact(2, units) + (wide ? 1 : 0);
            bytes.writeInt(longs.length > 0 ? header | LONGS_FOLLOW : header);
            int at = (int) bytes.writePosition();
            if (wide) {
                putWide(text, array(bytes), at);
            } else {
                putNarrow(text, array(bytes), at);
            }
            bytes.writeSkip(textBytes);
            if (longs.length > 0) {
                putLongs(longs, bytes);
            }
        }

        /**
         * Reads all four fields; what follows them stays unread.
         *
         * @throws IORuntimeException if the bytes end before the message does, or longs are announced and there are none
         */
        @Override
        public void readMarshallable(BytesIn<?> in) {
            Bytes<?> bytes = (Bytes<?>) in;
            if (bytes.readRemaining() < HEADER_END) {
                throw new IORuntimeException(
                        bytes.readRemaining() + " bytes are less than the fixed part's " + HEADER_END);
            }
            k = bytes.readInt();
            i = bytes.readInt();
            int header = bytes.readInt();
            boolean wide = (header & 1) != 0;
            int units = (header & ~LONGS_FOLLOW) >> 1;
            int textBytes = wide ? 2 * units : units;
            if (textBytes > bytes.readRemaining()) {
                throw new IORuntimeException(
                        "text of " + textBytes + " bytes where " + bytes.readRemaining() + " are left");
            }
            int at = (int) bytes.readPosition();
            text = wide
                    ? getWide(array(bytes), at, units)
                    : new String(array(bytes), at, units, StandardCharsets.ISO_8859_1);
            bytes.readSkip(textBytes);
            longs = (header & LONGS_FOLLOW) != 0 ? getLongs(bytes) : MessageFormat.NO_LONGS;
        }

        private static byte[] array(Bytes<?> bytes) {
            return (byte[]) bytes.bytesStore().underlyingObject();
        }

        private static boolean isWide(String text) {
            for (int n = 0; n < text.length(); n++) {
                if (text.charAt(n) > 0xFF) {
                    return true;
                }
            }
            return false;
        }

        @SuppressWarnings("deprecation") // drops the high bytes, which are 0 here; the one copy that makes no garbage
        private static void putNarrow(String text, byte[] target, int at) {
            text.getBytes(0, text.length(), target, at);
        }

        private static void putWide(String text, byte[] target, int at) {
            for (int n = 0; n < text.length(); n++) {
                CHAR.set(target, at + 2 * n, text.charAt(n));
            }
        }

        private static String getWide(byte[] source, int at, int units) {
            char[] chars = units <= SCRATCH_CHARS ? SCRATCH.get() : new char[units];
            for (int n = 0; n < units; n++) {
                chars[n] = (char) CHAR.get(source, at + 2 * n);
            }
            return new String(chars, 0, units);
        }

        private static void putLongs(long[] longs, Bytes<?> bytes) {
            int size = Math.multiplyExact(Long.BYTES, longs.length);
            bytes.ensureCapacity(bytes.writePosition() + Integer.BYTES + size);
            bytes.writeInt(longs.length);
            byte[] target = array(bytes);
            int at = (int) bytes.writePosition();
            for (int n = 0; n < longs.length; n++) {
                LONG.set(target, at + Long.BYTES * n, longs[n]);
            }
            bytes.writeSkip(size);
        }

        private static long[] getLongs(Bytes<?> bytes) {
            if (bytes.readRemaining() < Integer.BYTES) {
                throw new IORuntimeException("no number of longs where " + bytes.readRemaining() + " bytes are left");
            }
            int count = bytes.readInt();
            if (count <= 0 || count > bytes.readRemaining() / Long.BYTES) {
                throw new IORuntimeException(count + " longs where " + bytes.readRemaining() + " bytes are left");
            }
            byte[] source = array(bytes);
            int at = (int) bytes.readPosition();
            long[] longs = new long[count];
            for (int n = 0; n < count; n++) {
                longs[n] = (long) LONG.get(source, at + Long.BYTES * n);
            }
            bytes.readSkip(Long.BYTES * count);
            return longs;
        }
    }
}
