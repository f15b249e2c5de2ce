package dev.callcost.compare.report;

import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.judge.Verdicts.Outcome;
import dev.callcost.compare.report.VerdictTable.Line;
import dev.callcost.compare.report.VerdictTable.RowGroup;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.data.RowKey;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal.Colour;
import dev.callcost.work.WorkText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a comparison in two sentences, and the headline of its page. They claim no more than the weakest row
 * shows.
 */
record VerdictAnswer(VerdictTable table, boolean strict) {
    private static final Set<Outcome> RED =
            EnumSet.of(Outcome.REGRESSION, Outcome.WORK, Outcome.FAILED, Outcome.NOT_MEASURED);

    private Verdicts verdicts() {
        return table.verdicts();
    }

    /** The rows that are judged. */
    private List<RowVerdict> rows() {
        return verdicts().rows().stream()
                .filter(row -> row.fate() != Fate.NOT_JUDGED)
                .toList();
    }

    private String ofAll() {
        return " of " + Sections.count(rows().size(), "row");
    }

    /** The outcome and what it rests on, and how many rows have which other verdict. */
    String text() {
        return word() + rest();
    }

    Sections addTo(Sections report, boolean isColoured) {
        boolean isRed = isColoured && RED.contains(verdicts().outcome(strict));
        return report.paragraph(word(), isRed ? Colour.RED : Colour.NONE, rest());
    }

    /** The outcome in capitals; empty where it is neither good nor bad. */
    private String word() {
        Outcome outcome = verdicts().outcome(strict);
        return switch (outcome) {
            case NOT_SHOWN -> "NOT SHOWN (--strict)";
            case OK ->
                verdicts().isWorkAlone()
                        ? "WORK ONLY"
                        : verdicts().isComplete() || isNothingReached() && !isAnyWithoutPair()
                                ? "OK"
                                : verdicts().isAnyDecided() ? "" : "INCONCLUSIVE";
            default -> outcome.name().replace('_', ' ');
        };
    }

    private String rest() {
        Outcome outcome = verdicts().outcome(strict);
        String sentence = sentence(outcome) + ".";
        String counts = verdicts().isWorkAlone() ? "" : counts(outcome);
        return (word().isEmpty() ? capital(sentence) : ": " + sentence)
                + (counts.isEmpty() ? "" : " " + counts + ".")
                + (notLookedAt().isEmpty() ? "" : " " + capital(notLookedAt()) + ".");
    }

