package dev.callcost.data;

import dev.callcost.agent.WorkReader;
import dev.callcost.text.Sections;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The work that a results file has of a row, as {@link WorkReader} counted it. Two files compare without statistics:
 * what differs is a fact.
 *
 * @param counter the version of what counted
 * @param jdk the feature release
 * @param jdkBuild the build whose classes count too; empty where those of the application count alone
 * @param forks each under another chance
 * @param isOfSeveralThreads whether threads race: their order is no chance that anything pins
 */
public record CountedWork(
        int counter, OptionalInt jdk, Optional<String> jdkBuild, List<CountedFork> forks, boolean isOfSeveralThreads) {
    /** A difference counts where so many forks of both sides show it, each under its chance. */
    private static final int CHANCES = 2;

    /** What has no slack, so a difference of 1 is one. */
    public enum Count {
        BYTECODES(WorkReader.BYTECODES, "bytecode"),
        CALLS(WorkReader.CALLS, "call"),
        JDK_BYTECODES(WorkReader.JDK_BYTECODES, "bytecode of the JDK"),
        OBJECTS(WorkReader.OBJECTS, "object"),
        JDK_CALLS(WorkReader.JDK_CALLS, "call of the JDK");

        private final String metric;
        final String noun;

        Count(String metric, String noun) {
            this.metric = metric;
            this.noun = noun;
        }

        /** The name of JMH's metric. */
        public String metric() {
            return metric;
        }
    }

    /** Totals of so many operations, by which their means are exact fractions. */
    public record CountedFork(long operations, Map<Count, Long> totals) {
        private double mean(Count count) {
            return (double) totals.get(count) / operations;
        }

        /** Empty where the forks counted other operations, and these are not alike. */
        Optional<WorkStep> to(CountedFork later, Count count) {
            boolean areSame = operations == later.operations;
            long more = areSame ? later.totals.get(count) - totals.get(count) : 0;
            return Optional.of(new WorkStep(count, mean(count), later.mean(count), more, operations))
                    .filter(it -> areSame || it.before == it.after);
        }
    }

    /**
     * By how much a row's work differs, to the last digit. It says nothing about time.
     *
     * @param before per operation
     * @param after per operation
     * @param more the difference of all operations
     */
    public record WorkStep(Count count, double before, double after, long more, long operations) {
        private static final int DECIMALS = 3;

        boolean isStep() {
            return more != 0;
        }

        /** Whether another step is as large, per operation. */
        boolean isAsLargeAs(WorkStep other) {
            return more * other.operations == other.more * operations;
        }

        /** {@code +4 bytecodes (13,975 -> 13,979)}. */
        public String text() {
            return (more > 0 ? "+" : "-") + noun() + " (" + values() + ")";
        }

        /** A sentence without its subject: {@code executes 4 bytecodes more per operation (13,975 -> 13,979)}. */
        public String sentence() {
            String verb = switch (count) {
                case BYTECODES, JDK_BYTECODES -> "executes ";
                case CALLS, JDK_CALLS -> "makes ";
                case OBJECTS -> "creates ";
            };
            return verb + noun() + (more > 0 ? " more" : " less") + " per operation (" + values() + ")";
        }

        private String noun() {
            String size = number((double) Math.abs(more) / operations);
            return size + " " + (size.equals("1") ? count.noun : count.noun.replaceFirst("^(\\w+)", "$1s"));
        }

        private String values() {
            return number(before) + " -> " + number(after);
        }

        /** Operations of a window are a power of two, so a mean has few decimals. */
        private static String number(double value) {
            BigDecimal rounded = BigDecimal.valueOf(value)
                    .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                    .stripTrailingZeros();
            return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
        }
    }

    /**
     * What the other side of a comparison shows.
     *
     * @param reason why the two do not compare; empty where they do
     */
    public record WorkChange(Optional<String> reason, List<WorkStep> steps) {
        private WorkChange(String reason) {
            this(Optional.of(reason), List.of());
        }
    }

    /** Empty where the file has no counts of the row. */
    public static Optional<CountedWork> of(Row row) {
        List<CountedFork> forks = new ArrayList<>();
        Metric operations = row.secondary().get(WorkReader.OPERATIONS);
        for (int fork = 0; operations != null && fork < operations.forks().size(); fork++) {
            OptionalDouble counted = last(row, WorkReader.OPERATIONS, fork);
            if (counted.isPresent()) {
                long all = Math.round(counted.getAsDouble());
                Map<Count, Long> totals = new EnumMap<>(Count.class);
                for (Count count : Count.values()) {
                    totals.put(count, Math.round(last(row, count.metric, fork).orElse(0) * all));
                }
                forks.add(new CountedFork(all, totals));
            }
        }
        boolean hasOthers = Stream.ofNullable(row.secondary().get(WorkReader.OTHER_THREADS))
                .anyMatch(others -> others.first(work -> work > 0).isPresent());
        return Optional.ofNullable(row.secondary().get(WorkReader.COUNTER))
                .filter(version -> !forks.isEmpty())
                .map(version -> new CountedWork(
                        (int) version.mean().orElse(0),
                        row.jdkRelease(),
                        Optional.of(row.jdkBuild())
                                .filter(build -> row.secondary().containsKey(WorkReader.JDK_BYTECODES)),
                        forks,
                        row.threads() > 1 || hasOthers));
    }

    /** The last value of a fork: iterations repeat what the fork counted. */
    private static OptionalDouble last(Row row, String metric, int fork) {
        Metric values = row.secondary().get(metric);
        return values == null || values.forks().size() <= fork
                ? OptionalDouble.empty()
                : Arrays.stream(values.numbers(fork)).reduce((earlier, later) -> later);
    }

    /** The bytecodes that all threads of a row execute per operation; empty without counts. */
    public static OptionalDouble bytecodes(Row row) {
        Metric own = row.secondary().get(WorkReader.BYTECODES);
        Metric others = row.secondary().get(WorkReader.OTHER_THREADS);
        double ofOthers = others == null ? 0 : others.mean().orElse(0);
        return own == null
                ? OptionalDouble.empty()
                : own.mean().stream().map(it -> it + ofOthers).findFirst();
    }

    /** What a later run of the row does more or less than this one. */
    public WorkChange to(CountedWork later) {
        if (counter != later.counter) {
            return new WorkChange("counted by versions " + counter + " and " + later.counter);
        }
        if (!jdk.equals(later.jdk)) {
            return new WorkChange("counted on JDK " + release() + " and " + later.release());
        }
        if (jdkBuild.isPresent() != later.jdkBuild.isPresent()) {
            return new WorkChange("the JDK's classes are counted on one side alone");
        }
        if (!jdkBuild.equals(later.jdkBuild)) {
            return new WorkChange("the JDK's classes are those of " + jdkBuild.orElseThrow() + " and "
                    + later.jdkBuild.orElseThrow());
        }
        if (isOfSeveralThreads || later.isOfSeveralThreads) {
            return new WorkChange("several threads work, whose order is up to chance");
        }
        if (forks.size() < CHANCES || later.forks.size() < CHANCES) {
            return new WorkChange("counted under one chance alone; two forks show both");
        }
        List<WorkStep> steps = new ArrayList<>();
        for (Count count : Count.values()) {
            Optional<WorkStep> first = forks.get(0).to(later.forks.get(0), count);
            Optional<WorkStep> second = forks.get(1).to(later.forks.get(1), count);
            if (first.isEmpty() || second.isEmpty()) {
                return new WorkChange("other operations were counted");
            }
            if (!first.get().isAsLargeAs(second.get())) {
                return new WorkChange("the difference is up to chance (seeds, clock)");
            }
            first.filter(WorkStep::isStep).ifPresent(steps::add);
        }
        return new WorkChange(Optional.empty(), steps);
    }

    private String release() {
        return jdk.isPresent() ? String.valueOf(jdk.getAsInt()) : "?";
    }

    /**
     * What the rows of results files do more or less than in earlier ones, exactly and without statistics.
     *
     * @param steps of each row whose counts compare; none where the work is the same
     * @param reasons why the counts of other rows do not compare, and of how many
     */
    public record WorkChanges(SortedMap<RowKey, List<WorkStep>> steps, SortedMap<String, Integer> reasons) {
        private static final String UNLIKE = "the files of a side have different counts";

        /**
         * Of the rows that both sides have counts of.
         *
         * @param before one file, or several of one build, whose counts of a row compare where all are the same
         */
        public static WorkChanges of(List<ResultsFile> before, List<ResultsFile> after) {
            SortedMap<RowKey, List<WorkStep>> steps = new TreeMap<>(RowKey.BY_LABEL.thenComparing(RowKey::fullLabel));
            SortedMap<String, Integer> reasons = new TreeMap<>();
            Map<RowKey, List<CountedWork>> head = counted(after);
            counted(before).forEach((row, base) -> {
                if (head.containsKey(row)) {
                    WorkChange change = change(base, head.get(row));
                    change.reason()
                            .ifPresentOrElse(
                                    reason -> reasons.merge(reason, 1, Integer::sum),
                                    () -> steps.put(row, change.steps()));
                }
            });
            return new WorkChanges(steps, reasons);
        }

        private static Map<RowKey, List<CountedWork>> counted(List<ResultsFile> files) {
            Map<RowKey, List<CountedWork>> counted = new LinkedHashMap<>();
            files.stream()
                    .flatMap(file -> file.rows().stream())
                    .forEach(row -> CountedWork.of(row)
                            .ifPresent(work -> counted.computeIfAbsent(row.key(), it -> new ArrayList<>())
                                    .add(work)));
            return counted;
        }

        private static WorkChange change(List<CountedWork> base, List<CountedWork> head) {
            return Stream.of(base, head)
                    .flatMap(side -> side.stream().skip(1).map(side.get(0)::to))
                    .filter(it -> it.reason().isPresent() || !it.steps().isEmpty())
                    .findFirst()
                    .map(it -> it.reason().isPresent() ? it : new WorkChange(Optional.of(UNLIKE), List.of()))
                    .orElseGet(() -> base.get(0).to(head.get(0)));
        }

        /** Whether no row has counts on both sides. */
        public boolean isEmpty() {
            return steps.isEmpty() && reasons.isEmpty();
        }

        /** A line for each reason. */
        public List<String> notes() {
            return reasons.entrySet().stream()
                    .map(it -> Sections.count(it.getValue(), "row") + ": " + it.getKey())
                    .toList();
        }

        /** {@code the work of 3 rows does not compare: counted on JDK 17 and 25}. */
        public static String note(int rows, String reason) {
            return "the work of " + Sections.count(rows, "row") + " does not compare: " + reason;
        }
    }
}
