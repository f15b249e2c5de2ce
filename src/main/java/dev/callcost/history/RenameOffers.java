package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Run.Value;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rows that look renamed: one ends where another one begins that has its params, threads, mode and unit, and about its time. A row that is in fewer than three
 * runs has no history to lose.
 */
final class RenameOffers {
    private static final int FEWEST_RUNS = 3;

    /** Rows whose times differ by more are not taken for one, as a logarithm. */
    private static final double FARTHEST = Math.log(2);

    private static final List<BiPredicate<RowKey, RowKey>> LIKENESS = List.of(
            (a, b) -> true,
            (a, b) -> method(a).equals(method(b)),
            (a, b) -> a.simpleName().equals(b.simpleName()));

    private static final Pattern SPECIAL = Pattern.compile("[\\\\.$\\[\\]{}()*+?^|]");

    private final List<Span> spans;

    /** The runs that have a row. */
    private static final class Span {
        private final RowKey row;
        private final int first;
        private final Value begin;
        private int last;
        private int runs;
        private Value end;

        Span(RowKey row, int first, Value begin) {
            this.row = row;
            this.first = first;
            this.begin = begin;
        }

        void add(int run, Value value) {
            last = run;
            runs++;
            end = value;
        }

        boolean isContinuedBy(Span next) {
            return next.first == last + 1
                    && withoutName(row).equals(withoutName(next.row))
                    && end.unit().equals(next.begin.unit())
                    && Math.abs(next.begin.logNanos() - end.logNanos()) <= FARTHEST;
        }
    }

    private RenameOffers(List<Run> runs) {
        Map<RowKey, Span> all = new LinkedHashMap<>();
        for (int n = 0; n < runs.size(); n++) {
            int run = n;
            runs.get(n)
                    .values()
                    .forEach((row, value) -> all.computeIfAbsent(row, it -> new Span(it, run, value))
                            .add(run, value));
        }
        spans = List.copyOf(all.values());
    }

    /** The option that joins such rows, a line for each option. */
    static List<String> of(List<Run> runs) {
        RenameOffers rows = new RenameOffers(runs);
        Map<String, List<String>> offers = new LinkedHashMap<>();
        for (Span old : rows.spans) {
            if (old.last < runs.size() - 1 && old.runs >= FEWEST_RUNS) {
                rows.next(old)
                        .ifPresent(now -> offers.computeIfAbsent(rows.option(old, now), it -> new ArrayList<>())
                                .add(old.row.simpleName() + " ends where " + now.row.simpleName() + " begins, at "
                                        + runs.get(now.first).label()));
            }
        }
        return offers.entrySet().stream()
                .map(offer -> offer.getValue().get(0)
                        + (offer.getValue().size() == 1
                                ? ""
                                : ", and " + Sections.count(offer.getValue().size() - 1, "other row") + " like it")
                        + ": " + offer.getKey() + " joins them")
                .toList();
    }

    /** The row that alone can continue this one, and no other: of all, of those with the same method, or else of those with the same class too. */
    private Optional<Span> next(Span old) {
        return LIKENESS.stream()
                .map(is -> only(it -> old.isContinuedBy(it) && is.test(it.row, old.row)))
                .flatMap(Optional::stream)
                .filter(now -> LIKENESS.stream()
                        .anyMatch(is -> is.test(old.row, now.row)
                                && only(it -> it.isContinuedBy(now) && is.test(it.row, now.row))
                                        .isPresent()))
                .findFirst();
    }

    private Optional<Span> only(Predicate<Span> is) {
        List<Span> found = spans.stream().filter(is).limit(2).toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static RowKey withoutName(RowKey row) {
        return new RowKey("", row.mode(), row.threads(), row.params());
    }

    private static String method(RowKey row) {
        return row.benchmark().substring(row.benchmark().lastIndexOf('.') + 1);
    }

    /** Replaces what differs, in whole parts of the names, so that one option does for all rows of a package or class that moved, and for none that keep their names. */
    private String option(Span renamed, Span next) {
        Set<String> stay = spans.stream()
                .filter(it -> it.last > renamed.last)
                .map(it -> it.row.benchmark())
                .collect(Collectors.toSet());
        String old = renamed.row.benchmark();
        String now = next.row.benchmark();
        String from = old;
        String to = now;
        for (int dot = old.lastIndexOf('.'); dot > 0; dot = old.lastIndexOf('.', dot - 1)) {
            String tail = old.substring(dot);
            String head = old.substring(0, dot) + ".";
            if (!now.endsWith(tail)
                    || now.length() == tail.length()
                    || stay.stream().anyMatch(it -> it.startsWith(head))) {
                break;
            }
            from = old.substring(0, dot);
            to = now.substring(0, now.length() - tail.length());
        }
        return "--rename '^" + SPECIAL.matcher(from).replaceAll("\\\\$0") + (from.equals(old) ? "$" : "(?=\\.)") + "="
                + to.replace("$", "\\$") + "'";
    }
}
