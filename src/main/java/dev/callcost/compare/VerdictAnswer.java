package dev.callcost.compare;

import dev.callcost.compare.AllocationChange.AllocationVerdict;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.VerdictTable.Group;
import dev.callcost.compare.VerdictTable.Line;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.Estimate;
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
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The outcome of a comparison in a few sentences, and the headline of its page. They claim no more than the weakest row shows. */
record VerdictAnswer(VerdictTable table, boolean strict) {
    private Verdicts verdicts() {
        return table.verdicts();
    }

    private Gate gate() {
        return verdicts().gate();
    }

    private boolean isPaired() {
        return verdicts().preface().isPaired();
    }

    /** The rows that are judged. */
    private List<RowVerdict> rows() {
        return verdicts().rows().stream()
                .filter(row -> row.verdict() != Verdict.NOT_JUDGED)
                .toList();
    }

    private List<RowVerdict> having(Predicate<RowVerdict> property) {
        return rows().stream().filter(property).toList();
    }

    /** The outcome, and how many rows have which other verdict. */
    String text() {
        Outcome outcome = verdicts().outcome(strict);
        if (verdicts().rows().isEmpty() && verdicts().changed().isPresent()) {
            return (outcome == Outcome.NOT_SHOWN ? "NOT SHOWN (--strict): " : "OK: ")
                    + verdicts().changed().get().untouched() + ".";
        }
        boolean areCountsInFirst = outcome == Outcome.NOT_SHOWN || outcome == Outcome.OK && !isPaired();
        if (areCountsInFirst && verdicts().isAnyDecided() && !verdicts().isComplete()) {
            return first(outcome) + ".";
        }
        Map<Group, Integer> counts = new EnumMap<>(Group.class);
        table.lines().stream()
                .filter(line -> !Group.WITHOUT_VERDICT.contains(line.group())
                        && !(isPaired() && Group.IN_SENTENCES.contains(line.group()))
                        && !isTold(line, outcome))
                .forEach(line ->
                        counts.merge(line.group() == Group.MEAN_BEYOND ? Group.SAME : line.group(), 1, Integer::sum));
        List<String> others = new ArrayList<>();
        counts.forEach((group, count) -> others.add(count
                + (group == Group.CANNOT_TELL ? " with " : " ")
                + table.prose(group)
                + (group == Group.SLOWER ? " by less" : "")));
        if (!verdicts().onlyInBase().isEmpty()) {
            others.add(verdicts().onlyInBase().size() + " missing in head");
        }
        long unlike =
                verdicts().rows().stream().filter(row -> !row.isMeasuredAlike()).count();
        if (isPaired() && unlike > 0) {
            others.add(unlike + " measured differently");
        }
        return first(outcome) + "." + (others.isEmpty() ? "" : " " + String.join(", ", others) + ".");
    }

    private boolean isTold(Line line, Outcome outcome) {
        return switch (outcome) {
            case REGRESSION ->
                line.group() == Group.SLOWER && gate().failsByTime(line.row())
                        || line.group() == Group.MORE && gate().failsByBytes(line.row());
            case WARNING -> line.group() == Group.SLOWER || line.group() == Group.MORE;
            case NOT_MEASURED -> line.group() == Group.NOT_MEASURED;
            case FAILED ->
                line.group() == Group.FAILED && gate().missing(verdicts()).isEmpty();
            case NOT_SHOWN, OK -> false;
        };
    }

    private String first(Outcome outcome) {
        String of = " of " + Sections.count(rows().size(), "row");
        return switch (outcome) {
            case REGRESSION ->
                "REGRESSION: " + changed(gate()::failsByTime, gate()::failsByBytes, of, by("", " or more"));
            case WARNING ->
                "WARNING: "
                        + changed(
                                RowVerdict::isSlower,
                                row -> row.allocates(AllocationVerdict.MORE),
                                of,
                                by("less than ", ""));
            case NOT_MEASURED -> {
                List<RowVerdict> unmeasured = verdicts().with(Verdict.NOT_MEASURED);
                List<RowVerdict> alike = verdicts().endedAlike();
                yield "NOT MEASURED: "
                        + (alike.isEmpty()
                                ? unmeasured.size() + of + " could not be measured, "
                                        + unmeasured.get(0).reason().orElseThrow()
                                : "the run ended, because the forks of the first " + alike.size() + of
                                        + " failed alike: " + Verdicts.failure(alike.get(0)));
            }
            case FAILED -> "FAILED: " + failed(of) + ". No row is proven slower" + by("", " or more");
            case NOT_SHOWN -> "NOT SHOWN (--strict): " + unshown();
            case OK -> {
                if (verdicts().isComplete()) {
                    yield "OK: " + noneSlower();
                }
                yield !verdicts().isAnyDecided()
                        ? "INCONCLUSIVE: " + unshown()
                        : isPaired()
                                ? noRegression() + slowerByMean("; ", "slower ")
                                : "No regression found: " + unshown();
            }
        };
    }

