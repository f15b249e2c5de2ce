package dev.callcost.wireformat;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/** An encoded message that gRPC drains straight from its array. */
final class ArrayStream extends ByteArrayInputStream implements KnownLength, Drainable {
    ArrayStream(byte[] bytes) {
        super(bytes);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        return (int) transferTo(target);
    }
}
