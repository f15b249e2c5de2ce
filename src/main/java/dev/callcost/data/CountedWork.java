package dev.callcost.data;

import dev.callcost.agent.WorkReader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

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
        /** Empty where the forks counted other operations, and these are not alike. */
        Optional<WorkStep> to(CountedFork later, Count count) {
            double before = (double) totals.get(count) / operations;
            double after = (double) later.totals.get(count) / later.operations;
            return Optional.of(
                            new WorkStep(count, before, after, later.totals.get(count) - totals.get(count), operations))
                    .filter(it -> operations == later.operations)
                    .or(() -> Optional.of(new WorkStep(count, before, after, 0, operations))
                            .filter(it -> before == after));
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
        int all = Optional.ofNullable(row.secondary().get(WorkReader.OPERATIONS))
                .map(metric -> metric.forks().size())
                .orElse(0);
        for (int fork = 0; fork < all; fork++) {
            OptionalDouble operations = last(row, WorkReader.OPERATIONS, fork);
            if (operations.isPresent()) {
                long counted = Math.round(operations.getAsDouble());
                Map<Count, Long> totals = new EnumMap<>(Count.class);
                for (Count count : Count.values()) {
                    totals.put(count, Math.round(last(row, count.metric, fork).orElse(0) * counted));
                }
                forks.add(new CountedFork(counted, totals));
            }
        }
        boolean hasOthers = Optional.ofNullable(row.secondary().get(WorkReader.OTHER_THREADS))
                .flatMap(metric ->
                        metric.first(work -> work > 0).stream().boxed().findFirst())
                .isPresent();
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
        if (values == null || values.forks().size() <= fork) {
            return OptionalDouble.empty();
        }
        return values.forks().get(fork).stream().mapToDouble(it -> it).reduce((earlier, later) -> later);
    }

    /** The bytecodes that all threads of a row execute per operation; empty without counts. */
    public static OptionalDouble bytecodes(Row row) {
        OptionalDouble own = mean(row, WorkReader.BYTECODES);
        return own.isEmpty()
                ? own
                : OptionalDouble.of(
                        own.getAsDouble() + mean(row, WorkReader.OTHER_THREADS).orElse(0));
    }

    private static OptionalDouble mean(Row row, String metric) {
        return Optional.ofNullable(row.secondary().get(metric))
                .map(Metric::mean)
                .orElse(OptionalDouble.empty());
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
}
