package dev.callcost.state;

import dev.callcost.transport.GrpcConnection;
import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.WireFormat;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The content of messages, in a marshaller alone and in a call. All are calls, except {@link #QUOTE}. */
public enum MessageContent {
    /** No number is negative, the text has 8 to 40 characters, and there are four longs. */
    CALL(new CallContent(8, 40, 4, false)),
    /** A market quote, a message of another type: a symbol, a time, two prices and two sizes. Only quotes have doubles. */
    QUOTE(new QuoteContent()),
    /** CALL with negative numbers only: the complements of CALL's. */
    NEGATIVES(new CallContent(8, 40, 4, true)),
    /** CALL with a text of 1,024 characters, like a payload of 1024 in {@link GrpcState}. */
    KILOBYTE(new CallContent(1024, 1024, 4, false)),
    /** CALL with a thousand longs. */
    LONGS_1000(new CallContent(8, 40, 1000, false)),
    /** CALL with a text of 65,536 characters, like a payload of 65536. */
    BLOB_64K(new CallContent(65_536, 65_536, 4, false));

    /** The number of places in Chronicle's cache of strings, and the most characters of a cached string. */
    static final int STRING_CACHE = 4096;

    /** So many messages that hardly any text is still cached when it comes again, as in calls whose texts differ. */
    static final int MESSAGES = 4 * STRING_CACHE;

    private final Content content;

    MessageContent(Content content) {
        this.content = content;
    }

    Content content() {
        return content;
    }

    /** The source of all messages, the same each time. */
    static SplittableRandom random() {
        return new SplittableRandom(20070206);
    }

    /** Messages of one type, drawn from {@link #random()}: the same ones each time, as many as a power of two. */
    interface Content {
        /** A call's message with a text of so many characters is no longer than any of these messages, in every wire format. */
        int leastCharacters();

        Drawn<?> in(WireFormat wireFormat);

        /** Calls over a connection, one with each message; each takes k and i, which messages of another type ignore, and returns the answer. */
        Stream<IntBinaryOperator> calls(GrpcConnection<?> connection);
    }

    /** @param combined reads every field of a message and combines them into one number */
    record Drawn<M>(MessageFormat<M> format, Stream<M> messages, ToIntFunction<M> combined) {}
}
