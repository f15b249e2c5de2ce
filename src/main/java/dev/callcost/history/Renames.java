package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/** Rows that have another name in older runs. */
final class Renames {
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
                    && named(row, next.name()).equals(next.row)
                    && end.unit().equals(next.begin.unit())
                    && Math.abs(next.begin.logNanos() - end.logNanos()) <= FARTHEST;
        }

        /** The number of equal parts at the end of both names. */
        int likeness(Span other) {
            String[] own = name().split("\\.");
            String[] others = other.name().split("\\.");
            return (int) IntStream.rangeClosed(1, Math.min(own.length, others.length))
                    .takeWhile(n -> own[own.length - n].equals(others[others.length - n]))
                    .count();
        }
    }

    private Renames() {}

    /**
     * Joins rows by replacing a part of the benchmarks' full names.
     *
     * @param rename {@code OLD=NEW}: a regexp, and what replaces its matches; {@code $1} is a group
     * @throws CommandException (usage) when it is none, matches no row, or gives two rows of a run one name
     */
    static List<HistoryRun> joined(List<HistoryRun> runs, String rename) {
        int equals = rename.lastIndexOf('=');
        if (equals < 1) {
            throw usage(rename, " is not OLD=NEW");
        }
        Map<RowKey, RowKey> names = new HashMap<>();
        try {
            Pattern old = Pattern.compile(rename.substring(0, equals));
            String now = rename.substring(equals + 1);
            runs.forEach(run -> run.values()
                    .keySet()
                    .forEach(key -> names.computeIfAbsent(
                            key, it -> named(it, old.matcher(it.benchmark()).replaceAll(now)))));
        } catch (PatternSyntaxException e) {
            throw usage(rename, " is no regular expression: " + e.getDescription());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw usage(rename, ": " + e.getMessage());
        }
        if (names.entrySet().stream().allMatch(name -> name.getKey().equals(name.getValue()))) {
            throw usage(rename, " changes the name of no row");
        }
        return runs.stream().map(run -> renamed(run, names, rename)).toList();
    }

    private static CommandException usage(String rename, String what) {
        return CommandException.usage("history: --rename " + rename + what);
    }

    private static RowKey named(RowKey key, String benchmark) {
        return new RowKey(benchmark, key.mode(), key.threads(), key.params());
    }

    private static HistoryRun renamed(HistoryRun run, Map<RowKey, RowKey> names, String rename) {
        Map<RowKey, Value> values = new LinkedHashMap<>();
        run.values().forEach((key, value) -> {
            if (values.put(names.get(key), value) != null) {
                throw usage(
                        rename,
                        " gives two rows of run " + run.label() + " the name "
                                + names.get(key).label());
            }
        });
        return new HistoryRun(run.label(), run.commit(), run.time(), run.machine(), values);
    }

    /**
     * The options that join rows that look renamed, a line each. Such a row ends where another one begins that has its params, threads, mode and unit, and
     * about its time. When several rows fit, the one with the most equal parts at the end of its name counts. A row that is in fewer than three runs has no history
     * to lose.
     */
    static List<String> offers(List<HistoryRun> runs) {
        Map<RowKey, Span> all = new LinkedHashMap<>();
        for (int n = 0; n < runs.size(); n++) {
            int run = n;
            runs.get(n)
                    .values()
                    .forEach((row, value) -> all.merge(row, new Span(row, run, run, 1, value, value), Span::and));
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
