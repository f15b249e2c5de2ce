package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GridTest {
    private final Grid grid = new Grid().left("name").right("n").left("empty", "note");

    @Test
    void alignsTextAndLeavesEmptyColumnsOut() {
        grid.row("a", "10", "", "");
        grid.row("longer", "5", "", "seen");
        assertThat(grid.text()).isEqualTo("""
                        name     n  note
                        a       10
                        longer   5  seen
                        """);
    }

    @Test
    void writesMarkdown() {
        grid.row("a|b", "10", "", "");
        grid.row("c", "5", "", "seen");
        assertThat(grid.markdown()).isEqualTo("""
                        | name | n | note |
                        |---|---:|---|
                        | a\\|b | 10 |  |
                        | c | 5 | seen |
                        """);
    }

    @Test
    void isEmptyWithoutRows() {
        assertThat(grid.text()).isEmpty();
        assertThat(grid.markdown()).isEmpty();
    }

    @Test
    void refusesARowThatDoesNotFit() {
        assertThatThrownBy(() -> grid.row("a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void breaksTheWidestWordsWhereItIsNarrow() {
        grid.row("a name of several words", "10", "", "seen");
        grid.row("b", "5", "", "");
        assertThat(grid.text(22)).isEqualTo("""
                        name           n  note
                        a name of     10  seen
                        several
                        words
                        b              5
                        """);
        assertThat(grid.text(34)).isEqualTo(grid.text());
    }

    @Test
    void theWidestWordsStandAboveTheOthersWhereNothingElseHelps() {
        grid.row("oneLongWord", "10", "", "seen");
        grid.row("b", "5", "", "");
        assertThat(grid.text(15)).isEqualTo("""
                        name
                           n  note
                        oneLongWord
                          10  seen
                        b
                           5
                        """);
    }

    @Test
    void csvHasAllColumnsAndQuotesWhatWouldEndAField() {
        grid.row("a, \"b\"", "10", "", "c|d");
        assertThat(grid.csv()).isEqualTo("""
                        name,n,empty,note
                        "a, ""b""\",10,,c|d
                        """);
    }
}
