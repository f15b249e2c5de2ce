package dev.callcost.compare;

import dev.callcost.compare.VerdictRow.Losses;
import dev.callcost.compare.Verdicts.Preface;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The verdicts on one or several sessions. The pairs of a row add up, one session after the other in the order they were measured. */
public final class SessionComparison {
    private static final String ITERATIONS = "(warmup|measurement).*";

    /** The largest share of pairs whose forks did not meet their rate that is excluded and leaves the row judged. */
    private static final double MOST_UNMET = 0.1;

    private SessionComparison() {}

    /**
     * Judges sessions by their own margins and metrics.
     *
     * @param sessions at least one
     * @throws IllegalArgumentException when the sessions have different margins or metrics
     */
    public static Verdicts of(List<Session> sessions) {
        return of(sessions, commonMargins(sessions), List.of());
    }

    /**
     * @param sessions at least one
     * @param metrics percentiles and secondary metrics that are judged too; empty for those of the sessions
     * @throws IllegalArgumentException when no row has a metric, or none is named and the sessions have different ones
     */
    public static Verdicts of(List<Session> sessions, Margins margins, List<MetricChoice> metrics) {
        Quantities quantities;
        if (metrics.isEmpty()) {
            quantities = common(sessions, Session.Header::quantities, "metrics: name some with --metric");
        } else {
            quantities = new Quantities(metrics);
            quantities.check(flat(sessions, Session::forks));
        }
        List<Session> inOrder = Session.inOrder(sessions);
        Map<RowKey, List<Session>> parts = new LinkedHashMap<>();
        inOrder.forEach(session -> session.header()
                .rows()
                .forEach(key ->
                        parts.computeIfAbsent(key, it -> new ArrayList<>()).add(session.of(key))));
        long judged = parts.values().stream().filter(part -> !isLeftOut(part)).count();
        PairedRule rule = PairedRule.forEachOf((int) Math.max(1, judged), margins.usual());
        return new Verdicts(
                preface(inOrder, rule.rule()),
                rule.rule(),
                parts.entrySet().stream()
                        .flatMap(part -> rows(part.getKey(), part.getValue(), rule, margins, quantities).stream())
                        .toList(),
                flat(inOrder, session -> session.header().onlyInBase()).stream()
                        .distinct()
                        .toList(),
                flat(inOrder, session -> session.header().onlyInHead()).stream()
                        .distinct()
                        .toList(),
                Map.of(),
                new Gate(margins));
    }

    /**
     * The margins with which sessions were measured.
     *
     * @throws IllegalArgumentException when the sessions have different ones
     */
    public static Margins commonMargins(List<Session> sessions) {
        common(
                sessions,
                header ->
                        List.of(header.margin(), List.copyOf(header.rowMargins().entrySet())),
                "margins: name one with --margin");
        return sessions.get(0).header().margins();
    }

    private static <T> T common(List<Session> sessions, Function<Session.Header, T> part, String what) {
        List<T> all = sessions.stream()
                .map(session -> part.apply(session.header()))
                .distinct()
                .toList();
        if (all.size() > 1) {
            throw new IllegalArgumentException("the folders were measured with different " + what);
        }
        return all.get(0);
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
        if (isLeftOut(parts)) {
            return Optional.of(
                    new End(Verdict.LEFT_OUT, parts.get(0).leftOut().get(0).why()));
        }
        return isTooFast(parts) ? Optional.of(new End(Verdict.NOT_JUDGED, Quantities.NOT_MET)) : Optional.empty();
    }

    private static boolean isLeftOut(List<Session> parts) {
        return parts.stream().noneMatch(part -> part.leftOut().isEmpty());
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
                .filter(pair -> !pair.burnIn() && pair.excluded().isEmpty() && !pair.isRateMet())
                .count();
    }

    private static List<Pair> counting(List<Session> parts) {
        return flat(parts, Session::pairs).stream().filter(Pair::counts).toList();
    }

    /**
     * Judges a row and then its quantities, while it is measured and from its files. With too few pairs for any other verdict it is UNDECIDED. The score
     * and the quantities that are judged share the row's level. Their number does not depend on what they measure. A row that failed or has no pairs has no
     * quantities.
     *
     * @param parts what each session that has the row holds of it, in the order they were measured
     */
    static List<VerdictRow> rows(
            RowKey key, List<Session> parts, PairedRule rule, Margins margins, Quantities quantities) {
        List<Pair> counting = counting(parts);
        Map<RowKey, List<Pair>> ofRows = new LinkedHashMap<>(Map.of(key, counting));
        if (end(parts).isEmpty()) {
            counting.stream()
                    .flatMap(quantities::of)
                    .forEach(pair -> ofRows.computeIfAbsent(pair.row(), it -> new ArrayList<>())
                            .add(pair));
        }
        int judged = (int) ofRows.values().stream()
                .filter(pairs -> pairs.isEmpty()
                        || quantities.whyOnlyShown(pairs.get(0).base()).isEmpty())
                .count();
        List<VerdictRow> rows = new ArrayList<>();
        ofRows.forEach((name, pairs) -> rows.add(row(
                name,
                parts,
                pairs,
                rule.with(margins.of(name)).sharedBy(Math.max(1, judged)),
                sides -> quantities
                        .whyNotJudged(sides, margins.of(name))
                        .or(() -> Optional.of("a fork has no value or one around 0, so that there is no ratio")
                                .filter(why -> !Quantities.isWhole(sides.base())
                                        && differences(pairs).size() < counting.size())))));
        return rows;
    }

