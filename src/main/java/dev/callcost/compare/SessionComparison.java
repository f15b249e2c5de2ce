package dev.callcost.compare;

import dev.callcost.compare.VerdictRow.Losses;
import dev.callcost.compare.Verdicts.Preface;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The verdicts on one or several sessions. The pairs of a row add up, one session after the other in the order they were measured. */
public final class SessionComparison {
    private static final String ITERATIONS = "(warmup|measurement).*";

    private SessionComparison() {}

    /**
     * Judges sessions.
     *
     * @param sessions at least one
     * @param margin the relative difference that does not matter; empty for that of the sessions
     * @throws IllegalArgumentException when no margin is given and the sessions have different ones
     */
    public static Verdicts of(List<Session> sessions, OptionalDouble margin) {
        List<Session> inOrder = Session.inOrder(sessions);
        List<RowKey> keys = all(inOrder, Session.Header::rows);
        long judged =
                keys.stream().filter(key -> leftOut(inOrder, key).isEmpty()).count();
        PairedRule rule = PairedRule.forEachOf((int) Math.max(1, judged), margin.orElseGet(() -> common(inOrder)));
        return new Verdicts(
                preface(inOrder, rule.rule()),
                rule.rule(),
                keys.stream()
                        .map(key -> row(
                                key,
                                own(inOrder, Session::pairs, Pair::row, key),
                                rule,
                                own(inOrder, Session::failed, Session.Loss::row, key)
                                        .size(),
                                noVerdict(key, inOrder),
                                own(inOrder, Session::warmings, Session.Warming::row, key)))
                        .toList(),
                all(inOrder, Session.Header::onlyInBase),
                all(inOrder, Session.Header::onlyInHead));
    }

    private static double common(List<Session> sessions) {
        List<Double> margins = sessions.stream()
                .map(session -> session.header().margin())
                .distinct()
                .toList();
        if (margins.size() > 1) {
            throw new IllegalArgumentException(
                    "the folders were measured with different margins: name one with --margin");
        }
        return margins.get(0);
    }

    private static List<RowKey> all(List<Session> sessions, Function<Session.Header, List<RowKey>> rows) {
        return sessions.stream()
                .flatMap(session -> rows.apply(session.header()).stream())
                .distinct()
                .toList();
    }

    /** The parts of sessions that belong to a row. */
    private static <T> List<T> own(
            List<Session> sessions, Function<Session, List<T>> parts, Function<T, RowKey> row, RowKey key) {
        return sessions.stream()
                .flatMap(session -> parts.apply(session).stream())
                .filter(part -> row.apply(part).equals(key))
                .toList();
    }

    private static Optional<NoVerdict> noVerdict(RowKey key, List<Session> sessions) {
        boolean isMeasured = sessions.stream().anyMatch(session -> session.hasMeasured(key));
        Stream<NoVerdict> failed = sessions.stream()
                .flatMap(session -> failure(session, key).stream())
                .map(loss -> NoVerdict.failed(isMeasured, loss.text()));
        Stream<NoVerdict> skipped = own(sessions, Session::skipped, Session.Loss::row, key).stream()
                .map(loss -> new NoVerdict(NoVerdict.Kind.SKIPPED, loss.text()));
        Stream<NoVerdict> leftOut =
                leftOut(sessions, key).stream().map(why -> new NoVerdict(NoVerdict.Kind.LEFT_OUT, why));
        return Stream.of(failed, skipped, leftOut).flatMap(kind -> kind).findFirst();
    }

    /** Why a row was given up, or why it has nothing but failures; empty when neither is the case. */
    private static Optional<Session.Loss> failure(Session session, RowKey key) {
        List<Session.Loss> failures = own(List.of(session), Session::failed, Session.Loss::row, key);
        return failures.size() >= Session.FAILURES || !session.hasMeasured(key)
                ? failures.stream().reduce((failure, last) -> last)
                : Optional.empty();
    }

    /** Why all sessions that have the row left it out; empty when one did not. */
    private static Optional<String> leftOut(List<Session> sessions, RowKey key) {
        List<Session.LeftOut> leftOut = own(sessions, Session::leftOut, Session.LeftOut::row, key);
        long having = sessions.stream()
                .filter(session -> session.header().rows().contains(key))
                .count();
        return leftOut.stream()
                .filter(it -> leftOut.size() >= having)
                .map(Session.LeftOut::why)
                .findFirst();
    }

