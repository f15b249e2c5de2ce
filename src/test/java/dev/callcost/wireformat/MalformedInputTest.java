package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no message end in a gRPC status. Chronicle Wire reads what it is sent. */
class MalformedInputTest {
    @Test
    void bytesTooFewOrTooManyAreRefused() {
        CallFormat<Object> format = Wire.calls(WireFormat.BYTES_MARSHALLABLE);
        byte[] good = Wire.encode(format.marshaller(), Wire.message(format, 70_007));
        IntStream.rangeClosed(0, good.length + 3)
                .filter(length -> length != good.length)
                .forEach(length ->
                        Wire.assertRefused(() -> Wire.decode(format.marshaller(), Arrays.copyOf(good, length))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "[]", "{} {}", "{\"k\":1", "{\"k\":{}}", "{\"longs\":[[1]]}"})
    void whatIsNoMessageInJsonIsRefused(String json) {
        Wire.assertRefused(() -> Wire.decode(new GsonFormat().marshaller(), json.getBytes()));
    }

    /** Mutated bytes are refused or decode to something. */
    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_NONE, names = ".*_WIRE")
    void fuzzed(WireFormat wireFormat) {
        CallFormat<Object> format = Wire.calls(wireFormat);
        Random random = new Random(20_260_901);
        int refused = 0;
        for (int n = 0; n < 4000; n++) {
            byte[] bytes = Wire.encode(format.marshaller(), Wire.message(format, random.nextInt(Integer.MAX_VALUE)));
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(Wire.fields(format, Wire.decode(format.marshaller(), bytes)))
                        .hasSize(4);
            } catch (StatusRuntimeException e) {
                assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "PROTOBUF")
    void aStreamThatFailsIsRefused(WireFormat format) {
        Wire.assertRefused(() -> format.calls().marshaller().parse(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        }));
    }
}
