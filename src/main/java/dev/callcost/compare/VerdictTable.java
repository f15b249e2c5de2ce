package dev.callcost.compare;

import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The lines of a comparison's table, and the table. */
record VerdictTable(Verdicts verdicts, RowNames names) {
    /** More forks or pairs are not worth their time: the machine does not show such a difference. */
    static final int MOST_NEEDED = 100;

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
        WARMING("still drifting"),
        MEAN_BEYOND("same except by the mean"),
        SAME("same"),
        CLEAR("no large slowdown"),
        UNDECIDED("inconclusive"),
        CANNOT_TELL("too few forks"),
        BYTES_INCONCLUSIVE("allocation inconclusive"),
        BYTES_NOT_COMPARABLE("allocation not comparable"),
        NOT_REACHED("not measured before the budget ended"),
        SKIPPED("skipped"),
        NOT_JUDGED("not judged");

        /** Groups whose rows are counted when there are many. */
        static final Set<Group> COUNTED =
                EnumSet.of(SAME, CLEAR, UNDECIDED, CANNOT_TELL, BYTES_NOT_COMPARABLE, NOT_REACHED, SKIPPED, NOT_JUDGED);

        static final Set<Group> OPEN = EnumSet.of(UNDECIDED, CANNOT_TELL);

        /** Groups of pairs of which a sentence below the table tells. */
        static final Set<Group> IN_SENTENCES = EnumSet.of(CLEAR, UNDECIDED, NOT_REACHED);

        /** Groups whose rows have a note or a warning, and no verdict. */
        static final Set<Group> WITHOUT_VERDICT = EnumSet.of(BYTES_NOT_COMPARABLE, NOT_JUDGED);

        /** Groups whose rows have no numbers where nothing was measured before the failure. */
        private static final Set<Group> LOST = EnumSet.of(NOT_MEASURED, FAILED);

        private static final Set<Group> BYTES = EnumSet.of(MORE, LESS, BYTES_INCONCLUSIVE, BYTES_NOT_COMPARABLE);

        final String prose;

        Group(String prose) {
            this.prose = prose;
        }

        static Group of(RowVerdict row) {
            if (row.verdict() == Verdict.NOT_CHOSEN) {
                return row.reason().isEmpty() ? CLEAR : NOT_REACHED;
            }
            return row.verdict() == Verdict.SAME && row.meanBeyond().isDecided()
                    ? MEAN_BEYOND
                    : valueOf(row.verdict().name());
        }

        /** Of bytes that differ by enough to count. */
        static Group of(AllocationChange bytes) {
            return switch (bytes.verdict()) {
                case MORE -> MORE;
                case LESS -> LESS;
                case SAME, CANNOT_TELL -> BYTES_INCONCLUSIVE;
                case NOT_COMPARABLE -> BYTES_NOT_COMPARABLE;
            };
        }
    }

    /** A line of the table: a row with its time, or with the bytes that it allocates. */
    record Line(Group group, RowVerdict row) {
        static Stream<Line> of(RowVerdict row) {
            return Stream.concat(
                    Stream.of(new Line(Group.of(row), row)),
                    row
                            .allocation()
                            .filter(AllocationChange::isLarge)
                            .map(bytes -> new Line(Group.of(bytes), row))
                            .stream());
        }

        boolean isOfBytes() {
            return Group.BYTES.contains(group);
        }

        /** Whether it is counted, or named in a warning, where there are many rows. */
        boolean isFolded() {
            return Group.COUNTED.contains(group)
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

        boolean isImproved() {
            return group == Group.FASTER || group == Group.LESS;
        }

        String prose() {
            return (group == Group.MEAN_BEYOND ? Group.SAME : group).prose + byMean();
        }

        /** The verdict as Markdown and JSON name it. */
        String verdict() {
            return word((group == Group.MEAN_BEYOND ? Group.SAME : group).name()) + byMean();
        }

        private String byMean() {
            return row.meanBeyond().isDecided() && !isOfBytes()
                    ? " (mean " + EstimateText.change(row.score().orElseThrow().byMean()) + ": collections?)"
                    : "";
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
                .sorted(Comparator.comparing(Line::group).thenComparing(line -> -line.size()))
                .toList();
    }

    /** @param words whether groups have the verdict's names, as in Markdown */
    Grid grid(List<Line> lines, boolean words, int width) {
        boolean isPaired = verdicts.preface().isPaired();
        Grid grid = new Grid()
                .grouped()
                .shortening(RowNames::shortened)
                .left("verdict", "row")
                .right("change", "interval", SCORES, isPaired ? "pairs" : "forks")
                .right(isPaired ? LIMIT : "needs")
                .droppable(droppable(lines, width));
        for (Line line : lines) {
            RowVerdict row = line.row();
            String verdict = words
                    ? line.verdict()
                    : line.group() == Group.CANNOT_TELL ? prose(Group.CANNOT_TELL) : line.prose();
            String name = names.of(row.key());
            String forks = row.count(isPaired);
            if (line.isOfBytes()) {
                AllocationChange bytes = row.allocation().orElseThrow();
                grid.row(verdict, name, bytes.change(), "", bytes.text(), forks, "");
            } else {
                grid.row(
                        verdict,
                        name,
                        row.change(),
                        row.score().map(ScoreChange::interval).orElse(""),
                        row.sides().map(it -> scores(row, it)).orElse(""),
                        forks,
                        isPaired
                                ? limit(row).orElse("")
                                : row.needed() == 0
                                        ? ""
                                        : needed(row.needed()) + (row.isByFiles() ? " files" : " forks"));
                verdicts.why(row).ifPresent(grid::below);
            }
        }
        return grid;
    }

    /** Names that nobody can tell apart help less than scores. Bytes stand among the scores alone. */
    private String[] droppable(List<Line> lines, int width) {
        List<String> columns = new ArrayList<>(List.of(LIMIT, "needs"));
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

    String prose(Group group) {
        return switch (group) {
            case CANNOT_TELL -> verdicts.isByFiles() ? "too few files" : group.prose;
            case CLEAR -> "without a slowdown of " + seen();
            default -> group.prose;
        };
    }

    /** The slowdown that would have been seen in 95 % in each row without one. */
    String seen() {
        return Numbers.percent(verdicts.preface().seen(), 0);
    }

    private static String scores(RowVerdict row, RowSides sides) {
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
