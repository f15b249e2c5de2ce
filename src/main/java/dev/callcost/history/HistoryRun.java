package dev.callcost.history;

import dev.callcost.data.CountedWork;
import dev.callcost.data.RowKey;
import dev.callcost.data.Unit;
import dev.callcost.text.Sections;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a history: the rows of one results file.
 *
 * @param label what reports call the run: its commit, or its file where no commit is known
 * @param commit the measured commit
 * @param time the start of the run
 * @param machine what must be alike for runs to be judged together, by name: the CPU's model, the JVM's major version;
 *     without what a run does not say
 * @param software the versions of what updates change, by name: JVM, kernel, image
 * @param values by row
 * @param numbers all numbers of the run in a text, which is equal for copies of the run alone; empty where numbers are
 *     so round that two runs may have the same
 */
public record HistoryRun(
        String label,
        Optional<String> commit,
        Optional<Instant> time,
        Map<String, String> machine,
        Map<String, String> software,
        Map<RowKey, Value> values,
        String numbers) {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{10,64}");

    /** A number with fewer digits is round: several measurements may have it. */
    private static final int DIGITS = 6;

    /** Whether a number has so many digits that no other measurement has it. A size may be the same in many runs. */
    static boolean isUnique(double number, String unit) {
        return Double.isFinite(number)
                && Unit.of(unit).isSpeed()
                && BigDecimal.valueOf(number).stripTrailingZeros().precision() >= DIGITS;
    }

    /** A commit as reports show it. */
    static String shortened(String commit) {
        return HASH.matcher(commit).matches() ? commit.substring(0, 9) : commit;
    }

    /** Whether both are of one commit that is known. */
    boolean isRerunOf(HistoryRun other) {
        return commit.isPresent() && commit.equals(other.commit);
    }

    /** The row's {@link Value#logNanos()}; NaN where the run lacks the row, or where it is zero. */
    double logNanos(RowKey row) {
        Value value = values.get(row);
        return value == null || value.isZero() ? Double.NaN : value.logNanos();
    }

    HistoryRun with(Map<RowKey, Value> others) {
        return new HistoryRun(label, commit, time, machine, software, others, numbers);
    }

    /**
     * What shows that another run is of another machine: {@code CPU A, not B}. What one of them does not say does not
     * count.
     */
    Optional<String> otherMachine(HistoryRun other) {
        return changed(machine, ", not ", other.machine).findFirst();
    }

    /** What was updated up to a later run: {@code JVM 17.0.15 to 17.0.16}; empty for nothing. */
    String updated(HistoryRun later) {
        return changed(software, " to ", later.software).collect(Collectors.joining(", "));
    }

    private static Stream<String> changed(Map<String, String> from, String between, Map<String, String> to) {
        return to.entrySet().stream()
                .filter(part -> from.containsKey(part.getKey())
                        && !from.get(part.getKey()).equals(part.getValue()))
                .map(part -> part.getKey() + " " + from.get(part.getKey()) + between + part.getValue());
    }

    /**
     * A row in a run.
     *
     * @param logNanos the logarithm of the time per operation in nanoseconds: the mean over forks, a throughput turned
     *     around; of another unit that of its {@link Unit#base}, turned around where more is better. Infinite for zero
     * @param unit as the file has it, for display
     * @param settings iterations and JVM arguments in one text; a row is not judged across a change of it; empty where
     *     the file does not say
     * @param work what the run counted of the row
     */
    public record Value(double logNanos, String unit, String settings, Optional<CountedWork> work) {
        static final String THROUGHPUT = "thrpt";

        /**
         * @param mode JMH's, which says what is better where the unit does not
         * @param log the mean over forks of the logarithms of the scores
         */
        static Value of(String mode, String unit, double log, String settings, Optional<CountedWork> work) {
            return new Value(sign(mode, unit) * (log + Math.log(Unit.of(unit).factor())), unit, settings, work);
        }

        /** The way back, from a {@link #logNanos} to the logarithm of a score. */
        static double logScore(String mode, String unit, double logNanos) {
            return sign(mode, unit) * logNanos - Math.log(Unit.of(unit).factor());
        }

        private static int sign(String mode, String unit) {
            return Unit.of(unit).isMoreBetter(Unit.isThroughput(mode)) ? -1 : 1;
        }

        /** Whether a unit is converted as the other's is. */
        boolean isConvertedAs(Value other) {
            return base().equals(other.base())
                    && Unit.of(unit).factor() == Unit.of(other.unit).factor();
        }

        boolean isZero() {
            return Double.isInfinite(logNanos);
        }

        /** What values of a row must have in common. */
        String base() {
            return Unit.of(unit).base();
        }
    }

    /** What a reader of many runs should know about rows or runs: what is said of several of them is one line. */
    static final class Remarks {
        private final Map<String, Set<String>> subjects = new LinkedHashMap<>();

        /** The first example of each text. */
        private final Map<String, String> examples = new LinkedHashMap<>();

        void add(String text, String subject) {
            add(text, "", subject);
        }

        /** @param example of which the first one is shown */
        void add(String text, String example, String subject) {
            examples.putIfAbsent(text, example);
            subjects.computeIfAbsent(text, it -> new LinkedHashSet<>()).add(subject);
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            subjects.forEach((text, of) ->
                    lines.add(text + (examples.get(text).isEmpty() ? "" : ", such as " + examples.get(text)) + ": "
                            + Sections.some(of)));
            return lines;
        }
    }
}
