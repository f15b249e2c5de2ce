package dev.callcost.compare;

import dev.callcost.compare.AllocationChange.AllocationVerdict;
import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The lines of a comparison's table, and the table. */
record VerdictTable(Verdicts verdicts, RowNames names) {
    /** The column with the limits of rows that are not decided. */
    private static final String LIMIT = "limit";

    private static final Set<Group> LIMITED = EnumSet.of(Group.UNDECIDED, Group.CLEAR);

    /** From this width on, names are shortened so that the numbers of forks stay. */
    private static final int WIDE = 100;

    private static final String SCORES = "base -> head";

    /** Of a line; scores leave no room for a longer name. */
    private static final double LONG_NAME = 0.45;

    /** Lines of a kind in the table, in the order of the groups. */
    enum Group {
        NOT_MEASURED("not measured"),
        FAILED("failed"),
        SLOWER("slower"),
        MORE("allocates more"),
        FASTER("faster"),
        LESS("allocates less"),
        MEAN_BEYOND("same except by the mean"),
        SAME("same"),
        CLEAR("without a large slowdown"),
        UNDECIDED("inconclusive"),
        BYTES_INCONCLUSIVE("allocation inconclusive"),
        NOT_REACHED("without a pair"),
        SKIPPED("skipped"),
        NOT_JUDGED("not judged");

        /** Groups whose rows are counted when there are many. */
        static final Set<Group> COUNTED = EnumSet.of(SAME, CLEAR, UNDECIDED, NOT_REACHED, SKIPPED, NOT_JUDGED);

        /** Groups whose rows have no numbers where nothing was measured before the failure. */
        private static final Set<Group> LOST = EnumSet.of(NOT_MEASURED, FAILED);

        private static final Set<Group> BYTES = EnumSet.of(MORE, LESS, BYTES_INCONCLUSIVE);

        final String prose;

        Group(String prose) {
            this.prose = prose;
        }

        static Group of(RowVerdict row) {
            return switch (row.verdict()) {
                case NOT_CHOSEN -> row.isClear() ? CLEAR : NOT_REACHED;
                case UNDECIDED, CANNOT_TELL -> row.sides().isEmpty() ? NOT_REACHED : UNDECIDED;
                case SAME -> row.meanBeyond().isDecided() ? MEAN_BEYOND : SAME;
                default -> valueOf(row.verdict().name());
            };
        }

        /** Of bytes that differ by enough to count. */
        static Group of(AllocationChange bytes) {
            return switch (bytes.verdict()) {
                case MORE -> MORE;
                case LESS -> LESS;
                default -> BYTES_INCONCLUSIVE;
            };
        }
    }

    /** A line of the table: a row with its time, or with the bytes that it allocates. */
    record Line(Group group, RowVerdict row) {
        static Stream<Line> of(RowVerdict row) {
            Stream<Line> bytes = row
                    .allocation()
                    .filter(it -> it.isLarge() && it.verdict() != AllocationVerdict.NOT_COMPARABLE)
                    .map(it -> new Line(Group.of(it), row))
                    .stream();
            return Stream.concat(Stream.of(new Line(Group.of(row), row)), bytes);
        }

        boolean isOfBytes() {
            return Group.BYTES.contains(group);
        }

        /** Whether it is counted, or named in a warning, where there are many rows. */
        boolean isFolded() {
            return Group.COUNTED.contains(group) && !row.isLargeInOnePair()
                    || Group.LOST.contains(group) && row.score().isEmpty();
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
            return group == Group.UNDECIDED
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

    /** All lines, those that matter most first: by group, and by how far they are from no change. */
    List<Line> lines() {
        return verdicts.rows().stream()
                .flatMap(Line::of)
                .sorted(Comparator.comparing(Line::group).thenComparing(line -> -line.size()))
                .toList();
    }

    Grid grid(List<Line> lines, int width) {
        boolean isPaired = verdicts.preface().isPaired();
        Grid grid = new Grid()
                .grouped()
                .shortening(RowNames::shortened)
                .left("verdict", "row")
                .right("change", "interval", SCORES, isPaired ? "pairs" : "forks", LIMIT)
                .droppable(droppable(lines, width));
        for (Line line : lines) {
            RowVerdict row = line.row();
            grid.row(
                    line.group().prose,
                    names.of(row.key()),
                    line.change(),
                    line.interval(),
                    line.values(),
                    row.count(isPaired),
                    line.isOfBytes() ? "" : limit(row).orElse(""));
            if (!line.isOfBytes()) {
                verdicts.why(row).ifPresent(grid::below);
            }
        }
        return grid;
    }

    /** Names that nobody can tell apart help less than scores. Bytes stand among the scores alone. */
    private String[] droppable(List<Line> lines, int width) {
        List<String> columns = new ArrayList<>(List.of(LIMIT));
        if (width < WIDE) {
            columns.addAll(List.of("forks", "pairs"));
        }
        int longest = lines.stream()
                .mapToInt(line -> RowNames.shortened(names.of(line.row().key())).length())
                .max()
                .orElse(0);
        if (longest > LONG_NAME * width && lines.stream().noneMatch(Line::isOfBytes)) {
            columns.add(SCORES);
        }
        return columns.toArray(String[]::new);
    }

    /** The one-sided 95 % limit of the change of a row that is not decided, {@code +14.2%}; empty without one. */
    static Optional<String> limit(RowVerdict row) {
        return row.paired()
                .filter(it -> LIMITED.contains(Group.of(row)) && Double.isFinite(it.limit()))
                .map(it -> EstimateText.change(it.limit()));
    }

    private static String scores(RowVerdict row, RowSides sides) {
        String before = row.scoreOfBase(sides);
        String head = row.scoreOfHead(sides);
        String unit = before.replaceFirst("\\S+", "");
        return (head.endsWith(unit) ? before.replace(unit, "") : before) + " -> " + head;
    }
}
