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
    @Override
    public InputStream stream(byte[] message) {
        return new Bytes(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Received messages are dropped, but for the number of their bytes (of a compressed message, those that are there without decompression). */
    static final class Counting implements MethodDescriptor.Marshaller<Integer> {
        @Override
        public InputStream stream(Integer message) {
            throw new UnsupportedOperationException("replies are only received");
        }

        @Override
        public Integer parse(InputStream stream) {
            try {
                return stream.available();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
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
