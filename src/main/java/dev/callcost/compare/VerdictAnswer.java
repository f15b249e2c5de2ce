package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
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
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The outcome of a comparison in a few sentences. */
record VerdictAnswer(VerdictTable table, boolean strict) {
    private Verdicts verdicts() {
        return table.verdicts();
    }

    private Gate gate() {
        return verdicts().gate();
    }

    /** The outcome, and how many rows have which other verdict. */
    String text() {
        Outcome outcome = verdicts().outcome(strict);
        if (verdicts().rows().isEmpty() && verdicts().changed().isPresent()) {
            return (outcome == Outcome.NOT_SHOWN ? "NOT SHOWN (--strict): " : "OK: ")
                    + verdicts().changed().get().untouched() + ".";
        }
        if (isCounted(outcome)) {
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
        counts.forEach((group, count) ->
                others.add(count + " " + table.prose(group) + (group == Group.SLOWER ? " by less" : "")));
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

    private boolean isPaired() {
        return verdicts().preface().isPaired();
    }

    /** Whether the first sentence has all counts. */
    private boolean isCounted(Outcome outcome) {
        return (outcome == Outcome.NOT_SHOWN || outcome == Outcome.OK && !isPaired())
                && verdicts().isAnyDecided()
                && !verdicts().isComplete();
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
        int rows = judged();
        String of = " of " + Sections.count(rows, "row");
        return switch (outcome) {
            case REGRESSION ->
                "REGRESSION: " + changed(gate()::failsByTime, gate()::failsByBytes, of, by("", " or more"));
            case WARNING ->
                "WARNING: "
                        + changed(
                                VerdictRow::isSlower,
                                row -> row.allocates(AllocationVerdict.MORE),
                                of,
                                by("less than ", ""));
            case NOT_MEASURED -> {
                List<VerdictRow> unmeasured = verdicts().with(Verdict.NOT_MEASURED);
                yield "NOT MEASURED: "
                        + verdicts()
                                .endedAlike()
                                .map(why -> "the run ended, because the forks of the first " + unmeasured.size() + of
                                        + " failed alike, " + why)
                                .orElseGet(() -> unmeasured.size() + of + " could not be measured, "
                                        + unmeasured.get(0).reason().orElseThrow());
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
                                ? new Claim(table).noRegression() + slowerByMean("; ", "slower ")
                                : "No regression found: " + unshown();
            }
        };
    }

    private int judged() {
        return verdicts().rows().size() - verdicts().with(Verdict.NOT_JUDGED).size();
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

    private String changed(Predicate<VerdictRow> byTime, Predicate<VerdictRow> byBytes, String of, String by) {
        List<VerdictRow> slower = verdicts().rows().stream().filter(byTime).toList();
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
    private String most(List<VerdictRow> slower) {
        return slower.stream()
                .filter(row -> View.areMany(verdicts()))
                .max(Comparator.comparing(VerdictRow::ratio))
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
        boolean isAnySlower = verdicts().rows().stream().anyMatch(VerdictRow::isSlower);
        String means = slowerByMean(", but ", "");
        return "no row is slower"
                + (isAnySlower ? by("", " or more") : means.isEmpty() ? "" : " by its fastest iterations") + means;
    }

    /** Rows that are slower by their means alone; empty without one. */
    private String slowerByMean(String before, String slower) {
        List<VerdictRow> means = verdicts().slowerByMean();
        return means.isEmpty()
                ? ""
                : before
                        + Sections.count(means.size(), "row")
                        + (means.size() == 1 ? " is " : " are ")
                        + slower
                        + (means.size() == 1 ? "by its mean, " : "by their means, the most ")
                        + named(means.get(0), means.get(0).score().orElseThrow().byMean());
    }

    private String named(VerdictRow row, Estimate change) {
        return table.names().of(row.key()) + " " + EstimateText.change(change);
    }

    /** Why not everything is shown. */
    private String unshown() {
        if (verdicts().isComplete()) {
            return noneSlower();
        }
        if (verdicts().isAnyDecided()) {
            return new Claim(table).text(by("less than ", "")) + slowerByMean("; ", "slower ");
        }
        List<VerdictRow> open = verdicts().rows().stream()
                .filter(row -> new Line(Group.of(row), row).isOpen())
                .sorted(Comparator.comparing(VerdictRow::size).reversed())
                .toList();
        if (open.isEmpty()) {
            return "no row is decided";
        }
        String why = "no row is decided";
        if (open.stream().allMatch(row -> row.verdict() == Verdict.CANNOT_TELL)) {
            int forks = open.stream()
                    .mapToInt(row -> row.slowdown().orElseThrow().forks())
                    .max()
                    .orElseThrow();
            why = forks == 1
                    ? "one fork a side decides nothing"
                    : Sections.count(forks, verdicts().isByFiles() ? "file" : "fork") + " a side are too few";
        }
        VerdictRow largest = open.get(0);
        return why + "; the largest change is "
                + named(largest, largest.slowdown().orElseThrow());
    }
}
