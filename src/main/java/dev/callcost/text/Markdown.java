package dev.callcost.text;

import java.util.regex.Pattern;

/** Text in Markdown that shows as it is. */
final class Markdown {
    private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/!?])");

    private static final Pattern ENTITY = Pattern.compile("&(?=#?\\w+;)");

    /**
     * Stars and tildes mark text in pairs, underscores at the ends of words, and a link's address follows a bracket.
     */
    private static final Pattern MARK =
            Pattern.compile("[|`\\\\*]|~(?=~)|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])|(?<=])\\(");

    private static final Pattern CODE = Pattern.compile("`[^`|]*`");

    private Markdown() {}

    /** A paragraph, which may have marks of its own. */
    static String prose(String text) {
        return TAG.matcher(text).replaceAll("&lt;");
    }

    /** A cell of a table; one that is code as a whole stays. */
    static String cell(String text) {
        return CODE.matcher(text).matches()
                ? text
                : MARK.matcher(prose(ENTITY.matcher(text).replaceAll("&amp;"))).replaceAll("\\\\$0");
    }
}