    /**
     * Judges a row, while it is measured and from its files. Its verdict is SLOWER, FASTER, SAME, WARMING, or UNDECIDED, also when there are too few pairs for
     * any other.
     *
     * @param pairs all of the row's pairs in the order they were measured, without those that were dropped
     * @param warmings when and how its difference drifted
     */
    static VerdictRow row(
            RowKey key,
            List<Pair> pairs,
            PairedRule rule,
            int failedForks,
            Optional<NoVerdict> noVerdict,
            List<Session.Warming> warmings) {
        List<Pair> counting = pairs.stream().filter(Pair::counts).toList();
        List<PairDifference> differences =
                counting.stream().flatMap(pair -> pair.difference().stream()).toList();
        Optional<PairedComparison> paired = differences.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        PairedComparison.of(differences, rule, counting.stream().anyMatch(Pair::meanDecides)));
        Optional<RowSides> sides = counting.isEmpty()
                ? Optional.empty()
                : Optional.of(RowSides.of(joined(counting, Pair::base), joined(counting, Pair::head), List.of()));
        Verdict verdict = warmings.stream().anyMatch(Session.Warming::isGivenUp)
                ? Verdict.WARMING
                : paired.map(PairedComparison::verdict)
                        .filter(Verdict::isDecided)
                        .orElse(Verdict.UNDECIDED);
        Losses losses = new Losses(
                (int) pairs.stream()
                        .filter(pair -> !pair.burnIn() && pair.excluded().isPresent())
                        .count(),
                failedForks,
                warmings.stream()
                        .filter(warming -> !warming.isGivenUp())
                        .mapToInt(Session.Warming::pairs)
                        .sum());
        List<String> unlike = unlike(counting);
        return new VerdictRow(
                key,
                sides,
                verdict,
                paired.map(PairedComparison::score),
                sides.flatMap(both -> AllocationComparison.of(both.base(), both.head(), rule.rows())),
                noVerdict,
                unlike.isEmpty()
                        && sides.stream()
                                .flatMap(both -> both.differences().stream())
                                .noneMatch(difference -> difference.matches(ITERATIONS)),
                noVerdict.isPresent() ? Optional.empty() : wanted(verdict, paired),
                remarks(paired, losses, unlike),
                paired,
                losses);
    }

    private static Optional<String> wanted(Verdict verdict, Optional<PairedComparison> paired) {
        return switch (verdict) {
            case UNDECIDED ->
                Optional.of(Rule.wouldTell(
                        paired.map(PairedComparison::morePairs).orElse(PairedRule.LOOKS.get(0)), "more pairs"));
            case WARMING -> Optional.of("it still drifted after the longest warm-up, which --warm-up-cap sets");
            default -> Optional.empty();
        };
    }

    private static List<String> remarks(Optional<PairedComparison> paired, Losses losses, List<String> unlike) {
        List<String> remarks = new ArrayList<>();
        paired.flatMap(PairedComparison::significantDrift)
                .ifPresent(it -> remarks.add("drifts while measured, " + EstimateText.change(Math.exp(it.first()))
                        + " first and " + EstimateText.change(Math.exp(it.last())) + " last"));
        if (losses.dropped() > 0) {
            remarks.add(Sections.count(losses.dropped(), "pair") + " dropped, too short a warm-up");
        }
        unlike.forEach(difference -> remarks.add("its pairs are not alike: " + difference));
        if (losses.setAside() > 0) {
            remarks.add(Sections.count(losses.setAside(), "pair") + " excluded");
        }
        if (losses.failedForks() > 0) {
            remarks.add(Sections.count(losses.failedForks(), "fork") + " failed");
        }
        return remarks;
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

    /** The forks of a side as one row, with the settings of the first and the metrics that all have. */
    private static Row joined(List<Pair> pairs, Function<Pair, Row> side) {
        List<Row> forks = pairs.stream().map(side).toList();
        Row first = forks.get(0);
        SortedMap<String, Metric> secondary = new TreeMap<>(first.secondary());
        forks.forEach(fork -> secondary.keySet().retainAll(fork.secondary().keySet()));
        secondary.replaceAll((name, metric) -> Metric.merged(
                forks.stream().map(fork -> fork.secondary().get(name)).toList()));
        return new Row(
                first.benchmark(),
                first.mode(),
                first.threads(),
                first.params(),
                Metric.merged(forks.stream().map(Row::primary).toList()),
                secondary,
                first.settings());
    }

    private record RunJson(String start, String machine, String base, String head, long seed) {}

    private static Preface preface(List<Session> sessions, Rule rule) {
        List<Session.Header> headers = sessions.stream().map(Session::header).toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost compare 2");
        json.put(
                "runs",
                headers.stream()
                        .map(it -> new RunJson(it.start(), it.machine(), it.base(), it.head(), it.seed()))
                        .toList());
        json.put("rule", rule);
        json.put("looks", PairedRule.LOOKS);
        return new Preface(
                true,
                headers.stream()
                        .flatMap(it -> Stream.of("base " + it.base(), "head " + it.head()))
                        .distinct()
                        .toList(),
                sessions.stream().map(SessionComparison::run).toList(),
                method(sessions, rule),
                json,
                Map.of());
    }

    private static String run(Session session) {
        long counting = session.pairs().stream().filter(Pair::counts).count();
        return session.header().start() + " on " + session.header().machine() + ": "
                + Sections.count(counting, "pair") + " that count, seed "
                + session.header().seed();
    }

    private static String method(List<Session> sessions, Rule rule) {
        if (sessions.stream().allMatch(session -> session.pairs().isEmpty())) {
            return "";
        }
        return "Forks of base and head " + either(sessions, "took turns by iterations", "ran next to each other")
                + ", in random order. A row's value is the mean over pairs of "
                + either(
                        sessions,
                        "the median difference of neighbouring iterations",
                        "the difference of the forks' medians")
                + " on the log scale; it was judged at "
                + PairedRule.LOOKS.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + " pairs, by the interval shown, at " + Numbers.percent(rule.confidence(), 4) + " a look; margin "
                + Numbers.percent(rule.margin(), 1)
                + ". The resolution is what could be told from no difference.";
    }

    /** What is true of the pairs: one text for those that took turns, another for the others, or both. */
    private static String either(List<Session> sessions, String inTurns, String others) {
        return sessions.stream()
                .flatMap(session -> session.pairs().stream())
                .map(pair -> pair.inTurns() ? inTurns : others)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }
}
