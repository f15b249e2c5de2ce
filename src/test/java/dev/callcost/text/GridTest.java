package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GridTest {
    private final Grid grid = new Grid().left("name").right("n").left("empty", "note");

    /** Adds rows, each a line with cells between bars. */
    private static Grid filled(Grid grid, String rows) {
        rows.lines().forEach(row -> grid.row(row.strip().split(" *\\| *", -1)));
        return grid;
    }

    @Test
    void everyFormatButCsvLeavesEmptyColumnsOut() {
        filled(grid, """
                a, "b" | 10 | |
                longer | 5 | | c
                """);
        assertThat(grid.text()).isEqualTo("""
                name     n  note
                a, "b"  10
                longer   5  c
                """);
        assertThat(grid.markdown()).isEqualTo("""
                | name | n | note |
                |---|---:|---|
                | a, "b" | 10 |  |
                | longer | 5 | c |
                """);
    }

    @Test
    void wordsBelowARowAreWrappedInText() {
        Grid grouped = new Grid().grouped().left("kind", "row").right("n");
        grouped.row("slow", "first", "1");
        grouped.below("because of a\u001bb and others");
        grouped.row("same", "second", "2");
        assertThat(grouped.text(20)).isEqualTo("""
                  row     n
                slow
                  first   1
                    because of
                      a\\u001bb and
                      others
                same
                  second  2
                """);
        assertThat(grouped.markdown()).doesNotContain("because");
    }

    @Test
    void markdownShowsNamesAsTheyAre() {
        Grid names = new Grid().left("row");
        names.row("X.m type=List<String> a|b `c` *d* _e_f_g_ C:\\dir &lt; ~~h~~ [i](j)");
        names.row("`code`");
        assertThat(names.markdown()).isEqualTo("""
                | row |
                |---|
                | X.m type=List&lt;String> a\\|b \\`c\\` \\*d\\* \\_e_f_g\\_ C:\\\\dir &amp;lt; \\~~h\\~~ [i]\\(j) |
                | `code` |
                """);
    }

    @Test
    void charactersThatDoNotShowAreEscapedInEveryFormat() {
        Grid names = new Grid().left("row");
        names.row("a\u001b[31m\u202eb\n\u0085");
        String shown = "a\\u001b[31m\\u202eb\\u000a\\u0085";
        assertThat(names.text()).isEqualTo("row\n" + shown + "\n");
        assertThat(names.html()).contains(">" + shown + "<");
        assertThat(names.markdown()).contains("| " + shown.replace("\\", "\\\\") + " |");
        assertThat(Html.words("a\u0007\u202e")).isEqualTo("a\\u0007\\u202e");
    }

    /** A label with a line feed and with the text of an escape, as {@link Visible#of} writes both. */
    @Test
    void namesThatHoldEscapesAlreadyStayAsTheyAre() {
        String name = Visible.of("a\n \\u2028 \ue000");
        assertThat(name).isEqualTo("a\\u000a \\u005cu2028 \\ue000");
        Grid names = new Grid().left("row");
        names.row(name);
        assertThat(names.text()).isEqualTo("row\n" + name + "\n");
        assertThat(names.html()).contains(">" + name + "<");
        assertThat(names.markdown()).contains("| " + name.replace("\\", "\\\\") + " |");
    }

    @Test
    void namesThatOnlyThousandsOfLettersKeepApartStayWhole() {
        Grid names = new Grid().left("row");
        String long1 = "x".repeat(20_000) + "1" + "y".repeat(10_000);
        names.row(long1);
        names.row(long1.replace('1', '2'));
        assertThat(names.text(80)).isEqualTo("row\n" + long1 + "\n" + long1.replace('1', '2') + "\n");
    }

    @Test
    void isEmptyWithoutRowsAndRefusesARowThatDoesNotFit() {
        assertThat(grid.text() + grid.markdown() + grid.html()).isEmpty();
        assertThatThrownBy(() -> grid.row("a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNarrowTerminalDropsColumnsInTheirOrderAndBreaksNoRow() {
        filled(grid.droppable("note", "n"), """
                a name of several words | 10 | | seen
                b | 5 | |
                """);
        assertThat(grid.text(33)).isEqualTo(grid.text());
        assertThat(grid.text(32)).isEqualTo("""
                name                      n
                a name of several words  10
                b                         5
                """);
        assertThat(grid.text(24)).isEqualTo("""
                name
                a name of several words
                b
                """);
    }

    @Test
    void numbersAreNotCutButLastColumnsLeftOutDownToTwo() {
        Grid numbers = filled(new Grid().left("name").right("a", "b", "c"), "row | 1000000 | 2000000 | 3000000");
        assertThat(numbers.text(30)).isEqualTo("""
                name        a        b  ..
                row   1000000  2000000
                """);
        assertThat(numbers.text(5)).isEqualTo("""
                name        a  ..
                row   1000000
                """);
    }

    @Test
    void longNamesLoseTheirMiddleAsFarAsTheyStayDifferent() {
        Grid names = filled(new Grid().left("name").right("a", "b").droppable("b", "name", "a"), """
                com.example.Benchmark.first | 10 | 11
                com.example.Benchmark.second | 5 | 6
                """);
        assertThat(names.text(22))
                .as("before a column is dropped, if that suffices")
                .isEqualTo("""
                name                 a
                com.e..hmark.first  10
                com.e..mark.second   5
                """);
        assertThat(names.text(19)).isEqualTo("""
                name
                com.e..chmark.first
                com.e..hmark.second
                """);
        Grid ends = filled(new Grid().left("name"), """
                the.same.start.one.the.same.end
                the.same.start.two.the.same.end
                """);
        assertThat(ends.text(16)).isEqualTo("""
                name
                ..e.the.same.end
                ..o.the.same.end
                """);
    }
}
