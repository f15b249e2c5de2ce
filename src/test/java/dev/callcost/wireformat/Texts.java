package dev.callcost.wireformat;

import java.util.List;

/** Texts that the tests send. */
final class Texts {
    static final String EURO = "\u20AC";
    static final String CJK = "\u8A08\u6E2C";
    static final String EMOJI = "\uD83D\uDE80";
    static final String LONE_SURROGATES = "a\uD83Db\uDE80c\uDE80\uD83D";

    /** Well-formed texts, on both sides of each format's length and width boundaries. */
    static final List<String> WELL_FORMED = List.of(
            "",
            "x",
            "\0",
            "\u007F\u0080\u00FF\u0100\u07FF\u0800\uD7FF\uE000\uFFFF",
            "caf\u00E9 \u00FC\u00DF",
            EURO,
            CJK,
            EMOJI,
            "ascii " + EURO + " " + CJK + " " + EMOJI,
            "a".repeat(31),
            "a".repeat(32),
            "a".repeat(127),
            "a".repeat(128),
            "\u00E9".repeat(15),
            "\u00E9".repeat(16),
            CJK.repeat(128),
            CJK.repeat(129),
            EMOJI.repeat(300));

    private Texts() {}
}
