package dev.callcost.text;

/** Pages of the manual that reports name, by their titles: a jar holds no manual, and has no address of one. */
public enum ManualPage {
    HISTORY("history.md", "Follow benchmarks over commits"),
    STATISTICS("statistics.md", "Statistics in a page"),
    WORK("work.md", "Work per operation");

    final String file;
    final String title;

    ManualPage(String file, String title) {
        this.file = file;
        this.title = title;
    }

    /** {@code manual: "Work per operation"}. */
    public String text() {
        return "manual: \"" + title + "\"";
    }
}
