package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of messages in each format, on little-endian machines. */
class EncodedBytesTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            PROTOBUF, 0, 0, '', ''
            PROTOBUF, -7, 70000, hi, 08F9FFFFFFFFFFFFFFFF0110F0A2041A026869
            PROTOBUF, 1, 8, \u20AC\uD83D\uDE80, 080110081A07E282ACF09F9A80
            BYTES_MARSHALLABLE, 0, 0, '', 00000000000000000000000000
            BYTES_MARSHALLABLE, -7, 70000, hi, F9FFFFFF7011010002686900000000
            BYTES_MARSHALLABLE, 1, 8, \u20AC\uD83D\uDE80, 010000000800000009E282ACEDA0BDEDBA8000000000
            BINARY_WIRE, 0, 0, '', C16BA100C169A100C474657874E0
            BINARY_WIRE, -7, 70000, hi, C16BA4F9C169A670110100C474657874E26869
            BINARY_WIRE, 1, 8, \u20AC\uD83D\uDE80, C16BA101C169A108C474657874E9E282ACEDA0BDEDBA80
            COPYING_WIRE, 1, 8, \u20AC\uD83D\uDE80, 00000017C16BA101C169A108C474657874E9E282ACEDA0BDEDBA80
            GSON, 1, 8, \u20AC\uD83D\uDE80, 7B226B223A312C2269223A382C2274657874223A22E282ACF09F9A80227D
            """)
    void withoutLongsAnEmptyArrayOrNone(WireFormat format, int k, int i, String text, String hex) {
        CallFormat<Object> calls = Wire.calls(format);
        assertThat(encoded(calls, calls.message(k, i, text))).isEqualTo(hex);
        assertThat(encoded(calls, calls.message(k, i, text, new long[0]))).isEqualTo(hex);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            PROTOBUF, 08011008220B05FFFFFFFFFFFFFFFFFF01
            BYTES_MARSHALLABLE, 010000000800000000020000000500000000000000FFFFFFFFFFFFFFFF
            BINARY_WIRE, C16BA101C169A108C474657874E0C56C6F6E67738204000000A105A4FF
            COPYING_WIRE, 0000001DC16BA101C169A108C474657874E0C56C6F6E67738204000000A105A4FF
            GSON, 7B226B223A312C2269223A382C2274657874223A22222C226C6F6E6773223A5B352C2D315D7D
            """)
    void longsFollowTheText(WireFormat format, String hex) {
        CallFormat<Object> calls = Wire.calls(format);
        assertThat(encoded(calls, calls.message(1, 8, "", new long[] {5, -1}))).isEqualTo(hex);
    }

    private static <M> String encoded(CallFormat<M> format, M message) {
        return HexFormat.of().withUpperCase().formatHex(Wire.encode(format.marshaller(), message));
    }
}
