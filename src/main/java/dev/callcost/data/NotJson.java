package dev.callcost.data;

import java.util.Optional;
import java.util.regex.Pattern;

/** Files that are given in place of JMH's JSON, and what to do. */
enum NotJson {
    UTF_16("^(\u00fe\u00ff|\u00ff\u00fe|\u0000.|.\u0000)", "is text in UTF-16: write it in UTF-8"),
    CSV("^(\u00ef\u00bb\u00bf)?\"?Benchmark\"?[,;]\"?Mode\"?[,;]", "is JMH's CSV: run with -rf json"),
    LATEX("^\\\\begin\\{tabular", "is JMH's LaTeX: run with -rf json"),
    TEXT(
            "(?m)^(# (JMH version|VM version|Run progress): |Benchmark +(\\(\\w+\\) +)*Mode +)",
            "is JMH's text: run with -rf json -rff FILE.json");

    private final Pattern beginning;
    private final String what;

    NotJson(String beginning, String what) {
        this.beginning = Pattern.compile(beginning);
        this.what = what;
    }

    /** What the file is; empty when it may be JSON.
     *
     * @param head its first bytes, a character each
     */
    static Optional<String> name(String head) {
        for (NotJson kind : values()) {
            if (kind.beginning.matcher(head).find()) {
                return Optional.of(kind.what);
            }
        }
        return Optional.empty();
    }
}
