package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.reach.ChangedClass;
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
import java.util.Objects;
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

    private static final String SAME = "have the same code";

    private static final String NOT_RUN = "Changed methods of classes that these rows load and did not run:";

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

    List<RowKey> of(Kind kind) {
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
    public List<RowKey> of(Kind kind, Collection<RowVerdict> measured) {
        List<RowKey> rows = new ArrayList<>(of(kind));
        rows.removeAll(measured.stream().map(RowVerdict::key).collect(Collectors.toSet()));
        return rows;
    }

    /** Rows that may run something else and were not measured, because the budget had no pair for them. */
    List<RowKey> withoutPair(Collection<RowVerdict> measured) {
        return Stream.concat(of(Kind.LOADED, measured).stream(), of(Kind.REACHED_IN_SETUP, measured).stream())
                .toList();
    }

    /** The changed methods that a row runs, the hottest first; none where all rows are measured without scouts. */
    public List<String> methods(RowKey row) {
        return rows.containsKey(row) ? labels(rows.get(row).run()) : List.of();
    }

    /** Why a row is measured, in a few words; empty where the log does not tell. */
    private String why(RowReach row) {
        return switch (row.kind()) {
            case REACHED ->
                row.run().isEmpty() ? Objects.requireNonNullElse(row.reason(), "") : Sections.some(labels(row.run()));
            case LOADED ->
                Sections.some(reach.classes(row.loaded()).stream()
                        .map(ReachedRows::label)
                        .toList());
            case REACHED_IN_SETUP -> Sections.some(labels(row.runInSetUp()));
            default -> "";
        };
    }

    private static String label(ChangedClass type) {
        return type.label() + " (" + type.why().prose + ")";
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

    /** What differs, in a few words: {@code differ in 23 methods of 14 classes and in the shape of 2 classes}. */
    String difference() {
        if (reach.allRows() != null) {
            return "all rows are measured: " + reach.allRows();
        }
        if (reach.isNone()) {
            return SAME;
        }
        int methods = reach.methods().size();
        String inMethods = methods == 0 && reach.shapes() > 0
                ? ""
                : "in " + Sections.count(methods, "method") + " of " + classes(reach.classes());
        return "differ "
                + (reach.shapes() == 0
                        ? inMethods
                        : inMethods + (inMethods.isEmpty() ? "" : " and ") + "in the shape of "
                                + classes(reach.shapes()));
    }

    /** The same as a sentence. */
    String differenceOfSides() {
        return (reach.allRows() == null ? "base and head " : "") + difference();
    }

    private static String classes(long count) {
        return count + (count == 1 ? " class" : " classes");
    }

    /**
     * {@code 41 of 221 rows run changed methods, 31 load classes that changed shape, 68 run changed methods only in
     * set-up, 81 run no changed code.}
     */
    String plan() {
        if (reach.allRows() != null) {
            return Sections.count(rows.size(), "row") + ".";
        }
        int reached = of(Kind.REACHED).size();
        int loading = of(Kind.LOADED).size();
        int inSetUp = of(Kind.REACHED_IN_SETUP).size();
        int same = unchanged().size();
        List<String> parts = new ArrayList<>();
        parts.add(reached + " of " + Sections.count(rows.size(), "row") + (reached == 1 ? " runs" : " run")
                + " changed methods");
        if (loading > 0) {
            parts.add(loading("" + loading, loading));
        }
        if (inSetUp > 0) {
            parts.add(inSetUp("" + inSetUp, inSetUp));
        }
        if (same > 0) {
            parts.add(same + (same == 1 ? " runs " : " run ") + nothing());
        }
        return String.join(", ", parts) + ".";
    }

    private static String loading(String rows, int count) {
        return rows + (count == 1 ? " loads" : " load") + " classes that changed shape";
    }

    private static String inSetUp(String rows, int count) {
        return rows + (count == 1 ? " runs" : " run") + " changed methods only in set-up";
    }

    /** What unchanged rows run; logs of earlier versions do not know about classes. */
    private String nothing() {
        return reach.changedClasses().isEmpty() ? "no changed method" : "no changed code";
    }

    /** Which rows were not measured, and why; without what the {@linkplain #untouched answer} says where none was. */
    String unmeasured(Collection<RowVerdict> measured) {
        int same = unchanged().size();
        return same == 0
                ? ""
                : Sections.count(same, "row")
                        + (same == 1
                                ? " was not measured: its short fork ran "
                                : " were not measured: a short fork of each ran ")
                        + nothing();
    }

    /** How many rows may run something else, and had no pair; empty where there are none. */
    String notLookedAt(Collection<RowVerdict> measured) {
        int loading = of(Kind.LOADED, measured).size();
        int inSetUp = of(Kind.REACHED_IN_SETUP, measured).size();
        if (loading + inSetUp == 0) {
            return "";
        }
        String first = loading == 0 ? "" : loading(Sections.count(loading, "row"), loading);
        String second = inSetUp == 0
                ? ""
                : loading == 0
                        ? inSetUp(Sections.count(inSetUp, "row"), inSetUp)
                        : ", " + inSetUp("" + inSetUp, inSetUp);
        return first + second + ": no pair yet";
    }

    /** What there is to say where no row was measured. */
    String untouched() {
        String without = notLookedAt(List.of());
        if (!without.isEmpty()) {
            return without;
        }
        if (reach.isNone()) {
            return "base and head " + SAME;
        }
        List<String> methods = labels();
        List<String> classes = shapes().map(ChangedClass::label).toList();
        return "no benchmark "
                + Stream.of(
                                some("runs the changed method", "runs the changed methods", methods),
                                some("loads the changed class", "loads the changed classes", classes))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" or "));
    }

    private static String some(String ofOne, String ofMany, List<String> names) {
        return names.isEmpty() ? "" : (names.size() == 1 ? ofOne : ofMany) + " " + Sections.some(names);
    }

    private Stream<ChangedClass> shapes() {
        return reach.changedClasses().stream().filter(ChangedClass::isReshaped);
    }

    private List<String> labels() {
        return reach.methods().stream().map(ChangedMethod::label).distinct().toList();
    }

    /** Rows that were not measured. */
    List<RowKey> notMeasured(Collection<RowVerdict> measured) {
        return Stream.concat(unchanged().stream(), withoutPair(measured).stream())
                .toList();
    }

    /** Adds what changed, and the rows that were not measured. */
    void addTo(Sections report, RowNames names, Collection<RowVerdict> measured) {
        int most = report.isText() ? Integer.MAX_VALUE : LISTED;
        report.list("Changed methods:", listed("", labels(), LISTED))
                .list(
                        "Changed classes:",
                        listed("", shapes().map(ReachedRows::label).toList(), LISTED))
                .list(
                        "Not measured:",
                        Stream.of(
                                        listed("run " + nothing() + ": ", names(names, unchanged()), most),
                                        listed("load changed classes: ", names(names, of(Kind.LOADED, measured)), most),
                                        listed(
                                                "only in set-up: ",
                                                names(names, of(Kind.REACHED_IN_SETUP, measured)),
                                                most))
                                .flatMap(List::stream)
                                .toList())
                .list(NOT_RUN, notRun(names).limit(most).toList());
    }

    /** Rows that are not known to run changed code, and the changed methods of the classes that they load. */
    private Stream<String> notRun(RowNames names) {
        return rows.values().stream()
                .filter(row -> row.kind() == Kind.SAME_CODE && !row.notRun().isEmpty())
                .map(row -> names.of(row.row()) + ": " + Sections.some(labels(row.notRun())));
    }

    /** The rows of each kind, with the changed methods or classes of each. */
    void addPlan(Sections report, RowNames names) {
        if (reach.allRows() != null) {
            report.list(names(names, of(Kind.REACHED)));
            return;
        }
        report.list("Run changed methods:", whys(Kind.REACHED, names))
                .list("Load classes that changed shape:", whys(Kind.LOADED, names))
                .list("Run changed methods only in set-up:", whys(Kind.REACHED_IN_SETUP, names))
                .list(
                        "Cannot run:",
                        names(
                                names,
                                Stream.concat(of(Kind.FAILED).stream(), of(Kind.SKIPPED).stream())
                                        .toList()))
                .list("Run " + nothing() + ":", names(names, unchanged()))
                .list(NOT_RUN, notRun(names).toList());
    }

    private List<String> whys(Kind kind, RowNames names) {
        return of(kind).stream()
                .map(row -> {
                    String why = why(rows.get(row));
                    return names.of(row) + (why.isEmpty() ? "" : ": " + why);
                })
                .toList();
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
