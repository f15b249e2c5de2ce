package dev.callcost.transport.target;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Messages as their bytes. */
final class BytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
    private static final byte[] NONE = new byte[0];

    private final boolean keeps;

    /** @param keeps whether received bytes are kept; otherwise each message is empty */
    BytesMarshaller(boolean keeps) {
        this.keeps = keeps;
    }

    @Override
    public InputStream stream(byte[] message) {
        return new Bytes(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return keeps ? stream.readAllBytes() : NONE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** gRPC copies it into its own buffer at once. */
    private static final class Bytes extends ByteArrayInputStream implements Drainable, KnownLength {
        Bytes(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int length = count - pos;
            target.write(buf, pos, length);
            pos = count;
            return length;
        }
    }
}
