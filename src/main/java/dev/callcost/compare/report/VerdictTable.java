package dev.callcost.compare.report;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.evidence.RowSides;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import dev.callcost.text.Terminal;
import dev.callcost.text.Terminal.Colour;
import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkText;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lines of a comparison's table, and the table.
 *
 * @param lines all, those that matter most first: by group, and by how far they are from no change
 */
public record VerdictTable(Verdicts verdicts, RowNames names, List<Line> lines) {
    private static final Set<RowGroup> LIMITED = EnumSet.of(RowGroup.UNDECIDED, RowGroup.CLEAR);

    /** What a page calls a row without a large slowdown, and a comparison where each row is one or the same. */
    public static final String NO_LARGE_SLOWDOWN = "no large slowdown";

    /** From this width on, names are shortened so that the numbers of forks stay. */
    private static final int WIDE = 100;

    /** The length of the columns' names, or about that. */
    private static final int LEAST_CELL = "pairs".length();

    /** Of a line; scores leave no room for a longer name. */
    private static final double LONG_NAME = 0.45;

    /**
     * Which rows of a comparison are shown, and how wide. The outcome is that of all rows.
     *
     * @param width in letters, of text
     * @param all whether each row has a line and each warning is shown; otherwise, of more than ten rows, those that
     *     did not change are counted
     * @param isColoured whether text has colours of a terminal
     */
    public record View(int width, boolean all, boolean isColoured) {
        /** Every row, in lines of any length. */
        public static final View EVERYTHING = new View(Terminal.ENDLESS, true);

        private static final int FEW = 10;

        public View(int width, boolean all) {
            this(width, all, false);
        }

        /** Whether there are so many rows that not each has a line. */
        static boolean areMany(Collection<?> rows) {
            return rows.size() > FEW;
        }
    }

    /** Lines of a kind in the table, in the order of the groups. */
    enum RowGroup {
        NOT_MEASURED("not measured", Colour.RED),
        FAILED("failed", Colour.RED),
        SLOWER("slower", Colour.RED),
        MORE("allocates more", Colour.RED),
        FASTER("faster", Colour.GREEN),
        LESS("allocates less", Colour.GREEN),
        MEAN_BEYOND("same except by the mean"),
        SAME("same"),
        CLEAR("without a large slowdown"),
        UNDECIDED("inconclusive"),
        BYTES_INCONCLUSIVE("allocation inconclusive"),
        NOT_REACHED("without a pair"),
        SKIPPED("skipped"),
        NOT_JUDGED("not judged");

        /** Groups whose rows are counted when there are many. */
        static final Set<RowGroup> COUNTED = EnumSet.of(SAME, CLEAR, UNDECIDED, NOT_REACHED, SKIPPED, NOT_JUDGED);

        /** Groups whose rows have no numbers where nothing was measured before the failure. */
        private static final Set<RowGroup> LOST = EnumSet.of(NOT_MEASURED, FAILED);

        private static final Set<RowGroup> BYTES = EnumSet.of(MORE, LESS, BYTES_INCONCLUSIVE);

        private static final Map<String, Colour> COLOURS =
                Stream.of(values()).collect(Collectors.toMap(group -> group.prose, group -> group.colour));

        final String prose;
        private final Colour colour;

        RowGroup(String prose) {
            this(prose, Colour.NONE);
        }

        RowGroup(String prose, Colour colour) {
            this.prose = prose;
            this.colour = colour;
        }

        static RowGroup of(RowVerdict row) {
            return switch (row.fate()) {
                case NOT_CHOSEN -> row.isClear() ? CLEAR : NOT_REACHED;
                case UNDECIDED, CANNOT_TELL -> row.sides().isEmpty() ? NOT_REACHED : UNDECIDED;
                case SAME -> row.meanBeyond().isDecided() ? MEAN_BEYOND : SAME;
                default -> valueOf(row.fate().name());
            };
        }

        /** Of bytes that differ by enough to count. */
        static RowGroup of(AllocationChange bytes) {
            return switch (bytes.verdict()) {
                case MORE -> MORE;
                case LESS -> LESS;
                default -> BYTES_INCONCLUSIVE;
            };
        }
    }

    /** A line of the table: a row with its time, or with the bytes that it allocates. */
    record Line(RowGroup group, RowVerdict row) {
        static Stream<Line> of(RowVerdict row) {
            Stream<Line> bytes = row
                    .allocation()
                    .filter(it -> it.isLarge() && it.verdict() != AllocationVerdict.NOT_COMPARABLE)
                    .map(it -> new Line(RowGroup.of(it), row))
                    .stream();
            return Stream.concat(Stream.of(new Line(RowGroup.of(row), row)), bytes);
        }

        boolean isOfBytes() {
            return RowGroup.BYTES.contains(group);
        }

