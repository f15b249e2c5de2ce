package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.wireformat.BinaryWireFormat;
import dev.callcost.wireformat.BytesMarshallableFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageContentTest {
    private static final int MESSAGES = 1 << 14;

    /** Or they are not the messages of the results that are published. */
    @ParameterizedTest
    @CsvSource({"CALL, 1616137497", "NEGATIVES, -772613501", "KILOBYTE, 713113002"})
    void theMessagesAreThoseOfPublishedResults(MessageContent content, int hash) {
        BinaryWireFormat format = new BinaryWireFormat();
        SplittableRandom random = MessageContent.random();
        assertThat(Stream.generate(() -> content.draw(format, random))
                        .limit(content.messages())
                        .mapToInt(message -> Objects.hash(
                                message.k(), message.i(), message.text(), Arrays.hashCode(message.longs())))
                        .reduce(1, (sum, each) -> 31 * sum + each))
                .isEqualTo(hash);
    }

    @Test
    void aCallsNumbersAreNotNegativeAndEveryMessageDiffers() {
        List<BinaryWireFormat.Message> messages = drawn(MessageContent.CALL);
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.k()).isBetween(0, 34_999_999);
            assertThat(message.i()).isBetween(7, 14);
            assertThat(message.text()).hasSizeBetween(8, 40);
            assertThat(message.longs()).hasSize(4);
            assertThat(Arrays.stream(message.longs())).allMatch(number -> number >= 0);
        });
        assertThat(messages.stream().map(BinaryWireFormat.Message::text)).doesNotHaveDuplicates();
        assertThat(messages.stream().filter(MessageContentTest::isBeyondLatin1).count())
                .isBetween(MESSAGES * 3 / 10L, MESSAGES * 11 / 30L);
        assertThat(messages.stream().filter(message -> message.longs()[0] < 128).count())
                .as("longs of one byte")
                .isBetween(MESSAGES / 10L, MESSAGES / 5L);
        assertThat(messages).anyMatch(message -> message.longs()[0] > 1L << 60);
    }

    @Test
    void negativesAreTheComplementsOfACalls() {
        List<BinaryWireFormat.Message> negatives = drawn(MessageContent.NEGATIVES);
        List<BinaryWireFormat.Message> calls = drawn(MessageContent.CALL);
        for (int n = 0; n < MESSAGES; n++) {
            BinaryWireFormat.Message negative = negatives.get(n);
            BinaryWireFormat.Message call = calls.get(n);
            assertThat(negative.k()).isNegative().isEqualTo(~call.k());
            assertThat(negative.i()).isNegative().isEqualTo(~call.i());
            assertThat(negative.text()).isEqualTo(call.text());
            for (int at = 0; at < 4; at++) {
                assertThat(negative.longs()[at]).isNegative().isEqualTo(~call.longs()[at]);
            }
        }
    }

    @Test
    void aKilobyteIsOfAsManyCharacters() {
        assertThat(drawn(MessageContent.KILOBYTE))
                .allSatisfy(message -> assertThat(message.text()).hasSize(1024))
                .anySatisfy(message -> assertThat(isBeyondLatin1(message)).isTrue());
    }

    @Test
    void longsAndBlobsAreCallsButForWhatTheirNamesSay() {
        assertThat(drawn(MessageContent.LONGS_1000))
                .hasSize(MESSAGES)
                .allSatisfy(message -> assertThat(message.text()).hasSizeBetween(8, 40))
                .allSatisfy(message -> assertThat(message.longs()).hasSize(1000))
                .allMatch(message -> Arrays.stream(message.longs()).allMatch(number -> number >= 0));
        assertThat(drawn(MessageContent.BLOB_64K))
                .hasSize(512)
                .allSatisfy(message -> assertThat(message.text()).hasSize(1 << 16))
                .allSatisfy(message -> assertThat(message.longs()).hasSize(4))
                .anySatisfy(message -> assertThat(isBeyondLatin1(message)).isTrue());
    }

    /** Or decoding would be charged for half of the texts only. */
    @ParameterizedTest
    @EnumSource
    void aTextIsHardlyInChroniclesCacheWhenItComesAgain(MessageContent content) throws IOException {
        BytesMarshallableFormat format = new BytesMarshallableFormat();
        String[] texts = new String[content.messages()];
        int found = 0;
        for (int round = 0; round < 2; round++) {
            SplittableRandom random = new SplittableRandom(1);
            for (int n = 0; n < texts.length; n++) {
                try (InputStream stream = format.marshaller().stream(content.draw(format, random))) {
                    String text = format.text(format.marshaller().parse(stream));
                    found += text == texts[n] ? 1 : 0;
                    texts[n] = text;
                }
            }
        }
        assertThat(found).isBetween(0, texts.length / 20);
    }

    private static boolean isBeyondLatin1(BinaryWireFormat.Message message) {
        return message.text().chars().anyMatch(unit -> unit > 0xFF);
    }

    private static List<BinaryWireFormat.Message> drawn(MessageContent content) {
        BinaryWireFormat format = new BinaryWireFormat();
        SplittableRandom random = new SplittableRandom(1);
        return Stream.generate(() -> content.draw(format, random))
                .limit(content.messages())
                .toList();
    }
}
