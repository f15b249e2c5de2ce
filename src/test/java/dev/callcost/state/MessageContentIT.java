package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.wireformat.CallFormat;
import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.QuoteFormat;
import dev.callcost.wireformat.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageContentIT {
    /** The bytes of all messages. Or they are not the messages of the results that are published. */
    @ParameterizedTest
    @CsvSource({
        "CALL, 1920566975",
        "QUOTE, 458360667",
        "NEGATIVES, -2124568576",
        "KILOBYTE, -296676581",
        "LONGS_1000, 2132100560",
        "BLOB_64K, 1982123009"
    })
    void theMessagesAreThoseOfPublishedResults(MessageContent content, int hash) {
        assertThat(hash(content.content().in(WireFormat.PROTOBUF))).isEqualTo(hash);
    }

    private static <M> int hash(MessageContent.Drawn<M> drawn) {
        return drawn.messages()
                .mapToInt(message -> Arrays.hashCode(Expected.bytes(drawn.format(), message)))
                .reduce(1, (sum, each) -> 31 * sum + each);
    }

    /** Or window updates would come later than they are waited for. */
    @ParameterizedTest
    @EnumSource
    void aMessageIsNoShorterThanACallsWithAsManyCharacters(WireFormat format) {
        for (MessageContent content : MessageContent.values()) {
            int call = callsLength(format.calls(), content.content().leastCharacters());
            assertThat(shortest(content.content().in(format)))
                    .as(content.name())
                    .isGreaterThanOrEqualTo(call);
        }
    }

    private static <M> int callsLength(CallFormat<M> format, int characters) {
        return Expected.bytes(format, format.message(1, 2, "x".repeat(characters))).length;
    }

    private static <M> int shortest(MessageContent.Drawn<M> drawn) {
        return drawn.messages()
                .limit(50)
                .mapToInt(message -> Expected.bytes(drawn.format(), message).length)
                .min()
                .orElseThrow();
    }

    /** Or decoding would be charged for half of the texts only. A quote's symbols repeat. */
    @ParameterizedTest
    @EnumSource
    void aCallsTextIsHardlyInChroniclesCacheWhenItComesAgain(MessageContent content) throws IOException {
        boolean isQuote = content == MessageContent.QUOTE;
        assertThat(foundAgain(content.content().in(WireFormat.BYTES_MARSHALLABLE)))
                .isBetween(isQuote ? 0.6 : 0.0, isQuote ? 0.9 : 0.05);
    }

    /** All messages are decoded twice, one after the other: the share of the second round whose text is a string of the first. */
    private static <M> double foundAgain(MessageContent.Drawn<M> drawn) throws IOException {
        List<M> messages = drawn.messages().toList();
        Set<String> decoded = Collections.newSetFromMap(new IdentityHashMap<>());
        double found = 0;
        for (int round = 0; round < 2; round++) {
            found = 0;
            for (M message : messages) {
                try (InputStream stream = drawn.format().marshaller().stream(message)) {
                    boolean isNew = decoded.add(
                            text(drawn.format(), drawn.format().marshaller().parse(stream)));
                    found += isNew ? 0 : 1;
                }
            }
        }
        return found / messages.size();
    }

    private static <M> String text(MessageFormat<M> format, M message) {
        return format instanceof CallFormat<M> calls ? calls.text(message) : ((QuoteFormat<M>) format).symbol(message);
    }
}
