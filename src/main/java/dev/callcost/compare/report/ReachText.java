package dev.callcost.compare.report;

import dev.callcost.compare.session.ReachedRows;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What differs between the jars of a comparison, and which rows run it, in words. Rows with pairs are named by
 * {@code measured}.
 */
record ReachText(ReachedRows reached) {
    /** Methods, and rows, that a line lists; the JSON has all. */
    private static final int LISTED = 10;

    private static final String SAME = "have the same code";

    private static final String NOT_RUN = "Changed methods of classes that these rows load and did not run:";

    private Reach reach() {
        return reached.reach();
    }

    private Map<RowKey, RowReach> rows() {
        return reached.rows();
    }

    /** Why a row is measured, in a few words; empty where the log does not tell. */
    private String why(RowReach row) {
        return switch (row.kind()) {
            case REACHED ->
                row.run().isEmpty()
                        ? Objects.requireNonNullElse(row.reason(), "")
                        : Sections.some(reached.labels(row.run()));
            case LOADED ->
                Sections.some(reach().classes(row.loaded()).stream()
                        .map(ReachText::label)
                        .toList());
            case REACHED_IN_SETUP -> Sections.some(reached.labels(row.runInSetUp()));
            default -> "";
        };
    }

    private static String label(ChangedClass type) {
        return type.label() + " (" + type.why().prose + ")";
    }

    /** The hottest of them, in a few words. */
    String someMethods(RowKey row) {
        return Sections.some(reached.methods(row));
    }

    /** What differs, in a few words: {@code differ in 23 methods of 14 classes and in the shape of 2 classes}. */
    String difference() {
        if (reach().allRows() != null) {
            return "all rows are measured: " + reach().allRows();
        }
        if (reach().isNone()) {
            return SAME;
        }
        long methods = reach().methods().stream().distinct().count(); // jars share libraries
        String inMethods = methods == 0 && reach().shapes() > 0
                ? ""
                : "in " + Sections.count((int) methods, "method") + " of " + classes(reach().classes());
        return "differ "
                + (reach().shapes() == 0
                        ? inMethods
                        : inMethods + (inMethods.isEmpty() ? "" : " and ") + "in the shape of "
                                + classes(reach().shapes()));
    }

    /** The same as a sentence. */
    String differenceOfSides() {
        return (reach().allRows() == null ? "base and head " : "") + difference();
    }

    private static String classes(long count) {
        return count + (count == 1 ? " class" : " classes");
    }

    /**
     * {@code 41 of 221 rows run changed methods, 2 are measured for another reason, 31 load classes that changed shape,
     * 68 run changed methods only in set-up, 79 run no changed code, 3 cannot run.}
     */
    String plan() {
        if (reach().allRows() != null) {
            return Sections.count(rows().size(), "row") + ".";
        }
        int running = running().size();
        int others = others().size();
        int loading = reached.of(Kind.LOADED).size();
        int inSetUp = reached.of(Kind.REACHED_IN_SETUP).size();
        int same = reached.unchanged().size();
        List<String> parts = new ArrayList<>();
        parts.add(running + " of " + Sections.count(rows().size(), "row") + (running == 1 ? " runs" : " run")
                + " changed methods");
        if (others > 0) {
            parts.add(others + (others == 1 ? " is" : " are") + " measured for another reason");
        }
        if (loading > 0) {
            parts.add(loading("" + loading, loading));
        }
        if (inSetUp > 0) {
            parts.add(inSetUp("" + inSetUp, inSetUp));
        }
        if (same > 0) {
            parts.add(same + (same == 1 ? " runs " : " run ") + nothing());
        }
        int lost = cannotRun().size();
        if (lost > 0) {
            parts.add(lost + " cannot run");
        }
        return String.join(", ", parts) + ".";
    }

    private List<RowKey> cannotRun() {
        return rows().values().stream()
                .filter(RowReach::cannotRun)
                .sorted(Comparator.comparing(RowReach::kind))
                .map(RowReach::row)
                .toList();
    }

    private List<RowKey> running() {
        List<RowKey> running = new ArrayList<>(reached.of(Kind.REACHED));
        running.removeAll(others());
        return running;
    }

    /** Rows that are measured first although no scout saw a changed method run. */
    private List<RowKey> others() {
        return reached.of(Kind.REACHED).stream()
                .filter(row ->
                        rows().get(row).run().isEmpty() && rows().get(row).reason() != null)
                .toList();
    }

    private static String loading(String rows, int count) {
        return rows + (count == 1 ? " loads" : " load") + " classes that changed shape";
    }

    private static String inSetUp(String rows, int count) {
        return rows + (count == 1 ? " runs" : " run") + " changed methods only in set-up";
    }

