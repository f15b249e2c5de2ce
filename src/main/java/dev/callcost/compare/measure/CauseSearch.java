package dev.callcost.compare.measure;

import dev.callcost.bill.SampledSides;
import dev.callcost.bill.SlowerParts;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.measure.ComparisonRequest.SessionTime;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.Explained;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.text.CommandException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Explains the slowest rows by samples of further forks while the budget lasts, and logs why they are slower. */
class CauseSearch {
    /** More rows of one change mostly have the same reason. */
    private static final int MOST = 3;

    private final LiveSession live;
    private final ForkHosts hosts;
    private final ComparisonListener listener;
    private final Consumer<Map<String, String>> flames;
    private final Map<String, String> flameGraphs = new LinkedHashMap<>();
    private final Map<JarCopy, SampledSides> sides = new HashMap<>();

    /** @param flames takes the flame graphs so far by the labels of their rows */
    CauseSearch(LiveSession live, ForkHosts hosts, ComparisonListener listener, Consumer<Map<String, String>> flames) {
        this.live = live;
        this.hosts = hosts;
        this.listener = listener;
        this.flames = flames;
    }

    /**
     * @param session after whose budget no further row is explained; a row for which it is too short stays without an
     *     explanation
     */
    void explain(List<RowPair> rows, PairJudge judge, SessionTime session) {
        long start = System.nanoTime();
        Session all = live.session();
        Map<RowKey, RowVerdict> slower = new HashMap<>();
        judge.verdicts().stream().filter(it -> it.fate() == Fate.SLOWER).forEach(row -> slower.put(row.key(), row));
        for (RowPair row : rows.stream()
                .filter(it -> slower.containsKey(it.key()))
                .sorted(Comparator.comparingDouble(it -> -slower.get(it.key()).size()))
                .limit(MOST)
                .filter(it -> !all.causes().containsKey(it.key()))
                .toList()) {
            RowVerdict verdict = slower.get(row.key());
            double baseNanos = baseNanos(verdict);
            double headNanos = baseNanos * verdict.ratio();
            long over = System.nanoTime() - start;
            long estimate =
                    SampledSides.estimate(pair(all.of(row.key())), headNanos).toNanos();
            if (over + estimate > session.left().toNanos()) {
                continue;
            }
            Optional<Cause> cause = cause(row, baseNanos, headNanos, step -> {
                listener.explains(row.key(), session.time(System.nanoTime() - start), step);
            });
            if (cause.isEmpty()) {
                return;
            }
            live.add(new Explained(row.key(), cause.get()));
            listener.explained(verdict, cause.get());
        }
    }

    /** How long a deciding pair took, the mean. */
    private static Duration pair(Session ofRow) {
        return Duration.ofNanos(Math.round(ofRow.pairs().stream()
                .filter(pair -> !pair.isFirst())
                .mapToLong(Pair::nanos)
                .average()
                .orElse(0)));
    }

    private static double baseNanos(RowVerdict row) {
        Row base = row.sides().orElseThrow().base();
        return Math.exp(base.logNanos().orElseThrow().applyAsDouble(Math.log(row.valueOf(base))));
    }

    /** Empty when this process was told to end. */
    private Optional<Cause> cause(RowPair row, double baseNanos, double headNanos, Consumer<Supplier<String>> steps) {
        try {
            return sample(row, baseNanos, headNanos, steps).map(parts -> {
                flameGraphs.put(row.key().label(), parts.flameGraph());
                flames.accept(flameGraphs);
                return Cause.of(parts);
            });
        } catch (CommandException e) {
            return Optional.of(Cause.unknown(e.getMessage()));
        }
    }

    /** See {@link SampledSides#sample}. */
    Optional<SlowerParts> sample(RowPair row, double baseNanos, double headNanos, Consumer<Supplier<String>> steps) {
        JarCopy base = row.base().jar();
        return sides.computeIfAbsent(
                        base,
                        it -> new SampledSides(
                                base, row.head().jar(), base.path().getParent()))
                .sample(row, baseNanos, headNanos, hosts, steps);
    }
}
