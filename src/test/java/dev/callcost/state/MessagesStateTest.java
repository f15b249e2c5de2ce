package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.wireformat.QuoteFormat;
import dev.callcost.wireformat.WireFormat;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessagesStateTest {
    @ParameterizedTest
    @EnumSource
    void quotesGoThroughEachFormat(WireFormat format) throws IOException {
        MessagesState state = new MessagesState();
        state.wireFormat = format;
        state.message = MessageContent.QUOTE;
        state.make();
        for (int n = 1; n < 100; n += 2) {
            assertThat(state.encodeNext()).isEqualTo(Expected.encoded(MessageContent.QUOTE, format, n));
            assertThat(state.decodeNext()).isEqualTo(Expected.decoded(MessageContent.QUOTE, format, n + 1));
        }
    }

    @Test
    void whatIsCombinedOfAQuoteDependsOnEachField() {
        checkEachField(MessageContent.QUOTE.content().in(WireFormat.PROTOBUF));
    }

    private static <Q> void checkEachField(MessageContent.Drawn<Q> drawn) {
        QuoteFormat<Q> format = (QuoteFormat<Q>) drawn.format();
        int combined = drawn.combined().applyAsInt(format.quote("ABC", 1, 2.5, 2.75, 100, 200));
        assertThat(Stream.of(
                                format.quote("ABD", 1, 2.5, 2.75, 100, 200),
                                format.quote("ABCC", 1, 2.5, 2.75, 100, 200),
                                format.quote("ABC", 2, 2.5, 2.75, 100, 200),
                                format.quote("ABC", 1, 2.51, 2.75, 100, 200),
                                format.quote("ABC", 1, 2.5, 2.76, 100, 200),
                                format.quote("ABC", 1, 2.75, 2.5, 100, 200),
                                format.quote("ABC", 1, 2.5, 2.75, 101, 200),
                                format.quote("ABC", 1, 2.5, 2.75, 100, 201),
                                format.quote("ABC", 1, 2.5, 2.75, 200, 100))
                        .map(quote -> drawn.combined().applyAsInt(quote)))
                .doesNotContain(combined);
    }
}
