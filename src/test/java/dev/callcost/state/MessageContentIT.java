package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.wireformat.CallFormat;
import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.PlainCalls;
import dev.callcost.wireformat.QuoteFormat;
import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageContentIT {
    private static final int MESSAGES = 1 << 14;

    /** Or they are not the messages of the results that are published, where NEGATIVES are the complements of CALL's numbers. */
    @ParameterizedTest
    @CsvSource({"CALL, 1616137497", "NEGATIVES, -772613501", "KILOBYTE, 713113002"})
    void theMessagesAreThoseOfPublishedResults(MessageContent content, int hash) {
        assertThat(drawn(content).stream()
                        .mapToInt(message -> Objects.hash(
                                message.k(), message.i(), message.text(), Arrays.hashCode(message.longs())))
                        .reduce(1, (sum, each) -> 31 * sum + each))
                .isEqualTo(hash);
    }

    @Test
    void aCallsNumbersAreNotNegativeAndEveryMessageDiffers() {
        List<PlainCalls.Message> messages = drawn(MessageContent.CALL);
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.k()).isBetween(0, 34_999_999);
            assertThat(message.i()).isBetween(7, 14);
            assertThat(message.text()).hasSizeBetween(8, 40);
            assertThat(message.longs()).hasSize(4);
            assertThat(Arrays.stream(message.longs())).allMatch(number -> number >= 0);
        });
        assertThat(messages.stream().map(PlainCalls.Message::text)).doesNotHaveDuplicates();
        assertThat(messages.stream().filter(MessageContentIT::isBeyondLatin1).count())
                .isBetween(MESSAGES * 3 / 10L, MESSAGES * 11 / 30L);
        assertThat(messages.stream().filter(message -> message.longs()[0] < 128).count())
                .as("longs of one byte")
                .isBetween(MESSAGES / 10L, MESSAGES / 5L);
        assertThat(messages).anyMatch(message -> message.longs()[0] > 1L << 60);
    }

    @Test
    void largeMessagesAreCallsExceptForWhatTheirNamesSay() {
        assertThat(drawn(MessageContent.KILOBYTE))
                .allSatisfy(message -> assertThat(message.text()).hasSize(1024))
                .anyMatch(MessageContentIT::isBeyondLatin1);
        assertThat(drawn(MessageContent.LONGS_1000))
                .hasSize(MESSAGES)
                .allSatisfy(message -> assertThat(message.text()).hasSizeBetween(8, 40))
                .allSatisfy(message -> assertThat(message.longs()).hasSize(1000))
                .allMatch(message -> Arrays.stream(message.longs()).allMatch(number -> number >= 0));
        assertThat(drawn(MessageContent.BLOB_64K))
                .hasSize(512)
                .allSatisfy(message -> assertThat(message.text()).hasSize(1 << 16))
                .allSatisfy(message -> assertThat(message.longs()).hasSize(4))
                .anyMatch(MessageContentIT::isBeyondLatin1);
    }

    @Test
    void aQuotesTimesAscendItsAskIsNotBelowItsBidAndItsPricesHaveTwoDecimals() {
        List<Quote> quotes = drawn(MessageContent.QUOTE, WireFormat.PROTOBUF);
        assertThat(quotes).hasSize(MESSAGES).allSatisfy(quote -> {
            assertThat(quote.getSymbol()).matches("[A-Z]{3,8}");
            assertThat(quote.getBid()).isBetween(1.0, 999.99);
            assertThat(quote.getAsk()).isBetween(quote.getBid(), quote.getBid() + 0.06);
            assertThat(List.of(quote.getBid(), quote.getAsk()))
                    .allMatch(price -> Double.toString(price).matches("\\d+\\.\\d{1,2}"));
            assertThat(List.of(quote.getBidSize(), quote.getAskSize())).allMatch(size -> size >= 1 && size <= 100_000);
        });
        assertThat(quotes).extracting(Quote::getTime).isSorted().doesNotHaveDuplicates();
        assertThat(Instant.ofEpochSecond(0, quotes.get(0).getTime()))
                .isBetween(Instant.parse("2026-01-02T14:30:00Z"), Instant.parse("2026-01-02T14:30:01Z"));
        assertThat(quotes.stream().map(Quote::getSymbol).distinct().count()).isBetween(3_800L, 4_000L);
        assertThat(quotes).anyMatch(quote -> quote.getBid() == quote.getAsk());
    }

    /** Or window updates would come later than they are waited for. */
    @ParameterizedTest
    @EnumSource
    void aMessageIsNoShorterThanACallsWithAsManyCharacters(WireFormat format) throws IOException {
        for (MessageContent content : MessageContent.values()) {
            int call = callsLength(format.calls(), content.content().leastCharacters());
            assertThat(shortest(content.content().in(format)))
                    .as(content.name())
                    .isGreaterThanOrEqualTo(call);
        }
    }

    private static <M> int callsLength(CallFormat<M> format, int characters) throws IOException {
        return Expected.length(format, format.message(1, 2, "x".repeat(characters)));
    }

    private static <M> int shortest(MessageContent.Drawn<M> drawn) throws IOException {
        int shortest = Integer.MAX_VALUE;
        for (M message : drawn.messages().limit(50).toList()) {
            shortest = Math.min(shortest, Expected.length(drawn.format(), message));
        }
        return shortest;
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

    private static boolean isBeyondLatin1(PlainCalls.Message message) {
        return message.text().chars().anyMatch(unit -> unit > 0xFF);
    }

    private static List<PlainCalls.Message> drawn(MessageContent content) {
        return drawn(content, WireFormat.BINARY_WIRE);
    }

    @SuppressWarnings("unchecked") // the format's messages
    private static <M> List<M> drawn(MessageContent content, WireFormat format) {
        return (List<M>) content.content().in(format).messages().toList();
    }
}
