package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.wireformat.CallFormat;
import dev.callcost.wireformat.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
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
    @CsvSource({"CALL, 1920566975", "KILOBYTE, -296676581", "LONGS_1000, 2132100560", "BLOB_64K, 1982123009"})
    void theMessagesAreThoseOfPublishedResults(MessageContent content, int hash) {
        assertThat(hash(content, WireFormat.PROTOBUF.calls())).isEqualTo(hash);
    }

    private static <M> int hash(MessageContent content, CallFormat<M> format) {
        return content.messages(format)
                .mapToInt(message -> Arrays.hashCode(Expected.bytes(format, message)))
                .reduce(1, (sum, each) -> 31 * sum + each);
    }

    /** Or window updates would come later than they are waited for. */
    @ParameterizedTest
    @EnumSource
    void aMessageIsNoShorterThanACallsWithAsManyCharacters(WireFormat format) {
        for (MessageContent content : MessageContent.values()) {
            checkShortest(content, format.calls());
        }
    }

    private static <M> void checkShortest(MessageContent content, CallFormat<M> format) {
        int call = Expected.bytes(format, format.message(1, 2, "x".repeat(content.leastCharacters()))).length;
        assertThat(content.messages(format).limit(50))
                .as(content.name())
                .allSatisfy(message ->
                        assertThat(Expected.bytes(format, message).length).isGreaterThanOrEqualTo(call));
    }

    /** Or decoding would be charged for half of the texts only. */
    @ParameterizedTest
    @EnumSource
    void aTextIsHardlyInChroniclesCacheWhenItComesAgain(MessageContent content) {
        assertThat(foundAgain(content, WireFormat.BYTES_MARSHALLABLE.calls())).isLessThan(0.05);
    }

    /**
     * All messages are decoded twice, one after the other: the share of the second round whose text is a string of the
     * first.
     */
    private static <M> double foundAgain(MessageContent content, CallFormat<M> format) {
        List<M> messages = content.messages(format).toList();
        Set<String> decoded = Collections.newSetFromMap(new IdentityHashMap<>());
        double found = 0;
        for (int round = 0; round < 2; round++) {
            found = 0;
            for (M message : messages) {
                M read = format.marshaller().parse(new ByteArrayInputStream(Expected.bytes(format, message)));
                found += decoded.add(format.text(read)) ? 0 : 1;
            }
        }
        return found / messages.size();
    }

    /** Encoding and decoding go through all messages, one after the other. */
    @ParameterizedTest
    @EnumSource
    void messagesGoThroughEachFormat(WireFormat wireFormat) throws IOException {
        MessagesState state = new MessagesState();
        state.wireFormat = wireFormat;
        state.message = MessageContent.CALL;
        state.make();
        check(state, wireFormat.calls());
    }

    private static <M> void check(MessagesState state, CallFormat<M> format) throws IOException {
        List<M> messages = MessageContent.CALL.messages(format).limit(21).toList();
        for (int n = 1; n < 20; n += 2) {
            assertThat(state.encodeNext()).isEqualTo(Expected.bytes(format, messages.get(n)).length);
            assertThat(state.decodeNext()).isEqualTo(MessageContent.combined(format, messages.get(n + 1)));
        }
    }
}