    /** What unchanged rows run; logs of earlier versions do not know about classes. */
    private String nothing() {
        return reach().changedClasses().isEmpty() ? "no changed method" : "no changed code";
    }

    /** Which rows were not measured, and why; without what the {@linkplain #untouched answer} says where none was. */
    String unmeasured() {
        int same = reached.unchanged().size();
        return same == 0
                ? ""
                : Sections.count(same, "row")
                        + (same == 1
                                ? " was not measured: its short fork ran "
                                : " were not measured: a short fork of each ran ")
                        + nothing();
    }

    /** How many rows may run something else, and had no pair; empty where there are none. */
    String notLookedAt(Collection<RowKey> measured) {
        int loading = reached.of(Kind.LOADED, measured).size();
        int inSetUp = reached.of(Kind.REACHED_IN_SETUP, measured).size();
        if (loading + inSetUp == 0) {
            return "";
        }
        String first = loading == 0 ? "" : loading(Sections.count(loading, "row"), loading);
        String second = inSetUp == 0
                ? ""
                : loading == 0
                        ? inSetUp(Sections.count(inSetUp, "row"), inSetUp)
                        : ", " + inSetUp("" + inSetUp, inSetUp);
        return first + second + ": not measured yet";
    }

    /** What there is to say where no row was measured. */
    String untouched() {
        String without = notLookedAt(List.of());
        if (!without.isEmpty()) {
            return without;
        }
        if (reach().isNone()) {
            return "base and head " + SAME;
        }
        List<String> methods = labels();
        List<String> classes = shapes().map(ChangedClass::label).distinct().toList();
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
        return reach().changedClasses().stream().filter(ChangedClass::isReshaped);
    }

    private List<String> labels() {
        return reach().methods().stream().map(ChangedMethod::label).distinct().toList();
    }

    /** Adds what changed, and the rows that were not measured. */
    void addTo(Sections report, RowNames names, Collection<RowKey> measured) {
        int most = report.isText() ? Integer.MAX_VALUE : LISTED;
        report.list("Changed methods:", listed("", labels(), LISTED))
                .list(
                        "Changed classes:",
                        listed("", shapes().map(ReachText::label).toList(), LISTED))
                .list(
                        "Not measured:",
                        Stream.of(
                                        listed("run " + nothing() + ": ", names(names, reached.unchanged()), most),
                                        listed(
                                                "load changed classes: ",
                                                names(names, reached.of(Kind.LOADED, measured)),
                                                most),
                                        listed(
                                                "only in set-up: ",
                                                names(names, reached.of(Kind.REACHED_IN_SETUP, measured)),
                                                most))
                                .flatMap(List::stream)
                                .toList())
                .list(NOT_RUN, notRun(names).limit(most).toList());
    }

    /** Rows that are not known to run changed code, and the changed methods of the classes that they load. */
    private Stream<String> notRun(RowNames names) {
        return rows().values().stream()
                .filter(row -> row.kind() == Kind.SAME_CODE && !row.notRun().isEmpty())
                .map(row -> names.of(row.row()) + ": " + Sections.some(reached.labels(row.notRun())));
    }

    /**
     * The rows of each kind, with the changed methods or classes of each.
     *
     * @param losses why rows cannot run
     */
    void addPlan(Sections report, RowNames names, Map<RowKey, String> losses) {
        if (reach().allRows() != null) {
            report.list(names(names, reached.of(Kind.REACHED)));
            return;
        }
        report.list("Run changed methods:", whys(running(), names))
                .list("Measured for another reason:", whys(others(), names))
                .list("Load classes that changed shape:", whys(reached.of(Kind.LOADED), names))
                .list("Run changed methods only in set-up:", whys(reached.of(Kind.REACHED_IN_SETUP), names))
                .list("Cannot run:", reasons(cannotRun(), row -> losses.getOrDefault(row, ""), names))
                .list("Run " + nothing() + ":", names(names, reached.unchanged()))
                .list(NOT_RUN, notRun(names).toList());
    }

    private List<String> whys(List<RowKey> some, RowNames names) {
        return reasons(some, row -> why(rows().get(row)), names);
    }

    private static List<String> reasons(List<RowKey> some, Function<RowKey, String> reason, RowNames names) {
        return some.stream()
                .map(row -> {
                    String why = reason.apply(row);
                    return names.of(row) + (why.isEmpty() ? "" : ": " + why);
                })
                .toList();
    }

    private static List<String> names(RowNames names, List<RowKey> rows) {
        return rows.stream().map(row -> Sections.unbroken(names.of(row))).toList();
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
