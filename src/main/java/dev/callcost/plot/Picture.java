package dev.callcost.plot;

/** What a page shows and a file holds. The same values give the same bytes. */
public sealed interface Picture permits Chart, Panels {
    /** For a page: it is as wide as there is room. */
    String html();

    /** For a file of its own: it has a fixed width and the colours it needs. */
    String svg();
}
