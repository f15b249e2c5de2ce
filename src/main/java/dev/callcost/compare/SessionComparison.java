package dev.callcost.compare;

import dev.callcost.data.RowKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One or several sessions, row by row: the pairs of a row add up, one session after the other in the order they were measured.
 *
 * @param sessions the sessions in that order
 * @param rule how each row was judged
 * @param rows the rows that both sides have in any session
 * @param onlyInBase rows that head lacks in any session
 * @param onlyInHead rows that base lacks in any session
 */
public record SessionComparison(
        List<Session> sessions, PairedRule rule, List<PairedRow> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead)
        implements ComparedRows<PairedRow> {

    /**
     * Judges sessions.
     *
     * @param sessions at least one
     * @param margin the relative difference that does not matter; empty for that of the sessions
     * @throws IllegalArgumentException when no margin is given and the sessions have different ones
     */
    public static SessionComparison of(List<Session> sessions, OptionalDouble margin) {
        List<Session> inOrder = sessions.stream()
                .sorted(Comparator.comparing(session -> session.header().start()))
                .toList();
        List<RowKey> keys = all(inOrder, Session.Header::rows);
        long judged =
                keys.stream().filter(key -> leftOut(inOrder, key).isEmpty()).count();
        PairedRule rule = PairedRule.forEachOf((int) Math.max(1, judged), margin.orElseGet(() -> common(inOrder)));
        return new SessionComparison(
                inOrder,
                rule,
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

    private static PairedRow row(RowKey key, List<Session> sessions, PairedRule rule) {
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
}
