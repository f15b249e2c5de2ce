package dev.callcost.compare;

import dev.callcost.compare.PairedComparison.Evidence;
import dev.callcost.compare.VerdictRow.Losses;
import dev.callcost.data.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rows that share one level: those of a session, or of several sessions that add up. First pairs give the prior, deciding pairs the evidence of each row,
 * and all rows together the level at which each is judged. The score and the quantities that are judged share the row's level. Their number does not depend on
 * what they measure.
 */
final class PairedRows {
    private static final String ITERATIONS = "(warmup|measurement).*";

    private static final String NO_FIRST_PAIR = "the budget ended before its first pair";

    /** The largest share of pairs whose forks did not meet their rate that is excluded and leaves the row judged. */
    private static final double MOST_UNMET = 0.1;

    private final Margins margins;
    private final Quantities quantities;
    private final double find;
    private final int shards;
    private final Map<RowKey, Joined> rows = new LinkedHashMap<>();
    private final List<RowKey> chosen;
    private final Map<RowKey, List<VerdictRow>> judged = new HashMap<>();
    private Map<Optional<Quantity>, Moderation> priors;
    private Rule rule;
    private boolean isStale = true;

    /**
     * @param sessions at least one, in the order they were measured. The first pair of a row is that of its first session, and the rows that any session chose are
     *     judged together
     */
    PairedRows(List<Session> sessions, Margins margins, Quantities quantities) {
        this.margins = margins;
        this.quantities = quantities;
        Session.Header first = sessions.get(0).header();
        find = first.toFind();
        shards = first.shards();
        Map<RowKey, List<Session>> parts = new LinkedHashMap<>();
        chosen = new ArrayList<>();
        for (Session session : sessions) {
            session.chosen().stream().filter(row -> !chosen.contains(row)).forEach(chosen::add);
            session.header()
                    .rows()
                    .forEach(row ->
                            parts.computeIfAbsent(row, it -> new ArrayList<>()).add(session.of(row)));
        }
        parts.forEach((row, ofRow) -> {
            if (ofRow.stream().anyMatch(ChangedRows::mayBeMeasured)) {
                rows.put(row, new Joined(row, ofRow));
            }
        });
    }

    /** What sessions hold of one row, and what it shows, which is calculated again when a part was added. */
    private final class Joined {
        private final RowKey key;
        private final List<Session> parts;
        private Map<RowKey, List<Pair>> first;
        private Map<Optional<Quantity>, Double> firstDifferences;
        private Map<RowKey, List<Pair>> counting;
        private Map<RowKey, Evidence> evidence;
        private double probability;

        Joined(RowKey key, List<Session> parts) {
            this.key = key;
            this.parts = parts;
        }

        void add(Session.Part part) {
            parts.get(parts.size() - 1).add(part);
            first = null;
            firstDifferences = null;
            evidence = null;
        }

        private void readPairs() {
            if (first == null) {
                first = byQuantity(flat(parts, Session::pairs).stream()
                        .filter(Pair::isFirst)
                        .limit(1)
                        .toList());
                counting = byQuantity(PairedRows.counting(parts));
            }
        }

        /** The pairs of the score and then those of the quantities; of a row that ended those of the score alone. */
        private Map<RowKey, List<Pair>> byQuantity(List<Pair> pairs) {
            Map<RowKey, List<Pair>> all = new LinkedHashMap<>(Map.of(key, pairs));
            if (end(parts).isEmpty()) {
                pairs.stream()
                        .flatMap(quantities::of)
                        .forEach(pair -> all.computeIfAbsent(pair.row(), it -> new ArrayList<>())
                                .add(pair));
            }
            return all;
        }

        private boolean isJudged(List<Pair> pairs) {
            return pairs.isEmpty()
                    || quantities.whyOnlyShown(pairs.get(0).base()).isEmpty();
        }

        private Stream<List<Pair>> judged(Map<RowKey, List<Pair>> pairs) {
            return pairs.values().stream().filter(this::isJudged);
        }

        /** The deciding differences of the first pair, of the score and the quantities that are judged. */
        Map<Optional<Quantity>, Double> firstDifferences() {
            if (firstDifferences == null) {
                readPairs();
                firstDifferences = new LinkedHashMap<>();
                judged(first)
                        .flatMap(List::stream)
                        .forEach(pair -> pair.difference()
                                .ifPresent(it -> firstDifferences.put(
                                        pair.base().primary().quantity(), it.deciding(pair.meanDecides()))));
            }
            return firstDifferences;
        }

