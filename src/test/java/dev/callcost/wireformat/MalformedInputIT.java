package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedInputIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String REFUSED = "refused";
    private static final Set<WireFormat> EVOLVING = Set.of(WireFormat.PROTOBUF, WireFormat.BINARY_WIRE);

    /** Messages of long texts. */
    private static final int NARROW = 29;

    private static final int WIDE = 58;

    /** Format, what is wrong, bytes in hexadecimal; Chronicle's numbers are little-endian. */
    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of(WireFormat.PROTOBUF, "field cut in its number", "08"),
                Arguments.of(WireFormat.PROTOBUF, "text shorter than its length", "1A0541"),
                Arguments.of(WireFormat.PROTOBUF, "negative length", "1AFFFFFFFFFFFFFFFFFF01"),
                Arguments.of(WireFormat.PROTOBUF, "length of 2 GiB", "1AFFFFFFFF0741"),
                Arguments.of(WireFormat.PROTOBUF, "invalid UTF-8", "1A02C328"),
                Arguments.of(WireFormat.PROTOBUF, "unpaired surrogate", "1A03EDA0BD"),
                Arguments.of(WireFormat.PROTOBUF, "field number 0", "0001"),
                Arguments.of(WireFormat.PROTOBUF, "group that nobody opened", "0C"),
                Arguments.of(WireFormat.PROTOBUF, "longs cut", "220201"),
                Arguments.of(WireFormat.PROTOBUF, "long cut in its number", "220180"),
                Arguments.of(WireFormat.PROTOBUF, "longs of 2 GiB", "22FFFFFFFF0701"),
                Arguments.of(WireFormat.PROTOBUF, "longs of negative length", "22FFFFFFFFFFFFFFFFFF01"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "nothing", ""),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "cut in k", "010000"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "no text", "0100000002000000"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "null for text", "0100000002000000800000000000"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "text cut", "01000000020000000441"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "text's length cut", "010000000200000080"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "length of 2 GiB", "0100000002000000FFFFFFFF0741"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "length of 2^62", "0100000002000000FFFFFFFFFFFFFFFF3F41"),
                Arguments.of(
                        WireFormat.BYTES_MARSHALLABLE, "length without end", "0100000002000000" + "FF".repeat(1000)),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "negative length", "0100000002000000C10041"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "invalid UTF-8", "010000000200000002C32800000000"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "four-byte sequence", "010000000200000004F09F9A8000000000"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "trailing garbage", "01000000020000000000000000FF"),
                bytesLongs("no count", ""),
                bytesLongs("count cut", "010000"),
                bytesLongs("negative count", "FFFFFFFF0100000000000000"),
                bytesLongs("most negative count", "000000800100000000000000"),
                bytesLongs("long cut", "0100000001000000000000"),
                bytesLongs("one long too few", "020000000100000000000000"),
                bytesLongs("byte after the longs", "01000000010000000000000000"),
                bytesLongs("2^31 - 1 longs", "FFFFFF7F0100000000000000"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "nothing", ""),
                Arguments.of(WireFormat.FIXED_LAYOUT, "cut in the fixed part", "0100000002000000"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "trailing garbage", "01000000020000000200000041FF"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "text cut", "01000000020000000400000041"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "wide text cut in a unit", "010000000200000003000000AC"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "1 GiB and longs", "0100000002000000FEFFFFFF41"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "2 GiB and longs", "0100000002000000FFFFFFFF41"),
                fixedLayoutLongs("no count", ""),
                fixedLayoutLongs("count cut", "010000"),
                fixedLayoutLongs("longs announced but none", "00000000"),
                fixedLayoutLongs("negative count", "FFFFFFFF0100000000000000"),
                fixedLayoutLongs("most negative count", "000000800100000000000000"),
                fixedLayoutLongs("long cut", "0100000001000000000000"),
                fixedLayoutLongs("one long too few", "020000000100000000000000"),
                fixedLayoutLongs("byte after the longs", "01000000010000000000000000"),
                fixedLayoutLongs("2^29 longs", "000000200100000000000000"),
                fixedLayoutLongs("2^29 + 1 longs", "010000200100000000000000"),
                fixedLayoutLongs("2^31 - 1 longs", "FFFFFF7F0100000000000000"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "length of 1 GiB", "0100000002000000FEFFFF7F41"),
                Arguments.of(WireFormat.FIXED_LAYOUT, "length of 2 GiB", "0100000002000000FFFFFF7F41"),
                Arguments.of(WireFormat.BINARY_WIRE, "nothing", ""),
                Arguments.of(WireFormat.BINARY_WIRE, "name without value", "C16B"),
                Arguments.of(WireFormat.BINARY_WIRE, "name cut", "C4746578"),
                Arguments.of(WireFormat.BINARY_WIRE, "int cut", "C16BA6010000"),
                Arguments.of(WireFormat.BINARY_WIRE, "int8 cut", "C16BA4"),
                Arguments.of(WireFormat.BINARY_WIRE, "int64 that is no int", "C16BA70000000001000000"),
                Arguments.of(WireFormat.BINARY_WIRE, "text for an int", "C16BE23432"),
                Arguments.of(WireFormat.BINARY_WIRE, "text cut for an int", "C16BE54142"),
                Arguments.of(WireFormat.BINARY_WIRE, "float for an int", "C16B909A99B940"),
                Arguments.of(WireFormat.BINARY_WIRE, "int for text", "C474657874A601000000"),
                Arguments.of(WireFormat.BINARY_WIRE, "null for text", "C474657874BB"),
                Arguments.of(WireFormat.BINARY_WIRE, "text without length", "C474657874B8"),
                Arguments.of(WireFormat.BINARY_WIRE, "text cut in its length", "C474657874B880"),
                Arguments.of(WireFormat.BINARY_WIRE, "text cut", "C474657874E54142"),
                Arguments.of(WireFormat.BINARY_WIRE, "negative length", "C474657874B88000"),
                Arguments.of(WireFormat.BINARY_WIRE, "length of 2 GiB", "C474657874B8FFFFFFFF0741"),
                Arguments.of(WireFormat.BINARY_WIRE, "length of 2^62", "C474657874B8FFFFFFFFFFFFFFFF3F41"),
                Arguments.of(WireFormat.BINARY_WIRE, "lone continuation byte", "C474657874E180"),
                Arguments.of(WireFormat.BINARY_WIRE, "invalid continuation", "C474657874E2C328"),
                Arguments.of(WireFormat.BINARY_WIRE, "sequence cut by the length", "C474657874E2E282"),
                Arguments.of(WireFormat.BINARY_WIRE, "four-byte sequence", "C474657874E4F09F9A80"),
                Arguments.of(WireFormat.BINARY_WIRE, "unknown field of a Java class", "C161B6036F626A8000"),
                Arguments.of(WireFormat.BINARY_WIRE, "unknown field cut", "C16182FFFFFF7F00"),
                Arguments.of(WireFormat.BINARY_WIRE, "unknown field of bytes behind padding", "C1618F8003FF0000"),
                Arguments.of(WireFormat.BINARY_WIRE, "name for an unknown field's value", "C161C1628003FF0000"),
                Arguments.of(WireFormat.BINARY_WIRE, "types of types", "C161" + "B600".repeat(100_000)),
                Arguments.of(WireFormat.BINARY_WIRE, "text of bytes", "C4746578748003FF0000"),
                Arguments.of(WireFormat.BINARY_WIRE, "compressed text", "C474657874B604677A697080028A00"),
                Arguments.of(WireFormat.BINARY_WIRE, "text of a Java class", "C474657874B6036F626A80"),
                Arguments.of(WireFormat.BINARY_WIRE, "comment of 2 GiB", "BEFFFFFFFF0741"),
                Arguments.of(WireFormat.BINARY_WIRE, "value without a name", "A601000000"),
                Arguments.of(WireFormat.BINARY_WIRE, "padding of 2 GiB", "8EFFFFFF7F"),
                Arguments.of(WireFormat.BINARY_WIRE, "name of 2 GiB", "B7FFFFFFFF0741"),
                wireLongs("a single long", "A601000000"),
                wireLongs("text", "E131"),
                wireLongs("header cut", "820100"),
                wireLongs("longs cut", "8203000000A101"),
                wireLongs("2 GiB", "82FFFFFF7FA101"),
                wireLongs("4 GiB", "82FFFFFFFFA101"),
                wireLongs("long past the sequence's end", "8202000000A70100000000000000"),
                wireLongs("float past the sequence's end", "8202000000900000803F"),
                wireLongs("null among the longs", "8201000000BB"),
                wireLongs("text among the longs", "8202000000E131"),
                wireLongs("compressed text among the longs", "820A000000B604677A697080028A00"),
                wireLongs("compressed text behind padding", "820B0000008FB604677A697080028A00"),
                wireLongs("Java class among the longs", "8206000000B6036F626A80"),
                wireLongs("sequence in the sequence", "82050000008200000000"),
                wireLongs("padding in the sequence", "82050000008EFFFFFF7F"),
                Arguments.of(WireFormat.FIELDLESS_WIRE, "nothing", ""),
                Arguments.of(WireFormat.FIELDLESS_WIRE, "k alone", "A101"),
                Arguments.of(WireFormat.FIELDLESS_WIRE, "no longs", "A101A102E0"),
                Arguments.of(WireFormat.FIELDLESS_WIRE, "a fifth value", "A101A102E08200000000A103"),
                Arguments.of(WireFormat.FIELDLESS_WIRE, "padding at the end", "A101A102E082000000008F"),
                Arguments.of(
                        WireFormat.FIELDLESS_WIRE,
                        "fields with names",
                        "C16BA101C169A102C474657874E0C56C6F6E67738200000000"),
                fieldlessNumber("its name", "C16BA101"),
                fieldlessNumber("another name and a class", "C161B6036F626A8000A101"),
                fieldlessNumber("name of 2 GiB", "B7FFFFFFFF0741"),
                fieldlessNumber("field's number", "BA01A101"),
                fieldlessNumber("event's name", "B9016BA101"),
                fieldlessNumber("event of a Java class", "BDB6036F626A8000A101"),
                fieldlessNumber("comment", "BE0141A101"),
                fieldlessNumber("comment of 2 GiB", "BEFFFFFFFF0741"),
                fieldlessNumber("padding", "8FA101"),
                fieldlessNumber("padding of 2 GiB", "8EFFFFFF7FA101"),
                fieldlessNumber("Java class", "B6036F626A8000"),
                fieldlessNumber("type of types", "B600".repeat(100_000)),
                fieldlessNumber("bytes", "8003FF0000"),
                fieldlessNumber("nested", "8202000000A101"),
                fieldlessNumber("text", "E23432"),
                fieldlessNumber("null", "BB"),
                fieldlessNumber("int64 that is no int", "A70000000001000000"),
                fieldlessText("its name", "C474657874E0"),
                fieldlessText("number", "A101"),
                fieldlessText("null", "BB"),
                fieldlessText("null as a length", "B88000"),
                fieldlessText("negative length", "B8C100"),
                fieldlessText("length of 2 GiB", "B8FFFFFFFF0741"),
                fieldlessText("length of 2^62", "B8FFFFFFFFFFFFFFFF3F41"),
                fieldlessText("bytes", "8003FF0000"),
                fieldlessText("compressed", "B604677A697080028A00"),
                fieldlessText("Java class", "B6036F626A80"),
                fieldlessText("array", "8A02000000000000000200000000000000"),
                fieldlessText("invalid continuation", "E2C328"),
                fieldlessText("four-byte sequence", "E4F09F9A80"),
                Arguments.of(WireFormat.COPYING_WIRE, "nothing", ""),
                Arguments.of(WireFormat.COPYING_WIRE, "length cut", "000000"),
                Arguments.of(WireFormat.COPYING_WIRE, "length and no message", "00000000"),
                Arguments.of(WireFormat.COPYING_WIRE, "length of 2 GiB", "7FFFFFFFC16BA101"),
                Arguments.of(WireFormat.COPYING_WIRE, "negative length", "FFFFFFFFC16BA101"),
                Arguments.of(WireFormat.COPYING_WIRE, "length too small", "00000003C16BA101"),
                Arguments.of(WireFormat.COPYING_WIRE, "length too large", "00000005C16BA101"),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "nothing", ""),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "header alone", "ACED0005"),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "null", "ACED000570"),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "a text", serialized("text")),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "longs", serialized(new long[] {1, 2})),
                Arguments.of(
                        WireFormat.JAVA_SERIALIZATION,
                        "2^31 - 1 longs",
                        serialized(new long[0]).replaceFirst("00000000$", "7FFFFFFF")),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "another class", serialized(new HashMap<>(Map.of(1, 2)))),
                Arguments.of(
                        WireFormat.JAVA_SERIALIZATION,
                        "a proxy",
                        serialized(Proxy.newProxyInstance(
                                MalformedInputIT.class.getClassLoader(),
                                new Class<?>[] {Runnable.class},
                                new Nothing()))));
    }

    private record Nothing() implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return null;
        }
    }

    private static String serialized(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().withUpperCase().formatHex(bytes.toByteArray());
    }

    /** k, i and an empty text, before the longs. */
    private static Arguments bytesLongs(String what, String hex) {
        return Arguments.of(WireFormat.BYTES_MARSHALLABLE, "longs: " + what, "010000000200000000" + hex);
    }

    /** A fixed layout with k, i and an empty text, whose header says that longs follow. */
    private static Arguments fixedLayoutLongs(String what, String hex) {
        return Arguments.of(WireFormat.FIXED_LAYOUT, what, "010000000200000000000080" + hex);
    }

    private static Arguments wireLongs(String what, String hex) {
        return Arguments.of(WireFormat.BINARY_WIRE, "longs: " + what, "C56C6F6E6773" + hex);
    }

    /** That in place of k, all else as it should be. */
    private static Arguments fieldlessNumber(String what, String hex) {
        return Arguments.of(WireFormat.FIELDLESS_WIRE, "k: " + what, hex + "A102E08200000000");
    }

    /** That in place of the text. */
    private static Arguments fieldlessText(String what, String hex) {
        return Arguments.of(WireFormat.FIELDLESS_WIRE, "text: " + what, "A101A102" + hex + "8200000000");
    }

    /** What BINARY_WIRE refuses as longs, behind the other values. */
    static Stream<Arguments> malformedLongs() {
        String name = "C56C6F6E6773";
        return malformedFields()
                .map(Arguments::get)
                .filter(each -> ((String) each[1]).startsWith(name))
                .map(each -> Arguments.of(each[0], ((String) each[1]).replaceFirst(name, "A101A102E0")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedLongs")
    void aFieldlessWireRefusesTheLongsThatABinaryWireDoes(String what, String hex) {
        isRefusedWithAStatus(WireFormat.FIELDLESS_WIRE, what, hex);
    }

    /** What BINARY_WIRE refuses, behind the right length. */
    static Stream<Arguments> malformedFields() {
        return malformed()
                .map(Arguments::get)
                .filter(each -> each[0] == WireFormat.BINARY_WIRE)
                .map(each -> Arguments.of(each[1], each[2]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedFields")
    void aCopyingWireRefusesWhatABinaryWireDoes(String what, String hex) {
        isRefusedWithAStatus(WireFormat.COPYING_WIRE, what, String.format("%08X", hex.length() / 2) + hex);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("malformed")
    void isRefusedWithAStatus(WireFormat format, String what, String hex) {
        Marshaller<?> marshaller = format.calls().marshaller();
        assertTimeoutPreemptively(
                LIMIT,
                () -> Wire.assertRefused(
                        () -> Wire.decode(marshaller, HexFormat.of().parseHex(hex))));
    }

    static Stream<MessageType<?>> thatKnowTheirEnd() {
        return MessageType.all().filter(type -> !EVOLVING.contains(type.wireFormat()));
    }

    @ParameterizedTest
    @MethodSource("thatKnowTheirEnd")
    <M> void aFormatThatKnowsItsEndIsRefusedWhereverItIsCutAndWhateverFollows(MessageType<M> type) {
        Marshaller<M> marshaller = type.format().marshaller();
        byte[] good = Wire.encode(marshaller, type.message(70_007));
        IntStream.rangeClosed(0, good.length + 3)
                .filter(length -> length != good.length)
                .forEach(length -> Wire.assertRefused(() -> Wire.decode(marshaller, Arrays.copyOf(good, length))));
    }

    static Stream<MessageType<?>> thatEvolve() {
        return MessageType.all().filter(type -> EVOLVING.contains(type.wireFormat()));
    }

    /** What is decoded has the fields that come first as they were, and the defaults of the others. */
    @ParameterizedTest
    @MethodSource("thatEvolve")
    <M> void anEvolvingFormatDecodesOnlyWholeFieldsOfACutMessage(MessageType<M> type) {
        Marshaller<M> marshaller = type.format().marshaller();
        M message = type.message(70_007);
        List<Object> whole = type.fields(message);
        byte[] good = Wire.encode(marshaller, message);
        int decoded = 0;
        for (int length = 1; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            try {
                List<Object> fields = type.fields(Wire.decode(marshaller, cut));
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
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void fuzzed(MessageType<M> type) throws Exception {
        ExecutorService decoder = Executors.newSingleThreadExecutor();
        try {
            fuzz(type, decoder);
        } finally {
            decoder.shutdownNow();
        }
    }

    private static <M> void fuzz(MessageType<M> type, ExecutorService decoder) throws Exception {
        Random random = new Random(20_260_901);
        int refused = 0;
        for (int n = 0; n < 4000; n++) {
            byte[] input = fuzzedInput(type, random);
            String narrow = outcomeAfter(type, NARROW, input, decoder);
            String wide = outcomeAfter(type, WIDE, input, decoder);
            assertThat(wide).as(HexFormat.of().formatHex(input)).isEqualTo(narrow);
            refused += narrow.equals(REFUSED) ? 1 : 0;
        }
        assertThat(refused).isBetween(400, 3999);
    }

    private static <M> String outcomeAfter(MessageType<M> type, int previous, byte[] input, ExecutorService decoder)
            throws Exception {
        Future<String> outcome = decoder.submit(() -> {
            Wire.roundTrip(type.format().marshaller(), type.message(previous));
            return outcome(type, input);
        });
        return outcome.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static <M> String outcome(MessageType<M> type, byte[] input) {
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
        Wire.assertRefused(() -> marshaller.parse(new Wire.Frame(new byte[5]) {
            @Override
            public synchronized int available() {
                return 12;
            }
        }));
    }
}
