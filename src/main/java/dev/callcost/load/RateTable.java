package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork.LostFork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.ladder.Ladder.Caption;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The open loops of a file: what a caller waits at each rate, the answer first. A rate that was not met has an
 * exclamation mark, and a line below the table has the reason. The machine's own part of the latencies stands below the
 * table too.
 */
public final class RateTable {
    private static final double P50 = 0.5;
    private static final double P90 = 0.9;
    private static final double P99 = 0.99;
    private static final double P999 = 0.999;

    private static final String NONE = "-";

    /** The class of an exception before its message. */
    private static final Pattern EXCEPTION = Pattern.compile("^([\\w$]+\\.)+[\\w$]+: ");

    private final List<RateRow> rows;

    private final List<RateRow> shown;

    /** A fork of each row at a rate that measured nothing at all. */
    private final List<LostFork> lost;

    private final RowNames names;
    private final boolean isOneGroup;

    private RateTable(List<RateRow> rows, List<LostFork> lost) {
        this.rows = rows;
        this.lost = lost;
        boolean isFloorAlone = lost.isEmpty() && rows.stream().allMatch(RateRow::isFloor);
        shown = rows.stream()
                .filter(row -> isFloorAlone || !row.isFloor())
                .sorted(Comparator.comparing(RateRow::group, RowKey.BY_LABEL)
                        .thenComparing(RateRow::isMax)
                        .thenComparingDouble(RateRow::rate))
                .toList();
        List<RowKey> groups = Stream.concat(
                        shown.stream().map(RateRow::group), lost.stream().map(RateTable::group))
                .distinct()
                .toList();
        names = new RowNames(groups);
        isOneGroup = groups.size() == 1;
    }

    /** Empty when a file has no open loops. */
    public static Optional<RateTable> of(ResultsFile file) {
        return Optional.of(RateRow.in(file))
                .filter(rows -> !rows.isEmpty())
                .map(rows -> new RateTable(rows, lost(file)));
    }

    private static List<LostFork> lost(ResultsFile file) {
        Set<RowKey> seen = file.rows().stream()
                .map(row -> row.key().whateverItsThreads())
                .collect(Collectors.toCollection(HashSet::new));
        return Log.lost(file).stream()
                .filter(fork -> fork.row().params().containsKey(Row.RATE)
                        && !RateRow.isFloor(fork.row().benchmark()))
                .filter(fork -> seen.add(fork.row().whateverItsThreads()))
                .sorted(Comparator.comparing(LostFork::row, RowKey.BY_LABEL))
                .toList();
    }

    /** A file without its open loops, which are no rungs; empty when nothing is left. */
    public static Optional<ResultsFile> rest(ResultsFile file) {
        List<Row> rest =
                file.rows().stream().filter(row -> RateRow.of(row).isEmpty()).toList();
        return rest.isEmpty()
                ? Optional.empty()
                : Optional.of(new ResultsFile(file.path(), rest, file.refused(), file.excluded(), file.log()));
    }

    private static RowKey group(LostFork fork) {
        return new RowKey(
                fork.row().benchmark(), "avgt", fork.row().without(Row.RATE).params());
    }

    /** Whether the rows that are asked for measured nothing; then the machine's own part may be all there is. */
    public boolean isOfNothing() {
        return shown.isEmpty();
    }

    /** Adds the answer, the table, and what must be known to read it. A page has the answer above. */
    public Sections addTo(Sections page) {
        String caption = Caption.brief(
                (isOfNothing() ? rows : shown).stream().map(RateRow::row).toList());
        page.paragraph("What a caller waits at a rate, from when the call is due (" + caption + ")");
        List<String> answers = page.isHtml() ? List.of() : answers();
        if (answers.size() == 1) {
            page.paragraph(answers.get(0));
        } else {
            page.list(answers);
        }
        names.addShared(page, shown.stream().map(RateRow::group).toList());
        return (isOfNothing() ? page : page.table(grid())).list(notes());
    }

