package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JSON text GSON reads. */
class GsonTest {
    private final GsonFormat format = new GsonFormat();

    /** Other than one message, other syntax than RFC 8259's, other types than the fields'. */
    private static final String REFUSED = """
            hello null [] 1 {"k":1 {}{} {}// {'k':1} {k:1} {"k":1,} {"k":01} {"k":"1"} {"k":true} {"k":null} {"k":1.5}
            {"k":4294967296} {"k":NaN} {"k":{}} {"text":1} {"text":true} {"text":null} {"text":"\\x"} {"text":"\\u12"}
            {"longs":null} {"longs":1} {"longs":[null]} {"longs":["1"]} {"longs":[0.5]} {"longs":[18446744073709551616]}
            {"longs":[1,]} {"longs":[[1]]}""";

    static Stream<String> refused() {
        return Stream.concat(
                Stream.of(REFUSED.split("\\s+")),
                Stream.of(
                        "",
                        "  ",
                        "{} x",
                        "{}\0",
                        ")]}'\n{}",
                        "{\"text\":\"\n\"}",
                        "{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("refused")
    void isRefused(String json) {
        Wire.assertRefused(() -> decoded(json));
    }

    private static final List<String> REFUSED_QUOTES = List.of("""
            {"bid":NaN} {"bid":Infinity} {"bid":1e309} {"bid":"1.5"} {"bid":null} {"symbol":null} {"bidSize":1.5}""".split(" "));

    @ParameterizedTest
    @FieldSource("REFUSED_QUOTES")
    void isRefusedAsAQuote(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        Wire.assertRefused(() -> Wire.decode(GsonFormat.quotes().marshaller(), bytes));
    }

    /** Cut in a sequence, a surrogate, UTF-16. */
    @ParameterizedTest
    @ValueSource(strings = {"7B2274657874223A22C328227D", "7B2274657874223A22EDA0BD227D", "7B007D00"})
    void otherThanUtf8IsRefused(String hex) {
        Wire.assertRefused(() -> Wire.decode(format.marshaller(), HexFormat.of().parseHex(hex)));
    }

    @Test
    void fieldsMayBeAnywhereMissingOrUnknown() {
        GsonFormat.Message message = decoded("""
                { "later": {"k": 99, "list": [null, 1.5, "x"]},
                  "i": 8 }
                """);
        assertIs(message, 0, 8, "");
    }

    /** The last of two fields with one name counts; escapes are unpaired surrogates too; a byte order mark is skipped. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"k":1,"k":2}                  | 2 | 0  | ''
            {"text":"\\u20ac\\n\\ud83d"}    | 0 | 0  | '\u20ac\n\ud83d'
            \uFEFF{"k":1}                  | 1 | 0  | ''
            {"k":1.0,"i":2e1}              | 1 | 20 | ''
            {"longs":[]}                   | 0 | 0  | ''
            """)
    void isRead(String json, int k, int i, String text) {
        assertIs(decoded(json), k, i, text);
    }

    @Test
    void aLongMayBeWrittenAsAFractionAndIsThenADouble() {
        assertThat(format.longs(decoded("{\"longs\":[9007199254740993,9007199254740993.0,9223372036854775808]}")))
                .containsExactly(9007199254740993L, 9007199254740992L, Long.MAX_VALUE);
    }

    @Test
    void aQuotesFieldsMayBeAnywhereMissingOrUnknown() {
        QuoteFormat<PlainQuotes.Quote> quotes = GsonFormat.quotes();
        String json = "{\"ask\":125e-1,\"later\":1.5,\"bid\":3,\"askSize\":7}";
        assertThat(Wire.decode(quotes.marshaller(), json.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(quotes.quote("", 0, 3, 12.5, 0, 7));
    }

    private GsonFormat.Message decoded(String json) {
        return Wire.decode(format.marshaller(), json.getBytes(StandardCharsets.UTF_8));
    }

    private void assertIs(GsonFormat.Message message, int k, int i, String text) {
        assertThat(format.k(message)).isEqualTo(k);
        assertThat(format.i(message)).isEqualTo(i);
        assertThat(format.text(message)).isEqualTo(text);
        assertThat(format.longs(message)).isEmpty();
    }
}
