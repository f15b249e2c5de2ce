package dev.callcost.compare.judge;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.Floor;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.PairDifference;
import dev.callcost.compare.evidence.PairResult;
import dev.callcost.compare.evidence.PairResult.Evidence;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.PairRule.PairPrior;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.evidence.RowSides;
import dev.callcost.compare.evidence.RowSides.SettingDifference;
import dev.callcost.compare.judge.RowVerdict.Compared;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.FailedFork;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionEvent.SkippedFork;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.Metric.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.RowDrift;
import dev.callcost.data.RowKey;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Sections;
import dev.callcost.work.WorkDelta;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rows that share one level: those of a session, or of several sessions that add up. First pairs choose rows,
 * deciding pairs give the evidence of each row and the prior, and all rows together the level at which each is judged.
 * The score and the quantities that are judged share the row's level. Their number does not depend on what they
 * measure. Pairs count in the order in which they ended, which the log has, so that a session is judged alike while it
 * is measured and from its files.
 */
public final class PairJudge {
    /** The largest share of pairs whose forks did not meet their rate that is excluded and leaves the row judged. */
    private static final double MOST_UNMET = 0.1;

    private static final Set<Kind> LATER = EnumSet.of(Kind.LOADED, Kind.REACHED_IN_SETUP);

    private final double margin;
    private final Quantities quantities;
    private final int shards;
    private final Map<RowKey, Joined> rows = new LinkedHashMap<>();
    private final List<RowKey> chosen = new ArrayList<>();
    private final Map<RowKey, Shown> shown = new HashMap<>();
    private final Map<RowKey, List<RowVerdict>> judged = new HashMap<>();
    private final Map<Optional<Quantity>, Moderation> priors = new HashMap<>();
    private final Map<Kind, Optional<Screen<RowKey>>> screens = new EnumMap<>(Kind.class);
    private VerdictRule rule;

    /**
     * @param sessions at least one, in the order they were measured. The first pair of a row is that of its first
     *     session, and the rows that any session chose are judged together
     */
    public PairJudge(List<Session> sessions, double margin, Quantities quantities) {
        this.margin = margin;
        this.quantities = quantities;
        shards = sessions.get(0).header().settings().shards();
        for (Session session : sessions) {
            for (RowKey row : session.header().rows()) {
                if (sessions.stream()
                        .filter(it -> it.header().rows().contains(row))
                        .anyMatch(it -> !it.changed().isOf(Kind.SAME_CODE, row))) {
                    rows.computeIfAbsent(row, Joined::new).begin(session);
                }
            }
            session.events().stream()
                    .filter(part -> rows.containsKey(part.row()))
                    .forEach(this::add);
        }
    }

    /** Judges a session by its own margin and metrics. */
    public PairJudge(Session session) {
        this(
                List.of(session),
                session.header().settings().margin(),
                new Quantities(session.header().settings().choices()));
    }

    public Quantities quantities() {
        return quantities;
    }

    /** The end of a row that is not judged. */
    private record RowEnd(Fate fate, NoVerdict why) {}

    /** The pairs that count of a row's score, or of a quantity, in their order. */
    private final class PairSeries {
        private final List<Pair> pairs = new ArrayList<>();
        private final List<PairDifference> differences = new ArrayList<>();

        /** The prior when each interim analysis was reached, which fixes the analysis's probability. */
        private final List<Moderation> atAnalyses = new ArrayList<>();

        private int earlierPairs;
        private int earlierDifferences;
        private boolean meanDecides;

        /** Begins another session. */
        void begin() {
            earlierPairs = pairs.size();
            earlierDifferences = differences.size();
        }

        void add(Pair pair) {
            pairs.add(pair);
            meanDecides |= RowSides.differInMemory(pair);
            PairDifference.of(pair).ifPresent(differences::add);
        }

        /** Drops the pairs of the session. */
        void drop() {
            cut(pairs, earlierPairs);
            cut(differences, earlierDifferences);
            cut(atAnalyses, (int) PairRule.ANALYSES.stream()
                    .filter(it -> it <= differences.size())
                    .count());
            meanDecides = pairs.stream().anyMatch(RowSides::differInMemory);
        }

