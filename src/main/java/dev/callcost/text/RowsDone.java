package dev.callcost.text;

/** How many rows of a step are done. Unlike a share of an estimated time, it never falls. */
public record RowsDone(int done, int of) {
    double share() {
        return (double) done / Math.max(1, of);
    }

    String text() {
        return done + " of " + Sections.count(of, "row");
    }
}
