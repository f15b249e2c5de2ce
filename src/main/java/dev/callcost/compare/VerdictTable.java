package dev.callcost.compare;

import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
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

        boolean isImproved() {
            return this == FASTER || this == LESS;
        }

        boolean isOfBytes() {
            return this == MORE || this == LESS;
        }
    }

    /** A line of the table: a row with its time, or with the bytes that it allocates. */
    record Line(Group group, VerdictRow row) {
        static Stream<Line> of(VerdictRow row) {
            Stream<Line> bytes = row
                    .allocation()
                    .map(it -> it.verdict().name())
                    .filter(Set.of(Group.MORE.name(), Group.LESS.name())::contains)
                    .map(verdict -> new Line(Group.valueOf(verdict), row))
                    .stream();
            return Stream.concat(Stream.of(new Line(Group.of(row), row)), bytes);
        }

        double size() {
            return VerdictTable.size(row);
        }

        /** @param words whether groups have the verdict's names, as in Markdown */
        String verdict(boolean words) {
            if (group == Group.MEAN_BEYOND) {
                return (words ? row.word() : Group.SAME.prose) + " (mean "
                        + EstimateText.change(row.score().orElseThrow().byMean()) + ")";
            }
            return words ? word(group.name()) : group.prose;
        }
    }

    /** All lines, those that matter most first: by group, and by how far they are from no change. */
    List<Line> lines() {
        return verdicts.rows().stream()
                .flatMap(Line::of)
                .sorted(Comparator.comparing(Line::group).thenComparing(line -> -line.size()))
                .toList();
    }

    /** @param words whether groups have the verdict's names, as in Markdown */
    Grid grid(List<Line> lines, boolean words, int width) {
        boolean ownMargins = verdicts.gate().margins().differ(verdicts.rows());
        boolean isPaired = verdicts.preface().isPaired();
        Grid grid = new Grid()
                .grouped()
                .left("verdict", "row")
                .right("change", "interval", "base -> head", isPaired ? "pairs" : "forks");
        if (ownMargins) {
            grid.right("margin");
        }
        grid.right("needs", "resolution")
                .droppable(width < WIDE ? "resolution needs forks pairs".split(" ") : "resolution needs".split(" "));
        for (Line line : lines) {
            VerdictRow row = line.row();
            String group = words || line.group() != Group.CANNOT_TELL ? line.verdict(words) : prose(line.group());
            String name = names.of(row.key());
            String forks = row.count(isPaired);
            List<String> cells = new ArrayList<>(List.of(group, name));
            if (line.group().isOfBytes()) {
                AllocationComparison bytes = row.allocation().orElseThrow();
                cells.add(bytes.base() > 0 ? EstimateText.change(bytes.head() / bytes.base()) : "");
                cells.addAll(List.of("", bytes(bytes.base()) + " -> " + bytes(bytes.head()) + " B", forks, "", ""));
                if (ownMargins) {
                    cells.add("");
                }
            } else {
                cells.add(row.slowdown().map(EstimateText::change).orElse(""));
                cells.add(row.score().map(ScoreComparison::interval).orElse(""));
                cells.add(row.sides().map(it -> scores(row, it)).orElse(""));
                cells.add(forks);
                if (ownMargins) {
                    cells.add(Numbers.percent(verdicts.gate().margins().of(row.key()), 1));
                }
                cells.add(
                        row.needed() == 0
                                ? ""
                                : needed(row.needed()) + (isPaired ? " more" : row.isByFiles() ? " files" : " forks"));
                cells.add(row.paired()
                        .map(PairedComparison::resolution)
                        .filter(it -> it < 1)
                        .map(Numbers::percent)
                        .orElse(""));
            }
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }

    String prose(Group group) {
        return group == Group.CANNOT_TELL && verdicts.isByFiles() ? "too few files" : group.prose;
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

    static double size(VerdictRow row) {
        return row.slowdown().map(it -> Math.abs(it.logMean())).orElse(0.0);
    }
}
