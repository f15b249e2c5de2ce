package dev.callcost.state;

import java.util.SplittableRandom;

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

    private static final long SEED = 20070206;

    private final Content content;

    MessageContent(Content content) {
        this.content = content;
    }

    Content content() {
        return content;
    }

    /** The source of all messages, the same each time. */
    static SplittableRandom random() {
        return new SplittableRandom(SEED);
    }
}
