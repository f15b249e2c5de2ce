package dev.callcost.wireformat;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/** An encoded message that gRPC drains straight from its array. */
public class EncodedStream extends ByteArrayInputStream implements KnownLength, Drainable {
    public EncodedStream(byte[] bytes, int length) {
        super(bytes, 0, length);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        int length = count - pos;
        target.write(buf, pos, length);
        pos = count;
        return length;
    }
}
