package dev.callcost.compare.judge;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.Verdicts.OfPairs;
import dev.callcost.compare.judge.Verdicts.Preface;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.SessionSettings;
import dev.callcost.compare.session.Session.Shard;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.RowKey;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Sections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The verdicts on one or several sessions. The pairs of a row add up, one session after the other in the order they
 * were measured. Shards are judged one by one and share the level.
 */
public final class PairVerdicts {
    private PairVerdicts() {}

    public record JudgedSession(Session session, Verdicts verdicts) {
        public static JudgedSession of(Session session) {
            return of(session, new PairJudge(session));
        }

        /** @param judge has judged the session alone */
        public static JudgedSession of(Session session, PairJudge judge) {
            return new JudgedSession(session, PairVerdicts.of(List.of(session), List.of(judge)));
        }
    }

    /**
     * Judges sessions by their own margin and metrics.
     *
     * @param sessions at least one
     * @throws IllegalArgumentException when the sessions have different margins or metrics
     */
    public static Verdicts of(List<Session> sessions) {
        return of(sessions, commonMargin(sessions), List.of());
    }

    /**
     * @param sessions at least one
     * @param metrics percentiles and secondary metrics that are judged too; empty for those of the sessions
     * @throws IllegalArgumentException when no row has a metric, none is named and the sessions have different ones, or
     *     the sessions are parts of different divisions
     */
    public static Verdicts of(List<Session> sessions, double margin, List<MetricChoice> metrics) {
        Quantities quantities = metrics.isEmpty()
                ? new Quantities(common(sessions, SessionSettings::choices, "metrics: name some with --metric"))
                : new Quantities(metrics);
        if (!metrics.isEmpty()) {
            quantities.check(flat(sessions, Session::forks));
        }
        common(sessions, SessionSettings::shards, "numbers of shards");
        List<Session> inOrder = Session.inOrder(sessions);
        List<PairJudge> shards = inOrder.stream()
                .collect(Collectors.groupingBy(PairVerdicts::shard, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(ofShard -> new PairJudge(ofShard, margin, quantities))
                .toList();
        return of(inOrder, shards);
    }

    private static Verdicts of(List<Session> inOrder, List<PairJudge> shards) {
        VerdictRule rule = shards.get(0).rule();
        return new Verdicts(
                preface(inOrder, rule, shards),
                rule,
                shards.stream().flatMap(shard -> shard.verdicts().stream()).toList(),
                flat(inOrder, session -> session.header().onlyInBase()),
                flat(inOrder, session -> session.header().onlyInHead()),
                Map.of(),
                Verdicts.FailLevels.USUAL);
    }

    /**
     * The margin with which sessions were measured.
     *
     * @throws IllegalArgumentException when the sessions have different ones
     */
    public static double commonMargin(List<Session> sessions) {
        return common(sessions, SessionSettings::margin, "margins: name one with --margin");
    }

    private static <T> T common(List<Session> sessions, Function<SessionSettings, T> part, String what) {
        List<T> all = sessions.stream()
                .map(session -> part.apply(session.header().settings()))
                .distinct()
                .toList();
        if (all.size() > 1) {
            throw new IllegalArgumentException("the folders were measured with different " + what);
        }
        return all.get(0);
    }

    private static <T> List<T> flat(List<Session> parts, Function<Session, List<T>> ofOne) {
        return parts.stream()
                .flatMap(part -> ofOne.apply(part).stream())
                .distinct()
                .toList();
    }

    /** The number of a session's shard; 0 without shards. */
    private static int shard(Session session) {
        Shard shard = session.header().settings().shard();
        return shard == null ? 0 : shard.index();
    }

    private record RunJson(String start, String machine, String base, String head, long seed, Shard shard) {
        static RunJson of(Session.Header it) {
            return new RunJson(
                    it.start(),
                    it.machine(),
                    it.base(),
                    it.head(),
                    it.settings().seed(),
                    it.settings().shard());
        }
    }

    private static Preface preface(List<Session> sessions, VerdictRule rule, List<PairJudge> shards) {
        List<Session.Header> headers = sessions.stream().map(Session::header).toList();
        OptionalDouble unseen = shards.stream()
                .flatMapToDouble(shard -> shard.unseen().stream())
                .max();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost compare 5");
        json.put("runs", headers.stream().map(RunJson::of).toList());
        json.put("rule", rule);
        json.put("interimAnalyses", PairRule.ANALYSES);
        json.put("seenInNotChosen", unseen.isPresent() ? Math.expm1(unseen.getAsDouble()) : null);
        Map<RowKey, Cause> causes = new LinkedHashMap<>();
        sessions.forEach(session -> causes.putAll(session.causes()));
        OfPairs pairs = new OfPairs(
                Stream.concat(sessions.stream().map(PairVerdicts::run), otherShards(sessions).stream())
                        .toList(),
                Math.expm1(unseen.orElse(PairRule.FIND)),
                together(sessions, rule.margin(), shards),
                ReachedRows.of(sessions),
                causes);
        return new Preface(
                headers.stream()
                        .flatMap(it -> Stream.of("base " + it.base(), "head " + it.head()))
                        .distinct()
                        .toList(),
                json,
                Optional.of(pairs));
    }

    /** All rows together, and then those of each changed method that has enough. */
    private static List<Together> together(List<Session> sessions, double margin, List<PairJudge> shards) {
        Map<RowKey, Pair> first = new LinkedHashMap<>();
        shards.stream()
                .filter(shard -> shard.screen(Kind.REACHED).isPresent())
                .forEach(shard -> first.putAll(shard.firstOfReached()));
        int rows = shards.stream().mapToInt(PairJudge::reached).sum();
        int parts = sessions.get(0).header().settings().shards();
        Stream<Together> ofMethods =
                ReachedRows.of(sessions).stream().flatMap(changed -> Together.ofMethods(first, changed, margin, parts));
        return Stream.concat(Together.ofAll(first.values(), rows, margin, parts).stream(), ofMethods)
                .toList();
    }

    private static Optional<String> otherShards(List<Session> sessions) {
        int shards = sessions.get(0).header().settings().shards();
        Set<Integer> measured = sessions.stream().map(PairVerdicts::shard).collect(Collectors.toSet());
        List<String> others = IntStream.rangeClosed(1, shards)
                .filter(index -> shards > 1 && !measured.contains(index))
                .mapToObj(Integer::toString)
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("Rows of other shards are not judged here: " + Sections.some(others) + " of " + shards);
    }

    private static String run(Session session) {
        Session.Header header = session.header();
        SessionSettings settings = header.settings();
        return header.start() + " on " + header.machine() + ": "
                + Sections.count(session.pairs().stream().filter(Pair::counts).count(), "deciding pair") + ", seed "
                + settings.seed()
                + (settings.shard() == null ? "" : ", shard " + settings.shard());
    }
}
