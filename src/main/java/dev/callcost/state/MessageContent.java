package dev.callcost.state;

import dev.callcost.wireformat.MessageFormat;
import java.util.SplittableRandom;

/**
 * What the messages of a marshaller hold.
 *
 * <p>k is 0 to 35 million, as far as the loop of seed A lets it grow, i is 7 to 14, as the local rungs have it, and the four longs are of
 * any size, small ones as often as large ones. Formats take fewer bytes for small numbers, but for a negative one protobuf takes ten
 * bytes, whatever its size, and a fixed layout as many as for any other.
 */
public enum MessageContent {
    /** As a call has it: no number is negative, the text has 8 to 40 characters. */
    CALL(8, 40, false),

    /** The same with all numbers negative: the complements of CALL's. */
    NEGATIVES(8, 40, true),

    /** CALL with a text of 1,024 characters, as many as a payload of 1024 in {@link GrpcState}. */
    KILOBYTE(1024, 1024, false);

    private static final int K_BOUND = 35_000_000;
    private static final int LEAST_I = 7;
    private static final int MOST_I = 14;
    private static final int LONGS = 4;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
    private static final String[] BEYOND_LATIN_1 = {"\u20ac", "\u4f60", "\u597d", "\u0416", "\ud83d\ude80"};

    private final int leastCharacters;
    private final int mostCharacters;
    private final boolean negative;

    MessageContent(int leastCharacters, int mostCharacters, boolean negative) {
        this.leastCharacters = leastCharacters;
        this.mostCharacters = mostCharacters;
        this.negative = negative;
    }

    /** Draws a message. A third of the texts have characters beyond Latin-1, one in four of theirs. */
    <M> M draw(MessageFormat<M> format, SplittableRandom random) {
        int k = random.nextInt(K_BOUND);
        int i = random.nextInt(LEAST_I, MOST_I + 1);
        String text = text(random);
        long[] longs = new long[LONGS];
        for (int n = 0; n < LONGS; n++) {
            long number = random.nextLong(1L << random.nextInt(1, Long.SIZE - 1));
            longs[n] = negative ? ~number : number;
        }
        return negative ? format.message(~k, ~i, text, longs) : format.message(k, i, text, longs);
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
