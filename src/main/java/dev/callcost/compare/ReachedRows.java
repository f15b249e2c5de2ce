package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.reach.ChangedMethod;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What differs between the jars of a comparison, and which rows run it.
 *
 * @param reach what differs; null in logs of earlier versions, and before it is known
 * @param rows what scouts found out about each row; none where all rows are measured without them
 */
public record ReachedRows(Reach reach, Map<RowKey, RowReach> rows) {
    /** Methods, and rows, that a line lists; the JSON has all. */
    private static final int LISTED = 10;

    /** Those of several sessions or shards, which compared the same jars; empty for logs of earlier versions. */
    static Optional<ReachedRows> of(List<CompareLog> sessions) {
        Map<RowKey, RowReach> rows = new LinkedHashMap<>();
        sessions.forEach(session -> session.changed().rows.forEach(rows::putIfAbsent));
        return sessions.stream()
                .flatMap(session -> Stream.ofNullable(session.changed().reach))
                .findFirst()
                .map(reach -> new ReachedRows(reach, rows));
    }

    boolean isOf(Kind kind, RowKey row) {
        return rows.containsKey(row) && rows.get(row).kind() == kind;
    }

    private List<RowKey> of(Kind kind) {
        return rows.keySet().stream().filter(row -> isOf(kind, row)).toList();
    }

    /** Rows that run no changed method. */
    public List<RowKey> unchanged() {
        return of(Kind.SAME_CODE);
    }

    /**
     * Rows that run changed methods in their set-up alone and were not measured.
     *
     * @param measured rows with pairs
     */
    public List<RowKey> inSetUp(Collection<RowVerdict> measured) {
        List<RowKey> rows = new ArrayList<>(of(Kind.REACHED_IN_SETUP));
        rows.removeAll(measured.stream().map(RowVerdict::key).collect(Collectors.toSet()));
        return rows;
    }

    /** Rows that may run something else, and have no pair. */
    List<RowKey> withoutPair(Collection<RowVerdict> measured) {
        List<RowKey> rows = new ArrayList<>(of(Kind.LOADED));
        rows.removeAll(measured.stream().map(RowVerdict::key).collect(Collectors.toSet()));
        rows.addAll(inSetUp(measured));
        return rows;
    }

    /** How many rows may run something else and have no pair, in a few words; empty without any. */
    String notLookedAt(Collection<RowVerdict> measured) {
        int inSetUp = inSetUp(measured).size();
        int loaded = withoutPair(measured).size() - inSetUp;
        return Stream.of(
                        noPair(loaded, "load", "classes that changed shape"),
                        noPair(inSetUp, "run", "changed methods only in set-up"))
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String noPair(int rows, String verb, String what) {
        return rows == 0
                ? ""
                : Sections.count(rows, "row") + " " + verb + (rows == 1 ? "s " : " ") + what + ": no pair yet";
    }

    /** The changed methods that a row runs, the hottest first; none where all rows are measured without scouts. */
    public List<String> methods(RowKey row) {
        return rows.containsKey(row) ? labels(rows.get(row).run()) : List.of();
    }

    private List<String> labels(List<Integer> methods) {
        return reach.methods(methods).stream()
                .map(ChangedMethod::label)
                .distinct()
                .toList();
    }

    /** The hottest of them, in a few words. */
    String someMethods(RowKey row) {
        return Sections.some(methods(row));
    }

    /** What differs, in a few words: {@code differ in 23 methods of 14 classes}. */
    String difference() {
        if (reach.allRows() != null) {
            return "all rows are measured: " + reach.allRows();
        }
        int methods = reach.methods().size();
        return "differ in " + methods
                + (methods == 1 ? " method of " : " methods of ")
                + reach.classes()
                + (reach.classes() == 1 ? " class" : " classes");
    }

    /** {@code 41 of 221 rows run changed methods; 112 run no changed method, 68 only in their set-up.} */
    String plan(int reached, int inSetUp) {
        String others = others(inSetUp);
        return reach.allRows() != null
                ? Sections.count(rows.size(), "row") + "."
                : reached + " of " + Sections.count(rows.size(), "row") + (reached == 1 ? " runs" : " run")
                        + " changed methods" + (others.isEmpty() ? "." : "; " + others + ".");
    }

    /** Why rows were not measured; empty where all were. */
    String unmeasured(Collection<RowVerdict> measured) {
        int all = notMeasured(measured).size();
        if (all == 0) {
            return "";
        }
        int inSetUp = inSetUp(measured).size();
        String rows = all + (all == 1 ? " row was" : " rows were") + " not measured";
        return inSetUp > 0 && inSetUp < all
                ? rows + ", as one short fork of each shows: " + others(inSetUp)
                : rows
                        + (all == 1 ? ": its short fork ran " : ": one short fork of each ran ")
                        + (inSetUp == 0 ? "no changed method" : "changed methods only in set-up");
    }

    /** How many rows run no changed method, or in their set-up alone. */
    private String others(int inSetUp) {
        int none = unchanged().size();
        String first = none == 0 ? "" : none + (none == 1 ? " runs" : " run") + " no changed method";
        return inSetUp == 0
                ? first
                : none == 0
                        ? inSetUp + (inSetUp == 1 ? " runs" : " run") + " changed methods only in set-up"
                        : first + ", " + inSetUp + " only in set-up";
    }

    /** What there is to say where no row was measured. */
    String untouched() {
        return reach.methods().isEmpty()
                ? "base and head have the same code"
                : "no benchmark runs the changed " + (reach.methods().size() == 1 ? "method " : "methods ")
                        + Sections.some(labels())
                        + (of(Kind.REACHED_IN_SETUP).isEmpty() ? "" : " in its iterations");
    }

    private List<String> labels() {
        return reach.methods().stream().map(ChangedMethod::label).distinct().toList();
    }

    /** Rows that run no changed method, or only in their set-up, and were not measured. */
    List<RowKey> notMeasured(Collection<RowVerdict> measured) {
        return Stream.concat(unchanged().stream(), inSetUp(measured).stream()).toList();
    }

    /** Adds the changed methods, and the rows that were not measured. */
    void addTo(Sections report, RowNames names, Collection<RowVerdict> measured) {
        int most = report.isText() ? Integer.MAX_VALUE : LISTED;
        report.list("Changed methods:", listed("", labels(), LISTED))
                .list(
                        "Not measured:",
                        Stream.of(
                                        listed("run no changed method: ", names(names, unchanged()), most),
                                        listed("only in set-up: ", names(names, inSetUp(measured)), most))
                                .flatMap(List::stream)
                                .toList());
    }

    private static List<String> names(RowNames names, List<RowKey> rows) {
        return rows.stream().map(row -> VerdictNotes.unbroken(names.of(row))).toList();
    }

    private static List<String> listed(String what, List<String> names, int most) {
        int more = names.size() - most;
        return names.isEmpty()
                ? List.of()
                : List.of(what
                        + names.stream().limit(most).collect(Collectors.joining(", "))
                        + (more > 0 ? " and " + more + " more" : ""));
    }
}
