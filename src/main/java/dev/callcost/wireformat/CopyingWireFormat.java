package dev.callcost.wireformat;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import net.openhft.chronicle.wire.InputStreamToWire;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireToOutputStream;
import net.openhft.chronicle.wire.WireType;

/**
 * The fields of {@link BinaryWireFormat} through Chronicle Wire's stream classes: {@link net.openhft.chronicle.wire.WireToOutputStream} and {@link
 * net.openhft.chronicle.wire.InputStreamToWire} with {@link net.openhft.chronicle.wire.WireType#BINARY}.
 *
 * <p>This format shows what objects and copies cost and must not be optimised. Each message gets a wire, buffers and streams of its own. It is copied
 * from the wire's buffer to a sink, to an array and to gRPC, and on reading into a buffer again. The stream class writes the message's length in
 * front, although gRPC has framed it already.
 *
 * <p>Schema evolution, and trust in what is read, are those of {@link BinaryWireFormat}.
 */
public final class CopyingWireFormat extends PlainCalls {
    CopyingWireFormat() {
        super(new CopyingMarshaller<>(BinaryWireFormat.CallFields.ALL));
    }

    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new CopyingMarshaller<>(BinaryWireFormat.QuoteFields.ALL));
    }

    private record CopyingMarshaller<M>(BinaryWireFormat.Fields<M> fields) implements MethodDescriptor.Marshaller<M> {
        @Override
        public InputStream stream(M message) {
            ByteArrayOutputStream sink = new ByteArrayOutputStream();
            WireToOutputStream out = new WireToOutputStream(WireType.BINARY, sink);
            fields.write(message, out.getWire());
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e); // the sink is memory
            }
            return new CopiedStream(sink.toByteArray());
        }

        @Override
        public M parse(InputStream stream) {
            try {
                Wire wire = new InputStreamToWire(WireType.BINARY, stream).readOne();
                return fields.read(wire, new WireValues());
            } catch (IOException | RuntimeException e) {
                throw MessageFormat.refused("COPYING_WIRE: not a message", e);
            }
        }
    }

    /** Drains itself through a new buffer, as gRPC's framer does for a plain {@link ByteArrayInputStream} of known length. */
    private static final class CopiedStream extends ByteArrayInputStream implements KnownLength, Drainable {
        /** The size in Guava's {@code ByteStreams.copy}, which gRPC uses. */
        private static final int COPY_BUFFER = 8192;

        CopiedStream(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            byte[] buffer = new byte[COPY_BUFFER];
            int drained = 0;
            for (int read = read(buffer, 0, COPY_BUFFER); read >= 0; read = read(buffer, 0, COPY_BUFFER)) {
                target.write(buffer, 0, read);
                drained += read;
            }
            return drained;
        }
    }
}
