package dev.callcost.history;

import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.history.RowJudgement.LastTwo;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.Rule;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The rule of {@code check} on the two newest runs of rows with too few runs for the rule of {@code history}. */
final class OneAgainstOne {
    private OneAgainstOne() {}

    /**
     * The forks of a row's two newest runs.
     *
     * @param base index of the older run
     * @param head index of the newer run
     */
    record Two(int base, int head, Run.Value before, Run.Value after) {
        private boolean hasForks() {
            return !before.forks().isEmpty() && !after.forks().isEmpty();
        }

        private Own pooled() {
            Estimate base = Estimate.ofLogs(before.forks());
            Estimate head = Estimate.ofLogs(after.forks());
            return new Own(head.pooledRatioTo(base), 1.0 / base.forks() + 1.0 / head.forks());
        }

        private Estimate slowdown(Moderation moderation) {
            return !hasForks()
                    ? new Estimate(after.logNanos() - before.logNanos(), 0, 0, 0)
                    : moderation.prior() == Moderation.Prior.NONE
                                    || !pooled().estimate().hasInterval()
                            ? Estimate.ofLogs(after.forks()).ratioTo(Estimate.ofLogs(before.forks()))
                            : moderation.moderated(pooled());
        }
    }

    static Map<RowKey, LastTwo> of(Map<RowKey, Two> rows, double margin) {
        Map<RowKey, Estimate> slowdowns = new LinkedHashMap<>();
        Map<RowKey, Integer> fewest = new HashMap<>();
        rows.keySet().stream()
                .collect(Collectors.groupingBy(RowKey::mode))
                .values()
                .forEach(alike -> {
                    Moderation moderation = Moderation.of(alike.stream()
                            .map(rows::get)
                            .filter(Two::hasForks)
                            .map(Two::pooled)
                            .filter(own -> own.estimate().hasInterval())
                            .toList());
                    for (RowKey row : alike) {
                        slowdowns.put(row, rows.get(row).slowdown(moderation));
                        fewest.put(
                                row,
                                moderation.prior() == Moderation.Prior.NONE
                                        ? Rule.FEWEST_FORKS
                                        : Rule.FEWEST_FORKS_MODERATED);
                    }
                });
        Rule rule = Rule.forDiscoveries(
                slowdowns.entrySet().stream()
                        .mapToDouble(row -> row.getValue().forks() < fewest.get(row.getKey())
                                ? 1
                                : row.getValue().probabilityOf(0))
                        .toArray(),
                margin);
        Map<RowKey, LastTwo> judged = new HashMap<>();
        slowdowns.forEach((row, slowdown) -> judged.put(
                row,
                new LastTwo(
                        rows.get(row).base(), rows.get(row).head(), rule.judge(slowdown, fewest.get(row)), slowdown)));
        return judged;
    }
}
