package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many buffers one thread makes. */
class BufferReuseTest {
    private final AtomicInteger made = new AtomicInteger();
    private final BufferMarshaller<byte[]> marshaller = new BufferMarshaller<>("test", () -> {
        made.incrementAndGet();
        return new RawBuffer();
    });

    @Test
    void aClosedStreamsBufferServesTheNextMessage() throws Exception {
        for (int n = 0; n < 10; n++) {
            marshaller.stream(new byte[n]).close();
            assertThat(marshaller.parse(new ByteArrayInputStream(new byte[n]))).hasSize(n);
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void anOpenStreamKeepsItsBufferAndOneOfThemIsKept() throws Exception {
        InputStream first = marshaller.stream(new byte[1]);
        InputStream second = marshaller.stream(new byte[2]);
        first.close();
        second.close();
        second.close();
        assertThat(made).hasValue(2);
        marshaller.stream(new byte[3]);
        assertThat(made).hasValue(2);
        marshaller.stream(new byte[4]);
        assertThat(made).hasValue(3);
    }

    @Test
    void aBufferOverTheLimitIsNotKept() throws Exception {
        marshaller.stream(new byte[BufferMarshaller.RETAINED_LIMIT]).close();
        marshaller.stream(new byte[1]).close();
        assertThat(made).hasValue(1);
        marshaller.stream(new byte[BufferMarshaller.RETAINED_LIMIT + 1]).close();
        marshaller.stream(new byte[1]).close();
        assertThat(made).hasValue(2);
    }

    @Test
    void aBufferThatHeldMalformedBytesIsNotKept() throws Exception {
        assertThatThrownBy(() -> marshaller.parse(new ByteArrayInputStream(new byte[] {RawBuffer.MALFORMED})))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessage("INTERNAL: test: not a message: as asked");
        marshaller.stream(new byte[1]).close();
        assertThat(made).hasValue(2);
    }

    /**
     * The largest of the messages that are measured, 64 KiB of characters beyond Latin-1: what one that is not kept
     * would allocate is more.
     */
    @ParameterizedTest
    @EnumSource(names = {"BYTES_MARSHALLABLE", "BINARY_WIRE"})
    void buffersOf64KibibytesOfTextAreKept(WireFormat format) throws Exception {
        CallFormat<Object> calls = Wire.calls(format);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Object message = calls.message(1, 2, Texts.EURO.repeat(1 << 16));
        Wire.roundTrip(calls, message);
        calls.marshaller().stream(message).close();
        long before = threads.getCurrentThreadAllocatedBytes();
        calls.marshaller().stream(message).close();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 16);
    }

    private static final class RawBuffer extends MessageBuffer<byte[]> {
        static final byte MALFORMED = -1;

        @Override
        protected void write(byte[] message) {
            bytes.ensureCapacity(message.length);
            bytes.write(message);
        }

        @Override
        protected byte[] read() {
            if (bytes.peekUnsignedByte() == (MALFORMED & 0xFF)) {
                throw new IllegalArgumentException("as asked");
            }
            return bytes.toByteArray();
        }
    }
}
