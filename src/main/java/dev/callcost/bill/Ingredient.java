package dev.callcost.bill;

/**
 * What a part of a call's time is spent on.
 *
 * @param name in one or two words
 * @param about what it is, in a sentence
 * @param isBeside whether it happens beside the call, on whatever CPU is free, and is no part of its time
 */
record Ingredient(String name, String about, boolean isBeside) {
    /** For samples that no rule knows. */
    static final Ingredient OTHER = new Ingredient("other", "no rule knows a frame of it", false);

    /** For code that no rule knows and that is of a package other than the JDK's. */
    static Ingredient ofPackage(String name) {
        return new Ingredient(name, "code of this package, which no rule knows", false);
    }
}
