package dev.callcost.state;

import dev.callcost.transport.GrpcConnection;
import dev.callcost.wireformat.CallFormat;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The content of messages, in a marshaller alone and in a call. k is 0 to 35 million, the range of seed A's loop, i is
 * 7 to 14, as in the local rungs, and the longs have any size, small ones as often as large ones: formats need fewer
 * bytes for small numbers. A third of the texts have characters beyond Latin-1, one in four of their characters.
 */
public enum MessageContent {
    /** A text of 8 to 40 characters and four longs. */
    CALL(8, 40, 4),
    /** CALL with a text of 1,024 characters, like a payload of 1024 in {@link GrpcState}. */
    KILOBYTE(1024, 1024, 4),
    /** CALL with a thousand longs. */
    LONGS_1000(8, 40, 1000),
    /** CALL with a text of 65,536 characters, like a payload of 65536. */
    BLOB_64K(65_536, 65_536, 4);

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
    private static final String[] BEYOND_LATIN_1 = {"\u20ac", "\u4f60", "\u597d", "\u0416", "\ud83d\ude80"};

    /** The number of places in Chronicle's cache of strings, and the most characters of a cached string. */
    private static final int STRING_CACHE = 4096;

    private final int leastCharacters;
    private final int mostCharacters;
    private final int longs;

    MessageContent(int leastCharacters, int mostCharacters, int longs) {
        this.leastCharacters = leastCharacters;
        this.mostCharacters = mostCharacters;
        this.longs = longs;
    }

    /**
     * A call's message with a text of so many characters is no longer than any of these messages, in every wire format.
     */
    int leastCharacters() {
        return leastCharacters;
    }

    /** Different messages in a wire format: the same ones each time, as many as a power of two. */
    <M> Stream<M> messages(CallFormat<M> format) {
        SplittableRandom random = random();
        return limited(() -> {
            int k = random.nextInt(35_000_000);
            int i = random.nextInt(7, 14 + 1);
            Payload payload = payload(random);
            return format.message(k, i, payload.text(), payload.longs());
        });
    }

    /**
     * Calls over a connection, one with the text and the longs of each message; each takes k and i, and returns the
     * answer.
     */
    Stream<IntBinaryOperator> calls(GrpcConnection<?> connection) {
        SplittableRandom random = random();
        return limited(() -> payload(random))
                .map(payload -> (k, i) -> connection.call(k, i, payload.text(), payload.longs()));
    }

    /**
     * Reads every field of a message and combines them: k, i, the length and last character of the text, which is not
     * empty, and the longs.
     */
    static <M> int combined(CallFormat<M> format, M message) {
        String text = format.text(message);
        int last = text.length() - 1;
        return format.k(message)
                ^ format.i(message)
                ^ last
                ^ text.charAt(last)
                ^ Long.hashCode(format.xorOfLongs(message));
    }

    private static SplittableRandom random() {
        return new SplittableRandom(20070206);
    }

    /**
     * So many messages that hardly any text is still cached when it comes again, as in calls whose texts differ. 16,384
     * messages with a thousand longs each take 131 MB of a fork's heap of 1 GiB, and their encodings 80 to 174 MB
     * outside of it. As many texts of 65,536 characters would take 1.4 GB. Texts that long are not cached, so 512
     * messages are enough.
     */
    private <T> Stream<T> limited(Supplier<T> drawing) {
        return Stream.generate(drawing).limit(mostCharacters > STRING_CACHE ? 1 << 9 : 4 * STRING_CACHE);
    }

    private record Payload(String text, long[] longs) {}

    private Payload payload(SplittableRandom random) {
        String text = text(random);
        long[] numbers = new long[longs];
        for (int n = 0; n < longs; n++) {
            numbers[n] = random.nextLong(1L << random.nextInt(1, Long.SIZE - 1));
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