        private static void cut(List<?> list, int size) {
            list.subList(Math.min(size, list.size()), list.size()).clear();
        }

        /** Fixes the prior of an interim analysis that the last pair has reached. */
        void reach() {
            int reached = atAnalyses.size();
            if (reached < PairRule.ANALYSES.size() && PairRule.ANALYSES.get(reached) == differences.size()) {
                atAnalyses.add(prior(quantity()));
            }
        }

        Optional<Quantity> quantity() {
            return pairs.get(0).base().primary().quantity();
        }

        boolean isJudged() {
            return pairs.isEmpty() || PairJudge.isJudged(pairs.get(0));
        }

        List<Double> values() {
            return differences.stream().map(it -> it.deciding(meanDecides)).toList();
        }

        Evidence evidence() {
            return Evidence.of(differences, new PairResult.Priors(atAnalyses, prior(quantity())), meanDecides, margin);
        }
    }

    /** What sessions hold of one row. */
    private final class Joined {
        private final RowKey key;
        private final List<Session> parts = new ArrayList<>();

        /** By the name of what they measure: the score and then the quantities. */
        private final Map<RowKey, PairSeries> all = new LinkedHashMap<>();

        /** The first pair, of the same. */
        private final Map<RowKey, Pair> first = new LinkedHashMap<>();

        Joined(RowKey key) {
            this.key = key;
            all.put(key, new PairSeries());
        }

        void begin(Session session) {
            parts.add(new Session(session.header(), session.changed(), new ArrayList<>()));
            all.values().forEach(PairSeries::begin);
        }

        void add(SessionEvent part) {
            last().add(part);
            if (part instanceof Pair pair && pair.isFirst() && first.isEmpty()) {
                ofEach(pair).forEach(it -> first.put(it.row(), it));
            } else if (part instanceof Pair pair && pair.counts()) {
                ofEach(pair)
                        .forEach(it -> all.computeIfAbsent(it.row(), name -> new PairSeries())
                                .add(it));
            } else if (part instanceof Warming warming && !warming.isGivenUp()) {
                all.values().forEach(PairSeries::drop);
            }
        }

        private Stream<Pair> ofEach(Pair pair) {
            return Stream.concat(Stream.of(pair), quantities.of(pair));
        }

        /** Of a row that ended, the score alone. */
        Map<RowKey, PairSeries> series() {
            return end().isEmpty() ? all : Map.of(key, all.get(key));
        }

        /** The deciding differences of the first pair, of the score and the quantities that are judged. */
        Map<RowKey, Double> firstDifferences() {
            Map<RowKey, Double> differences = new LinkedHashMap<>();
            first.forEach((name, pair) -> PairDifference.deciding(pair)
                    .filter(it -> PairJudge.isJudged(pair))
                    .ifPresent(it -> differences.put(name, it)));
            return differences;
        }

        OptionalDouble slowestFirst() {
            return firstDifferences().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .max();
        }

        Session last() {
            return parts.get(parts.size() - 1);
        }

        /** Rows of the first tier run changed methods, or all rows are measured. */
        Kind tier() {
            return LATER.stream()
                    .filter(kind ->
                            parts.stream().allMatch(part -> part.changed().isOf(kind, key)))
                    .findFirst()
                    .orElse(Kind.REACHED);
        }

        private <T extends SessionEvent> List<T> all(Class<T> type) {
            return parts.stream().flatMap(part -> part.all(type).stream()).toList();
        }

        Stream<Pair> pairs() {
            return parts.stream().flatMap(part -> part.pairs().stream());
        }

