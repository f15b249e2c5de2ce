package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JSON text GSON reads. */
class GsonTest {
    private final GsonFormat format = new GsonFormat();

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("no JSON", "hello"),
                Arguments.of("null", "null"),
                Arguments.of("array", "[]"),
                Arguments.of("number", "1"),
                Arguments.of("nothing but spaces", "  "),
                Arguments.of("nothing", ""),
                Arguments.of("cut", "{\"k\":1"),
                Arguments.of("second message", "{}{}"),
                Arguments.of("trailing garbage", "{} x"),
                Arguments.of("trailing NUL", "{}\0"),
                Arguments.of("comment", "{}//"),
                Arguments.of("single quotes", "{'k':1}"),
                Arguments.of("name without quotes", "{k:1}"),
                Arguments.of("comma at the end", "{\"k\":1,}"),
                Arguments.of("prefix of Gson's own", ")]}'\n{}"),
                Arguments.of("leading zero", "{\"k\":01}"),
                Arguments.of("text for an int", "{\"k\":\"1\"}"),
                Arguments.of("true for an int", "{\"k\":true}"),
                Arguments.of("null for an int", "{\"k\":null}"),
                Arguments.of("fraction for an int", "{\"k\":1.5}"),
                Arguments.of("int of 33 bits", "{\"k\":4294967296}"),
                Arguments.of("not a number", "{\"k\":NaN}"),
                Arguments.of("object for an int", "{\"k\":{}}"),
                Arguments.of("number for text", "{\"text\":1}"),
                Arguments.of("true for text", "{\"text\":true}"),
                Arguments.of("null for text", "{\"text\":null}"),
                Arguments.of("line break in text", "{\"text\":\"\n\"}"),
                Arguments.of("unknown escape", "{\"text\":\"\\x\"}"),
                Arguments.of("escape cut", "{\"text\":\"\\u12\"}"),
                Arguments.of("null for longs", "{\"longs\":null}"),
                Arguments.of("single long", "{\"longs\":1}"),
                Arguments.of("null among the longs", "{\"longs\":[null]}"),
                Arguments.of("text among the longs", "{\"longs\":[\"1\"]}"),
                Arguments.of("fraction among the longs", "{\"longs\":[0.5]}"),
                Arguments.of("long of 2^64", "{\"longs\":[18446744073709551616]}"),
                Arguments.of("comma after the longs", "{\"longs\":[1,]}"),
                Arguments.of("array in the array", "{\"longs\":[[1]]}"),
                Arguments.of("unknown field too deep", "{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void isRefused(String what, String json) {
        Wire.assertRefused(() -> decoded(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"bid\":NaN}",
                "{\"bid\":Infinity}",
                "{\"bid\":1e309}",
                "{\"bid\":\"1.5\"}",
                "{\"bid\":null}",
                "{\"symbol\":null}",
                "{\"bidSize\":1.5}"
            })
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

    @Test
    void theLastOfTwoFieldsWithOneNameCounts() {
        assertIs(decoded("{\"k\":1,\"k\":2}"), 2, 0, "");
    }

    @Test
    void escapesAreReadUnpairedSurrogatesToo() {
        assertIs(decoded("{\"text\":\"\\u20ac\\n\\ud83d\"}"), 0, 0, "\u20ac\n\ud83d");
    }

    @Test
    void aByteOrderMarkIsSkipped() {
        assertIs(decoded("\uFEFF{\"k\":1}"), 1, 0, "");
    }

    @Test
    void aNumberMayBeWrittenAsAFractionAndIsThenADouble() {
        assertIs(decoded("{\"k\":1.0,\"i\":2e1}"), 1, 20, "");
        assertThat(format.longs(decoded("{\"longs\":[9007199254740993,9007199254740993.0,9223372036854775808]}")))
                .containsExactly(9007199254740993L, 9007199254740992L, Long.MAX_VALUE);
    }

    @Test
    void anEmptyArrayIsNoLongs() {
        assertIs(decoded("{\"longs\":[]}"), 0, 0, "");
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
