package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Run.Value;
import dev.callcost.text.CommandException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Rows that have another name in older runs. */
final class Renames {
    private Renames() {}

    /**
     * Joins rows by replacing a part of the benchmarks' full names.
     *
     * @param rename {@code OLD=NEW}: a regexp, and what replaces its matches; {@code $1} is a group
     * @throws CommandException (usage) when it is none, matches no row, or gives two rows of a run one name
     */
    static List<Run> joined(List<Run> runs, String rename) {
        int equals = rename.lastIndexOf('=');
        if (equals < 1) {
            throw CommandException.usage("history: --rename " + rename + " is not OLD=NEW");
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
            throw CommandException.usage(
                    "history: --rename " + rename + " is no regular expression: " + e.getDescription());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw CommandException.usage("history: --rename " + rename + ": " + e.getMessage());
        }
        if (names.entrySet().stream().allMatch(name -> name.getKey().equals(name.getValue()))) {
            throw CommandException.usage("history: --rename " + rename + " changes the name of no row");
        }
        return runs.stream().map(run -> renamed(run, names, rename)).toList();
    }

    private static RowKey named(RowKey key, String benchmark) {
        return new RowKey(benchmark, key.mode(), key.threads(), key.params());
    }

    private static Run renamed(Run run, Map<RowKey, RowKey> names, String rename) {
        Map<RowKey, Value> values = new LinkedHashMap<>();
        run.values().forEach((key, value) -> {
            if (values.put(names.get(key), value) != null) {
                throw CommandException.usage("history: --rename " + rename + " gives two rows of run " + run.label()
                        + " the name " + names.get(key).label());
            }
        });
        return new Run(run.label(), run.commit(), run.time(), run.machine(), values);
    }
}