        boolean hasBegun() {
            return parts.stream().anyMatch(Session::hasBegun);
        }

        private void estimate() {
            if (evidence != null) {
                return;
            }
            readPairs();
            evidence = new LinkedHashMap<>();
            counting.forEach((name, pairs) -> {
                List<PairDifference> differences = differences(pairs);
                if (!differences.isEmpty()) {
                    Optional<Quantity> quantity = pairs.get(0).base().primary().quantity();
                    evidence.put(
                            name,
                            new Evidence(
                                    differences,
                                    priors().getOrDefault(quantity, Moderation.NOTHING),
                                    pairs.stream().anyMatch(Pair::meanDecides)));
                }
            });
            probability = Math.min(
                    1,
                    shares()
                            * judged().mapToDouble(it -> it.deciding().probability())
                                    .min()
                                    .orElse(1));
        }

        /** What the score and the quantities that are judged show. */
        Stream<Evidence> judged() {
            estimate();
            return evidence.entrySet().stream()
                    .filter(it -> isJudged(counting.get(it.getKey())))
                    .map(Map.Entry::getValue);
        }

        /** How many of them share the row's level. */
        int shares() {
            readPairs();
            return (int)
                    Math.max(1, Math.max(judged(counting).count(), judged(first).count()));
        }

        /** Of the largest difference of any of them, where there is none. */
        double probability() {
            estimate();
            return probability;
        }
    }

    /** Adds a part that was measured. */
    void add(Session.Part part) {
        rows.get(part.row()).add(part);
        judged.remove(part.row());
        isStale = true;
        if (part instanceof Session.Chosen) {
            chosen.add(part.row());
        }
        if (part instanceof Pair pair && pair.isFirst()) {
            priors = null;
            rows.values().forEach(row -> row.evidence = null);
        }
    }

    private Map<Optional<Quantity>, Moderation> priors() {
        if (priors == null) {
            Map<Optional<Quantity>, Map<RowKey, OptionalDouble>> first = new HashMap<>();
            rows.forEach((key, row) -> row.firstDifferences()
                    .forEach((quantity, difference) -> first.computeIfAbsent(quantity, it -> new HashMap<>())
                            .put(key, OptionalDouble.of(difference))));
            priors = new HashMap<>();
            first.forEach((quantity, ofRows) -> priors.put(quantity, Screen.prior(ofRows)));
        }
        return priors;
    }

