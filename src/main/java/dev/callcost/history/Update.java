package dev.callcost.history;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An update of the JVM, the kernel or the image between two runs. The runs on both sides of it are judged together.
 *
 * @param what {@code JVM 17.0.15 to 17.0.16}
 * @param shared by how much all rows are slower from it on, as a logarithm; NaN where too few rows tell
 */
public record Update(String what, double shared) {
    static final String JVM = "JVM";
    static final String KERNEL = "kernel";

    /** The parts of a machine that updates change. */
    static final Set<String> PARTS = Set.of(JVM, KERNEL, "OS", "image");

    /** A word that begins with a version; its first group is the major one. */
    private static final Pattern VERSION = Pattern.compile("(?<![^ ])(?:[A-Za-z]\\w*-)?(?:1\\.)?(\\d+)[^, ]*");

    /** A compiler that some builds of the JVM have in place of C2; their versions name it. */
    private static final String COMPILER = "jvmci";

    /** Whether two values of a part of the machine are equal or differ by an update. Another major version of the JVM is another JVM. */
    static boolean isOne(String part, String value, String other) {
        return value.equals(other)
                || PARTS.contains(part) && release(part, value).equals(release(part, other));
    }

    /** What an update leaves as it is. */
    private static String release(String part, String value) {
        return switch (part) {
            case JVM ->
                VERSION.matcher(value)
                        .replaceAll(it -> it.group(1) + (it.group().contains(COMPILER) ? COMPILER : ""));
            case KERNEL -> VERSION.matcher(value).replaceAll("");
            default -> "";
        };
    }

    /** Of values with equally many words between commas the first that differs, such as a JVM's version. */
    static String difference(String part, String before, String after) {
        String[] one = before.split(", ");
        String[] other = after.split(", ");
        int n = Arrays.mismatch(one, other);
        return part + " " + (one.length == other.length ? one[n] + " to " + other[n] : before + " to " + after);
    }
}
