package dev.callcost.wireformat;

/**
 * The call's messages in a wire format: two numbers, a text, and longs.
 *
 * @param <M> the format's message
 */
public interface CallFormat<M> extends MessageFormat<M> {
    long[] NO_LONGS = {};

    default M message(int k, int i, String text) {
        return message(k, i, text, NO_LONGS);
    }

    /**
     * Creates a message. Formats with field names or numbers write nothing for absent longs.
     *
     * @param k first argument of the call, or its result
     * @param text any Java string
     * @param longs may be empty. The message may keep the array, so the caller must not change it afterwards
     */
    M message(int k, int i, String text, long[] longs);

    int k(M message);

    int i(M message);

    /** Never null, and a new string unless the format interns. */
    String text(M message);

    /** Never null. The array must not be changed and may be new on each call. */
    long[] longs(M message);

    /** The exclusive or of all longs: reads each of them in place, without a copy. */
    default long xorOfLongs(M message) {
        long xor = 0;
        for (long number : longs(message)) {
            xor ^= number;
        }
        return xor;
    }
}
