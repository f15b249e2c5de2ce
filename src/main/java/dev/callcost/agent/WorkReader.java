package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Gives JMH what an operation does, and a file all windows of {@link Work}. The counts are of the fork's first
 * operations, whichever iterations these are in. A fork whose row takes too long ends, see {@link TimeLimit}.
 */
public class WorkReader implements InternalProfiler {
    /** Begins the names of all metrics. */
    public static final String PREFIX = "work.";

    public static final String BYTECODES = "work.bytecodes";
    public static final String CALLS = "work.calls";
    public static final String OBJECTS = "work.objects";
    public static final String JDK_CALLS = "work.jdkCalls";
    public static final String BYTES = "work.bytes";

    /** Bytecodes of the JDK's methods, where its classes count. {@link #BYTECODES} does not include them. */
    public static final String JDK_BYTECODES = "work.jdkBytecodes";

    /** What all other threads of the fork executed. */
    public static final String OTHER_THREADS = "work.otherThreads";

    /** How many operations the other metrics are the mean of: the same ones in each fork that has as many. */
    public static final String OPERATIONS = "work.operations";

    /** The {@link #VERSION} that counted. */
    public static final String COUNTER = "work.counter";

    /** Higher whenever equal classes would count otherwise than before. Counts of two versions do not compare. */
    public static final int VERSION = 1;

    /** Begins a line of the file with a release of Java that counted class files were compiled for. */
    public static final String RELEASE = "release\t";

    /** Begins a line of the file that names a class or a method which did not count. */
    public static final String UNCOUNTED = "uncounted\t";

    private static final String PER_OPERATION = "#/op";

    /** Pinned clocks and seeds can let a benchmark wait for what does not come. Usual operations end within seconds. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /**
     * JMH gets operations 33 to 64 of each thread, or fewer of a slow row. Nine of ten rows repeat from the third
     * operation on, and two machines that differ in speed count the same operations.
     */
    private static final int REPORTED = 6;

    private final String file;

    private boolean hasBegun;

    /**
     * JMH calls this constructor in its host too, where the profiler does nothing.
     *
     * @param file takes the windows; empty for none
     */
    public WorkReader(String file) {
        this.file = file;
    }

    @Override
    public String getDescription() {
        return "Counts bytecodes, calls and objects of an operation; the times do not count meanwhile";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (!hasBegun) {
            hasBegun = true;
            Work.begin();
        }
        if (!file.isEmpty()) {
            TimeLimit.begin(LONGEST);
        }
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        List<WorkCount> windows = Work.windows();
        if (!file.isEmpty()) {
            write(windows);
        }
        return windows.isEmpty()
                ? List.of()
                : results(windows.get(Math.min(REPORTED, windows.size() - 1)), benchmark.getOpsPerInvocation());
    }

    private void write(List<WorkCount> windows) {
        List<String> lines = new ArrayList<>();
        windows.forEach(window -> lines.addAll(window.lines()));
        Work.releases().forEach(release -> lines.add(RELEASE + release));
        Work.uncounted().forEach(name -> lines.add(UNCOUNTED + name));
        try {
            Files.write(Path.of(file), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Result<?>> results(WorkCount window, int perInvocation) {
        long operations = window.operations() * perInvocation;
        List<Result<?>> results = new ArrayList<>(List.of(
                result(BYTECODES, window.bytecodes(), operations, PER_OPERATION),
                result(CALLS, window.calls(), operations, PER_OPERATION),
                result(OBJECTS, window.objects(), operations, PER_OPERATION),
                result(JDK_CALLS, window.allJdkCalls(), operations, PER_OPERATION),
                result(BYTES, window.bytes(), operations, "B/op"),
                result(OTHER_THREADS, window.otherThreads(), operations, PER_OPERATION),
                result(OPERATIONS, operations, 1, "ops"),
                result(COUNTER, VERSION, 1, "version")));
        if (!Work.uncounted().isEmpty()) {
            results.add(new UncountedNames(Work.uncounted()));
        }
        if (Work.hasJdk()) {
            results.add(result(JDK_BYTECODES, window.jdkBytecodes(), operations, PER_OPERATION));
        }
        return results;
    }

    private static Result<?> result(String name, long total, long operations, String unit) {
        return new ScalarResult(name, (double) total / operations, unit, AggregationPolicy.AVG);
    }

    /** The classes and methods that did not count, a line each: a text among JMH's results, which JMH prints. */
    public static final class UncountedNames extends Result<UncountedNames> {
        /** The name of the result. */
        public static final String LABEL = WorkReader.PREFIX + "uncounted";

        private static final long serialVersionUID = 1;

        /** The unit by which JMH marks a text. */
        private static final String TEXT = "---";

        private final TreeSet<String> names;

        UncountedNames(Collection<String> names) {
            super(ResultRole.SECONDARY, LABEL, of(Double.NaN), TEXT, AggregationPolicy.AVG);
            this.names = new TreeSet<>(names);
        }

        @Override
        protected Aggregator<UncountedNames> getThreadAggregator() {
            return UncountedNames::joined;
        }

        @Override
        protected Aggregator<UncountedNames> getIterationAggregator() {
            return UncountedNames::joined;
        }

        /** JMH's own text appends those of all iterations and forks. */
        private static UncountedNames joined(Collection<UncountedNames> all) {
            return new UncountedNames(
                    all.stream().flatMap(it -> it.names.stream()).toList());
        }

        @Override
        public String toString() {
            return "not counted: " + names;
        }

        @Override
        public String extendedInfo() {
            return String.join("\n", names);
        }
    }

    /** Ends this JVM when a row takes too long, whatever its threads do. */
    static final class TimeLimit {
        private static Thread watch;

        private TimeLimit() {}

        /** An earlier limit ends. */
        static synchronized void begin(Duration longest) {
            if (watch != null) {
                watch.interrupt();
            }
            watch = new Thread(() -> end(longest), "callcost-time-limit");
            watch.setDaemon(true);
            watch.start();
        }

        private static void end(Duration longest) {
            try {
                Thread.sleep(longest.toMillis());
                System.err.println("it was not over after " + longest.toSeconds() + " s");
                Runtime.getRuntime().halt(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
