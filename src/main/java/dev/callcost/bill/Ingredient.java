package dev.callcost.bill;

import java.util.Optional;

/**
 * A category of a call's time.
 *
 * @param name in one or two words; a part has the name of its whole before its own
 * @param about a sentence; for a part the full name of its code
 * @param isBeside whether the work runs in addition to the call, on whatever CPU is free, and is not part of its time
 * @param whole the category that it is a part of; empty for a category
 */
record Ingredient(String name, String about, boolean isBeside, Optional<Ingredient> whole) {
    /** For samples that no rule matches. */
    static final Ingredient OTHER = new Ingredient("other", "no rule matches a frame of it", false);

    Ingredient(String name, String about, boolean isBeside) {
        this(name, about, isBeside, Optional.empty());
    }

    /** For code of a package that is not the JDK's and that no rule matches. */
    static Ingredient ofPackage(String name) {
        return new Ingredient(name, "code of this package, which no rule matches", false);
    }

    Ingredient part(String label, String fullName) {
        return new Ingredient(name + ": " + label, fullName, isBeside, Optional.of(this));
    }

    /** The parts that are too small for lines of their own. */
    Ingredient rest() {
        return part("rest", "smaller parts");
    }
}
