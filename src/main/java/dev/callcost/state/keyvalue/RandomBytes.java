package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;
import java.util.SplittableRandom;

/**
 * Byte strings of exponentially distributed length: {@code 1 + round(mean x Exp(1))}, the source's rule, so never empty and one
 * byte longer in the mean than the parameter says.
 */
final class RandomBytes {
    /** Longest string, in means: one draw in 8e13 would be longer. */
    private static final int LONGEST = 32;

    private final SplittableRandom random;
    private final int mean;
    private final int longest;

    RandomBytes(SplittableRandom random, int mean) {
        this.random = random;
        this.mean = mean;
        this.longest = Math.multiplyExact(LONGEST, mean);
    }

    /** As many random bytes as a string could be long: what {@link #cut(ByteString)} cuts from. */
    ByteString block() {
        return bytes(longest);
    }

    /** A string of its own bytes. */
    ByteString fresh() {
        return bytes(length());
    }

    /** A string that shares a place drawn anywhere in the block, and its memory. */
    ByteString cut(ByteString block) {
        int length = length();
        int start = random.nextInt(block.size() - length + 1);
        return block.substring(start, start + length);
    }

    private ByteString bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }

    private int length() {
        return (int) Math.min(longest, 1 + Math.round(mean * -Math.log(1 - random.nextDouble())));
    }
}
