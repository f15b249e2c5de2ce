package dev.callcost.compare;

import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The lines of a comparison's table, and the table.
 *
 * @param names of all rows
 */
record VerdictTable(Verdicts verdicts, RowNames names) {
    /** More forks or pairs are not worth their time: the machine does not show such a difference. */
    static final int MOST_NEEDED = 100;

    /** From this width on, names are shortened so that the numbers of forks stay. */
    private static final int WIDE = 100;

    /** Lines of a kind in the table, in the order of the groups. */
    enum Group {
        NOT_MEASURED("not measured"),
        FAILED("failed"),
        SLOWER("slower"),
        MORE("allocates more"),
        FASTER("faster"),
        LESS("allocates less"),
        WARMING("still drifting"),
        MEAN_BEYOND("same by the median alone"),
        SAME("same"),
        UNDECIDED("inconclusive"),
        CANNOT_TELL("too few forks"),
        SKIPPED("skipped"),
        LEFT_OUT("left out"),
        NOT_JUDGED("not judged");

        /** Groups whose rows are counted when there are many. */
        static final Set<Group> COUNTED = EnumSet.of(SAME, UNDECIDED, CANNOT_TELL, SKIPPED, LEFT_OUT, NOT_JUDGED);

        static final Set<Group> OPEN = EnumSet.of(UNDECIDED, CANNOT_TELL);

        final String prose;

        Group(String prose) {
            this.prose = prose;
        }

        static Group of(VerdictRow row) {
            return row.meanBeyond().isDecided()
                    ? MEAN_BEYOND
                    : valueOf(row.verdict().name());
        }
    }

    /** A line of the table: a row with its time, or with the bytes that it allocates. */
    record Line(Group group, VerdictRow row) {
        static Stream<Line> of(VerdictRow row) {
            return Stream.concat(
                    Stream.of(new Line(Group.of(row), row)),
                    Stream.of(Group.MORE, Group.LESS)
                            .filter(it -> row.allocation()
                                    .filter(bytes -> bytes.verdict().name().equals(it.name()))
                                    .isPresent())
                            .map(it -> new Line(it, row)));
        }

        boolean isOfBytes() {
            return group == Group.MORE || group == Group.LESS;
        }

        boolean isImproved() {
            return group == Group.FASTER || group == Group.LESS;
        }

        String prose() {
            return group == Group.MEAN_BEYOND ? Group.SAME.prose + byMean() : group.prose;
        }

        /** The verdict as Markdown and JSON name it. */
        String verdict() {
            return group == Group.MEAN_BEYOND ? row.word() + byMean() : word(group.name());
        }

        private String byMean() {
            return " (mean " + EstimateText.change(row.score().orElseThrow().byMean()) + ")";
        }

        /** Whether it is an inconclusive change. */
        boolean isOpen() {
            return Group.OPEN.contains(group) && row.slowdown().isPresent();
        }
    }

    /** All lines, those that matter most first: by group, and by how far they are from no change. */
    List<Line> lines() {
        return verdicts.rows().stream()
                .flatMap(Line::of)
                .sorted(Comparator.comparing(Line::group)
                        .thenComparing(line -> -line.row().size()))
                .toList();
    }

    /** @param words whether groups have the verdict's names, as in Markdown */
    Grid grid(List<Line> lines, boolean words, int width) {
        boolean isPaired = verdicts.preface().isPaired();
        boolean ownMargins = verdicts.gate().margins().differ(verdicts.rows());
        Grid grid = new Grid()
                .grouped()
                .left("verdict", "row")
                .right("change", "interval", "base -> head", isPaired ? "pairs" : "forks", "margin", "needs")
                .right("resolution")
                .droppable(width < WIDE ? "resolution needs forks pairs".split(" ") : "resolution needs".split(" "));
        for (Line line : lines) {
            VerdictRow row = line.row();
            String verdict = words
                    ? line.verdict()
                    : line.group() == Group.CANNOT_TELL ? prose(Group.CANNOT_TELL) : line.prose();
            String name = names.of(row.key());
            String forks = row.count(isPaired);
            if (line.isOfBytes()) {
                AllocationComparison bytes = row.allocation().orElseThrow();
                String change = bytes.base() > 0 ? EstimateText.change(bytes.head() / bytes.base()) : "";
                grid.row(verdict, name, change, "", bothBytes(row), forks, "", "", "");
            } else {
                grid.row(
                        verdict,
                        name,
                        row.slowdown().map(EstimateText::change).orElse(""),
                        row.score().map(ScoreComparison::interval).orElse(""),
                        row.sides().map(it -> scores(row, it)).orElse(""),
                        forks,
                        ownMargins ? Numbers.percent(verdicts.gate().margins().of(row.key()), 1) : "",
                        row.needed() == 0
                                ? ""
                                : needed(row.needed()) + (isPaired ? " more" : row.isByFiles() ? " files" : " forks"),
                        row.paired()
                                .map(PairedComparison::resolution)
                                .filter(it -> it < 1)
                                .map(Numbers::percent)
                                .orElse(""));
            }
        }
        return grid;
    }

    String prose(Group group) {
        return group == Group.CANNOT_TELL && verdicts.isByFiles() ? "too few files" : group.prose;
    }

    /** {@code 0 -> 24.0 B}. */
    static String bothBytes(VerdictRow row) {
        AllocationComparison both = row.allocation().orElseThrow();
        return bytes(both.base()) + " -> " + bytes(both.head()) + " B";
    }

    private static String bytes(double bytes) {
        return Numbers.bytes(OptionalDouble.of(bytes));
    }

    private static String scores(VerdictRow row, RowSides sides) {
        String before = row.scoreOfBase(sides);
        String head = row.scoreOfHead(sides);
        String unit = before.replaceFirst("\\S+", "");
        return (head.endsWith(unit) ? before.replace(unit, "") : before) + " -> " + head;
    }

    static String needed(int needed) {
        return needed > MOST_NEEDED ? "over " + MOST_NEEDED : String.valueOf(needed);
    }

    static String word(String verdict) {
        return verdict.replace('_', ' ');
    }
}
