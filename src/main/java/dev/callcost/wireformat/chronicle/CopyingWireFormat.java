package dev.callcost.wireformat.chronicle;

import dev.callcost.wireformat.MessageFormat;
import io.grpc.MethodDescriptor;

/**
 * The fields of {@link BinaryWireFormat} the way Chronicle Wire's stream classes offer it:
 * {@link net.openhft.chronicle.wire.WireToOutputStream} and {@link net.openhft.chronicle.wire.InputStreamToWire} with
 * {@link net.openhft.chronicle.wire.WireType#BINARY}.
 *
 * <p>It makes objects and copies the message, and is here to show what that costs; not to be optimised. Each message gets
 * a wire, buffers and streams of its own. It is copied from the wire's buffer to a sink, from there to an array and from
 * there to gRPC, and when it is read into a buffer again. Its length is written in front of it, which gRPC has framed
 * already.
 *
 * <p>Text is read by {@code textTo} and not by {@code text()}, which interns it: neither loses anything, but a decoded
 * message must not share its string. Each value's type and length are looked at before the library reads it. Schema
 * evolution and what is refused are those of {@link BinaryWireFormat}, but overlong UTF-8 passes, as the library reads
 * it; and the length must be that of the rest.
 */
public final class CopyingWireFormat implements MessageFormat<BinaryWireFormat.Message> {
    private final CopyingWireMarshaller marshaller = new CopyingWireMarshaller();

    @Override
    public BinaryWireFormat.Message message(int k, int i, String text, long[] longs) {
        return new BinaryWireFormat.Message(k, i, text, longs);
    }

    @Override
    public int k(BinaryWireFormat.Message message) {
        return message.k();
    }

    @Override
    public int i(BinaryWireFormat.Message message) {
        return message.i();
    }

    @Override
    public String text(BinaryWireFormat.Message message) {
        return message.text();
    }

    @Override
    public long[] longs(BinaryWireFormat.Message message) {
        return message.longs();
    }

    @Override
    public MethodDescriptor.Marshaller<BinaryWireFormat.Message> marshaller() {
        return marshaller;
    }
}
