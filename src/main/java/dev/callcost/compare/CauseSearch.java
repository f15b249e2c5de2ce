package dev.callcost.compare;

import dev.callcost.bill.SampledSides;
import dev.callcost.bill.SlowerParts;
import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkHosts;
import dev.callcost.stats.Verdict;
import dev.callcost.text.CommandException;
import dev.callcost.text.ProgressLine;
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

    private final CompareRun.Forks forks;
    private final ForkHosts hosts;
    private final Consumer<Map<String, String>> flames;
    private final Map<String, String> flameGraphs = new LinkedHashMap<>();
    private SampledSides sides;

    /** @param flames takes the flame graphs so far by the labels of their rows */
    CauseSearch(CompareRun.Forks forks, ForkHosts hosts, Consumer<Map<String, String>> flames) {
        this.forks = forks;
        this.hosts = hosts;
        this.flames = flames;
    }

    /**
     * @param budget after which no further row is explained; a row for which it is too short stays without an
     *     explanation
     */
    void explain(List<RowPair> rows, Duration budget) {
        long start = System.nanoTime();
        CompareLog session = CompareLog.read(forks.log());
        Map<RowKey, RowVerdict> verdicts = new HashMap<>();
        PairVerdicts.of(List.of(session)).rows().forEach(row -> verdicts.put(row.key(), row));
        RowNames names = new RowNames(session.header().rows());
        for (RowPair row : rows.stream()
                .filter(it -> verdicts.containsKey(it.key()))
                .filter(it -> verdicts.get(it.key()).verdict() == Verdict.SLOWER)
                .sorted(Comparator.comparingDouble(it -> -verdicts.get(it.key()).size()))
                .limit(MOST)
                .filter(it -> !session.causes().containsKey(it.key()))
                .toList()) {
            RowVerdict verdict = verdicts.get(row.key());
            double baseNanos = baseNanos(verdict);
            double headNanos = baseNanos * verdict.ratio();
            long over = System.nanoTime() - start;
            long estimate = SampledSides.estimate(pair(session.of(row.key())), headNanos)
                    .toNanos();
            if (over + estimate > budget.toNanos()) {
                continue;
            }
            Optional<Cause> cause = cause(row, baseNanos, headNanos, step -> {
                long now = System.nanoTime() - start;
                forks.progress()
                        .watch(new ProgressLine("why", now, over + estimate - now, names.forms(row.key())), step);
            });
            if (cause.isEmpty()) {
                return;
            }
            SafeFile.append(forks.log(), new CompareLog.Why(row.key(), cause.get()).line());
            forks.progress()
                    .tell(names.label(row.key()) + ": why, " + cause.get().text(verdict));
        }
    }

    /** How long a deciding pair took, the mean. */
    private static Duration pair(CompareLog ofRow) {
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
        if (sides == null) {
            sides = new SampledSides(forks.base().jar(), forks.head().jar(), forks.folder());
        }
        return sides.sample(row.base(), baseNanos, row.head(), headNanos, hosts, steps);
    }
}
