package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellRecordTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "NioServerSocketChannel",
                "a \"quoted\" word",
                "C:\\temp\\u0041",
                "two\nlines\t\u0000",
                "ü € \uD83D\uDE00"
            })
    void textsAreJsonStringsInOneLine(String text) {
        String json = CellRecord.quoted(text);
        assertThat(json.lines()).hasSizeLessThanOrEqualTo(1);
        assertThat(JsonParser.parseString(json).getAsString()).isEqualTo(text);
    }
}
