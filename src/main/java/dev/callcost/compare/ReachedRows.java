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
import java.util.Comparator;
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
    /** Changed methods that a line names. */
    private static final int NAMED = 3;

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
        return some(methods(row));
    }

    /** Names of methods that rows run in their set-up alone, those of most rows first. */
    private String setUpMethods(Collection<RowKey> some) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        some.forEach(row -> labels(rows.get(row).setUp()).forEach(name -> counts.merge(name, 1, Integer::sum)));
        List<String> names = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
        return names.isEmpty() ? "" : " (" + some(names) + ")";
    }

    private static String some(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                + (names.size() > NAMED ? ", ..." : "");
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

    /** What there is to say where no row was measured. */
    String untouched() {
        int methods = reach.methods().size();
        return methods == 0
                ? "base and head have the same code"
                : "no benchmark runs the " + (methods == 1 ? "changed method " : methods + " changed methods ")
                        + some(reach.methods().stream()
                                .map(ChangedMethod::label)
                                .distinct()
                                .toList())
                        + (!of(Kind.REACHED_IN_SETUP).isEmpty() ? " in its iterations" : "");
    }

    /** Rows that run no changed method, or only in their set-up, and were not measured. */
    List<RowKey> notMeasured(Collection<RowVerdict> measured) {
        return Stream.concat(unchanged().stream(), inSetUp(measured).stream()).toList();
    }

    /** Adds which rows run which changed methods, and the rows that were not measured. */
    void addTo(Sections report, RowNames names, Collection<RowVerdict> measured) {
        int most = report.isText() ? Integer.MAX_VALUE : LISTED;
        report.list("Changed methods, and the rows that run them:", runs(names))
                .list("Not measured, because they run no changed method:", listed(names, unchanged(), most))
                .list(
                        "Not measured, because they run changed methods only while they are set up:",
                        listed(names, inSetUp(measured), most));
    }

    private static List<String> listed(RowNames names, List<RowKey> rows, int most) {
        return rows.isEmpty() ? List.of() : List.of(first(unbroken(names, rows), most));
    }

    private static List<String> unbroken(RowNames names, List<RowKey> rows) {
        return rows.stream().map(row -> VerdictNotes.unbroken(names.of(row))).toList();
    }

    /** A line for the methods that the same rows run, those of most rows first; none where no scouts ran. */
    private List<String> runs(RowNames names) {
        if (rows.isEmpty() || reach.allRows() != null) {
            return List.of();
        }
        Map<String, List<RowKey>> byMethod = new LinkedHashMap<>();
        reach.methods().forEach(method -> byMethod.put(method.label(), new ArrayList<>()));
        rows.keySet()
                .forEach(row ->
                        methods(row).forEach(method -> byMethod.get(method).add(row)));
        Map<List<RowKey>, List<String>> byRows = new LinkedHashMap<>();
        byMethod.forEach((method, ofMethod) ->
                byRows.computeIfAbsent(ofMethod, it -> new ArrayList<>()).add(method));
        return byRows.entrySet().stream()
                .sorted(Comparator.comparing(it -> -it.getKey().size()))
                .map(it -> first(it.getValue(), LISTED) + ": "
                        + (it.getKey().isEmpty()
                                ? "no row, or only while it is set up"
                                : first(unbroken(names, it.getKey()), LISTED)))
                .toList();
    }

    private static String first(List<String> names, int most) {
        int more = names.size() - most;
        return names.stream().limit(most).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** Why rows were not measured; empty where all were. */
    String unmeasured(Collection<RowVerdict> measured) {
        List<RowKey> unchanged = unchanged();
        List<RowKey> inSetUp = inSetUp(measured);
        int all = unchanged.size() + inSetUp.size();
        if (all == 0) {
            return "";
        }
        String setUp = " only while they are set up" + setUpMethods(inSetUp);
        String why = inSetUp.isEmpty()
                ? (all == 1 ? "it runs" : "they run") + " no changed method"
                : unchanged.isEmpty()
                        ? (all == 1 ? "it runs" : "they run") + " changed methods" + setUp
                        : unchanged.size() + (unchanged.size() == 1 ? " runs" : " run") + " no changed method, "
                                + inSetUp.size() + setUp;
        return all + (all == 1 ? " row was" : " rows were") + " not measured: " + why
                + "; one short fork of each shows this";
    }
}
