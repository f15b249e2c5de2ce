package dev.callcost.history;

import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.Table.Column;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What reports and pages show of the lines of a history. */
public record HistoryColumns(Judgement judgement, RowNames names) {
    public Column<HistoryLine> verdict() {
        return Column.left("verdict", line -> line.group().prose());
    }

    public Column<HistoryLine> row() {
        return Column.left("row", line -> names.of(line.key()));
    }

    public Column<HistoryLine> change() {
        return Column.right("change", HistoryLine::size);
    }

    public Column<HistoryLine> interval() {
        return Column.right(
                "interval", line -> line.change().map(it -> line.row().interval(it)));
    }

    public Column<HistoryLine> goodBad() {
        return Column.right("good..bad", ofChange(it -> judgement.range(it.good(), it.bad())));
    }

    /** The judged runs since the change. */
    public Column<HistoryLine> runs() {
        return Column.right("runs", ofChange(Change::since));
    }

    /** What else there is to know of a change. */
    public Column<HistoryLine> note() {
        return Column.left("note", ofChange(this::note));
    }

    private static Function<HistoryLine, Optional<?>> ofChange(Function<Change, ?> cell) {
        return line -> line.change().map(cell);
    }

    private String note(Change change) {
        HistoryRun good = judgement.runs().get(change.good()).run();
        HistoryRun first = judgement.runs().get(change.first()).run();
        String sure = switch (change.kind()) {
            case SUSPECT -> "needs a second run";
            case MACHINE -> good.updated(first).isEmpty() ? "two runs of one commit" : "";
            case CONFIRMED ->
                change.isDrift() ? "in " + change.steps() + " steps" : change.since() == 2 ? "two runs agree" : "";
        };
        return Stream.of(sure, good.updated(first))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