    /** The largest deciding difference of each row's first pair, in the order of the rows; empty where it failed, and absent where none began. */
    Map<RowKey, OptionalDouble> first() {
        Map<RowKey, OptionalDouble> first = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (row.hasBegun()) {
                first.put(
                        key,
                        row.firstDifferences().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .max());
            }
        });
        return first;
    }

    List<RowKey> chosen() {
        return chosen;
    }

    /** The screen by which rows were chosen; empty while there are first pairs to come. */
    Optional<Screen<RowKey>> screen() {
        return chosen.isEmpty() ? Optional.empty() : Optional.of(Screen.of(first(), chosen, find));
    }

    /** The rule at the level of all rows together, with the usual margin. */
    Rule rule() {
        if (isStale) {
            isStale = false;
            Rule before = rule;
            rule = PairedRule.of(
                    chosen.stream()
                            .mapToDouble(row -> rows.get(row).probability())
                            .toArray(),
                    margins.usual(),
                    shards);
            if (!rule.equals(before)) {
                judged.clear();
            }
        }
        return rule;
    }

    /** Whether so many forks of the row failed that it gets no more. */
    boolean isGivenUp(RowKey row) {
        return failures(row) >= Session.FAILURES;
    }

    int failures(RowKey row) {
        List<Session> parts = rows.get(row).parts;
        return parts.get(parts.size() - 1).losses(Session.FAILED).size();
    }

    /** The slowest mean of the deciding pairs of the row's quantities that are open, a logarithm; empty without any. */
    OptionalDouble slowest(RowKey row) {
        return rows.get(row)
                .judged()
                .mapToDouble(it -> it.deciding().all().logMean())
                .max();
    }

    /** The verdicts on all rows; those that are reached in set-up alone have one where they were measured. */
    List<VerdictRow> verdicts() {
        return rows.values().stream()
                .filter(row -> row.parts.stream().anyMatch(part -> part.hasBegun() || !ChangedRows.isInSetUp(part)))
                .flatMap(row -> verdicts(row.key).stream())
                .toList();
    }

    /**
     * Judges a row and then its quantities, while it is measured and from its files. With too few pairs for any other verdict it is UNDECIDED. A row that
     * failed or has no pairs has no quantities.
     */
    List<VerdictRow> verdicts(RowKey key) {
        Rule ofAll = rule();
        return judged.computeIfAbsent(key, it -> judge(rows.get(key), ofAll));
    }

    private List<VerdictRow> judge(Joined row, Rule ofAll) {
        row.estimate();
        List<VerdictRow> verdicts = new ArrayList<>();
        row.counting.forEach((name, pairs) -> {
            Rule own = ofAll.with(margins.of(name)).sharedBy(row.shares());
            verdicts.add(row(
                    name,
                    row,
                    pairs,
                    Optional.ofNullable(row.evidence.get(name)).map(it -> it.judge(own, find)),
                    sides -> quantities
                            .whyNotJudged(sides, own.margin())
                            .or(() -> Optional.of("a fork has no value or one around 0, so that there is no ratio")
                                    .filter(why -> !Quantities.isWhole(sides.base())
                                            && differences(pairs).size()
                                                    < counting(row.parts).size()))));
        });
        return verdicts;
    }

    private static <T> List<T> flat(List<Session> parts, Function<Session, List<T>> ofOne) {
        return parts.stream().flatMap(part -> ofOne.apply(part).stream()).toList();
    }

    /**
     * The end of a row that is not judged.
     *
     * @param why in one line
     */
    private record End(Verdict verdict, String why) {}

    /** The end of a row that a session gave up, or that no session measured; empty where neither is the case. */
    private static Optional<End> end(List<Session> parts) {
        for (Session part : parts) {
            List<Session.Loss> failures = part.losses(Session.FAILED);
            if (!failures.isEmpty() && (failures.size() >= Session.FAILURES || !part.hasMeasured())) {
                boolean isAnyMeasured = parts.stream().anyMatch(Session::hasMeasured);
                return Optional.of(new End(
                        isAnyMeasured ? Verdict.FAILED : Verdict.NOT_MEASURED,
                        failures.get(failures.size() - 1).text()));
            }
        }
        List<Session.Loss> skipped = flat(parts, part -> part.losses(Session.SKIPPED));
        if (!skipped.isEmpty()) {
            return Optional.of(new End(Verdict.SKIPPED, skipped.get(0).text()));
        }
        return isTooFast(parts) ? Optional.of(new End(Verdict.NOT_JUDGED, Quantities.NOT_MET)) : Optional.empty();
    }

    /**
     * Whether two pairs or more, and over {@value #MOST_UNMET} of all, have a fork that did not meet its rate. One such pair can come from the machine and is
     * excluded. More are a property of the code, and the pairs that met the rate would be a selection of the best forks.
     */
    private static boolean isTooFast(List<Session> parts) {
        int unmet = unmet(parts);
        return unmet > Math.max(1, MOST_UNMET * (unmet + counting(parts).size()));
    }

    private static int unmet(List<Session> parts) {
        return (int) flat(parts, Session::pairs).stream()
                .filter(pair -> !pair.isFirst() && pair.excluded().isEmpty() && !pair.isRateMet())
                .count();
    }

    private static List<Pair> counting(List<Session> parts) {
        return flat(parts, Session::pairs).stream().filter(Pair::counts).toList();
    }

    private static List<PairDifference> differences(List<Pair> pairs) {
        return pairs.stream().flatMap(pair -> pair.difference().stream()).toList();
    }

    /**
     * @param counting the pairs that count, of the row or of one of its quantities
     * @param whyNotJudged of what both sides measured
     */
    private VerdictRow row(
            RowKey key,
            Joined row,
            List<Pair> counting,
            Optional<PairedComparison> measured,
            Function<RowSides, Optional<String>> whyNotJudged) {
        List<Session> parts = row.parts;
        Optional<RowSides> sides = Optional.of(counting)
                .filter(it -> !it.isEmpty())
                .map(it -> RowSides.of(
                        Row.merged(it.stream().map(Pair::base).toList()),
                        Row.merged(it.stream().map(Pair::head).toList()),
                        List.of(),
                        1,
                        1));
        Optional<String> notJudged = sides.flatMap(whyNotJudged);
        Optional<PairedComparison> paired = measured.map(it -> sides.filter(both ->
                                Floor.covers(both.base().primary(), both.head().primary()))
                        .isPresent()
                ? it.withinFloor()
                : it);
        Optional<End> end = end(parts);
        Verdict verdict;
        if (end.isPresent()) {
            verdict = end.get().verdict();
        } else if (notJudged.isPresent()) {
            verdict = Verdict.NOT_JUDGED;
        } else if (flat(parts, Session::warmings).stream().anyMatch(Session.Warming::isGivenUp)) {
            verdict = Verdict.WARMING;
        } else if (!chosen.isEmpty() && !chosen.contains(row.key)) {
            verdict = Verdict.NOT_CHOSEN;
        } else {
            verdict = paired.map(it -> !it.verdict().isDecided() && it.isClear() ? Verdict.CLEAR : it.verdict())
                    .orElse(Verdict.UNDECIDED);
        }
        boolean isWhole = sides.map(both -> Quantities.isWhole(both.base())).orElse(true);
        Losses losses = isWhole ? losses(parts) : Losses.NONE;
        List<String> unlike = unlike(counting);
        return new VerdictRow(
                key,
                verdict,
                end.map(End::why)
                        .or(() -> notJudged)
                        .or(() -> Optional.of(NO_FIRST_PAIR)
                                .filter(why -> verdict == Verdict.NOT_CHOSEN && !row.hasBegun())),
                sides,
                paired.filter(it -> notJudged.isEmpty() || verdict == Verdict.NOT_JUDGED)
                        .map(PairedComparison::score),
                sides.filter(both -> !isTooFast(parts))
                        .flatMap(both -> AllocationComparison.of(
                                List.of(both.base()), List.of(both.head()), Math.max(1, chosen.size()))),
                unlike.isEmpty()
                        && sides.stream()
                                .flatMap(both -> both.differences().stream())
                                .noneMatch(difference -> difference.matches(ITERATIONS)),
                verdict == Verdict.UNDECIDED
                        ? paired.map(PairedComparison::morePairs).orElse(PairedRule.FEWEST_PAIRS)
                        : 0,
                remarks(verdict, paired, losses, isWhole ? unmet(parts) : 0, isWhole ? unlike : List.of()),
                paired,
                losses);
    }

    private static Losses losses(List<Session> parts) {
        return new Losses(
                (int) flat(parts, Session::pairs).stream()
                        .filter(pair -> !pair.isFirst() && pair.excluded().isPresent())
                        .count(),
                flat(parts, part -> part.losses(Session.FAILED)).size(),
                flat(parts, Session::warmings).stream()
                        .filter(warming -> !warming.isGivenUp())
                        .mapToInt(Session.Warming::pairs)
                        .sum());
    }

    private static List<String> remarks(
            Verdict verdict, Optional<PairedComparison> paired, Losses losses, int unmet, List<String> unlike) {
        List<String> remarks = new ArrayList<>();
        if (verdict == Verdict.WARMING) {
            remarks.add("still drifted after the longest warm-up: raise --warm-up-cap");
        }
        paired.flatMap(PairedComparison::significantDrift)
                .ifPresent(it -> remarks.add(
                        "the difference drifts while measured, " + PairedComparison.fromTo(it.first(), it.last())));
        count(losses.dropped(), "pair", " dropped: the warm-up was too short", remarks);
        unlike.forEach(difference -> remarks.add("the pairs are not alike: " + difference));
        count(losses.excluded(), "pair", " excluded", remarks);
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
                .flatMap(side -> pairs.stream()
                        .map(side)
                        .flatMap(fork -> RowSides.differences(side.apply(pairs.get(0)), fork).stream()))
                .filter(difference -> !difference.matches(ITERATIONS))
                .distinct()
                .toList();
    }
}
