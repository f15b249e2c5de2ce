package dev.callcost.state;

import dev.callcost.wireformat.CallFormat;
import java.util.SplittableRandom;

/**
 * What messages hold, in a marshaller alone and in a call.
 *
 * <p>k is 0 to 35 million, as far as the loop of seed A lets it grow, i is 7 to 14, as the local rungs have it, and the longs, four but for
 * LONGS_1000, are of any size, small ones as often as large ones. Formats take fewer bytes for small numbers, but for a negative one
 * protobuf takes ten bytes, whatever its size, and a fixed layout as many as for any other.
 */
public enum MessageContent {
    /** As a call has it: no number is negative, the text has 8 to 40 characters. */
    CALL(8, 40, 4, false),

    /** The same with all numbers negative: the complements of CALL's. */
    NEGATIVES(8, 40, 4, true),

    /** CALL with a text of 1,024 characters, as many as a payload of 1024 in {@link GrpcState}. */
    KILOBYTE(1024, 1024, 4, false),

    /** CALL with a thousand longs. */
    LONGS_1000(8, 40, 1000, false),

    /** CALL with a text of 65,536 characters, as many as a payload of 65536. */
    BLOB_64K(65_536, 65_536, 4, false);

    private static final long SEED = 20070206;
    private static final int K_BOUND = 35_000_000;
    private static final int LEAST_I = 7;
    private static final int MOST_I = 14;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
    private static final String[] BEYOND_LATIN_1 = {"\u20ac", "\u4f60", "\u597d", "\u0416", "\ud83d\ude80"};

    /** How many strings Chronicle's cache has places for, and how many characters one in it may have. */
    private static final int STRING_CACHE = 4096;

    private final int leastCharacters;
    private final int mostCharacters;
    private final int longs;
    private final boolean negative;

    MessageContent(int leastCharacters, int mostCharacters, int longs, boolean negative) {
        this.leastCharacters = leastCharacters;
        this.mostCharacters = mostCharacters;
        this.longs = longs;
        this.negative = negative;
    }

    /**
     * How many different messages are used one after the other, a power of two.
     *
     * <p>16,384, four times as many as Chronicle's cache of strings has places, so that hardly a text is still there when it comes again;
     * as in calls whose texts differ. With a thousand longs each they take 131 MB of a fork's heap of 1 GiB, and their encodings 80 to 174 MB
     * outside of it. Of BLOB_64K as many would take 1.4 GB, and texts of that length are not cached: 512, whose texts take 45 MB, twice as
     * much as KILOBYTE's.
     */
    int messages() {
        return mostCharacters > STRING_CACHE ? 1 << 9 : 4 * STRING_CACHE;
    }

    /** The number of characters of the shortest text. */
    int leastCharacters() {
        return leastCharacters;
    }

    /** What all messages are drawn from, the same ones each time. */
    static SplittableRandom random() {
        return new SplittableRandom(SEED);
    }

    /** What a message holds beside k and i. */
    record Payload(String text, long[] longs) {}

    /** Draws a message. A third of the texts have characters beyond Latin-1, one in four of theirs. */
    <M> M draw(CallFormat<M> format, SplittableRandom random) {
        int k = random.nextInt(K_BOUND);
        int i = random.nextInt(LEAST_I, MOST_I + 1);
        Payload payload = payload(random);
        return format.message(negative ? ~k : k, negative ? ~i : i, payload.text(), payload.longs());
    }

    /** Draws what a message holds beside k and i. */
    Payload payload(SplittableRandom random) {
        String text = text(random);
        long[] numbers = new long[longs];
        for (int n = 0; n < longs; n++) {
            long number = random.nextLong(1L << random.nextInt(1, Long.SIZE - 1));
            numbers[n] = negative ? ~number : number;
        }
        return new Payload(text, numbers);
    }

    private String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(leastCharacters, mostCharacters + 1);
        boolean beyond = random.nextInt(3) == 0;
        while (text.length() < length) {
            if (beyond && text.length() + 2 <= length && random.nextInt(4) == 0) {
                text.append(BEYOND_LATIN_1[random.nextInt(BEYOND_LATIN_1.length)]);
            } else {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
        }
        return text.toString();
    }
}