        /** Whether it is counted, or named in a warning, where there are many rows. */
        boolean isFolded() {
            return RowGroup.COUNTED.contains(group) && !row.isLargeInOnePair()
                    || RowGroup.LOST.contains(group) && row.score().isEmpty();
        }

        /** How far the line is from no change, a logarithm. */
        double size() {
            return isOfBytes()
                    ? Math.abs(Math.log(row.allocation()
                            .map(bytes -> bytes.head() / bytes.base())
                            .orElseThrow()))
                    : row.size();
        }

        /** Whether it is an inconclusive change. */
        boolean isOpen() {
            return group == RowGroup.UNDECIDED
                    && (row.slowdown().isPresent() || row.onePair().isPresent());
        }

        /** {@code +12.3%}; empty where nothing was measured. */
        String change() {
            return isOfBytes() ? row.allocation().orElseThrow().change() : row.change();
        }

        String interval() {
            return isOfBytes() ? "" : row.interval();
        }

        /** {@code 21.4 -> 24.0 us}. */
        String values() {
            return isOfBytes()
                    ? row.allocation().orElseThrow().text()
                    : row.sides().map(sides -> scores(row, sides)).orElse("");
        }
    }

    static VerdictTable of(Verdicts verdicts) {
        return new VerdictTable(
                verdicts,
                verdicts.names(),
                verdicts.rows().stream()
                        .flatMap(Line::of)
                        .sorted(Comparator.comparing(Line::group).thenComparing(line -> -line.size()))
                        .toList());
    }

    Grid grid(List<Line> lines, View view) {
        boolean isPaired = verdicts.preface().isPaired();
        return new Table<Line>()
                .grouped(view.isColoured() ? RowGroup.COLOURS : Map.of())
                .shortening(RowNames::shortened)
                .left("verdict", line -> line.group().prose)
                .left("row", line -> names.of(line.row().key()))
                .right("change", Line::change)
                .right("interval", Line::interval)
                .right("base -> head", hasLongNames(lines, view.width()) ? 4 : 0, Line::values)
                .right(
                        isPaired ? "pairs" : "forks",
                        view.width() < WIDE && !haveRoom(lines, view.width(), isPaired) ? 5 : 0,
                        line -> line.row().count(isPaired))
                .right("work", 2, line -> work(line, WorkText::work))
                .right("alloc", 1, line -> work(line, WorkText::allocation))
                .right(
                        "limit",
                        3,
                        line -> Optional.of(line).filter(it -> !it.isOfBytes()).flatMap(it -> limit(it.row())))
                .below(line -> isPaired ? why(line) : Optional.empty())
                .of(lines);
    }

    private Optional<String> why(Line line) {
        return line.isOfBytes() ? CauseText.ofBytes(line.row(), verdicts) : CauseText.of(line.row(), verdicts);
    }

    /** A cell of a row, {@code -} where it has no counts and others have. */
    private String work(Line line, Function<WorkDelta, String> cell) {
        return line.isOfBytes() || !line.row().isWhole() || !verdicts.isAnyCounted()
                ? ""
                : verdicts.work(line.row().key()).map(cell).orElse("-");
    }

    /** Whether names leave no room for scores, which help less. Bytes stand among the scores alone. */
    private boolean hasLongNames(List<Line> lines, int width) {
        int longest =
                widest(lines, line -> RowNames.shortened(names.of(line.row().key())));
        return longest > LONG_NAME * width && lines.stream().noneMatch(Line::isOfBytes);
    }

    /** Whether a line has room for the number of forks, because names can be shortened. */
    private boolean haveRoom(List<Line> lines, int width, boolean isPaired) {
        List<Function<Line, String>> cells = List.of(
                line -> "  " + RowNames.shortened(names.of(line.row().key())),
                Line::change,
                Line::interval,
                Line::values,
                line -> line.row().count(isPaired));
        return cells.stream().mapToInt(cell -> widest(lines, cell) + 2).sum() - 2 <= width;
    }

    private static int widest(List<Line> lines, Function<Line, String> cell) {
        return lines.stream()
                .mapToInt(line -> Math.max(LEAST_CELL, cell.apply(line).length()))
                .max()
                .orElse(0);
    }

    /** The one-sided 95 % limit of the change of a row that is not decided, {@code +14.2%}; empty without one. */
    static Optional<String> limit(RowVerdict row) {
        return row.paired()
                .filter(it -> LIMITED.contains(RowGroup.of(row)) && Double.isFinite(it.limit()))
                .map(it -> EstimateText.change(it.limit()));
    }

    private static String scores(RowVerdict row, RowSides sides) {
        String before = row.scoreOfBase(sides);
        String head = row.scoreOfHead(sides);
        String unit = before.replaceFirst("\\S+", "");
        return (head.endsWith(unit) ? before.replace(unit, "") : before) + " -> " + head;
    }
}