    /** The answer of each group, such as {@code At 5,000 calls a second p99 is 510 us; at 8,300 the server is full.} */
    public List<String> answers() {
        List<LoadAnswer> answers = LoadAnswer.of(shown);
        List<String> lines = new ArrayList<>();
        for (LoadAnswer answer : answers) {
            String name = names.of(answer.group()) + ": ";
            String line = (answers.size() == 1 ? "" : name) + answer.sentence() + ".";
            lines.add(line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1));
        }
        lines.addAll(losses());
        return lines;
    }

    /** A line for the rates of each group that measured nothing for one reason. */
    private List<String> losses() {
        Map<List<Object>, List<LostFork>> groups = lost.stream()
                .collect(Collectors.groupingBy(
                        fork -> List.of(group(fork), fork.message()), LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        groups.values().forEach(forks -> {
            String rates = forks.stream().map(RateTable::rate).collect(Collectors.joining(", "));
            String why = EXCEPTION.matcher(forks.get(0).message()).replaceFirst("");
            lines.add((isOneGroup ? "" : names.of(group(forks.get(0))) + ": ") + "Nothing was measured at " + rates
                    + ": " + why + ".");
        });
        return lines;
    }

    /** The rows that measured nothing, see {@link #label}. */
    List<String> lost() {
        return lost.stream()
                .map(fork -> (isOneGroup ? "" : names.of(group(fork)) + ", ") + rate(fork))
                .toList();
    }

    /** The rows of open loops, the machine's own part too, in the order of the file. */
    public List<RateRow> rows() {
        return rows;
    }

    /** The rows of the table, by group and rate. */
    public List<RateRow> shown() {
        return shown;
    }

    /** A row's rate, with the name of its group where there are several. */
    public String label(RateRow row) {
        return (isOneGroup ? "" : name(row) + ", ") + rate(row);
    }

    private String name(RateRow row) {
        return names.of(row.group());
    }

    private Grid grid() {
        Table<RateRow> table = new Table<>();
        if (!isOneGroup) {
            table.left("row", this::name).grouped();
        }
        return table.right("rate", row -> (row.isMet() ? "" : "! ") + rate(row))
                .right("made", 4, row -> LoadAnswer.grouped(row.made()))
                .right("p50", row -> time(row.quantile(P50)))
                .right("±", row -> interval(row, row.quantile(P50)))
                .right("p90", 6, row -> time(row.quantile(P90)))
                .right("p99", row -> time(row.quantile(P99)))
                .right("±", row -> interval(row, row.quantile(P99)))
                .right("p99.9", 2, row -> time(row.quantile(P999)))
                .right("max", 1, row -> Numbers.plainTime(row.slowest()))
                .right("CPU/call", 5, row -> time(row.cpu()))
                .right("forks", 3, RateRow::forks)
                .of(shown);
    }

    private static String rate(RateRow row) {
        return row.isMax() ? Latencies.MAX : LoadAnswer.rate(row) + "/s";
    }

    private static String rate(LostFork fork) {
        String rate = fork.row().params().get(Row.RATE);
        return rate.equals(Latencies.MAX) ? rate : Html.grouped(rate) + "/s";
    }

    private static String time(Optional<Estimate> estimate) {
        return estimate.map(EstimateText::plainTime).orElse(NONE);
    }

    /** The latencies of a rate that was not met grow with the length of the window and have no interval. */
    private static String interval(RateRow row, Optional<Estimate> estimate) {
        return estimate.filter(it -> row.isMet() && it.hasInterval() && !EstimateText.isTooWide(it))
                .map(it -> EstimateText.halfWidth(it.relativeHalfWidth()))
                .orElse("");
    }

    /** What must be known to read the rows: why a rate was not met, and the machine's own part. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        shown.stream().flatMap(row -> fault(row).stream()).forEach(notes::add);
        if (shown.stream().anyMatch(row -> !row.isMet())) {
            notes.add("!: the rate was not met, so the row's times are not those of calls at this rate.");
        }
        if (shown.stream().anyMatch(RateRow::isMax)) {
            notes.add("max: 100 calls are in flight, and the next is sent when one comes back; its latencies count from"
                    + " the send.");
        }
        floor().ifPresent(notes::add);
        return notes;
    }

    /** Why a rate was not met, or which calls of a rate that was met are missing; empty where nothing is wrong. */
    private Optional<String> fault(RateRow row) {
        List<String> causes = new ArrayList<>();
        if (row.unsent() > 0) {
            causes.add(count(row.unsent()) + " not sent, too many in flight");
        }
        row.failed().forEach((status, calls) -> causes.add(count(calls) + " failed with " + status));
        if (row.isLate()) {
            causes.add("the pacer was late");
        }
        if (causes.isEmpty() && !row.isMet()) {
            causes.add("calls came faster than answers, and the queue grew");
        }
        return causes.isEmpty()
                ? Optional.empty()
                : Optional.of((row.isMet() ? "" : "! ") + label(row) + ": " + String.join("; ", causes) + ".");
    }

    private static String count(double calls) {
        return LoadAnswer.grouped(calls) + (Math.round(calls) == 1 ? " call" : " calls");
    }

    /**
     * The machine's own part at the lowest and the highest rate; empty where that is not known, or the rows are floors
     * alone.
     */
    private Optional<String> floor() {
        List<RateRow> floors = rows.stream()
                .filter(RateRow::isFloor)
                .sorted(Comparator.comparingDouble(RateRow::rate))
                .toList();
        return floors.isEmpty() || shown.containsAll(floors)
                ? Optional.empty()
                : Optional.of(Stream.of(floors.get(0), floors.get(floors.size() - 1))
                        .distinct()
                        .map(row -> tail(row) + " at " + rate(row))
                        .collect(Collectors.joining("; ", "The machine alone (same schedule, empty call): ", ".")));
    }

    /** The highest quantiles that are known, or the slowest call of few. */
    private static String tail(RateRow row) {
        String known = Stream.of(P99, P999)
                .flatMap(q ->
                        row.quantile(q).map(it -> (q == P99 ? "p99 " : "p99.9 ") + EstimateText.plainTime(it)).stream())
                .collect(Collectors.joining(", "));
        return known.isEmpty() ? "slowest call " + Numbers.plainTime(row.slowest()) : known;
    }
}
