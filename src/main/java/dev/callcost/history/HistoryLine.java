package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.RowHistory.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A line of a report: a change of a row's time or of its B/op, or a row without one. */
public record HistoryLine(Group group, RowHistory row, Optional<Change> any) {
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

        /** Groups of rows that may be slower, by an older change. */
        static final Set<Group> OLD = EnumSet.of(SLOWER, MORE, DRIFT);

        static final Set<Group> COUNTED = EnumSet.of(MISSING, TOO_SHORT, CANDIDATE, UNDONE, STEADY, ENDED);

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
    static List<HistoryLine> of(List<RowHistory> rows) {
        List<HistoryLine> lines = new ArrayList<>();
        for (RowHistory row : rows) {
            Stream.concat(row.changes().stream(), row.bytes().stream())
                    .forEach(it -> lines.add(new HistoryLine(groupOf(row, it), row, Optional.of(it))));
            Group rest = switch (row.presence()) {
                case MISSING -> Group.MISSING;
                case ENDED -> Group.ENDED;
                case MEASURED -> row.isTooShort() ? Group.TOO_SHORT : Group.STEADY;
            };
            if (rest != Group.STEADY || row.changes().isEmpty() && row.bytes().isEmpty()) {
                lines.add(new HistoryLine(rest, row, Optional.empty()));
            }
        }
        lines.sort(Comparator.comparing(HistoryLine::group)
                .thenComparing(line -> -line.bad())
                .thenComparing(
                        line -> line.change().map(it -> -Math.abs(it.size())).orElse(0.0)));
        return lines;
    }

    private static Group groupOf(RowHistory row, Change change) {
        if (!change.stands() || row.presence() == Presence.ENDED) {
            return Group.UNDONE;
        }
        if (change.accepted().isPresent()) {
            return Group.ACCEPTED;
        }
        return switch (change.kind()) {
            case CONFIRMED ->
                change.isOfBytes()
                        ? of(change, Group.NEWLY_MORE, Group.MORE, Group.LESS)
                        : of(change, Group.NEWLY_SLOWER, Group.SLOWER, Group.FASTER);
            case SUSPECT -> Group.SUSPECT;
            case CANDIDATE -> Group.CANDIDATE;
            case MACHINE -> Group.MACHINE;
            case DRIFT -> Group.DRIFT;
        };
    }

    private static Group of(Change change, Group newlyWorse, Group worse, Group better) {
        return !change.isSlower() ? better : change.isNew() ? newlyWorse : worse;
    }

    /** Whether another run, or the row itself, is needed before the newest run is shown to be no regression. */
    boolean isOpen() {
        return group == Group.MISSING || group == Group.TOO_SHORT || group == Group.SUSPECT && isSlower();
    }

    public RowKey key() {
        return row.key();
    }

    public Optional<Change> change() {
        return any.filter(it -> !it.isOfBytes());
    }

    /** A change of its B/op. */
    public Optional<Change> bytes() {
        return any.filter(Change::isOfBytes);
    }

    public boolean isSlower() {
        return any.filter(Change::isSlower).isPresent();
    }

    /** Index of the first run with the change; -1 without one. */
    public int bad() {
        return any.map(Change::bad).orElse(-1);
    }
}