    /**
     * Which rows may run something else and have no pair; empty without any, and where the
     * {@linkplain ReachedRows#untouched sentence} says it.
     */
    String notLookedAt() {
        return isNothingReached() || verdicts().isWorkAlone()
                ? ""
                : verdicts()
                        .changed()
                        .map(it -> new ReachText(it).notLookedAt(verdicts().measured()))
                        .orElse("");
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private boolean isNothingReached() {
        return verdicts().rows().isEmpty() && verdicts().changed().isPresent();
    }

    boolean isAnyWithoutPair() {
        return verdicts()
                .changed()
                .filter(it -> !it.withoutPair(verdicts().measured()).isEmpty())
                .isPresent();
    }

    private String sentence(Outcome outcome) {
        List<RowVerdict> unmeasured = verdicts().with(Fate.NOT_MEASURED);
        return switch (outcome) {
            case NOT_MEASURED ->
                unmeasured.size() + ofAll() + " could not be measured, "
                        + unmeasured.get(0).reason().orElseThrow().text();
            case FAILED -> verdicts().with(Fate.FAILED).size() + ofAll() + " failed";
            case WORK -> failingByWork() + (verdicts().isWorkAlone() ? WorkTable.NOT_TIMED : "");
            default ->
                verdicts().isWorkAlone()
                        ? new WorkTable(verdicts(), table.names()).sentence()
                        : verdicts().isAnyWorse() ? worse() : unchanged();
        };
    }

    /** {@code 2 rows execute over 1% more bytecodes per call, the most B.sort +3.20%}; empty where none does. */
    private String failingByWork() {
        List<RowKey> failing = verdicts().failingByWork();
        return failing.stream()
                .max(Comparator.comparingDouble(
                        row -> verdicts().work(row).orElseThrow().share()))
                .map(most -> Sections.count(failing.size(), "row") + (failing.size() == 1 ? " executes" : " execute")
                        + " over " + WorkText.limit(verdicts().levels().work().orElseThrow())
                        + " more bytecodes per call" + (failing.size() == 1 ? ", " : ", the most ")
                        + table.names().of(most) + " "
                        + WorkText.share(verdicts().work(most).orElseThrow()))
                .orElse("");
    }

    private String worse() {
        List<RowVerdict> slower = having(RowVerdict::isSlower);
        List<RowVerdict> more = having(row -> row.allocates(AllocationVerdict.MORE));
        return Stream.of(
                        changed(RowGroup.SLOWER, slower) + enough(slower, verdicts()::failsByTime),
                        changed(RowGroup.MORE, more) + enough(more, verdicts()::failsByBytes),
                        together(Together::isSlower, slower.isEmpty()),
                        failingByWork())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** {@code all 24 rows together are slower, +41.2%}; empty where they are not. */
    private String together(Predicate<Together> which, boolean isAlone) {
        return verdicts()
                .together()
                .filter(which)
                .map(it -> it.label() + " together " + (isAlone ? "are " + it.kind() + ", " : "") + it.change())
                .orElse("");
    }

    private List<RowVerdict> having(Predicate<RowVerdict> property) {
        return verdicts().rows().stream().filter(property).toList();
    }

    /** How many rows reach the level of {@code --fail-at}; empty without it. */
    private String enough(List<RowVerdict> rows, Predicate<RowVerdict> fails) {
        OptionalDouble failAt = verdicts().failAt();
        long failing = rows.stream().filter(fails).count();
        return rows.isEmpty() || failAt.isEmpty()
                ? ""
                : ", " + (failing == 0 ? "none" : failing) + " by " + Numbers.percent(failAt.getAsDouble(), 1)
                        + " or more";
    }

    /** {@code 2 of 6 rows are slower, the most B.sort +12.0%}; of one row {@code B.sort is slower, +12.0%}. */
    private String changed(RowGroup group, List<RowVerdict> some) {
        Optional<Line> most = some.stream().map(row -> new Line(group, row)).max(Comparator.comparing(Line::size));
        if (most.isEmpty()) {
            return "";
        }
        String name = table.names().of(most.get().row().key());
        String change =
                most.get().change().isEmpty() ? most.get().values() : most.get().change();
        String isWhat = group == RowGroup.MORE || group == RowGroup.LESS
                ? some.size() == 1 ? group.prose : group.prose.replace("allocates", "allocate")
                : (some.size() == 1 ? "is " : "are ") + group.prose;
        return rows().size() == 1
                ? name + " " + isWhat + ", " + change
                : some.size() + ofAll() + " " + isWhat + (some.size() == 1 ? ", " : ", the most ") + name + " "
                        + change;
    }

    private String unchanged() {
        if (isNothingReached()) {
            return new ReachText(verdicts().changed().get()).untouched();
        }
        if (!verdicts().isAnyDecided()) {
            return "no row is decided" + largest();
        }
        long measured = rows().stream()
                .filter(row -> row.onePair().isEmpty()
                        && !Set.of(RowGroup.NOT_REACHED, RowGroup.SKIPPED).contains(RowGroup.of(row)))
                .count();
        return verdicts().isComplete()
                ? "no row is slower" + (verdicts().isAnySlowerByMean() ? " by its fastest iterations" : "")
                : "no regression found in "
                        + (measured < rows().size() ? measured + ofAll() : Sections.count(measured, "row"));
    }

    private String largest() {
        return table.lines().stream()
                .filter(Line::isOpen)
                .max(Comparator.comparing(Line::size))
                .map(line ->
                        "; the largest change is " + table.names().of(line.row().key()) + " " + line.change())
                .orElse("");
    }

    /** How many rows have a verdict that the sentence does not name. */
    private String counts(Outcome outcome) {
        Set<RowGroup> untold = EnumSet.complementOf(EnumSet.of(RowGroup.NOT_JUDGED));
        untold.removeAll(
                switch (outcome) {
                    case NOT_MEASURED -> Set.of(RowGroup.NOT_MEASURED);
                    case FAILED -> Set.of(RowGroup.FAILED);
                    case WORK -> Set.of();
                    default -> Set.of(RowGroup.SLOWER, RowGroup.MORE);
                });
        Map<RowGroup, Integer> groups = new EnumMap<>(RowGroup.class);
        table.lines().stream()
                .map(Line::group)
                .filter(untold::contains)
                .forEach(group -> groups.merge(group, 1, Integer::sum));
        List<String> counts = new ArrayList<>();
        groups.forEach((group, count) -> counts.add(count + " " + group.prose));
        Optional.of(together(Together::isFaster, true))
                .filter(it -> !it.isEmpty())
                .ifPresent(counts::add);
        count(verdicts().onlyInBase().size(), "missing in head", counts);
        if (!verdicts().isAnyWorse()) {
            count(verdicts().onlyInHead().size(), "only in head", counts);
            count(having(row -> !row.isMeasuredAlike()).size(), "measured differently", counts);
        }
        return String.join(", ", counts);
    }

    private static void count(int rows, String what, List<String> counts) {
        if (rows > 0) {
            counts.add(rows + " " + what);
        }
    }

    /** The change that a headline names: the worst, or an improvement where no row is lost. */
    private Optional<RowGroup> lead() {
        boolean isAnyLost = isAnyLost();
        return Stream.of(RowGroup.SLOWER, RowGroup.MORE, RowGroup.FASTER, RowGroup.LESS)
                .limit(isAnyLost ? 2 : 4)
                .filter(group -> !changedLike(group).isEmpty())
                .findFirst();
    }

    private boolean isAnyLost() {
        return !verdicts().onlyInBase().isEmpty()
                || !verdicts().with(Fate.FAILED).isEmpty()
                || !verdicts().with(Fate.NOT_MEASURED).isEmpty();
    }

    /** All rows together, where they are slower and no row alone is. */
    private Optional<Together> leadTogether() {
        return verdicts()
                .together()
                .filter(it -> it.isSlower() && having(RowVerdict::isSlower).isEmpty());
    }

    private List<RowVerdict> changedLike(RowGroup group) {
        return having(row ->
                group == RowGroup.SLOWER ? row.isSlower() : Line.of(row).anyMatch(line -> line.group() == group));
    }

    /** The verdict of the change that the headline names; otherwise what holds for each row. Empty without rows. */
    String kind() {
        return rows().isEmpty() || verdicts().isWorkAlone()
                ? ""
                : leadTogether()
                        .map(Together::kind)
                        .or(() -> lead().map(group -> group.prose))
                        .orElseGet(this::kindOfEach);
    }

    private String kindOfEach() {
        List<RowGroup> groups = rows().stream().map(RowGroup::of).distinct().toList();
        if (verdicts().isComplete() && groups.equals(List.of(RowGroup.SAME))) {
            return RowGroup.SAME.prose;
        }
        boolean areAlike = verdicts().onlyInBase().isEmpty()
                && verdicts().onlyInHead().isEmpty()
                && rows().stream().allMatch(RowVerdict::isMeasuredAlike);
        return areAlike
                        && notLookedAt().isEmpty()
                        && Set.of(RowGroup.SAME, RowGroup.CLEAR).containsAll(groups)
                ? VerdictTable.NO_LARGE_SLOWDOWN
                : RowGroup.UNDECIDED.prose;
    }

    /** The change that matters most; without one, what is shown of all rows. */
    String headline() {
        return rows().isEmpty() && !isNothingReached()
                ? "No row could be compared"
                : leadTogether()
                        .map(it -> capital(together(Together::isSlower, true)))
                        .or(() -> lead().map(group -> changed(group, changedLike(group))))
                        .orElseGet(() -> capital(sentence(verdicts().outcome(false))));
    }
}
