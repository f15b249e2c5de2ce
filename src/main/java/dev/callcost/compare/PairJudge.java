package dev.callcost.compare;

import dev.callcost.compare.PairResult.Evidence;
import dev.callcost.compare.RowVerdict.Losses;
import dev.callcost.data.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows that share one level: those of a session, or of several sessions that add up. First pairs give the prior, deciding pairs the evidence of each row,
 * and all rows together the level at which each is judged. The score and the quantities that are judged share the row's level. Their number does not depend on
 * what they measure.
 */
final class PairJudge {
    private static final String ITERATIONS = "(warmup|measurement).*";

    /** The largest share of pairs whose forks did not meet their rate that is excluded and leaves the row judged. */
    private static final double MOST_UNMET = 0.1;

    private final double margin;
    private final Quantities quantities;
    private final int shards;
    private final Map<RowKey, Joined> rows = new LinkedHashMap<>();
    private final List<RowKey> chosen;
    private final Map<RowKey, Shown> shown = new HashMap<>();
    private final Map<RowKey, List<RowVerdict>> judged = new HashMap<>();
    private Map<Optional<Quantity>, Moderation> priors;
    private Optional<Screen<RowKey>> screen;
    private VerdictRule rule;

    /**
     * @param sessions at least one, in the order they were measured. The first pair of a row is that of its first session, and the rows that any session chose are
     *     judged together
     */
    PairJudge(List<CompareLog> sessions, double margin, Quantities quantities) {
        this.margin = margin;
        this.quantities = quantities;
        CompareRun.Settings settings = sessions.get(0).header().settings();
        shards = settings.shards();
        chosen = sessions.stream()
                .flatMap(session -> session.chosen().stream())
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        Map<RowKey, List<CompareLog>> parts = new LinkedHashMap<>();
        sessions.forEach(session -> session.header()
                .rows()
                .forEach(row ->
                        parts.computeIfAbsent(row, it -> new ArrayList<>()).add(session.of(row))));
        parts.forEach((row, ofRow) -> {
            if (!ofRow.stream().allMatch(part -> part.changed().isOf(Kind.SAME_CODE, row))) {
                rows.put(row, new Joined(row, ofRow));
            }
        });
    }

    /**
     * The end of a row that is not judged.
     *
     * @param why in one line
     */
    private record End(Verdict verdict, String why) {}

    /** What sessions hold of one row. */
    private final class Joined {
        private final RowKey key;
        private final List<CompareLog> parts;

        /** The end of a row that a session gave up, or that no session measured; empty where neither is the case. */
        private final Optional<End> end;

        /** The pairs that count, by the name of what they measure: of the score and then of the quantities; of a row that ended those of the score alone. */
        private final Map<RowKey, List<Pair>> counting;

        /** The same of the first pair. */
        private final Map<RowKey, List<Pair>> first;

        /** The deciding differences of the first pair, of the score and the quantities that are judged. */
        private final Map<Optional<Quantity>, Double> firstDifferences = new LinkedHashMap<>();

        Joined(RowKey key, List<CompareLog> parts) {
            this.key = key;
            this.parts = parts;
            end = end();
            counting = byQuantity(pairs(Pair::counts));
            first = byQuantity(pairs(Pair::isFirst).stream().limit(1).toList());
            judged(first)
                    .flatMap(List::stream)
                    .forEach(pair -> pair.difference()
                            .ifPresent(it -> firstDifferences.put(
                                    pair.base().primary().quantity(), it.deciding(pair.meanDecides()))));
        }

        Joined with(CompareLog.Part part) {
            last().add(part);
            return new Joined(key, parts);
        }

        CompareLog last() {
            return parts.get(parts.size() - 1);
        }

        private <T extends CompareLog.Part> List<T> all(Class<T> type) {
            return parts.stream().flatMap(part -> part.all(type).stream()).toList();
        }

        List<Pair> pairs(Predicate<Pair> which) {
            return parts.stream()
                    .flatMap(part -> part.pairs().stream())
                    .filter(which)
                    .toList();
        }

        private Map<RowKey, List<Pair>> byQuantity(List<Pair> pairs) {
            Map<RowKey, List<Pair>> all = new LinkedHashMap<>(Map.of(key, pairs));
            if (end.isEmpty()) {
                pairs.stream()
                        .flatMap(quantities::of)
                        .forEach(pair -> all.computeIfAbsent(pair.row(), it -> new ArrayList<>())
                                .add(pair));
            }
            return all;
        }

