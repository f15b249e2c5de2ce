package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Table.Column;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableTest {
    private record Fork(String host, String name, int pairs, Optional<String> fault) {}

    private static final Column<Fork> FAULT = Column.left("fault", Fork::fault);

    private static final List<Fork> FORKS = List.of(
            new Fork("left", "a name of several words", 10, Optional.empty()),
            new Fork("left", "b", 5, Optional.of("late")));

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
        assertThat(table.of(List.of()).text()).isEmpty();
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
    }
}
