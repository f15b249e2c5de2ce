package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedInputIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String REFUSED = "refused";

    /** Chronicle Wire reads what it is sent. */
    private static final Set<WireFormat> TRUSTING = Set.of(WireFormat.BINARY_WIRE, WireFormat.COPYING_WIRE);

    /** Messages of long texts. */
    private static final int NARROW = 29;

    private static final int WIDE = 58;

    /** Bytes that a marshaller must refuse. */
    private record Malformed(String message, WireFormat format, String what, String hex) {
        private static final String CALL = "call";

        /** A line of {@code malformed.csv}. */
        static Malformed of(String line) {
            String[] parts = line.split(", ?", 4);
            String hex = Pattern.compile("(\\w+)\\*(\\d+)")
                    .matcher(parts[3])
                    .replaceAll(times -> times.group(1).repeat(Integer.parseInt(times.group(2))));
            return new Malformed(parts[0], WireFormat.valueOf(parts[1]), parts[2], hex.replace(" ", ""));
        }

        private void decode() {
            Marshaller<?> marshaller = message.equals(CALL)
                    ? format.calls().marshaller()
                    : format.quotes().marshaller();
            Wire.decode(marshaller, HexFormat.of().parseHex(hex));
        }

        @Override
        public String toString() {
            return message + " " + format + ": " + what;
        }
    }

    static Stream<Malformed> malformed() throws IOException, URISyntaxException {
        Path file = Path.of(MalformedInputIT.class.getResource("malformed.csv").toURI());
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Malformed::of);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void isRefusedWithAStatus(Malformed input) {
        assertTimeoutPreemptively(LIMIT, () -> Wire.assertRefused(input::decode));
    }

    @Test
    void aSerializedCallIsNoQuote() {
        CallFormat<Object> calls = Wire.calls(WireFormat.JAVA_SERIALIZATION);
        byte[] call = Wire.encode(calls.marshaller(), calls.message(1, 2, "text"));
        Wire.assertRefused(() -> Wire.decode(JavaSerializationFormat.quotes().marshaller(), call));
    }

    static Stream<MessageType<?>> checked() {
        return MessageType.all().filter(type -> !TRUSTING.contains(type.wireFormat()));
    }

    /** A format that knows its end refuses also what follows. Protobuf decodes whole fields only, and the defaults of the rest. */
    @ParameterizedTest
    @MethodSource("checked")
    <M> void aCutMessageIsRefusedOrHasOnlyWholeFields(MessageType<M> type) {
        Marshaller<M> marshaller = type.format().marshaller();
        M message = type.message(70_007);
        byte[] good = Wire.encode(marshaller, message);
        if (type.wireFormat() == WireFormat.PROTOBUF) {
            checkWholeFields(type, type.fields(message), good);
            assertThat(type.fields(Wire.decode(marshaller, good))).isEqualTo(type.fields(message));
            return;
        }
        IntStream.rangeClosed(0, good.length + 3)
                .filter(length -> length != good.length)
                .forEach(length -> Wire.assertRefused(() -> Wire.decode(marshaller, Arrays.copyOf(good, length))));
    }

    private static <M> void checkWholeFields(MessageType<M> type, List<Object> whole, byte[] good) {
        int decoded = 0;
        for (int length = 1; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            try {
                List<Object> fields = type.fields(Wire.decode(type.format().marshaller(), cut));
                decoded++;
                assertThat(fields.subList(0, decoded)).isEqualTo(whole.subList(0, decoded));
                assertThat(fields.subList(decoded, whole.size()))
                        .allMatch(field -> List.of(0, 0L, 0.0, "", List.of()).contains(field));
            } catch (StatusRuntimeException e) {
                assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
            }
        }
        assertThat(decoded).as("cuts at the end of a field").isEqualTo(whole.size() - 1);
    }

    /** Mutated and random bytes are refused, or decode to the same whatever the reused buffer held before. */
    @ParameterizedTest
    @MethodSource("checked")
    <M> void fuzzed(MessageType<M> type) {
        assertTimeoutPreemptively(LIMIT.multipliedBy(6), () -> fuzz(type));
    }

    private static <M> void fuzz(MessageType<M> type) {
        Random random = new Random(20_260_901);
        int refused = 0;
        for (int n = 0; n < 4000; n++) {
            byte[] input = fuzzedInput(type, random);
            String narrow = outcomeAfter(type, NARROW, input);
            assertThat(outcomeAfter(type, WIDE, input))
                    .as(HexFormat.of().formatHex(input))
                    .isEqualTo(narrow);
            refused += narrow.equals(REFUSED) ? 1 : 0;
        }
        assertThat(refused).isBetween(400, 3999);
    }

    private static <M> String outcomeAfter(MessageType<M> type, int previous, byte[] input) {
        Wire.roundTrip(type.format().marshaller(), type.message(previous));
        try {
            return type.fields(Wire.decode(type.format().marshaller(), input)).toString();
        } catch (StatusRuntimeException e) {
            assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
            assertThat(e.getStatus().getDescription()).isNotBlank();
            return REFUSED;
        }
    }

    private static <M> byte[] fuzzedInput(MessageType<M> type, Random random) {
        if (random.nextInt(4) == 0) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            return noise;
        }
        byte[] good = Wire.encode(type.format().marshaller(), type.message(random.nextInt(Integer.MAX_VALUE)));
        byte[] bad = random.nextInt(4) == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good;
        for (int flips = random.nextInt(4); flips > 0 && bad.length > 0; flips--) {
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
        }
        return bad;
    }

    static Stream<MessageType<?>> notProtobuf() {
        return MessageType.all().filter(type -> type.wireFormat() != WireFormat.PROTOBUF);
    }

    @ParameterizedTest
    @MethodSource("notProtobuf")
    void aStreamThatFailsOrEndsEarlyIsRefused(MessageType<?> type) {
        Marshaller<?> marshaller = type.format().marshaller();
        Wire.assertRefused(() -> marshaller.parse(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        }));
        byte[] lengthOf8AndOneByte = {0, 0, 0, 8, 0};
        Wire.assertRefused(() -> marshaller.parse(new Wire.Frame(lengthOf8AndOneByte) {
            @Override
            public synchronized int available() {
                return 12;
            }
        }));
    }
}
