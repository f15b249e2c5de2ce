package dev.callcost.bill;

import java.util.Optional;

/**
 * What a part of a call's time is spent on.
 *
 * @param name in one or two words; with the whole's name before it where it is a part of another
 * @param about what it is, in a sentence; for a part the full name of its code
 * @param isBeside whether it happens beside the call, on whatever CPU is free, and is no part of its time
 * @param whole what it is a part of
 */
record Ingredient(String name, String about, boolean isBeside, Optional<Ingredient> whole) {
    /** For samples that no rule knows. */
    static final Ingredient OTHER = new Ingredient("other", "no rule matches a frame of it", false);

    /** One that is no part of another. */
    Ingredient(String name, String about, boolean isBeside) {
        this(name, about, isBeside, Optional.empty());
    }

    /** For code that no rule knows and that is of a package other than the JDK's. */
    static Ingredient ofPackage(String name) {
        return new Ingredient(name, "code of this package, which no rule matches", false);
    }

    /** A part of it. */
    Ingredient part(String label, String fullName) {
        return new Ingredient(name + ": " + label, fullName, isBeside, Optional.of(this));
    }

    /** All parts that are too small for lines of their own. */
    Ingredient rest() {
        return part("rest", "smaller parts");
    }
}
