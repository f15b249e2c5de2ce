package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Table.Column;
import dev.callcost.text.Table.Grid;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TableTest {
    private record Fork(String host, String name, int pairs, Optional<String> fault) {}

    private static final Column<Fork> FAULT = Column.left("fault", Fork::fault);

    private static final List<Fork> FORKS = List.of(
            new Fork("left", "a name of several words", 10, Optional.empty()),
            new Fork("left", "b", 5, Optional.of("late")));

    static Function<String[], String> cell(int number) {
        return row -> row[number];
    }

    /** Rows of a line each, with cells between bars. */
    static Grid filled(Table<String[]> table, String rows) {
        return table.of(
                rows.lines().map(row -> row.strip().split(" *\\| *", -1)).toList());
    }

    private static Grid names(String... names) {
        return new Table<String>().left("row", name -> name).of(List.of(names));
    }

    @Test
    void aColumnIsANameAndAFunctionOfTheRow() {
        Table<Fork> table = new Table<Fork>()
                .left("name", Fork::name)
                .right("pairs", Fork::pairs)
                .column(FAULT);
        assertThat(table.of(FORKS).markdown()).isEqualTo("""
                | name | pairs | fault |
                |---|---:|---|
                | a name of several words | 10 |  |
                | b | 5 | late |
                """);
        assertThat(table.of(FORKS.subList(0, 1)).text())
                .as("no cell of the last column is filled in, and earlier rows are not in a new grid")
                .isEqualTo("""
                name                     pairs
                a name of several words     10
                """);
        Grid none = table.of(List.of());
        assertThat(none.text() + none.markdown() + none.html()).isEmpty();
    }

    @Test
    void aNarrowTerminalDropsColumnsInTheirOrder() {
        Table<Fork> table = new Table<Fork>()
                .grouped()
                .left("host", Fork::host)
                .left("name", 2, Fork::name)
                .right("n", fork -> 1)
                .right("n", 3, Fork::pairs)
                .column(FAULT.dropped(1));
        assertThat(table.of(FORKS).text(33)).as("a column, not all of its name").isEqualTo("""
                  name                     n   n
                left
                  a name of several words  1  10
                  b                        1   5
                """);
        assertThat(table.of(FORKS).text(28))
                .as("the first column is cut, not dropped")
                .isEqualTo("""
                  name                 n   n
                left
                  a nam..everal words  1  10
                  b                    1   5
                """);
        Table<Fork> names = new Table<Fork>()
                .left("name", Fork::name)
                .right("pairs", 2, Fork::pairs)
                .column(FAULT.dropped(1));
        assertThat(names.of(FORKS).text(24)).as("two columns are dropped").isEqualTo("""
                name
                a name of several words
                b
                """);
    }

    @Test
    void eachFormatLeavesEmptyColumnsOut() {
        Grid grid = filled(
                new Table<String[]>()
                        .left("name", cell(0))
                        .right("n", cell(1))
                        .left("empty", cell(2))
                        .left("note", cell(3)),
                """
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
        Grid grouped = new Table<Fork>()
                .grouped()
                .left("kind", Fork::host)
                .left("row", Fork::name)
                .right("n", Fork::pairs)
                .below(Fork::fault)
                .of(List.of(
                        new Fork("slow", "first", 1, Optional.of("because of a\u001bb and others")),
                        new Fork("same", "second", 2, Optional.empty())));
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
        Grid names = names("X.m type=List<String> a|b `c` *d* _e_f_g_ C:\\dir &lt; ~~h~~ [i](j)", "`code`");
        assertThat(names.markdown()).isEqualTo("""
                | row |
                |---|
                | X.m type=List&lt;String> a\\|b \\`c\\` \\*d\\* \\_e_f_g\\_ C:\\\\dir &amp;lt; \\~~h\\~~ [i]\\(j) |
                | `code` |
                """);
    }

    @Test
    void charactersThatDoNotShowAreEscapedInEveryFormat() {
        Grid names = names("a\u001b[31m\u202eb\n\u0085");
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
        Grid names = names(name);
        assertThat(names.text()).isEqualTo("row\n" + name + "\n");
        assertThat(names.html()).contains(">" + name + "<");
        assertThat(names.markdown()).contains("| " + name.replace("\\", "\\\\") + " |");
    }

    @Test
    void namesThatOnlyThousandsOfLettersKeepApartStayWhole() {
        String long1 = "x".repeat(20_000) + "1" + "y".repeat(10_000);
        String long2 = long1.replace('1', '2');
        assertThat(names(long1, long2).text(80)).isEqualTo("row\n" + long1 + "\n" + long2 + "\n");
    }

    @Test
    void numbersAreNotCutButLastColumnsLeftOutDownToTwo() {
        Grid numbers = filled(
                new Table<String[]>()
                        .left("name", cell(0))
                        .right("a", cell(1))
                        .right("b", cell(2))
                        .right("c", cell(3)),
                "row | 1000000 | 2000000 | 3000000");
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
        Grid names = filled(
                new Table<String[]>()
                        .left("name", 2, cell(0))
                        .right("a", 3, cell(1))
                        .right("b", 1, cell(2)),
                """
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
        Grid ends = names("the.same.start.one.the.same.end", "the.same.start.two.the.same.end");
        assertThat(ends.text(16)).isEqualTo("""
                row
                ..e.the.same.end
                ..o.the.same.end
                """);
    }
}
