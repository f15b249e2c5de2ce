package dev.callcost.history;

import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A line of a report: a change of a row, or a row without one. */
public record HistoryLine(LineKind group, RowHistory row, Optional<Change> change) {
    /** Kinds of lines, in the order of reports. */
    public enum LineKind {
        NEWLY_SLOWER("newly slower"),
        SUSPECT("suspect"),
        SLOWER("slower before"),
        FASTER("faster"),
        MACHINE("by the machine"),
        DRIFT("drifting"),
        MISSING("missing in the newest run"),
        TOO_SHORT("with too few runs"),
        UNDONE("changed and back"),
        STEADY("steady");

        /** Counted, or told in one line. */
        static final Set<LineKind> COUNTED = EnumSet.of(DRIFT, MISSING, TOO_SHORT, UNDONE, STEADY);

        static final Set<LineKind> LIMITED = EnumSet.of(FASTER, MACHINE);

        private final String prose;

        LineKind(String prose) {
            this.prose = prose;
        }

        public String prose() {
            return prose;
        }
    }

    /** All lines, the worst first; within a group the newest change first. */
    static List<HistoryLine> of(List<RowHistory> rows) {
        List<HistoryLine> lines = new ArrayList<>();
        for (RowHistory row : rows) {
            row.changes().forEach(it -> lines.add(new HistoryLine(groupOf(it), row, Optional.of(it))));
            LineKind rest = row.isMissing()
                    ? LineKind.MISSING
                    : row.isTooShort() || row.changes().isEmpty() && row.isUndecided()
                            ? LineKind.TOO_SHORT
                            : LineKind.STEADY;
            if (rest != LineKind.STEADY || row.changes().isEmpty()) {
                lines.add(new HistoryLine(rest, row, Optional.empty()));
            }
        }
        lines.sort(Comparator.comparing(HistoryLine::group)
                .thenComparing(line -> -line.first())
                .thenComparing(
                        line -> line.change().map(it -> -Math.abs(it.size())).orElse(0.0)));
        return lines;
    }

    private static LineKind groupOf(Change change) {
        if (!change.stands()) {
            return LineKind.UNDONE;
        }
        return switch (change.kind()) {
            case CONFIRMED ->
                change.isSlower() && change.isNew()
                        ? LineKind.NEWLY_SLOWER
                        : change.isDrift() ? LineKind.DRIFT : change.isSlower() ? LineKind.SLOWER : LineKind.FASTER;
            case SUSPECT -> LineKind.SUSPECT;
            case MACHINE -> LineKind.MACHINE;
        };
    }

    /** The size of the change; empty without one. */
    String size() {
        return change.map(row::text).orElse("");
    }

    /** Whether it is a change from zero or to zero, which has no size in percent. */
    boolean isOfZero() {
        return change.filter(row::isOfZero).isPresent();
    }

    public RowKey key() {
        return row.key();
    }

    public boolean isSlower() {
        return change.filter(Change::isSlower).isPresent();
    }

    /** Index of the first run with the change; -1 without one. */
    public int first() {
        return change.map(Change::first).orElse(-1);
    }
}