        /** The end of a row that a session gave up, or that no session measured; empty where neither is the case. */
        private Optional<RowEnd> end() {
            for (Session part : parts) {
                List<FailedFork> failures = part.all(FailedFork.class);
                if (!failures.isEmpty() && (failures.size() >= Session.FAILURES || !part.hasMeasured())) {
                    boolean isAnyMeasured = parts.stream().anyMatch(Session::hasMeasured);
                    return Optional.of(new RowEnd(
                            isAnyMeasured ? Fate.FAILED : Fate.NOT_MEASURED,
                            NoVerdict.lost(failures.get(failures.size() - 1).text())));
                }
            }
            return all(SkippedFork.class).stream()
                    .findFirst()
                    .map(skipped -> new RowEnd(Fate.SKIPPED, NoVerdict.lost(skipped.text())))
                    .or(() -> Optional.of(new RowEnd(Fate.NOT_JUDGED, NoVerdict.RATE_NOT_MET))
                            .filter(it -> isTooFast()))
                    .or(() -> all(Warming.class).stream()
                            .filter(Warming::isGivenUp)
                            .findFirst()
                            .map(it -> new RowEnd(Fate.NOT_JUDGED, NoVerdict.DRIFTS)));
        }

        /**
         * Whether two pairs or more, and over {@value #MOST_UNMET} of all, have a fork that did not meet its rate. One
         * such pair can come from the machine and is excluded. More are a property of the code, and the pairs that met
         * the rate would be a selection of the best forks.
         */
        boolean isTooFast() {
            int unmet = unmet();
            return unmet > 1 && unmet > MOST_UNMET * (unmet + all.get(key).pairs.size());
        }

        int unmet() {
            return (int)
                    pairs().filter(pair -> !pair.isFirst() && !pair.isRateMet()).count();
        }

        boolean hasBegun() {
            return parts.stream().anyMatch(Session::hasBegun);
        }

        /** Whether it is chosen, and has no pair that counts but a first one with a ratio. */
        boolean awaitsDecidingPairs() {
            return chosen.contains(key)
                    && all.get(key).pairs.isEmpty()
                    && end().isEmpty()
                    && slowestFirst().isPresent();
        }

        /** How many of the score and the quantities that are judged share the row's level. */
        int shares() {
            long deciding =
                    series().values().stream().filter(PairSeries::isJudged).count();
            long ofFirst = first.values().stream().filter(PairJudge::isJudged).count();
            return (int) Math.max(1, Math.max(deciding, end().isEmpty() ? ofFirst : 1));
        }

        /** How many pairs were dropped because the difference drifted. */
        int dropped() {
            return all(Warming.class).stream()
                    .filter(warming -> !warming.isGivenUp())
                    .mapToInt(Warming::pairs)
                    .sum();
        }
    }

    private static boolean isJudged(Pair pair) {
        return Quantities.whyOnlyShown(pair.base()).isEmpty();
    }

    /**
     * What the deciding pairs of a row show.
     *
     * @param all of the score and of each quantity
     * @param judged those that are judged
     * @param isDrifting whether the score's difference drifts, so that nothing of the row has a verdict
     * @param probability of the largest difference of any of these, where there is none
     */
    private record Shown(Map<RowKey, Evidence> all, List<Evidence> judged, boolean isDrifting, double probability) {}

    private Shown shown(RowKey key) {
        return shown.computeIfAbsent(key, it -> shown(rows.get(it)));
    }

    private Shown shown(Joined row) {
        Map<RowKey, Evidence> all = new LinkedHashMap<>();
        List<Evidence> judged = new ArrayList<>();
        row.series().forEach((name, series) -> {
            if (!series.differences.isEmpty()) {
                Evidence evidence = series.evidence();
                all.put(name, evidence);
                if (series.isJudged()) {
                    judged.add(evidence);
                }
            }
        });
        boolean isDrifting = all.containsKey(row.key) && all.get(row.key).isDrifting();
        double least = judged.stream()
                .mapToDouble(it -> it.deciding().probability())
                .min()
                .orElse(1);
        return new Shown(all, judged, isDrifting, isDrifting ? 1 : Math.min(1, row.shares() * least));
    }

    public void add(SessionEvent part) {
        RowKey key = part.row();
        Joined row = rows.get(key);
        row.add(part);
        shown.clear();
        judged.clear();
        priors.clear();
        screens.clear();
        rule = null;
        if (part instanceof ChosenRow && !chosen.contains(key)) {
            chosen.add(key);
        }
        if (part instanceof Pair pair && pair.counts()) {
            row.all.values().forEach(PairSeries::reach);
        }
    }

