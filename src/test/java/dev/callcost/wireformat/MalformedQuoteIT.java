package dev.callcost.wireformat;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused of a quote's own kinds of fields; what both message types share is {@link MalformedInputIT}'s. */
class MalformedQuoteIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String FIELDLESS_BEFORE_BID = "E3414243A101";
    private static final String FIELDLESS_BEHIND_BID = "A101A102A103";
    private static final String THREE_NUMBERS = "0100000000000000" + "000000000000F03F" + "0000000000000040";
    private static final String TWO_SIZES = "0100000002000000";

    /** Format, what is wrong, bytes in hexadecimal; Chronicle's numbers are little-endian. */
    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of(WireFormat.PROTOBUF, "bid cut", "19000000000000F0"),
                Arguments.of(WireFormat.PROTOBUF, "symbol shorter than its length", "0A0541"),
                Arguments.of(WireFormat.PROTOBUF, "invalid UTF-8", "0A02C328"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "nothing", ""),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "null for symbol", "8000" + THREE_NUMBERS + TWO_SIZES),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "negative length", "C100" + THREE_NUMBERS + TWO_SIZES),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "length of 2 GiB", "FFFFFFFF0741"),
                Arguments.of(WireFormat.BYTES_MARSHALLABLE, "no sizes", "0141" + THREE_NUMBERS),
                Arguments.of(WireFormat.FIXED_LAYOUT, "nothing", ""),
                Arguments.of(WireFormat.FIXED_LAYOUT, "no header", THREE_NUMBERS + TWO_SIZES),
                fixedLayoutSymbol("cut", "0400000041"),
                fixedLayoutSymbol("wide, cut in a unit", "03000000AC"),
                fixedLayoutSymbol("byte behind it", "020000004142"),
                fixedLayoutSymbol("sign bit", "0200008041"),
                fixedLayoutSymbol("all bits", "FFFFFFFF41"),
                fixedLayoutSymbol("length of 1 GiB", "FEFFFF7F41"),
                fixedLayoutSymbol("length of 2 GiB", "FFFFFF7F41"),
                Arguments.of(WireFormat.GSON, "not a number", json("{\"bid\":NaN}")),
                Arguments.of(WireFormat.GSON, "infinite", json("{\"bid\":Infinity}")),
                Arguments.of(WireFormat.GSON, "beyond the doubles", json("{\"bid\":1e309}")),
                Arguments.of(WireFormat.GSON, "text for a price", json("{\"bid\":\"1.5\"}")),
                Arguments.of(WireFormat.GSON, "null for a price", json("{\"bid\":null}")),
                Arguments.of(WireFormat.GSON, "null for a symbol", json("{\"symbol\":null}")),
                Arguments.of(WireFormat.GSON, "fraction for a size", json("{\"bidSize\":1.5}")),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "nothing", ""),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "null", "ACED000570"),
                Arguments.of(WireFormat.JAVA_SERIALIZATION, "a call's message", serializedCall()));
    }

    private static Arguments fixedLayoutSymbol(String what, String hex) {
        return Arguments.of(WireFormat.FIXED_LAYOUT, what, THREE_NUMBERS + TWO_SIZES + hex);
    }

    private static String json(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String serializedCall() {
        JavaSerializationFormat format = new JavaSerializationFormat();
        return HexFormat.of().formatHex(Wire.encode(format.marshaller(), format.message(1, 2, "text")));
    }

    /** What no binary wire takes for a price. */
    static Stream<Arguments> malformedPrices() {
        return Stream.of(
                Arguments.of("cut", "91000000000000F0"),
                Arguments.of("float cut", "90000080"),
                Arguments.of("hundredths without a number", "92"),
                Arguments.of("hundredths cut", "92E7"),
                Arguments.of("ten-thousandths cut", "94E7"),
                Arguments.of("millionths cut", "96E7"),
                Arguments.of("hundredths without end", "92" + "FF".repeat(1000)),
                Arguments.of("text", "E3312E35"),
                Arguments.of("empty text", "E0"),
                Arguments.of("null", "BB"),
                Arguments.of("true", "B1"),
                Arguments.of("float of no known kind", "9A01"),
                Arguments.of("UUID", "A0" + "00".repeat(16)),
                Arguments.of("bytes", "8003FF0000"),
                Arguments.of("nested", "8202000000A101"),
                Arguments.of("compressed", "B604677A697080028A00"),
                Arguments.of("Java class", "B6036F626A80"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("malformed")
    void isRefusedWithAStatus(WireFormat format, String what, String hex) {
        assertTimeoutPreemptively(
                LIMIT,
                () -> Wire.assertRefused(() ->
                        Wire.decode(format.quotes().marshaller(), HexFormat.of().parseHex(hex))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedPrices")
    void noBinaryWireTakesItForAPrice(String what, String hex) {
        String bid = "C3626964" + hex;
        isRefusedWithAStatus(WireFormat.BINARY_WIRE, what, bid);
        isRefusedWithAStatus(WireFormat.BINARY_WIRE, what, "C3626964A101C361736B" + hex);
        isRefusedWithAStatus(WireFormat.COPYING_WIRE, what, String.format("%08X", bid.length() / 2) + bid);
        isRefusedWithAStatus(WireFormat.FIELDLESS_WIRE, what, FIELDLESS_BEFORE_BID + hex);
    }

    /** But what is only cut, which goes on in the next value. */
    static Stream<Arguments> malformedPricesOfTheirOwn() {
        return malformedPrices().filter(each -> !each.get()[0].toString().contains("cut"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedPricesOfTheirOwn")
    void norWhereTheOtherValuesFollow(String what, String hex) {
        isRefusedWithAStatus(WireFormat.FIELDLESS_WIRE, what, FIELDLESS_BEFORE_BID + hex + FIELDLESS_BEHIND_BID);
    }
}
