package dev.callcost.text;

import java.util.regex.Pattern;

/**
 * Text with characters that would not show, or would change how the text around them shows: control characters, line
 * separators, marks of direction such as the override to right-to-left, and characters without a meaning of their own.
 * Each is written as in Java and JSON, {@code \}{@code u202e}.
 */
public final class Visible {
    /** And a backslash that would read as the beginning of an escape. */
    private static final Pattern HIDDEN =
            Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\ufffe\uffff]|\\\\(?=u[0-9a-f]{4})");

    private static final Pattern HIDDEN_IN_PROSE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\ufffe\uffff&&[^\n]]");

    private Visible() {}

    /** Text that may have lines and may hold escapes already. */
    static String prose(String text) {
        return HIDDEN_IN_PROSE.matcher(text).replaceAll(hidden -> escaped(hidden.group()));
    }

    /** Text in one line that may hold escapes already. */
    static String line(String text) {
        return prose(text).replace("\n", "\\u000a");
    }

    /** Text as one line: control characters, line breaks among them, become spaces, and a long text is cut. */
    public static String line(String text, int longest) {
        String cut = text.length() > longest ? text.substring(0, longest) + "..." : text;
        return prose(cut.replaceAll("[\\p{Cc}\\u2028\\u2029]+", " "));
    }

    /** Different texts have different results. */
    public static String of(String text) {
        return HIDDEN.matcher(text).replaceAll(hidden -> escaped(hidden.group()));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            escaped.append(String.format("\\\\u%04x", (int) c));
        }
        return escaped.toString();
    }
}