        private Optional<End> end() {
            for (CompareLog part : parts) {
                List<CompareLog.Failed> failures = part.all(CompareLog.Failed.class);
                if (!failures.isEmpty() && (failures.size() >= CompareLog.FAILURES || !part.hasMeasured())) {
                    boolean isAnyMeasured = parts.stream().anyMatch(CompareLog::hasMeasured);
                    return Optional.of(new End(
                            isAnyMeasured ? Verdict.FAILED : Verdict.NOT_MEASURED,
                            failures.get(failures.size() - 1).text()));
                }
            }
            return all(CompareLog.Skipped.class).stream()
                    .findFirst()
                    .map(skipped -> new End(Verdict.SKIPPED, skipped.text()))
                    .or(() -> Optional.of(new End(Verdict.NOT_JUDGED, Quantities.NOT_MET))
                            .filter(it -> isTooFast()))
                    .or(() -> all(CompareLog.Warming.class).stream()
                            .filter(CompareLog.Warming::isGivenUp)
                            .findFirst()
                            .map(it -> new End(Verdict.NOT_JUDGED, Quantities.DRIFTS)));
        }

        /**
         * Whether two pairs or more, and over {@value #MOST_UNMET} of all, have a fork that did not meet its rate. One such pair can come from the machine and is
         * excluded. More are a property of the code, and the pairs that met the rate would be a selection of the best forks.
         */
        boolean isTooFast() {
            return unmet()
                    > Math.max(1, MOST_UNMET * (unmet() + pairs(Pair::counts).size()));
        }

        int unmet() {
            return pairs(pair -> !pair.isFirst() && !pair.isRateMet()).size();
        }

        boolean hasBegun() {
            return parts.stream().anyMatch(CompareLog::hasBegun);
        }

        /** How many of the score and the quantities that are judged share the row's level. */
        int shares() {
            return (int)
                    Math.max(1, Math.max(judged(counting).count(), judged(first).count()));
        }

        Losses losses() {
            return new Losses(
                    all(CompareLog.Failed.class).size(),
                    all(CompareLog.Warming.class).stream()
                            .filter(warming -> !warming.isGivenUp())
                            .mapToInt(CompareLog.Warming::pairs)
                            .sum());
        }
    }

    private boolean isJudged(List<Pair> pairs) {
        return pairs.isEmpty() || Quantities.whyOnlyShown(pairs.get(0).base()).isEmpty();
    }

    private Stream<List<Pair>> judged(Map<RowKey, List<Pair>> pairs) {
        return pairs.values().stream().filter(this::isJudged);
    }

    /**
     * What the deciding pairs of a row show.
     *
     * @param all of the score and of each quantity
     * @param judged those that are judged
     * @param probability of the largest difference of any of these, where there is none
     */
    private record Shown(Map<RowKey, Evidence> all, List<Evidence> judged, double probability) {}

    private Shown shown(RowKey key) {
        return shown.computeIfAbsent(key, it -> shown(rows.get(it)));
    }

    private Shown shown(Joined row) {
        Map<RowKey, Evidence> all = new LinkedHashMap<>();
        List<Evidence> judged = new ArrayList<>();
        row.counting.forEach((name, pairs) -> {
            List<PairDifference> differences = differences(pairs);
            if (!differences.isEmpty()) {
                Evidence evidence = new Evidence(
                        differences,
                        priors().getOrDefault(pairs.get(0).base().primary().quantity(), Moderation.NOTHING),
                        pairs.stream().anyMatch(Pair::meanDecides));
                all.put(name, evidence);
                if (isJudged(pairs)) {
                    judged.add(evidence);
                }
            }
        });
        double least = judged.stream()
                .mapToDouble(it -> it.deciding().probability())
                .min()
                .orElse(1);
        return new Shown(all, judged, Math.min(1, row.shares() * least));
    }

    private static List<PairDifference> differences(List<Pair> pairs) {
        return pairs.stream().flatMap(pair -> pair.difference().stream()).toList();
    }

    /** Adds a part that was measured. */
    void add(CompareLog.Part part) {
        RowKey key = part.row();
        rows.put(key, rows.get(key).with(part));
        shown.remove(key);
        judged.clear();
        screen = null;
        rule = null;
        if (part instanceof CompareLog.Chosen) {
            chosen.add(key);
        }
        if (part instanceof Pair pair && pair.isFirst()) {
            priors = null;
            shown.clear();
        }
    }

