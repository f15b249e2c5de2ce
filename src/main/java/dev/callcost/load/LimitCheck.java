package dev.callcost.load;

import dev.callcost.load.Limit.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether rows of a run hold limits. The rate max has no limit.
 *
 * @param lines for the user, those that fail the run first
 * @param exitCode 1 when a limit is exceeded, 2 when that is not known and must be, else 0
 */
public record LimitCheck(List<String> lines, int exitCode) {
    private static final int EXCEEDED = 1;
    private static final int NOT_KNOWN = 2;

    /**
     * Checks the limits of a run.
     *
     * @param until the limit whose highest rate is asked for
     * @param failIf limits that no row may exceed
     * @param isSweep whether the rates were to be found out. Else each of them must be met, and hold {@code until}
     * @param isStrict whether a row fails where its interval reaches over the limit
     */
    public static LimitCheck of(
            RateTable table, Optional<Limit> until, List<Limit> failIf, boolean isSweep, boolean isStrict) {
        List<RateRow> rows = table.shown().stream().filter(row -> !row.isMax()).toList();
        List<String> failed = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        List<String> others = new ArrayList<>();
        until.ifPresent(limit -> {
            for (List<RateRow> group : groups(rows)) {
                Optional<RateRow> highest = highest(group, limit);
                if (highest.isEmpty()) {
                    failed.add(limit.text() + " holds at no rate: at " + table.label(group.get(0)) + " "
                            + limit.value(group.get(0)));
                } else {
                    boolean isKnown = limit.outcome(highest.get()) == Outcome.HELD;
                    (isKnown ? others : unknown)
                            .add(limit.text() + " holds up to " + table.label(highest.get()) + ": "
                                    + limit.value(highest.get()));
                }
            }
        });
        List<Limit> limits = new ArrayList<>(failIf);
        if (!isSweep) {
            until.ifPresent(limits::add);
        }
        for (RateRow row : limits.isEmpty() ? List.<RateRow>of() : rows) {
            if (row.isMet()) {
                limits.forEach(limit -> check(table.label(row), row, limit, failed, unknown));
            } else if (!isSweep) {
                failed.add(table.label(row) + ": the rate was not met");
            }
        }
        List<String> lines = new ArrayList<>(failed.stream().distinct().toList());
        lines.addAll(unknown.stream().distinct().toList());
        lines.addAll(others);
        return new LimitCheck(lines, failed.isEmpty() ? unknown.isEmpty() || !isStrict ? 0 : NOT_KNOWN : EXCEEDED);
    }

    private static Collection<List<RateRow>> groups(List<RateRow> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(RateRow::series, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private static Optional<RateRow> highest(List<RateRow> group, Limit limit) {
        return group.stream()
                .filter(row -> row.isMet() && limit.holds(row))
                .max(Comparator.comparingDouble(RateRow::rate));
    }

    private static void check(String label, RateRow row, Limit limit, List<String> failed, List<String> unknown) {
        switch (limit.outcome(row)) {
            case EXCEEDED -> failed.add(label + ": " + limit.value(row) + ", not " + limit.text());
            case NOT_KNOWN ->
                unknown.add(label + ": " + limit.value(row) + ", so " + limit.text() + " is inconclusive");
            case HELD -> {}
        }
    }
}
