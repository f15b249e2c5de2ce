package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.VerdictTable.Group;
import dev.callcost.compare.VerdictTable.Line;
import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The outcome of a comparison in a few sentences. */
record VerdictAnswer(VerdictTable table, boolean strict) {
    private Verdicts verdicts() {
        return table.verdicts();
    }

    /** The outcome, and how many rows have which other verdict. */
    String text() {
        int rows =
                verdicts().rows().size() - verdicts().with(Verdict.NOT_JUDGED).size();
        String of = " of " + Sections.count(rows, "row");
        Map<Group, Integer> counts = new EnumMap<>(Group.class);
        Verdicts.Outcome outcome = verdicts().outcome(strict);
        table.lines().stream()
                .filter(line -> !isTold(line, outcome))
                .forEach(line -> counts.merge(line.group(), 1, Integer::sum));
        String first = switch (outcome) {
            case REGRESSION ->
                "REGRESSION: "
                        + changed(verdicts().gate()::failsByTime, verdicts().gate()::failsByBytes, of)
                        + by("", " or more");
            case WARNING ->
                "WARNING: "
                        + changed(VerdictRow::isSlower, row -> row.allocates(AllocationVerdict.MORE), of)
                        + by("less than ", "");
            case NOT_MEASURED ->
                "NOT MEASURED: " + counts.remove(Group.NOT_MEASURED) + of + " could not be measured, "
                        + verdicts().with(Verdict.NOT_MEASURED).get(0).reason().orElseThrow();
            case FAILED -> {
                List<String> missing = verdicts().gate().missing(verdicts());
                if (!missing.isEmpty()) {
                    yield "FAILED: " + missing.get(0)
                            + (missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more")
                            + ". No row is slower" + by("", " or more");
                }
                int failed = counts.remove(Group.FAILED);
                yield "FAILED: "
                        + (verdicts().preface().isPaired()
                                ? "forks of " + failed + of + " failed"
                                : failed + of + (failed == 1 ? " has" : " have") + " no usable scores")
                        + ". No row is slower" + by("", " or more");
            }
            case NOT_SHOWN -> "NOT SHOWN (--strict): " + unshown();
            case OK ->
                verdicts().isComplete()
                        ? "OK: " + noneSlower()
                        : verdicts().isAnyDecided()
                                ? "No regression found: " + unshown()
                                : "INCONCLUSIVE: " + unshown();
        };
        counts.remove(Group.NOT_JUDGED);
        Optional.ofNullable(counts.remove(Group.MEAN_BEYOND))
                .ifPresent(flagged -> counts.merge(Group.SAME, flagged, Integer::sum));
        List<String> others = counts.entrySet().stream()
                .map(it -> it.getValue() + " " + table.prose(it.getKey())
                        + (it.getKey() == Group.SLOWER ? " by less" : ""))
                .collect(Collectors.toCollection(ArrayList::new));
        if (!verdicts().onlyInBase().isEmpty()) {
            others.add(verdicts().onlyInBase().size() + " missing in head");
        }
        return first + "." + (others.isEmpty() ? "" : " " + String.join(", ", others) + ".");
    }

    /** Whether the first sentence counts the line. */
    private boolean isTold(Line line, Verdicts.Outcome outcome) {
        return switch (outcome) {
            case REGRESSION ->
                line.group() == Group.SLOWER && verdicts().gate().failsByTime(line.row())
                        || line.group() == Group.MORE && verdicts().gate().failsByBytes(line.row());
            case WARNING -> line.group() == Group.SLOWER || line.group() == Group.MORE;
            default -> false;
        };
    }

    private String changed(Predicate<VerdictRow> byTime, Predicate<VerdictRow> byBytes, String of) {
        long slower = verdicts().rows().stream().filter(byTime).count();
        long more = verdicts().rows().stream().filter(byBytes).count();
        return (slower > 0 ? slower + of + (slower == 1 ? " is slower" : " are slower") : "")
                + (slower > 0 && more > 0 ? ", " + more : more > 0 ? more + of : "")
                + (more == 0 ? "" : more == 1 ? " allocates more" : " allocate more");
    }

    /** The level of {@code --fail-at}; empty without it. */
    private String by(String before, String after) {
        return verdicts().gate().failAt().isEmpty()
                ? ""
                : " by " + before + Numbers.percent(verdicts().gate().failAt().getAsDouble(), 1) + after;
    }

    private String noneSlower() {
        List<VerdictRow> means = verdicts().slowerByMean();
        boolean isAnySlower = verdicts().rows().stream().anyMatch(VerdictRow::isSlower);
        String none = "no row is slower" + (isAnySlower ? by("", " or more") : means.isEmpty() ? "" : " by its median");
        if (means.isEmpty()) {
            return none;
        }
        VerdictRow first = means.get(0);
        return none + ", but " + Sections.count(means.size(), "row")
                + (means.size() == 1 ? " is by its mean, " : " are by their means, the most ")
                + named(first, first.score().orElseThrow().byMean());
    }

    private String named(VerdictRow row, Estimate change) {
        return table.names().of(row.key()) + " " + EstimateText.change(change);
    }

    /** Why not everything is shown. */
    private String unshown() {
        if (verdicts().isAnyDecided()) {
            return noneSlower() + (verdicts().isComplete() ? "" : ", but not every row is decided and measured alike");
        }
        List<VerdictRow> open = verdicts().rows().stream()
                .filter(row ->
                        Group.OPEN.contains(Group.of(row)) && row.slowdown().isPresent())
                .sorted(Comparator.comparing(VerdictTable::size).reversed())
                .toList();
        if (open.isEmpty()) {
            return "no row is decided";
        }
        int forks = open.stream()
                .mapToInt(row -> row.verdict() == Verdict.CANNOT_TELL
                        ? row.slowdown().orElseThrow().forks()
                        : Integer.MAX_VALUE)
                .max()
                .orElseThrow();
        return (forks == 1
                        ? "one fork a side decides nothing"
                        : forks < Integer.MAX_VALUE
                                ? Sections.count(forks, verdicts().isByFiles() ? "file" : "fork")
                                        + " a side are too few"
                                : "no row is decided")
                + "; " + largest(open);
    }

    /** The largest change of open rows, and those that are unusual: hints, no verdicts. */
    private String largest(List<VerdictRow> open) {
        List<VerdictRow> unusual =
                open.stream().filter(row -> row.unusualAmong() > 0).toList();
        String first = "the largest change is "
                + named(open.get(0), open.get(0).slowdown().orElseThrow());
        String others = " (the others changed by at most "
                + open.stream()
                        .filter(row -> row.unusualAmong() == 0)
                        .findFirst()
                        .map(row -> Numbers.percent(Math.expm1(VerdictTable.size(row)), 1))
                        .orElse("")
                + ")";
        if (unusual.isEmpty()) {
            return first;
        }
        return unusual.equals(open.subList(0, 1))
                ? first + ", unusual among " + unusual.get(0).unusualAmong() + " rows" + others
                : first + "; unusual are "
                        + Sections.some(unusual.stream()
                                .map(row -> named(row, row.slowdown().orElseThrow()))
                                .toList())
                        + others;
    }
}