    /** By which the variances of a quantity are moderated, or of the scores. */
    public Moderation prior(Optional<Quantity> quantity) {
        return priors.computeIfAbsent(
                quantity,
                it -> PairPrior.of(
                        rows.values().stream()
                                .flatMap(row -> row.firstDifferences().entrySet().stream()
                                        .filter(first -> quantity.equals(row.first
                                                .get(first.getKey())
                                                .base()
                                                .primary()
                                                .quantity()))
                                        .map(Map.Entry::getValue))
                                .mapToDouble(Double::doubleValue)
                                .toArray(),
                        rows.values().stream()
                                .flatMap(row -> row.all.values().stream())
                                .filter(series -> !series.pairs.isEmpty()
                                        && series.isJudged()
                                        && series.quantity().equals(quantity))
                                .map(PairSeries::values)
                                .toList()));
    }

    /** The row's work; empty where it was not looked at. */
    public Optional<WorkDelta> work(RowKey row) {
        return rows.get(row).parts.stream()
                .flatMap(part -> part.changed().work(row).stream())
                .findFirst();
    }

    /** Whether a fork of the row has run. */
    public boolean hasBegun(RowKey row) {
        return rows.get(row).hasBegun();
    }

    /**
     * The largest deciding difference of each row's first pair, in the order of the rows; empty where it failed, and
     * absent where none began.
     */
    public Map<RowKey, OptionalDouble> first() {
        Map<RowKey, OptionalDouble> first = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (row.hasBegun()) {
                first.put(key, row.slowestFirst());
            }
        });
        return first;
    }

    /** The scores of the first pairs of the rows that run changed methods, where they are judged and have a ratio. */
    Map<RowKey, Pair> firstOfReached() {
        Map<RowKey, Pair> first = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (row.tier() == Kind.REACHED && row.firstDifferences().containsKey(key)) {
                first.put(key, row.first.get(key));
            }
        });
        return first;
    }

    /** How many rows run changed methods. */
    int reached() {
        return (int)
                rows.values().stream().filter(row -> row.tier() == Kind.REACHED).count();
    }

    /** All rows together; empty while first pairs are missing, and where rows are too few. */
    public Optional<Together> together() {
        return screen(Kind.REACHED)
                .flatMap(it -> Together.ofAll(firstOfReached().values(), reached(), margin, shards));
    }

    public List<Row> measured() {
        return rows.values().stream()
                .flatMap(Joined::pairs)
                .flatMap(pair -> Stream.of(pair.base(), pair.head()))
                .toList();
    }

    /** The nanoseconds that each first pair added to the session. */
    public LongSummaryStatistics firstPairs() {
        return rows.values().stream()
                .flatMap(row -> Stream.ofNullable(row.first.get(row.key)))
                .mapToLong(Pair::elapsed)
                .summaryStatistics();
    }

    public List<RowKey> chosen() {
        return chosen;
    }

    /** The screen by which rows of a tier were chosen; empty while there are first pairs to come. */
    public Optional<Screen<RowKey>> screen(Kind tier) {
        return screens.computeIfAbsent(tier, it -> {
            Map<RowKey, OptionalDouble> first = first();
            first.keySet().removeIf(row -> rows.get(row).tier() != tier);
            List<RowKey> ofTier =
                    chosen.stream().filter(row -> rows.get(row).tier() == tier).toList();
            return ofTier.isEmpty() ? Optional.empty() : Optional.of(Screen.of(first, ofTier));
        });
    }

    /**
     * The largest slowdown, a logarithm, that might not have been seen in a row that was not chosen and is clear; empty
     * without such rows.
     */
    OptionalDouble unseen() {
        return Stream.of(Kind.values())
                .flatMap(tier -> screen(tier).stream())
                .flatMapToDouble(screen -> screen.unseen().stream())
                .filter(it -> it <= PairRule.LARGE)
                .max();
    }

    /** Whether a row was not chosen, and its first pair does not show that it has no large slowdown. */
    public boolean isSuspect(RowKey row) {
        return rows.get(row).hasBegun()
                && !chosen.contains(row)
                && rows.get(row).end().isEmpty()
                && screen(tier(row))
                        .map(it -> it.isSuspect(rows.get(row).slowestFirst()))
                        .orElse(true);
    }

    public Kind tier(RowKey row) {
        return rows.get(row).tier();
    }

    /** The rule at the level of all rows together, with the usual margin. */
    public VerdictRule rule() {
        if (rule == null) {
            rule = PairRule.of(
                    chosen.stream().mapToDouble(row -> shown(row).probability).toArray(), margin, shards);
        }
        return rule;
    }

    /** Whether so many forks of the row failed that it gets no more. */
    public boolean isGivenUp(RowKey row) {
        return rows.get(row).last().all(FailedFork.class).size() >= Session.FAILURES;
    }

    /** The slowest mean of the deciding pairs of the row's quantities that are open, a logarithm; empty without any. */
    public OptionalDouble slowest(RowKey row) {
        return shown(row).judged.stream()
                .mapToDouble(it -> it.deciding().all().logMean())
                .max();
    }

    /** Whether the row's difference drifts, so that pairs do not decide it. */
    public boolean isDrifting(RowKey row) {
        return shown(row).isDrifting;
    }

    /** The verdicts on all rows; those of the later tiers have one where they were measured. */
    public List<RowVerdict> verdicts() {
        return rows.values().stream()
                .filter(row -> row.hasBegun() || row.tier() == Kind.REACHED)
                .flatMap(row -> verdicts(row.key).stream())
                .toList();
    }

    /**
     * Judges a row and then its quantities, while it is measured and from its files. With too few pairs for any other
     * verdict it is UNDECIDED. A row that failed or has no pairs has no quantities, except those by which its one pair
     * is slower.
     */
    public List<RowVerdict> verdicts(RowKey key) {
        VerdictRule ofAll = rule();
        return judged.computeIfAbsent(key, it -> {
            Joined row = rows.get(key);
            List<RowVerdict> verdicts = new ArrayList<>();
            if (isSuspect(key) || row.awaitsDecidingPairs()) {
                row.firstDifferences().forEach((name, difference) -> {
                    if (difference > PairRule.FIND) {
                        verdicts.add(ofOnePair(name, row));
                    }
                });
                return verdicts.isEmpty() ? List.of(ofOnePair(key, row)) : verdicts;
            }
            Shown all = shown(key);
            VerdictRule own = ofAll.sharedBy(row.shares());
            row.series()
                    .forEach((name, series) -> verdicts.add(judge(
                            name,
                            row,
                            series.pairs,
                            Optional.ofNullable(all.all.get(name))
                                    .map(evidence -> evidence.judge(own))
                                    .map(paired -> all.isDrifting ? paired.warmingUp() : paired),
                            own)));
            return verdicts;
        });
    }

    /** A row whose only pair is its first, which chooses. */
    private static RowVerdict ofOnePair(RowKey name, Joined row) {
        return RowVerdict.ofOnePair(
                name,
                Optional.ofNullable(row.first.get(name)),
                remarks(Fate.UNDECIDED, Optional.empty(), Optional.of(row), List.of()));
    }

    /** Why the score or a quantity is not judged, whatever its pairs show; empty when it is. */
    private Optional<NoVerdict> whyNotJudged(RowSides sides, Joined row, List<Pair> pairs, VerdictRule own) {
        return quantities
                .whyNotJudged(sides, own.margin())
                .or(() -> Optional.of(NoVerdict.NO_RATIO)
                        .filter(why -> !Quantities.isWhole(sides.base())
                                && pairs.stream()
                                                .filter(it ->
                                                        PairDifference.of(it).isPresent())
                                                .count()
                                        < row.all.get(row.key).pairs.size()));
    }

    /**
     * Judges the score or a quantity.
     *
     * @param counting its pairs that count
     */
    private RowVerdict judge(
            RowKey name, Joined row, List<Pair> counting, Optional<PairResult> result, VerdictRule own) {
        Optional<RowSides> sides = Optional.of(counting)
                .filter(it -> !it.isEmpty())
                .map(it -> RowSides.of(
                        Row.merged(it.stream().map(Pair::base).toList()),
                        Row.merged(it.stream().map(Pair::head).toList())));
        Optional<NoVerdict> notJudged = sides.flatMap(both -> whyNotJudged(both, row, counting, own));
        boolean isWithinFloor = sides.stream()
                .anyMatch(
                        both -> Floor.covers(both.base().primary(), both.head().primary()));
        Optional<PairResult> paired = result.map(it -> isWithinFloor ? it.withinFloor() : it);
        Optional<RowEnd> end = row.end().or(() -> notJudged.map(why -> new RowEnd(Fate.NOT_JUDGED, why)));
        Fate fate = end.map(RowEnd::fate)
                .orElseGet(() -> chosen.isEmpty() || chosen.contains(row.key) ? ofPairs(paired) : Fate.NOT_CHOSEN);
        boolean isWhole = sides.map(both -> Quantities.isWhole(both.base())).orElse(true);
        List<String> unlike = unlike(counting);
        boolean isAlike = unlike.isEmpty()
                && sides.stream()
                        .flatMap(both -> both.differences().stream())
                        .noneMatch(SettingDifference::isOfIterations);
        Compared compared = new Compared(
                sides,
                paired.filter(it -> notJudged.isEmpty() || fate == Fate.NOT_JUDGED)
                        .map(PairResult::score),
                sides.filter(both -> !row.isTooFast())
                        .flatMap(both -> AllocationChange.of(
                                List.of(both.base()), List.of(both.head()), Math.max(1, chosen.size()))),
                isAlike,
                paired,
                OptionalDouble.empty());
        return new RowVerdict(
                name,
                fate,
                end.map(RowEnd::why)
                        .or(() -> Optional.of(NoVerdict.NO_FIRST_PAIR)
                                .filter(why -> fate == Fate.NOT_CHOSEN && !row.hasBegun()))
                        .or(() -> Optional.of(NoVerdict.WARMING_UP)
                                .filter(why -> fate == Fate.UNDECIDED && shown(row.key).isDrifting)),
                compared,
                fate == Fate.UNDECIDED ? paired.map(PairResult::morePairs).orElse(PairRule.FEWEST_PAIRS) : 0,
                remarks(fate, paired, Optional.of(row).filter(it -> isWhole), unlike));
    }

    private static Fate ofPairs(Optional<PairResult> paired) {
        return paired.map(it -> !it.verdict().isDecided() && it.isClear() ? Fate.CLEAR : Fate.of(it.verdict()))
                .orElse(Fate.UNDECIDED);
    }

    /** @param row empty for a quantity, whose row has the remarks on its forks */
    private static List<String> remarks(
            Fate fate, Optional<PairResult> paired, Optional<Joined> row, List<String> unlike) {
        List<String> remarks = new ArrayList<>();
        paired.flatMap(it -> it.significantDrift().map(drift -> drifts(it, drift)))
                .ifPresent(remarks::add);
        row.ifPresent(it -> {
            count(it.dropped(), "pair", " dropped: the warm-up was too short", remarks);
            unlike.forEach(difference -> remarks.add("the pairs are not alike: " + difference));
            count(it.unmet(), "pair", " excluded, because a fork did not meet the rate", remarks);
            if (fate != Fate.FAILED && fate != Fate.NOT_MEASURED) {
                count(it.all(FailedFork.class).size(), "fork", " failed", remarks);
            }
        });
        return remarks;
    }

    private static String drifts(PairResult paired, RowDrift drift) {
        String course = "the difference drifts while measured, " + PairResult.fromTo(drift.first(), drift.last());
        return paired.isJudgedLate()
                ? course + "; the iterations after the drift decide"
                : NoVerdict.WARMING_UP.text() + ": " + course + ": measure with a longer warm-up";
    }

    private static void count(int number, String what, String end, List<String> remarks) {
        if (number > 0) {
            remarks.add(Sections.count(number, what) + end);
        }
    }

    /**
     * Settings in which forks differ from the first of their side, as when sessions add up; without lengths and numbers
     * of iterations.
     */
    private static List<String> unlike(List<Pair> pairs) {
        return Stream.<Function<Pair, Row>>of(Pair::base, Pair::head)
                .flatMap(side ->
                        RowSides.differencesWithin(pairs.stream().map(side).toList()).stream())
                .filter(difference -> !difference.isOfIterations())
                .map(SettingDifference::text)
                .distinct()
                .toList();
    }
}
