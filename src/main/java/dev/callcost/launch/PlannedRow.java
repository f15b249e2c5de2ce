package dev.callcost.launch;

import dev.callcost.agent.Latencies;
import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * One row of a results file: a benchmark in one mode with one value for each of its parameters.
 *
 * @param params in JMH's order
 * @param forks forks to run; 0 means once, in the host's own JVM
 * @param warmupForks forks before the first, whose results are dropped
 * @param iterationNanos planned time of the iterations of one fork; an estimate where forks warm up until they are warm
 * @param warmUp empty where the warm-up's length is fixed
 */
public record PlannedRow(
        BenchmarkListEntry benchmark,
        Map<String, String> params,
        int forks,
        int warmupForks,
        long iterationNanos,
        Optional<ForkWarmUp> warmUp) {
    private static final String BENCHMARKS = "dev.callcost.benchmark.";

    public PlannedRow with(ForkWarmUp other) {
        return new PlannedRow(benchmark, params, forks, warmupForks, iterationNanos, Optional.of(other));
    }

    public String name() {
        return benchmark.getUsername();
    }

    public Mode mode() {
        return benchmark.getMode();
    }

    /** Identifies the row in all runs. */
    public RowKey key() {
        return new RowKey(name(), mode().shortLabel(), params);
    }

    /** Whether the row runs in the host's JVM. */
    public boolean inProcess() {
        return forks == 0;
    }

    public PlannedRow withForks(int other) {
        return new PlannedRow(benchmark, params, other, warmupForks, iterationNanos, warmUp);
    }

    /** In how many rounds the row runs: one for each fork, and one when it runs in the host's JVM. */
    public int rounds() {
        return Math.max(1, forks);
    }

    /** The JMH options for one fork of the row, or for the row in this JVM, with the user's options for forks. */
    List<String> options(Arguments user) {
        List<String> options = new ArrayList<>();
        boolean isNamed = user.options().getProfilers().stream()
                .anyMatch(profiler -> profiler.getKlass().equals(Latencies.class.getName()));
        if (mayMeasureLatencies() && !isNamed) {
            options.addAll(List.of("-prof", Latencies.class.getName())); // before the user's, see Latencies
        }
        options.addAll(user.forkTokens());
        options.addAll(List.of("-bm", mode().shortLabel()));
        params.forEach((param, value) -> options.addAll(List.of("-p", param + "=" + value)));
        options.addAll(List.of("-f", inProcess() ? "0" : "1", "-wf", "0", "-foe", "true"));
        options.add("^" + Pattern.quote(name()) + "$");
        return options;
    }

    /** Whether its state may be one that measures latencies itself. */
    private boolean mayMeasureLatencies() {
        return mode() == Mode.SampleTime && name().startsWith(BENCHMARKS);
    }

    /** A short name: the benchmark without the suite's package, mode unless it is the average time, parameters. */
    public String label() {
        String name = name().startsWith(BENCHMARKS) ? name().substring(BENCHMARKS.length()) : name();
        String inMode = mode() == Mode.AverageTime ? "" : " [" + mode().shortLabel() + "]";
        String values = params.entrySet().stream()
                .filter(param -> !param.getValue().isEmpty())
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
        return name + inMode + values;
    }
}
