package dev.callcost.compare.session;

import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.PathTails;
import dev.callcost.work.WorkDelta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What differs between the jars of a comparison, which rows run it, and what work these do.
 *
 * @param reach what differs; null in logs of earlier versions, and before it is known
 * @param rows what scouts found out about each row; none where all rows are measured without them
 * @param counted the work of rows, in the order in which they were counted; none in logs of earlier versions
 */
public record ReachedRows(Reach reach, Map<RowKey, RowReach> rows, Map<RowKey, CountedRow> counted) {
    /**
     * The work of a row as its forks counted it. The log has a line for each.
     *
     * @param seconds since the row before was counted; those of all rows are the time of the counts
     */
    public record CountedRow(RowKey row, WorkDelta work, double seconds) {
        public CountedRow {
            Objects.requireNonNull(row);
            Objects.requireNonNull(work.kind());
        }

        /** The row as the log has it: without the folders of absolute paths. */
        public CountedRow published() {
            return work.reason() == null
                    ? this
                    : new CountedRow(row, WorkDelta.notCounted(PathTails.cut(work.reason())), seconds);
        }
    }

    static ReachedRows none() {
        return new ReachedRows(null, new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    ReachedRows with(Reach other) {
        return new ReachedRows(other, rows, counted);
    }

    /** Those of several sessions or shards, which compared the same jars; empty for logs of earlier versions. */
    public static Optional<ReachedRows> of(List<Session> sessions) {
        Map<RowKey, RowReach> rows = new LinkedHashMap<>();
        Map<RowKey, CountedRow> counted = new LinkedHashMap<>();
        sessions.forEach(session -> {
            session.changed().rows.forEach(rows::putIfAbsent);
            session.changed().counted.forEach(counted::putIfAbsent);
        });
        return sessions.stream()
                .flatMap(session -> Stream.ofNullable(session.changed().reach))
                .findFirst()
                .map(reach -> new ReachedRows(reach, rows, counted));
    }

    /** The work of a row; empty where it was not looked at. */
    public Optional<WorkDelta> work(RowKey row) {
        return Optional.ofNullable(counted.get(row)).map(CountedRow::work);
    }

    /** The work of all rows that were looked at. */
    public List<WorkDelta> works() {
        return counted.values().stream().map(CountedRow::work).toList();
    }

    public boolean isOf(Kind kind, RowKey row) {
        return rows.containsKey(row) && rows.get(row).kind() == kind;
    }

    public List<RowKey> of(Kind kind) {
        return rows.keySet().stream().filter(row -> isOf(kind, row)).toList();
    }

    /** Rows that run no changed code. */
    public List<RowKey> unchanged() {
        return of(Kind.SAME_CODE);
    }

    /**
     * Rows of a kind that were not measured.
     *
     * @param measured rows with pairs
     */
    public List<RowKey> of(Kind kind, Collection<RowKey> measured) {
        List<RowKey> rows = new ArrayList<>(of(kind));
        rows.removeAll(Set.copyOf(measured));
        return rows;
    }

    /** Rows that may run something else and were not measured, because the budget had no pair for them. */
    public List<RowKey> withoutPair(Collection<RowKey> measured) {
        return Stream.concat(of(Kind.LOADED, measured).stream(), of(Kind.REACHED_IN_SETUP, measured).stream())
                .toList();
    }

    /** The changed methods that a row runs, the hottest first; none where all rows are measured without scouts. */
    public List<String> methods(RowKey row) {
        return rows.containsKey(row) ? labels(rows.get(row).run()) : List.of();
    }

    /** The names of methods, each once. */
    public List<String> labels(List<Integer> methods) {
        return reach.methods(methods).stream()
                .map(ChangedMethod::label)
                .distinct()
                .toList();
    }

    public List<RowKey> notMeasured(Collection<RowKey> measured) {
        return Stream.concat(unchanged().stream(), withoutPair(measured).stream())
                .toList();
    }
}
