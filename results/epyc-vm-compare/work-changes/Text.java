package plants;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** One method a row. A line that begins with base is for base alone, one that begins with head for head alone. */
public final class Text {
    interface Op {
        int of(int value);
    }

    static final Op OP = value -> value ^ 1;
    static final Map<String, Integer> MAP = new HashMap<>(Map.of("a", 1, "b", 2, "c", 3));
    static final Map<String, Integer> APART = numbered("a", "b", "c", "d");
    static final Map<String, Integer> COLLIDING = numbered("AaAa", "AaBB", "BBAa", "BBBB");

    private static Map<String, Integer> numbered(String... keys) {
        Map<String, Integer> map = new HashMap<>();
        for (String key : keys) {
            map.put(key, map.size());
        }
        return map;
    }

    static int mix(int value) {
        return value ^ 1;
    }

    static int hash(String s, int start) {
        int h = start;
        for (int i = 0; i < s.length(); i++) {
            h = h * 31 + s.charAt(i);
        }
        return h;
    }

    static int compareInLoop(String s) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) {
            /*head*/ if (n < 0) { n = 0; }
            n += Character.isLetter(s.charAt(i)) ? 1 : 0;
        }
        return n;
    }

    static int compareAfterLoop(String s) {
        int h = hash(s, 7);
        /*head*/ if (h == 0) { h++; }
        return h;
    }

    static int boxedStart(String s) {
        /*base*/ int start = s.length() + 1000;
        /*head*/ Integer start = s.length() + 1000;
        return hash(s, start);
    }

    static int interfaceCall(String s) {
        /*base*/ return hash(s, mix(s.length()));
        /*head*/ return hash(s, OP.of(s.length()));
    }

    static String copiedString(String s) {
        /*base*/ return s.toUpperCase(Locale.ROOT);
        /*head*/ return new String(s.toCharArray()).toUpperCase(Locale.ROOT);
    }

    static String largerBuffer(String s) {
        /*base*/ StringBuilder text = new StringBuilder(s.length());
        /*head*/ StringBuilder text = new StringBuilder(4 * s.length());
        return text.append(s).reverse().toString();
    }

    static int streamForLoop(String s) {
        /*base*/ int n = 0;
        /*base*/ for (int i = 0; i < s.length(); i++) { n += s.charAt(i) == 'e' ? 1 : 0; }
        /*base*/ return n;
        /*head*/ return (int) s.chars().filter(c -> c == 'e').count();
    }

    static int oneException(String s) {
        int h = hash(s, 7);
        /*head*/ try { if (!s.isEmpty()) { throw new IllegalStateException(); } } catch (IllegalStateException e) { h++; }
        return h;
    }

    static int mapLookup(String s) {
        int h = hash(s, 7);
        /*head*/ h += MAP.get("b");
        return h;
    }

    /** As many bytecodes of the application; the keys of head have one hash code. */
    static int collidingKeys(String s) {
        int h = hash(s, 7);
        /*base*/ h += APART.get("d");
        /*head*/ h += COLLIDING.get("BBBB");
        return h;
    }

    static int remainderPerChar(String s) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) {
            /*head*/ if (i % 1000 == 999) { n++; }
            n += s.charAt(i) == 'e' ? 1 : 0;
        }
        return n;
    }

    static int oneMoreOf64(String s) {
        int h = 7;
        /*base*/ for (int round = 0; round < 64; round++) { h = hash(s, h); }
        /*head*/ for (int round = 0; round < 65; round++) { h = hash(s, h); }
        return h;
    }

    /** The same bytecodes in another order of memory. */
    static long otherOrder(long[] matrix, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                /*base*/ sum += matrix[i * n + j];
                /*head*/ sum += matrix[j * n + i];
            }
        }
        return sum;
    }

    /** As many bytecodes, of which one is slow. */
    static long division(long value) {
        long sum = value;
        for (int i = 0; i < 100; i++) {
            /*base*/ sum = sum * value + i;
            /*head*/ sum = sum / value + i;
        }
        return sum;
    }

    static int unchanged(String s) {
        return hash(s, 3);
    }

    private Text() {}
}
