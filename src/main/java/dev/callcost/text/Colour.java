package dev.callcost.text;

/** A colour of words on a terminal, as ECMA-48 has them. */
public enum Colour {
    NONE(""),
    RED("\u001b[31m"),
    GREEN("\u001b[32m");

    private static final String END = "\u001b[0m";

    private final String begin;

    Colour(String begin) {
        this.begin = begin;
    }

    public String of(String words) {
        return this == NONE ? words : begin + words + END;
    }
}
