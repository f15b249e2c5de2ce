package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.VerdictTable.Group;
import dev.callcost.compare.VerdictTable.Line;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a comparison shows of all its rows together. It claims no more than the weakest row shows. */
record Claim(VerdictTable table) {
    private Verdicts verdicts() {
        return table.verdicts();
    }

    private List<VerdictRow> rows() {
        return verdicts().rows().stream()
                .filter(row -> row.verdict() != Verdict.NOT_JUDGED)
                .toList();
    }

    private boolean isEachSame() {
        return verdicts().isComplete() && rows().stream().allMatch(row -> Group.of(row) == Group.SAME);
    }

    private boolean isAnyLost() {
        return !verdicts().onlyInBase().isEmpty()
                || !verdicts().with(Verdict.FAILED).isEmpty()
                || !verdicts().with(Verdict.NOT_MEASURED).isEmpty();
    }

    /** The change that a headline names: the worst, or an improvement where no row is lost. */
    private Optional<Line> lead() {
        return Stream.of(Group.SLOWER, Group.MORE, Group.FASTER, Group.LESS)
                .limit(isAnyLost() ? 2 : 4)
                .flatMap(group -> rows().stream()
                        .filter(row -> group == Group.SLOWER
                                ? row.isSlower()
                                : Line.of(row).anyMatch(line -> line.group() == group))
                        .max(Comparator.comparing(VerdictRow::size))
                        .map(row -> new Line(group, row))
                        .stream())
                .findFirst();
    }

    /** The verdict of the change that the headline names; otherwise {@code same} only where each row is. Empty without rows. */
    String kind() {
        String whole = isEachSame() ? Group.SAME.prose : Group.UNDECIDED.prose;
        return rows().isEmpty()
                ? ""
                : lead().map(Line::group).map(it -> it.prose).orElse(whole);
    }

    /** The change that matters most with its interval; without one, what is shown of all rows. */
    String headline() {
        List<VerdictRow> rows = rows();
        if (rows.isEmpty()) {
            return verdicts()
                    .changed()
                    .filter(it -> verdicts().rows().isEmpty())
                    .map(it -> it.untouched())
                    .map(it -> it.substring(0, 1).toUpperCase(Locale.ROOT) + it.substring(1))
                    .orElse("No row could be compared");
        }
        if (lead().isPresent()) {
            return changed(lead().get());
        }
        if (verdicts().keys().size() == 1) {
            return only(rows.get(0));
        }
        return !isEachSame()
                ? View.areMany(verdicts()) && verdicts().isAnyDecided() ? noRegression() : text("")
                : verdicts().gate().margins().differ(rows)
                        ? "Each row is the same within its margin"
                        : "No row changed by more than " + margin(rows.get(0));
    }

    /** Where no row is slower, and not all have a verdict. */
    String noRegression() {
        return "No regression found in " + Sections.count(rows().size(), "row");
    }

    private String changed(Line line) {
        VerdictRow row = line.row();
        long alike = rows().stream()
                .filter(it -> line.group() == Group.SLOWER
                        ? it.isSlower()
                        : Line.of(it).anyMatch(other -> other.group() == line.group()))
                .count();
        String name = table.names().of(row.key());
        String head = alike == 1
                ? name + " "
                : alike + " of " + Sections.count(rows().size(), "row") + " " + phrase(line.group(), (int) alike)
                        + ", the most " + name;
        if (line.isOfBytes()) {
            return head + (alike == 1 ? line.group().prose : "") + ": "
                    + row.allocation().orElseThrow().text() + " per operation";
        }
        Optional<String> change = row.slowdown().map(it -> Numbers.percent(Math.abs(it.value() - 1)));
        return head
                + (alike == 1
                        ? "is " + change.map(it -> it + " ").orElse("") + line.group().prose
                        : change.map(it -> " by " + it).orElse(""))
                + interval(row);
    }

    private String only(VerdictRow row) {
        String name = table.names().of(row.key()) + " ";
        return isEachSame()
                ? name + "changed by less than " + margin(row) + ": "
                        + row.slowdown().map(EstimateText::change).orElse("0") + interval(row)
                : name
                        + phrase(Group.of(row), 1)
                        + could(row).map(it -> ": it " + it).orElse("");
    }

    private String margin(VerdictRow row) {
        return Numbers.percent(verdicts().gate().margins().of(row.key()), 1).replace(".0%", "%");
    }

