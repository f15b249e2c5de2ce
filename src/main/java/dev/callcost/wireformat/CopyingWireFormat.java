package dev.callcost.wireformat;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import net.openhft.chronicle.wire.InputStreamToWire;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireToOutputStream;
import net.openhft.chronicle.wire.WireType;

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
 * <p>Fields are written and read as {@link BinaryWireFormat} has them, but all values are looked at before the library reads the first,
 * because the wire is the library's own. Schema evolution is that of {@link BinaryWireFormat}, except that nothing but fields may follow
 * the last one; and the length must be that of the rest.
 */
public final class CopyingWireFormat extends BinaryWireFormat {
    /** The format. */
    public CopyingWireFormat() {
        super(new CopyingMarshaller<>(CallFields.WITH_LONGS_IF_ANY));
    }

    /** The format of quotes. */
    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new CopyingMarshaller<>(QuoteFields.ALL));
    }

    /** Keeps nothing from one message to the next. */
    private static final class CopyingMarshaller<M> implements MethodDescriptor.Marshaller<M> {
        private final WireFields<M> fields;

        CopyingMarshaller(WireFields<M> fields) {
            this.fields = fields;
        }

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
                Wire wire = new InputStreamToWire(WireType.BINARY, withCheckedLength(stream)).readOne();
                WireValues values = new WireValues(wire);
                values.bound();
                CheckedWire.requireFields(wire);
                return fields.read(values);
            } catch (IOException | RuntimeException e) {
                throw Status.INTERNAL
                        .withDescription("COPYING_WIRE: not a message: " + e.getMessage())
                        .withCause(e)
                        .asRuntimeException();
            }
        }

        /** The library allocates whatever the length says, so it is looked at first. */
        private static InputStream withCheckedLength(InputStream stream) throws IOException {
            InputStream known =
                    stream instanceof KnownLength ? stream : new ByteArrayInputStream(stream.readAllBytes());
            int rest = known.available() - Integer.BYTES;
            PushbackInputStream source = new PushbackInputStream(known, Integer.BYTES);
            int length = new DataInputStream(source).readInt();
            if (length != rest) {
                throw new StreamCorruptedException("length " + length + " of a message of " + rest + " bytes");
            }
            source.unread(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
            return source;
        }
    }

    /**
     * A byte array's stream. The suite asks of every stream that it drains itself; this one does it through a new buffer,
     * because so does gRPC's framer with a plain {@link ByteArrayInputStream}, whose length it knows as well.
     */
    private static final class CopiedStream extends ByteArrayInputStream implements KnownLength, Drainable {
        /** As large as that of Guava's {@code ByteStreams.copy}, which gRPC uses. */
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
