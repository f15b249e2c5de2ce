package dev.callcost.source;

import dev.callcost.text.Visible;

/**
 * A commit.
 *
 * @param id all its digits
 */
record NamedCommit(String id, String subject) {
    private static final int SHORT = 7;
    private static final int LONGEST = 72;

    /** Always as many digits, because a session that is resumed knows a jar by its name. */
    String shortId() {
        return id.substring(0, SHORT);
    }

    @Override
    public String toString() {
        return shortId() + " \"" + Visible.line(subject, LONGEST) + "\"";
    }
}
