package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.wireformat.BinaryWireFormat;
import dev.callcost.wireformat.BytesMarshallableFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessageContentTest {
    private static final int MESSAGES = 1 << 14;

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

    /** Or decoding would be charged for half of the texts only. */
    @Test
    void aTextIsHardlyInChroniclesCacheWhenItComesAgain() throws IOException {
        BytesMarshallableFormat format = new BytesMarshallableFormat();
        String[] texts = new String[MESSAGES];
        int found = 0;
        for (int round = 0; round < 2; round++) {
            SplittableRandom random = new SplittableRandom(1);
            for (int n = 0; n < MESSAGES; n++) {
                try (InputStream stream = format.marshaller().stream(MessageContent.CALL.draw(format, random))) {
                    String text = format.text(format.marshaller().parse(stream));
                    found += text == texts[n] ? 1 : 0;
                    texts[n] = text;
                }
            }
        }
        assertThat(found).isBetween(0, MESSAGES / 20);
    }

    private static boolean isBeyondLatin1(BinaryWireFormat.Message message) {
        return message.text().chars().anyMatch(unit -> unit > 0xFF);
    }

    private static List<BinaryWireFormat.Message> drawn(MessageContent content) {
        BinaryWireFormat format = new BinaryWireFormat();
        SplittableRandom random = new SplittableRandom(1);
        return Stream.generate(() -> content.draw(format, random))
                .limit(MESSAGES)
                .toList();
    }
}
