package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import net.openhft.chronicle.wire.InputStreamToWire;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireToOutputStream;
import net.openhft.chronicle.wire.WireType;

/**
 * The fields of {@link BinaryWireFormat} through Chronicle Wire's stream classes:
 * {@link net.openhft.chronicle.wire.WireToOutputStream} and {@link net.openhft.chronicle.wire.InputStreamToWire} with
 * {@link net.openhft.chronicle.wire.WireType#BINARY}.
 *
 * <p>This format shows what objects and copies cost and must not be optimised. Each message gets a wire, buffers and
 * streams of its own. It is copied from the wire's buffer to a sink, to an array and to gRPC, and on reading into a
 * buffer again. The stream class writes the message's length in front, although gRPC has framed it already.
 *
 * <p>Schema evolution, and trust in what is read, are those of {@link BinaryWireFormat}.
 */
public final class CopyingWireFormat extends BinaryWireFormat {
    CopyingWireFormat() {
        super(new CopyingMarshaller());
    }

    private static final class CopyingMarshaller implements MethodDescriptor.Marshaller<BinaryMessage> {
        @Override
        public InputStream stream(BinaryMessage message) {
            ByteArrayOutputStream sink = new ByteArrayOutputStream();
            WireToOutputStream out = new WireToOutputStream(WireType.BINARY, sink);
            write(message, out.getWire());
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e); // the sink is memory
            }
            return new ByteArrayInputStream(sink.toByteArray());
        }

        @Override
        public BinaryMessage parse(InputStream stream) {
            try {
                Wire wire = new InputStreamToWire(WireType.BINARY, stream).readOne();
                return read(wire, new WireValues());
            } catch (IOException | RuntimeException e) {
                throw CallFormat.refused("COPYING_WIRE", e);
            }
        }
    }
}
