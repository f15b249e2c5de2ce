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
import java.util.stream.Stream;

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
                RateRow highest = highest(group, limit);
                if (highest == null) {
                    RateRow lowest = group.get(0);
                    failed.add("no rate is known to hold " + limit.text() + ": at " + table.label(lowest) + " "
                            + (lowest.isMet() ? limit.value(lowest) : NOT_MET));
                } else {
                    String range = holdsBelow(group, highest, limit) ? "up to " : "at ";
                    (limit.outcome(highest) == Outcome.HELD ? others : unknown)
                            .add(limit.text() + " holds " + range + table.label(highest) + ": " + limit.value(highest));
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
        Stream<String> lines =
                Stream.concat(Stream.concat(failed.stream(), unknown.stream()).distinct(), others.stream());
        int exitCode = !failed.isEmpty() ? EXCEEDED : !unknown.isEmpty() && isStrict ? NOT_KNOWN : 0;
        return new LimitCheck(lines.toList(), exitCode);
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

    /** The highest rate that holds, below the first that was not met, and below the first above it that exceeds the limit; null without one. */
    private static RateRow highest(List<RateRow> group, Limit limit) {
        RateRow highest = null;
        for (RateRow row : group) {
            if (!row.isMet() || highest != null && limit.outcome(row) == Outcome.EXCEEDED) {
                break;
            }
            highest = limit.holds(row) ? row : highest;
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
