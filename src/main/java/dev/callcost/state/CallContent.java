package dev.callcost.state;

import dev.callcost.state.MessageContent.Drawn;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.wireformat.CallFormat;
import dev.callcost.wireformat.WireFormat;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The call's messages. k is 0 to 35 million, the range of seed A's loop, i is 7 to 14, as in the local rungs, and the longs have any size, small ones as often as large
 * ones. Formats need fewer bytes for small numbers, but for a negative number protobuf needs ten bytes whatever its size, and a fixed layout as many
 * as for any other. A third of the texts have characters beyond Latin-1, one in four of their characters.
 *
 * @param negative whether all numbers are replaced by their complements
 */
record CallContent(int leastCharacters, int mostCharacters, int longs, boolean negative)
        implements MessageContent.Content {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
    private static final String[] BEYOND_LATIN_1 = {"\u20ac", "\u4f60", "\u597d", "\u0416", "\ud83d\ude80"};

    /**
     * 16,384 messages with a thousand longs each take 131 MB of a fork's heap of 1 GiB, and their encodings 80 to 174 MB outside of it. As many texts
     * of 65,536 characters would take 1.4 GB. Texts that long are not cached, so 512 messages are enough.
     */
    private <T> Stream<T> limited(Supplier<T> drawing) {
        int messages = mostCharacters > MessageContent.STRING_CACHE ? 1 << 9 : MessageContent.MESSAGES;
        return Stream.generate(drawing).limit(messages);
    }

    @Override
    public Drawn<?> in(WireFormat wireFormat) {
        return drawn(wireFormat.calls());
    }

    private <M> Drawn<M> drawn(CallFormat<M> format) {
        SplittableRandom random = MessageContent.random();
        return new Drawn<>(
                format,
                limited(() -> message(format, random)),
                message -> combine(
                        format.k(message), format.i(message), format.text(message), format.xorOfLongs(message)));
    }

    private <M> M message(CallFormat<M> format, SplittableRandom random) {
        int k = random.nextInt(35_000_000);
        int i = random.nextInt(7, 14 + 1);
        Payload payload = payload(random);
        return format.message(negative ? ~k : k, negative ? ~i : i, payload.text(), payload.longs());
    }

    /** Combines k, i, the length and last character of the text, which is not empty, and the exclusive or of the longs. */
    private static int combine(int k, int i, String text, long longs) {
        int last = text.length() - 1;
        return k ^ i ^ last ^ text.charAt(last) ^ Long.hashCode(longs);
    }

    @Override
    public Stream<IntBinaryOperator> calls(GrpcConnection<?> connection) {
        SplittableRandom random = MessageContent.random();
        return limited(() -> payload(random))
                .map(payload -> (k, i) -> connection.call(k, i, payload.text(), payload.longs()));
    }

    private record Payload(String text, long[] longs) {}

    private Payload payload(SplittableRandom random) {
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