    private Map<Optional<Quantity>, Moderation> priors() {
        if (priors == null) {
            Map<Optional<Quantity>, Map<RowKey, OptionalDouble>> first = new HashMap<>();
            rows.forEach((key, row) -> row.firstDifferences.forEach((quantity, difference) ->
                    first.computeIfAbsent(quantity, it -> new HashMap<>()).put(key, OptionalDouble.of(difference))));
            priors = new HashMap<>();
            first.forEach((quantity, ofRows) -> priors.put(quantity, Screen.prior(ofRows)));
        }
        return priors;
    }

    /** Whether a fork of the row has run. */
    boolean hasBegun(RowKey row) {
        return rows.get(row).hasBegun();
    }

    /** The largest deciding difference of each row's first pair, in the order of the rows; empty where it failed, and absent where none began. */
    Map<RowKey, OptionalDouble> first() {
        Map<RowKey, OptionalDouble> first = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (row.hasBegun()) {
                first.put(
                        key,
                        row.firstDifferences.values().stream()
                                .mapToDouble(Double::doubleValue)
                                .max());
            }
        });
        return first;
    }

    /** All forks that measured. */
    List<Row> measured() {
        return rows.values().stream()
                .flatMap(row -> row.pairs(pair -> true).stream())
                .flatMap(pair -> Stream.of(pair.base(), pair.head()))
                .toList();
    }

    /** How long each first pair took, in nanoseconds. */
    LongSummaryStatistics firstPairs() {
        return rows.values().stream()
                .flatMap(row -> row.first.get(row.key).stream())
                .mapToLong(Pair::nanos)
                .summaryStatistics();
    }

    List<RowKey> chosen() {
        return chosen;
    }

    /** The screen by which rows were chosen; empty while there are first pairs to come. */
    Optional<Screen<RowKey>> screen() {
        if (screen == null) {
            screen = chosen.isEmpty() ? Optional.empty() : Optional.of(Screen.of(first(), chosen));
        }
        return screen;
    }

    /** The rule at the level of all rows together, with the usual margin. */
    VerdictRule rule() {
        if (rule == null) {
            rule = PairRule.of(
                    chosen.stream().mapToDouble(row -> shown(row).probability).toArray(), margin, shards);
        }
        return rule;
    }

    /** Whether so many forks of the row failed that it gets no more. */
    boolean isGivenUp(RowKey row) {
        return failures(row) >= CompareLog.FAILURES;
    }

    int failures(RowKey row) {
        return rows.get(row).last().all(CompareLog.Failed.class).size();
    }

    /** The slowest mean of the deciding pairs of the row's quantities that are open, a logarithm; empty without any. */
    OptionalDouble slowest(RowKey row) {
        return shown(row).judged.stream()
                .mapToDouble(it -> it.deciding().all().logMean())
                .max();
    }

    /** The verdicts on all rows; those that come after rows that run changed methods have one where they were measured. */
    List<RowVerdict> verdicts() {
        return rows.values().stream()
                .filter(row -> row.hasBegun()
                        || !row.parts.stream().allMatch(part -> part.changed().isLater(row.key)))
                .flatMap(row -> verdicts(row.key).stream())
                .toList();
    }

    /**
     * Judges a row and then its quantities, while it is measured and from its files. With too few pairs for any other verdict it is UNDECIDED. A row that
     * failed or has no pairs has no quantities.
     */
    List<RowVerdict> verdicts(RowKey key) {
        VerdictRule ofAll = rule();
        return judged.computeIfAbsent(key, it -> {
            Joined row = rows.get(key);
            Map<RowKey, Evidence> all = shown(key).all;
            List<RowVerdict> verdicts = new ArrayList<>();
            row.counting.forEach((name, pairs) -> verdicts.add(
                    judge(name, row, pairs, Optional.ofNullable(all.get(name)), ofAll.sharedBy(row.shares()))));
            return verdicts;
        });
    }

    /** Why the score or a quantity is not judged, whatever its pairs show; empty when it is. */
    private Optional<String> whyNotJudged(RowSides sides, Joined row, List<Pair> pairs, VerdictRule own) {
        return quantities
                .whyNotJudged(sides, own.margin())
                .or(() -> Optional.of(Quantities.NO_RATIO)
                        .filter(why -> !Quantities.isWhole(sides.base())
                                && differences(pairs).size()
                                        < row.pairs(Pair::counts).size()));
    }

    /**
     * Judges the score or a quantity.
     *
     * @param counting its pairs that count
     */
    private RowVerdict judge(
            RowKey name, Joined row, List<Pair> counting, Optional<Evidence> evidence, VerdictRule own) {
        Optional<RowSides> sides = Optional.of(counting)
                .filter(it -> !it.isEmpty())
                .map(it -> RowSides.of(
                        Row.merged(it.stream().map(Pair::base).toList()),
                        Row.merged(it.stream().map(Pair::head).toList()),
                        List.of(),
                        1,
                        1));
        Optional<String> notJudged = sides.flatMap(both -> whyNotJudged(both, row, counting, own));
        boolean isWithinFloor = sides.stream()
                .anyMatch(
                        both -> Floor.covers(both.base().primary(), both.head().primary()));
        Optional<PairResult> paired =
                evidence.map(it -> it.judge(own)).map(it -> isWithinFloor ? it.withinFloor() : it);
        Verdict verdict;
        if (row.end.isPresent()) {
            verdict = row.end.get().verdict();
        } else if (notJudged.isPresent()) {
            verdict = Verdict.NOT_JUDGED;
        } else if (!chosen.isEmpty() && !chosen.contains(row.key)) {
            verdict = Verdict.NOT_CHOSEN;
        } else {
            verdict = paired.map(it -> !it.verdict().isDecided() && it.isClear() ? Verdict.CLEAR : it.verdict())
                    .orElse(Verdict.UNDECIDED);
        }
        boolean isWhole = sides.map(both -> Quantities.isWhole(both.base())).orElse(true);
        Losses losses = isWhole ? row.losses() : Losses.NONE;
        List<String> unlike = unlike(counting);
        return new RowVerdict(
                name,
                verdict,
                row.end
                        .map(End::why)
                        .or(() -> notJudged)
                        .or(() -> Optional.of("the budget ended before its first pair")
                                .filter(why -> verdict == Verdict.NOT_CHOSEN && !row.hasBegun())),
                sides,
                paired.filter(it -> notJudged.isEmpty() || verdict == Verdict.NOT_JUDGED)
                        .map(PairResult::score),
                sides.filter(both -> !row.isTooFast())
                        .flatMap(both -> AllocationChange.of(
                                List.of(both.base()), List.of(both.head()), Math.max(1, chosen.size()))),
                unlike.isEmpty()
                        && sides.stream()
                                .flatMap(both -> both.differences().stream())
                                .noneMatch(difference -> difference.matches(ITERATIONS)),
                verdict == Verdict.UNDECIDED ? paired.map(PairResult::morePairs).orElse(PairRule.FEWEST_PAIRS) : 0,
                remarks(verdict, paired, losses, isWhole ? row.unmet() : 0, isWhole ? unlike : List.of()),
                paired,
                losses);
    }

    private static List<String> remarks(
            Verdict verdict, Optional<PairResult> paired, Losses losses, int unmet, List<String> unlike) {
        List<String> remarks = new ArrayList<>();
        paired.flatMap(PairResult::significantDrift)
                .ifPresent(it -> remarks.add(
                        "the difference drifts while measured, " + PairResult.fromTo(it.first(), it.last())));
        count(losses.dropped(), "pair", " dropped: the warm-up was too short", remarks);
        unlike.forEach(difference -> remarks.add("the pairs are not alike: " + difference));
        count(unmet, "pair", " excluded, because a fork did not meet the rate", remarks);
        if (verdict != Verdict.FAILED && verdict != Verdict.NOT_MEASURED) {
            count(losses.failedForks(), "fork", " failed", remarks);
        }
        return remarks;
    }

    private static void count(int number, String what, String end, List<String> remarks) {
        if (number > 0) {
            remarks.add(Sections.count(number, what) + end);
        }
    }

    /** Settings in which forks differ from the first of their side, as when sessions add up; without lengths and numbers of iterations. */
    private static List<String> unlike(List<Pair> pairs) {
        return Stream.<Function<Pair, Row>>of(Pair::base, Pair::head)
                .flatMap(side ->
                        RowSides.differencesWithin(pairs.stream().map(side).toList()).stream())
                .filter(difference -> !difference.matches(ITERATIONS))
                .distinct()
                .toList();
    }
}
