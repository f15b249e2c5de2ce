package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Run.Value;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Rows that look renamed: one ends where another one begins that has its params, threads, mode and unit, and about its time. Of several such rows the one with
 * the most equal parts at the end of its name counts. A row that is in fewer than three runs has no history to lose.
 */
final class RenameOffers {
    private static final int FEWEST_RUNS = 3;

    /** Rows whose times differ by more are not taken for one, as a logarithm. */
    private static final double FARTHEST = Math.log(2);

    private static final Pattern SPECIAL = Pattern.compile("[\\\\.$\\[\\]{}()*+?^|]");

    /** The runs that have a row. */
    private record Span(RowKey row, int first, int last, int runs, Value begin, Value end) {
        Span and(Span later) {
            return new Span(row, first, later.last, runs + later.runs, begin, later.end);
        }

        String name() {
            return row.benchmark();
        }

        boolean isContinuedBy(Span next) {
            return next.first == last + 1
                    && runs >= FEWEST_RUNS
                    && new RowKey(next.name(), row.mode(), row.threads(), row.params()).equals(next.row)
                    && end.unit().equals(next.begin.unit())
                    && Math.abs(next.begin.logNanos() - end.logNanos()) <= FARTHEST;
        }

        /** The number of equal parts at the end of both names. */
        int likeness(Span other) {
            String[] own = name().split("\\.");
            String[] others = other.name().split("\\.");
            int equal = 0;
            while (equal < Math.min(own.length, others.length)
                    && own[own.length - 1 - equal].equals(others[others.length - 1 - equal])) {
                equal++;
            }
            return equal;
        }
    }

    private RenameOffers() {}

    /** The option that joins such rows, a line for each option. */
    static List<String> of(List<Run> runs) {
        Map<RowKey, Span> all = new LinkedHashMap<>();
        for (int n = 0; n < runs.size(); n++) {
            int run = n;
            runs.get(n)
                    .values()
                    .forEach((row, value) ->
                            all.merge(row, new Span(row, run, run, 1, value, value), (span, later) -> span.and(later)));
        }
        List<Span> spans = List.copyOf(all.values());
        Map<String, List<String>> offers = new LinkedHashMap<>();
        for (Span old : spans) {
            likest(old, spans, old::isContinuedBy)
                    .filter(now -> likest(now, spans, it -> it.isContinuedBy(now))
                            .filter(old::equals)
                            .isPresent())
                    .ifPresent(now -> offers.computeIfAbsent(option(old, now, spans), it -> new ArrayList<>())
                            .add(old.row.simpleName() + " ends where " + now.row.simpleName() + " begins, at "
                                    + runs.get(now.first).label()));
        }
        return offers.entrySet().stream()
                .map(offer -> offer.getValue().get(0)
                        + (offer.getValue().size() == 1
                                ? ""
                                : ", and " + Sections.count(offer.getValue().size() - 1, "other row") + " like it")
                        + ": " + offer.getKey() + " joins them")
                .toList();
    }

    /** Empty where several rows are equally like. */
    private static Optional<Span> likest(Span span, List<Span> spans, Predicate<Span> fits) {
        List<Span> fitting = spans.stream().filter(fits).toList();
        int most = fitting.stream().mapToInt(span::likeness).max().orElse(0);
        List<Span> likest =
                fitting.stream().filter(it -> span.likeness(it) == most).toList();
        return likest.size() == 1 ? Optional.of(likest.get(0)) : Optional.empty();
    }

    /** Replaces what differs, in whole parts of the names, so that one option does for all rows of a package or class that moved, and for none that keep their names. */
    private static String option(Span old, Span now, List<Span> spans) {
        String from = old.name();
        String to = now.name();
        for (int dot = from.lastIndexOf('.'); dot > 0; dot = from.lastIndexOf('.')) {
            String head = from.substring(0, dot + 1);
            String tail = from.substring(dot);
            if (!to.endsWith(tail)
                    || to.equals(tail)
                    || spans.stream()
                            .anyMatch(it -> it.last > old.last && it.name().startsWith(head))) {
                break;
            }
            from = from.substring(0, dot);
            to = to.substring(0, to.length() - tail.length());
        }
        return "--rename '^" + SPECIAL.matcher(from).replaceAll("\\\\$0") + (from.equals(old.name()) ? "$" : "(?=\\.)")
                + "=" + to.replace("$", "\\$") + "'";
    }
}