    private String failed(String of) {
        List<String> missing = gate().missing(verdicts());
        if (!missing.isEmpty()) {
            return missing.get(0) + (missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more");
        }
        int failed = verdicts().with(Verdict.FAILED).size();
        return isPaired()
                ? "forks of " + failed + of + " failed"
                : failed + of + (failed == 1 ? " has" : " have") + " no usable scores";
    }

    private String changed(Predicate<RowVerdict> byTime, Predicate<RowVerdict> byBytes, String of, String by) {
        List<RowVerdict> slower = having(byTime);
        long more = verdicts().rows().stream().filter(byBytes).count();
        List<String> parts = new ArrayList<>();
        if (!slower.isEmpty()) {
            parts.add(slower.size() + of + (slower.size() == 1 ? " is slower" : " are slower") + by + most(slower));
        }
        if (more > 0) {
            parts.add(more + (parts.isEmpty() ? of : "") + (more == 1 ? " allocates more" : " allocate more") + by);
        }
        return String.join("; ", parts);
    }

    /** The slowest row and its change; empty where few rows have a table that begins with it. */
    private String most(List<RowVerdict> slower) {
        return slower.stream()
                .filter(row -> View.areMany(verdicts()))
                .max(Comparator.comparing(RowVerdict::ratio))
                .map(row -> (slower.size() == 1 ? ", " : ", the most ")
                        + (table.names().of(row.key()) + " " + row.change()).stripTrailing())
                .orElse("");
    }

    /** The level of {@code --fail-at}; empty without it. */
    private String by(String before, String after) {
        return gate().failAt().isEmpty()
                ? ""
                : " by " + before + Numbers.percent(gate().failAt().getAsDouble(), 1) + after;
    }

    private String noneSlower() {
        String means = slowerByMean(", but ", "");
        return "no row is slower"
                + (!having(RowVerdict::isSlower).isEmpty()
                        ? by("", " or more")
                        : means.isEmpty() ? "" : " by its fastest iterations")
                + means;
    }

    /** Rows that are slower by their means alone; empty without one. */
    private String slowerByMean(String before, String slower) {
        List<RowVerdict> means = verdicts().slowerByMean();
        return means.isEmpty()
                ? ""
                : before
                        + Sections.count(means.size(), "row")
                        + (means.size() == 1 ? " is " : " are ")
                        + slower
                        + (means.size() == 1 ? "by its mean, " : "by their means, the most ")
                        + named(means.get(0), means.get(0).score().orElseThrow().byMean());
    }

    private String named(RowVerdict row, Estimate change) {
        return table.names().of(row.key()) + " " + EstimateText.change(change);
    }

    /** Why not everything is shown. */
    private String unshown() {
        if (verdicts().isComplete()) {
            return noneSlower();
        }
        if (verdicts().isAnyDecided()) {
            return counts(by("less than ", "")) + slowerByMean("; ", "slower ");
        }
        List<RowVerdict> open = having(row -> new Line(Group.of(row), row).isOpen());
        String why = "no row is decided";
        if (open.isEmpty()) {
            return why;
        }
        if (open.stream().allMatch(row -> row.verdict() == Verdict.CANNOT_TELL)) {
            int forks = open.stream()
                    .mapToInt(row -> row.slowdown().orElseThrow().forks())
                    .max()
                    .orElseThrow();
            why = forks == 1
                    ? "one fork a side decides nothing"
                    : Sections.count(forks, verdicts().isByFiles() ? "file" : "fork") + " a side are too few";
        }
        RowVerdict largest =
                open.stream().max(Comparator.comparing(RowVerdict::size)).orElseThrow();
        return why + "; the largest change is "
                + named(largest, largest.slowdown().orElseThrow());
    }

    private boolean isEachSame() {
        return verdicts().isComplete() && rows().stream().allMatch(row -> Group.of(row) == Group.SAME);
    }

    private boolean isAnyLost() {
        return !verdicts().onlyInBase().isEmpty()
                || !verdicts().with(Verdict.FAILED).isEmpty()
                || !verdicts().with(Verdict.NOT_MEASURED).isEmpty();
    }

    /** The rows that are slower or faster, or allocate more or less. */
    private List<RowVerdict> changedLike(Group group) {
        return having(
                row -> group == Group.SLOWER ? row.isSlower() : Line.of(row).anyMatch(line -> line.group() == group));
    }

    /** The change that a headline names: the worst, or an improvement where no row is lost. */
    private Optional<Line> lead() {
        return Stream.of(Group.SLOWER, Group.MORE, Group.FASTER, Group.LESS)
                .limit(isAnyLost() ? 2 : 4)
                .flatMap(
                        group -> changedLike(group).stream()
                                .max(Comparator.comparing(RowVerdict::size))
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
        List<RowVerdict> rows = rows();
        if (rows.isEmpty()) {
            return verdicts()
                    .changed()
                    .filter(it -> verdicts().rows().isEmpty())
                    .map(it -> it.untouched())
                    .map(it -> it.substring(0, 1).toUpperCase(Locale.ROOT) + it.substring(1))
                    .orElse("No row could be compared");
        }
        Optional<Line> lead = lead();
        if (lead.isPresent()) {
            return changed(lead.get());
        }
        if (verdicts().keys().size() == 1) {
            return only(rows.get(0));
        }
        return !isEachSame()
                ? View.areMany(verdicts()) && verdicts().isAnyDecided() ? noRegression() : counts("")
                : "No row changed by more than " + margin();
    }

    /** Where no row is slower, and not all have a verdict. */
    private String noRegression() {
        int all = rows().size();
        int lacking = having(row -> Set.of(Group.NOT_REACHED, Group.SKIPPED).contains(Group.of(row)))
                .size();
        return "No regression found in "
                + (lacking == 0 ? "" : all - lacking + " of ")
                + Sections.count(all, "row")
                + (lacking == 0
                        ? ""
                        : lacking == 1 ? ", the other was not measured" : ", the others were not measured");
    }

    private String changed(Line line) {
        RowVerdict row = line.row();
        int alike = changedLike(line.group()).size();
        String name = table.names().of(row.key());
        String head = alike == 1
                ? name + " "
                : alike + " of " + Sections.count(rows().size(), "row") + " " + phrase(line.group(), alike)
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

    private String only(RowVerdict row) {
        String name = table.names().of(row.key()) + " ";
        return isEachSame()
                ? name + "changed by less than " + margin() + ": "
                        + row.slowdown().map(EstimateText::change).orElse("0") + interval(row)
                : name
                        + phrase(Group.of(row), 1)
                        + could(row).map(it -> ": it " + it).orElse("");
    }

    private String margin() {
        return Numbers.percent(verdicts().rule().margin(), 1).replace(".0%", "%");
    }

    private static String interval(RowVerdict row) {
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
    private String counts(String slowerBy) {
        List<RowVerdict> rows = rows();
        Map<Group, Integer> groups = new EnumMap<>(Group.class);
        rows.stream().flatMap(Line::of).forEach(line -> groups.merge(line.group(), 1, Integer::sum));
        Map<String, Integer> counts = new LinkedHashMap<>();
        groups.forEach(
                (group, count) -> counts.put(phrase(group, count) + (group == Group.SLOWER ? slowerBy : ""), count));
        count("missing in head", verdicts().onlyInBase(), counts);
        count("only in head", verdicts().onlyInHead(), counts);
        count("inconclusive by B/op", having(row -> row.allocates(AllocationVerdict.CANNOT_TELL)), counts);
        count("measured differently", having(row -> !row.isMeasuredAlike()), counts);
        List<String> parts = new ArrayList<>();
        String of = Sections.count(rows.size(), "row");
        counts.forEach((phrase, count) ->
                parts.add((!parts.isEmpty() ? count.toString() : count == rows.size() ? of : count + " of " + of) + " "
                        + phrase));
        return String.join(", ", parts) + widest();
    }

    private static void count(String what, List<?> some, Map<String, Integer> counts) {
        if (!some.isEmpty()) {
            counts.put((some.size() == 1 ? "is " : "are ") + what, some.size());
        }
    }

    private String phrase(Group group, int rows) {
        boolean isOne = rows == 1;
        return switch (group) {
            case FAILED -> group.prose;
            case NOT_MEASURED, SKIPPED, NOT_REACHED -> (isOne ? "was " : "were ") + group.prose;
            case MORE, LESS -> isOne ? group.prose : group.prose.replace("allocates", "allocate");
            case CANNOT_TELL -> (isOne ? "has " : "have ") + table.prose(group);
            case SAME, MEAN_BEYOND -> (isOne ? "is the " : "are the ") + group.prose;
            case CLEAR -> (isOne ? "shows no slowdown of " : "show no slowdown of ") + table.seen();
            default -> (isOne ? "is " : "are ") + group.prose;
        };
    }

    /** How far the widest open row could be from no change; empty where one has no interval. */
    private String widest() {
        List<RowVerdict> open = having(row -> Group.OPEN.contains(Group.of(row)));
        return open.stream().allMatch(row -> could(row).isPresent())
                ? open.stream()
                        .max(Comparator.comparingDouble(VerdictAnswer::reach))
                        .flatMap(VerdictAnswer::could)
                        .map(it -> "; " + (open.size() == 1 ? "it " : "the widest ") + it)
                        .orElse("")
                : "";
    }

    /** How far the interval reaches from no change, a logarithm. */
    private static double reach(RowVerdict row) {
        ScoreChange score = row.score().orElseThrow();
        return Math.max(-Math.log(score.low()), Math.log(score.high()));
    }

    /** {@code could be 24% faster or 19% slower}; empty for a row that is not open or has no interval. */
    private static Optional<String> could(RowVerdict row) {
        return row.score()
                .filter(it -> Group.OPEN.contains(Group.of(row)) && !Double.isNaN(it.low()))
                .map(it -> it.interval().equals(ScoreChange.TOO_WIDE)
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
