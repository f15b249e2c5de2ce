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
            FIXED_LAYOUT, 0, 0, '', 000000000000000000000000
            FIXED_LAYOUT, -7, 70000, hi, F9FFFFFF70110100040000006869
            FIXED_LAYOUT, 1, 8, \u20AC\uD83D\uDE80, 010000000800000007000000AC203DD880DE
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
            FIXED_LAYOUT, 010000000800000000000080020000000500000000000000FFFFFFFFFFFFFFFF
            BINARY_WIRE, C16BA101C169A108C474657874E0C56C6F6E67738204000000A105A4FF
            COPYING_WIRE, 0000001DC16BA101C169A108C474657874E0C56C6F6E67738204000000A105A4FF
            GSON, 7B226B223A312C2269223A382C2274657874223A22222C226C6F6E6773223A5B352C2D315D7D
            """)
    void longsFollowTheText(WireFormat format, String hex) {
        CallFormat<Object> calls = Wire.calls(format);
        assertThat(encoded(calls, calls.message(1, 8, "", new long[] {5, -1}))).isEqualTo(hex);
    }

    /** Two decimals, and a whole number: Chronicle's wires write hundredths, and an int. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            PROTOBUF, 0A034142431081A0F88D848CBCC31819AE47E17A14AE2840210000000000002A4028F40330F0A204
            BYTES_MARSHALLABLE, 034142430110BE4160F08618AE47E17A14AE28400000000000002A40F401000070110100
            FIXED_LAYOUT, 0110BE4160F08618AE47E17A14AE28400000000000002A40F40100007011010006000000414243
            BINARY_WIRE, C673796D626F6CE3414243C474696D65A70110BE4160F08618C362696492D209C361736BA10DC762696453697A65A5F401C761736B53697A65A670110100
            COPYING_WIRE, 0000003EC673796D626F6CE3414243C474696D65A70110BE4160F08618C362696492D209C361736BA10DC762696453697A65A5F401C761736B53697A65A670110100
            GSON, 7B2273796D626F6C223A22414243222C2274696D65223A313736373336343230303030303030303030312C22626964223A31322E33342C2261736B223A31332E302C2262696453697A65223A3530302C2261736B53697A65223A37303030307D
            """)
    void sixFieldsOfAQuote(WireFormat format, String hex) {
        QuoteFormat<Object> quotes = Wire.quotes(format);
        assertThat(encoded(quotes, quotes.quote("ABC", 1_767_364_200_000_000_001L, 12.34, 13, 500, 70_000)))
                .isEqualTo(hex);
    }

    private static <M> String encoded(MessageFormat<M> format, M message) {
        return HexFormat.of().withUpperCase().formatHex(Wire.encode(format.marshaller(), message));
    }
}
