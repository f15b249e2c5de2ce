package dev.callcost.wireformat.chronicle;

import dev.callcost.wireformat.MessageFormat;
import io.grpc.MethodDescriptor;
import net.openhft.chronicle.core.io.IORuntimeException;

/**
 * Chronicle Bytes with a hand-written fixed layout, see {@link FixedLayoutMessage}. No schema evolution: reader and
 * writer must agree on every byte, and input with a byte too few or too many is refused. A change of k, i, the longs or
 * the text's characters on the way cannot be noticed. Text keeps every code unit, unpaired surrogates too.
 */
public final class BytesMarshallableFormat implements MessageFormat<FixedLayoutMessage> {
    private final BufferMarshaller<FixedLayoutMessage> marshaller =
            new BufferMarshaller<>("BYTES_MARSHALLABLE", () -> new FixedLayoutBuffer());

    @Override
    public FixedLayoutMessage message(int k, int i, String text, long[] longs) {
        return new FixedLayoutMessage(k, i, text, longs);
    }

    @Override
    public int k(FixedLayoutMessage message) {
        return message.k();
    }

    @Override
    public int i(FixedLayoutMessage message) {
        return message.i();
    }

    @Override
    public String text(FixedLayoutMessage message) {
        return message.text();
    }

    @Override
    public long[] longs(FixedLayoutMessage message) {
        return message.longs();
    }

    @Override
    public MethodDescriptor.Marshaller<FixedLayoutMessage> marshaller() {
        return marshaller;
    }

    private static final class FixedLayoutBuffer extends MessageBuffer<FixedLayoutMessage> {
        @Override
        protected void write(FixedLayoutMessage message) {
            message.writeMarshallable(bytes);
        }

        @Override
        protected FixedLayoutMessage read() {
            FixedLayoutMessage message = new FixedLayoutMessage();
            message.readMarshallable(bytes);
            if (bytes.readRemaining() > 0) {
                throw new IORuntimeException(bytes.readRemaining() + " bytes follow the message");
            }
            return message;
        }
    }
}
