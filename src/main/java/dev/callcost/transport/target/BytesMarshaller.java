package dev.callcost.transport.target;

import dev.callcost.wireformat.EncodedStream;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Messages as their bytes. */
final class BytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
        return new EncodedStream(message, message.length);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Received messages are dropped, but for the number of their bytes (of a compressed message, those that are there
     * without decompression).
     */
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
}
