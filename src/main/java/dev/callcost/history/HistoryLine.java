package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.RowJudgement.BytesChange;
import dev.callcost.history.RowJudgement.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A line of a report: a change of a row, or a row without one.
 *
 * @param change of its time
 * @param bytes a change of its B/op
 */
public record HistoryLine(Group group, RowJudgement row, Optional<Change> change, Optional<BytesChange> bytes) {
    /** Kinds of lines, in the order of reports. */
    public enum Group {
        NEWLY_SLOWER("newly slower"),
        NEWLY_MORE("newly allocates more"),
        SUSPECT("suspect"),
        SLOWER("slower before"),
        MORE("allocated more before"),
        FASTER("faster"),
        LESS("allocates less"),
        MACHINE("by the machine"),
        DRIFT("drift"),
        ACCEPTED("accepted"),
        MISSING("missing in the newest run"),
        TOO_SHORT("too few runs"),
        CANDIDATE("may be changing"),
        UNDONE("changed and back"),
        STEADY("steady"),
        ENDED("ended");

        static final Set<Group> NEW = EnumSet.of(NEWLY_SLOWER, NEWLY_MORE);

        /** Groups that a report counts. */
        static final Set<Group> COUNTED = EnumSet.of(MISSING, TOO_SHORT, CANDIDATE, UNDONE, STEADY, ENDED);

        /** Groups in which a report limits the lines. */
        static final Set<Group> LIMITED = EnumSet.of(FASTER, LESS, MACHINE);

        private final String prose;

        Group(String prose) {
            this.prose = prose;
        }

        public String prose() {
            return prose;
        }
    }

    /** All lines, the worst first; within a group the newest change first. */
    public static List<HistoryLine> of(Judgement judgement) {
        List<HistoryLine> lines = new ArrayList<>();
        judgement.rows().forEach(row -> {
            row.changes()
                    .forEach(it -> lines.add(new HistoryLine(group(row, it), row, Optional.of(it), Optional.empty())));
            row.bytes()
                    .forEach(it -> lines.add(new HistoryLine(group(row, it), row, Optional.empty(), Optional.of(it))));
            Group rest = row.presence() == Presence.MISSING
                    ? Group.MISSING
                    : row.presence() == Presence.ENDED
                            ? Group.ENDED
                            : row.isTooShort() ? Group.TOO_SHORT : Group.STEADY;
            if (rest != Group.STEADY || row.changes().isEmpty() && row.bytes().isEmpty()) {
                lines.add(new HistoryLine(rest, row, Optional.empty(), Optional.empty()));
            }
        });
        lines.sort(Comparator.comparing((HistoryLine line) -> line.group())
                .thenComparing(line -> -line.bad())
                .thenComparing(line -> -line.size()));
        return lines;
    }

    private static Group group(RowJudgement row, Change change) {
        if (!change.stands() || row.presence() == Presence.ENDED) {
            return Group.UNDONE;
        }
        return change.accepted().isPresent()
                ? Group.ACCEPTED
                : switch (change.kind()) {
                    case CONFIRMED ->
                        !change.isSlower() ? Group.FASTER : change.isNew() ? Group.NEWLY_SLOWER : Group.SLOWER;
                    case SUSPECT -> Group.SUSPECT;
                    case CANDIDATE -> Group.CANDIDATE;
                    case MACHINE -> Group.MACHINE;
                    case DRIFT -> Group.DRIFT;
                };
    }

    private static Group group(RowJudgement row, BytesChange change) {
        if (change != row.bytes().get(row.bytes().size() - 1) || row.presence() == Presence.ENDED) {
            return Group.UNDONE;
        }
        return change.accepted().isPresent()
                ? Group.ACCEPTED
                : change.isNewest()
                        ? Group.SUSPECT
                        : !change.isMore() ? Group.LESS : change.isNew() ? Group.NEWLY_MORE : Group.MORE;
    }

    /** Whether another run, or the row itself, is needed before the newest run is shown to be no regression. */
    boolean isOpen() {
        return group == Group.MISSING || group == Group.TOO_SHORT || group == Group.SUSPECT && isSlower();
    }

    public RowKey key() {
        return row.key();
    }

    public boolean isSlower() {
        return change.map(Change::isSlower).orElse(false)
                || bytes.map(BytesChange::isMore).orElse(false);
    }

    /** Index of the first run with the change; -1 without one. */
    public int bad() {
        return change.map(Change::bad).or(() -> bytes.map(BytesChange::bad)).orElse(-1);
    }

    public int good() {
        return change.map(Change::good).or(() -> bytes.map(BytesChange::good)).orElse(-1);
    }

    /** How far the change is from none. */
    private double size() {
        return change.map(it -> Math.abs(it.size())).orElse(0.0);
    }
}
