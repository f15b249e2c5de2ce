package dev.callcost.compare;

import dev.callcost.compare.Verdicts.Preface;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The verdicts on one or several sessions. The pairs of a row add up, one session after the other in the order they were measured. */
public final class SessionComparison {
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
                keys.stream().map(key -> row(key, inOrder, rule)).toList(),
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

    private static VerdictRow row(RowKey key, List<Session> sessions, PairedRule rule) {
        List<Pair> pairs = sessions.stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.row().equals(key))
                .toList();
        return PairedRow.of(
                key,
                pairs,
                rule,
                sessions.stream()
                        .mapToInt(session -> losses(session.failed(), key).size())
                        .sum(),
                noVerdict(key, sessions),
                sessions.stream()
                        .flatMap(session -> session.warmings().stream())
                        .filter(warming -> warming.row().equals(key))
                        .toList());
    }

    private static Optional<NoVerdict> noVerdict(RowKey key, List<Session> sessions) {
        boolean isMeasured = sessions.stream().anyMatch(session -> session.hasMeasured(key));
        Stream<NoVerdict> failed = sessions.stream()
                .flatMap(session -> failure(session, key).stream())
                .map(why -> NoVerdict.failed(isMeasured, why));
        Stream<NoVerdict> skipped = sessions.stream()
                .flatMap(session -> losses(session.skipped(), key).stream())
                .map(why -> new NoVerdict(NoVerdict.Kind.SKIPPED, why));
        Stream<NoVerdict> leftOut =
                leftOut(sessions, key).stream().map(why -> new NoVerdict(NoVerdict.Kind.LEFT_OUT, why));
        return Stream.of(failed, skipped, leftOut).flatMap(kind -> kind).findFirst();
    }

    /** Why a row was given up, or why it has nothing but failures; empty when neither is the case. */
    private static Optional<String> failure(Session session, RowKey key) {
        List<String> failures = losses(session.failed(), key);
        return failures.size() >= Session.FAILURES || !session.hasMeasured(key)
                ? failures.stream().reduce((failure, last) -> last)
                : Optional.empty();
    }

    /** Why all sessions that have the row left it out; empty when one did not. */
    private static Optional<String> leftOut(List<Session> sessions, RowKey key) {
        List<String> reasons = sessions.stream()
                .flatMap(session -> session.leftOut().stream())
                .filter(leftOut -> leftOut.row().equals(key))
                .map(Session.LeftOut::why)
                .toList();
        long having = sessions.stream()
                .filter(session -> session.header().rows().contains(key))
                .count();
        return reasons.size() < having ? Optional.empty() : reasons.stream().findFirst();
    }

    private static List<String> losses(List<Session.Loss> losses, RowKey key) {
        return losses.stream()
                .filter(loss -> loss.row().equals(key))
                .map(loss -> loss.side() + ": " + loss.message())
                .toList();
    }

    private record RunJson(String start, String machine, String base, String head, long seed) {
        static RunJson of(Session.Header header) {
            return new RunJson(header.start(), header.machine(), header.base(), header.head(), header.seed());
        }
    }

    private static Preface preface(List<Session> sessions, Rule rule) {
        List<Session.Header> headers = sessions.stream().map(Session::header).toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost compare 2");
        json.put("runs", headers.stream().map(RunJson::of).toList());
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