    private static String interval(VerdictRow row) {
        return row.score()
                .map(it -> " " + EstimateText.changes(it.low(), it.high()).replace("%", ""))
                .orElse("")
                .stripTrailing();
    }

    /**
     * How many rows are what, such as {@code 1 of 6 rows is the same, 5 are inconclusive; the widest could be 24% faster or 19% slower}.
     *
     * @param slowerBy stands behind slower rows
     */
    String text(String slowerBy) {
        List<VerdictRow> rows = rows();
        Map<Group, Integer> groups = new EnumMap<>(Group.class);
        rows.stream().flatMap(Line::of).forEach(line -> groups.merge(line.group(), 1, Integer::sum));
        Map<String, Integer> counts = new LinkedHashMap<>();
        groups.forEach(
                (group, count) -> counts.put(phrase(group, count) + (group == Group.SLOWER ? slowerBy : ""), count));
        count("missing in head", verdicts().onlyInBase().stream(), counts);
        count("only in head", verdicts().onlyInHead().stream(), counts);
        count(
                "inconclusive by B/op",
                rows.stream().filter(row -> row.allocates(AllocationVerdict.CANNOT_TELL)),
                counts);
        count("measured differently", rows.stream().filter(row -> !row.isMeasuredAlike()), counts);
        List<String> parts = new ArrayList<>();
        String of = Sections.count(rows.size(), "row");
        counts.forEach((phrase, count) ->
                parts.add((!parts.isEmpty() ? count.toString() : count == rows.size() ? of : count + " of " + of) + " "
                        + phrase));
        return String.join(", ", parts) + widest();
    }

    private static void count(String what, Stream<?> some, Map<String, Integer> counts) {
        int count = (int) some.count();
        if (count > 0) {
            counts.put((count == 1 ? "is " : "are ") + what, count);
        }
    }

    private String phrase(Group group, int rows) {
        boolean isOne = rows == 1;
        return switch (group) {
            case FAILED -> group.prose;
            case NOT_MEASURED, SKIPPED -> (isOne ? "was " : "were ") + group.prose;
            case MORE, LESS -> isOne ? group.prose : group.prose.replace("allocates", "allocate");
            case CANNOT_TELL -> (isOne ? "has " : "have ") + table.prose(group);
            case SAME, MEAN_BEYOND -> (isOne ? "is the " : "are the ") + group.prose;
            case CLEAR -> (isOne ? "shows no slowdown of " : "show no slowdown of ") + table.seen();
            case NOT_REACHED -> (isOne ? "was " : "were ") + group.prose;
            default -> (isOne ? "is " : "are ") + group.prose;
        };
    }

    /** How far the widest open row could be from no change; empty where one has no interval. */
    private String widest() {
        List<VerdictRow> open = rows().stream()
                .filter(row -> Group.OPEN.contains(Group.of(row)))
                .toList();
        return open.stream().allMatch(row -> could(row).isPresent())
                ? open.stream()
                        .max(Comparator.comparingDouble(Claim::reach))
                        .flatMap(Claim::could)
                        .map(it -> "; " + (open.size() == 1 ? "it " : "the widest ") + it)
                        .orElse("")
                : "";
    }

    /** How far the interval reaches from no change, a logarithm. */
    private static double reach(VerdictRow row) {
        ScoreComparison score = row.score().orElseThrow();
        return Math.max(-Math.log(score.low()), Math.log(score.high()));
    }

    /** {@code could be 24% faster or 19% slower}; empty for a row that is not open or has no interval. */
    private static Optional<String> could(VerdictRow row) {
        return row.score()
                .filter(it -> Group.OPEN.contains(Group.of(row)) && !Double.isNaN(it.low()))
                .map(it -> it.interval().equals(ScoreComparison.TOO_WIDE)
                        ? "has an interval that is wider than its score"
                        : "could be " + range(100 * (1 - it.low()), 100 * (it.high() - 1)));
    }

    /** @param faster percent by the lower end of the interval; negative where that end is slower */
    private static String range(double faster, double slower) {
        String low = Math.round(Math.abs(faster)) + "%";
        String high = Math.round(Math.abs(slower)) + "%";
        return faster >= 0 && slower >= 0
                ? low + " faster or " + high + " slower"
                : slower >= 0 ? low + " to " + high + " slower" : high + " to " + low + " faster";
    }
}
