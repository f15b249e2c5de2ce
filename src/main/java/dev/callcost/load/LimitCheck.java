package dev.callcost.load;

import dev.callcost.load.Limit.Outcome;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.Collection;
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
    private static final String NOT_MET = "the rate was not met";

    /**
     * Checks the limits of a run.
     *
     * @param until the limit whose highest rate is wanted
     * @param failIf limits that no row may exceed
     * @param isSweep whether the rates are shares of the capacity, so that the last may be too much. Others must be met and hold {@code until}
     * @param isStrict whether a row fails where its interval reaches over the limit, or where it has too few calls
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
                    RateRow lowest = group.get(0);
                    failed.add("no rate is known to hold " + limit.text() + ": at " + table.label(lowest) + " "
                            + (lowest.isMet() ? limit.value(lowest) : NOT_MET));
                } else {
                    boolean isKnown = limit.outcome(highest.get()) == Outcome.HELD;
                    (isKnown ? others : unknown)
                            .add(limit.text() + " holds " + (holdsBelow(group, highest.get(), limit) ? "up to " : "at ")
                                    + table.label(highest.get()) + ": " + limit.value(highest.get()));
                }
            }
        });
        if (rows.isEmpty() && (until.isPresent() || !failIf.isEmpty())) {
            failed.add("no rate was measured that a limit is for");
        }
        List<Limit> limits = new ArrayList<>(failIf);
        if (!isSweep) {
            until.ifPresent(limits::add);
        }
        for (RateRow row : limits.isEmpty() ? List.<RateRow>of() : rows) {
            if (row.isMet()) {
                limits.forEach(limit -> check(table.label(row), row, limit, failed, unknown));
            } else if (!isSweep) {
                failed.add(table.label(row) + ": " + NOT_MET);
            }
        }
        List<String> lines = new ArrayList<>(failed.stream().distinct().toList());
        lines.addAll(unknown.stream().distinct().toList());
        lines.addAll(others);
        return new LimitCheck(lines, failed.isEmpty() ? unknown.isEmpty() || !isStrict ? 0 : NOT_KNOWN : EXCEEDED);
    }

    /** The lines, wrapped at a width; a value is on one line. */
    public String text(int width) {
        return RateTable.unbroken(lines).stream()
                .flatMap(line -> Wrap.lines("", "  ", line, width).stream())
                .map(line -> line.replace(Sections.NO_BREAK, ' ') + "\n")
                .collect(Collectors.joining());
    }

    private static Collection<List<RateRow>> groups(List<RateRow> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(RateRow::series, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    /** The highest rate that holds, below the first that was not met, and below the first above it that exceeds the limit. */
    private static Optional<RateRow> highest(List<RateRow> group, Limit limit) {
        Optional<RateRow> highest = Optional.empty();
        for (RateRow row : group) {
            if (!row.isMet() || highest.isPresent() && limit.outcome(row) == Outcome.EXCEEDED) {
                break;
            }
            highest = limit.holds(row) ? Optional.of(row) : highest;
        }
        return highest;
    }

    private static boolean holdsBelow(List<RateRow> group, RateRow highest, Limit limit) {
        return group.stream()
                .takeWhile(row -> !row.equals(highest))
                .noneMatch(row -> limit.outcome(row) == Outcome.EXCEEDED);
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