    private static List<PairDifference> differences(List<Pair> pairs) {
        return pairs.stream().flatMap(pair -> pair.difference().stream()).toList();
    }

    /**
     * @param counting the pairs that count, of the row or of one of its quantities
     * @param rule the row's own
     * @param whyNotJudged of what both sides measured
     */
    private static VerdictRow row(
            RowKey key,
            List<Session> parts,
            List<Pair> counting,
            PairedRule rule,
            Function<RowSides, Optional<String>> whyNotJudged) {
        List<PairDifference> differences = differences(counting);
        boolean meanDecides = counting.stream().anyMatch(Pair::meanDecides);
        // the pairs of several sessions are a second measurement as they are: all together decide
        boolean isConfirmed = parts.size() == 1 && parts.get(0).header().confirm();
        Optional<PairedComparison> paired = Optional.of(differences)
                .filter(it -> !it.isEmpty())
                .map(it -> isConfirmed
                        ? PairedComparison.confirmed(it, rule, meanDecides)
                        : PairedComparison.of(it, rule, meanDecides));
        Optional<RowSides> sides = Optional.of(counting)
                .filter(it -> !it.isEmpty())
                .map(it -> RowSides.of(
                        Row.merged(it.stream().map(Pair::base).toList()),
                        Row.merged(it.stream().map(Pair::head).toList()),
                        List.of(),
                        1,
                        1));
        Optional<String> notJudged = sides.flatMap(whyNotJudged);
        Optional<ScoreComparison> score = paired.map(PairedComparison::score)
                .map(it -> sides.filter(both -> Floor.covers(
                                        both.base().primary(), both.head().primary()))
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
        } else {
            verdict = score.map(ScoreComparison::verdict)
                    .filter(Verdict::isDecided)
                    .orElse(Verdict.UNDECIDED);
        }
        boolean isWhole = sides.map(both -> Quantities.isWhole(both.base())).orElse(true);
        Losses losses = isWhole ? losses(parts) : Losses.NONE;
        List<String> unlike = unlike(counting);
        return new VerdictRow(
                key,
                verdict,
                end.map(End::why).or(() -> notJudged),
                sides,
                score.filter(it -> notJudged.isEmpty() || verdict == Verdict.NOT_JUDGED),
                sides.filter(both -> !isTooFast(parts))
                        .flatMap(both ->
                                AllocationComparison.of(List.of(both.base()), List.of(both.head()), rule.rows())),
                unlike.isEmpty()
                        && sides.stream()
                                .flatMap(both -> both.differences().stream())
                                .noneMatch(difference -> difference.matches(ITERATIONS)),
                verdict == Verdict.UNDECIDED
                        ? paired.map(PairedComparison::morePairs).orElse(PairedRule.LOOKS.get(0))
                        : 0,
                remarks(verdict, paired, losses, isWhole ? unmet(parts) : 0, isWhole ? unlike : List.of()),
                paired,
                losses);
    }

    private static Losses losses(List<Session> parts) {
        return new Losses(
                (int) flat(parts, Session::pairs).stream()
                        .filter(pair -> !pair.burnIn() && pair.excluded().isPresent())
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
        paired.flatMap(PairedComparison::confirmation)
                .filter(it -> !it.isConfirmed())
                .map(Confirmation::text)
                .ifPresent(remarks::add);
        count(losses.dropped(), "pair", " dropped: the warm-up was too short", remarks);
        unlike.forEach(difference -> remarks.add("the pairs are not alike: " + difference));
        count(losses.excluded(), "pair", " excluded", remarks);
        count(unmet, "pair", " excluded, because a fork did not meet the rate", remarks);
        count(losses.failedForks(), "fork", " failed", remarks);
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

    private record RunJson(String start, String machine, String base, String head, long seed) {}

    private static Preface preface(List<Session> sessions, Rule rule) {
        List<Session.Header> headers = sessions.stream().map(Session::header).toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost compare 3");
        json.put(
                "runs",
                headers.stream()
                        .map(it -> new RunJson(it.start(), it.machine(), it.base(), it.head(), it.seed()))
                        .toList());
        json.put("rule", rule);
        json.put("interimAnalyses", PairedRule.LOOKS);
        return new Preface(
                true,
                headers.stream()
                        .flatMap(it -> Stream.of("base " + it.base(), "head " + it.head()))
                        .distinct()
                        .toList(),
                sessions.stream().map(SessionComparison::run).toList(),
                json);
    }

    private static String run(Session session) {
        Session.Header header = session.header();
        return header.start() + " on " + header.machine() + ": "
                + Sections.count(counting(List.of(session)).size(), "pair") + " that count, seed " + header.seed()
                + (header.inTurns() ? "" : ", the forks of a pair one after the other")
                + (header.confirm() ? ", slower rows measured again" : "");
    }
}
