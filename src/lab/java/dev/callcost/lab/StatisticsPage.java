package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that explains how numbers are calculated, with tables of simulations; {@code -Dcallcost.tables=write} rewrites them. */
public final class StatisticsPage {
    private static final Path PAGE = Path.of("src/docs/statistics-appendix.md");
    private static final String END = "<!-- /callcost -->";

    private StatisticsPage() {}

    /**
     * Asserts that some tables stand where the page names them.
     *
     * @param name of the tables, in the comment before them
     * @throws IOException when the page cannot be read or written
     */
    public static void assertHolds(String name, String tables) throws IOException {
        String page = Files.readString(PAGE).replace("\r\n", "\n");
        String opening = "<!-- callcost:" + name + " -->\n";
        assertThat(page).containsOnlyOnce(opening);
        int start = page.indexOf(opening) + opening.length();
        String documented =
                page.substring(0, start) + "\n```\n" + tables + "```\n\n" + page.substring(page.indexOf(END, start));
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(PAGE, documented);
        } else {
            assertThat(documented).isEqualTo(page);
        }
    }
}
