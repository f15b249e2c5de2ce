package dev.callcost.launch;

import dev.callcost.text.CommandException;
import dev.callcost.text.Similar;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The rows that a command line selects: benchmarks by regular expression, in every mode given, with every combination of parameter values. */
public final class Selection {
    /** What runs when no regular expression is given. */
    private static final List<String> TIERS = List.of("^dev\\.callcost\\.benchmark\\.(inline|local|loopback)\\.");

    private final Arguments arguments;
    private final Options options;
    private final Map<String, List<String>> params;
    private final boolean hasFixedWarmUp;

    private Selection(Arguments arguments) {
        this.arguments = arguments;
        this.options = arguments.options();
        this.params = arguments.params();
        this.hasFixedWarmUp = ForkWarmUp.isFixed(options);
    }

    /**
     * Selects rows, in JMH's order.
     *
     * @param log where JMH says which benchmarks it leaves out, when it is verbose
     * @throws CommandException (usage) when nothing matches, a regular expression is malformed, or a parameter or its
     *     value is unknown
     */
    public static List<PlannedRow> of(Arguments arguments, OutputFormat log) {
        BenchmarkList suite = BenchmarkList.defaultList();
        ParamCheck.check(arguments.params(), suite.getAll(log, List.of()));
        arguments.regexes().forEach(regex -> checkMatches(regex, suite));
        return new Selection(arguments).rows(suite, log, TIERS);
    }

    /**
     * Checks that rows can be selected.
     *
     * @throws CommandException as {@link #of(Arguments, OutputFormat)}
     */
    public static void check(Arguments arguments) {
        of(arguments, silence());
    }

    /**
     * Selects rows of any JMH jar. Without a regular expression these are the tiers of this suite, and all rows of another jar.
     *
     * @param benchmarks the jar's benchmarks
     * @param log see {@link #of(Arguments, OutputFormat)}
     * @throws CommandException (usage) when nothing matches, a regular expression is malformed, or a parameter is unknown
     */
    public static List<PlannedRow> of(Arguments arguments, BenchmarkList benchmarks, OutputFormat log) {
        ParamCheck.checkNames(arguments.params(), benchmarks.getAll(log, List.of()));
        return new Selection(arguments).rows(benchmarks, log, isSuite(benchmarks) ? TIERS : List.of());
    }

    /** Whether benchmarks are this suite's, of any version. */
    public static boolean isSuite(BenchmarkList benchmarks) {
        return !find(benchmarks, silence(), TIERS, List.of()).isEmpty();
    }

    private static OutputFormat silence() {
        return OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false), VerboseMode.SILENT);
    }

    /** Refuses a regular expression that selects nothing; JMH ignores it when others select something. */
    private static void checkMatches(String regex, BenchmarkList suite) {
        if (find(suite, silence(), List.of(regex), List.of()).isEmpty()) {
            List<String> classes = suite.getAll(silence(), List.of()).stream()
                    .map(benchmark -> benchmark.getUserClassQName().replaceFirst(".*\\.", ""))
                    .flatMap(name -> Stream.of(name, name.replaceFirst("Benchmark$", "")))
                    .toList();
            throw CommandException.usage("no benchmark matches " + regex
                    + Similar.to(regex, classes)
                            .map(name -> "; did you mean " + name + "?")
                            .orElse("")
                    + " (-l lists them)");
        }
    }

    private List<PlannedRow> rows(BenchmarkList suite, OutputFormat log, List<String> unlessNamed) {
        List<String> regexes = arguments.regexes().isEmpty() ? unlessNamed : arguments.regexes();
        SortedSet<BenchmarkListEntry> matching = find(suite, log, regexes, options.getExcludes());
        if (matching.isEmpty()) {
            throw CommandException.usage("no benchmark matches " + String.join(" ", arguments.regexes())
                    + (options.getExcludes().isEmpty() ? "" : " without " + String.join(" ", options.getExcludes()))
                    + " (-l lists them)");
        }
        List<PlannedRow> rows = new ArrayList<>();
        for (BenchmarkListEntry benchmark : inModes(matching)) {
            combinations(benchmark).forEach(params -> rows.add(row(benchmark, params)));
        }
        return rows;
    }

    private static SortedSet<BenchmarkListEntry> find(
            BenchmarkList suite, OutputFormat log, List<String> regexes, List<String> excludes) {
        try {
            return suite.find(log, regexes, excludes);
        } catch (PatternSyntaxException e) {
            throw CommandException.usage(
                    "not a regular expression: " + e.getPattern() + " (" + e.getDescription() + ")");
        }
    }

    private Collection<BenchmarkListEntry> inModes(Collection<BenchmarkListEntry> benchmarks) {
        SortedSet<BenchmarkListEntry> result = new TreeSet<>();
        for (BenchmarkListEntry benchmark : benchmarks) {
            Collection<Mode> modes =
                    options.getBenchModes().isEmpty() ? List.of(benchmark.getMode()) : options.getBenchModes();
            modes.stream()
                    .flatMap(mode -> (mode == Mode.All ? List.of(Mode.values()) : List.of(mode)).stream())
                    .filter(mode -> mode != Mode.All)
                    .forEach(mode -> result.add(benchmark.cloneWith(mode)));
        }
        return result;
    }

    private List<Map<String, String>> combinations(BenchmarkListEntry benchmark) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<String, String[]> param :
                new TreeMap<>(benchmark.getParams().orElse(Map.of())).entrySet()) {
            List<String> values = params.getOrDefault(param.getKey(), List.of(param.getValue()));
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> shorter : combinations) {
                for (String value : values) {
                    Map<String, String> combination = new TreeMap<>(shorter);
                    combination.put(param.getKey(), value);
                    longer.add(combination);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    private PlannedRow row(BenchmarkListEntry benchmark, Map<String, String> params) {
        int forks = options.getForkCount().orElse(benchmark.getForks().orElse(Defaults.MEASUREMENT_FORKS));
        int warmupForks =
                options.getWarmupForkCount().orElse(benchmark.getWarmupForks().orElse(Defaults.WARMUP_FORKS));
        TimeValue measured = options.getMeasurementTime()
                .orElse(benchmark.getMeasurementTime().orElse(Defaults.MEASUREMENT_TIME));
        Optional<ForkWarmUp> warmUp = hasFixedWarmUp
                ? Optional.empty()
                : ForkWarmUp.of(
                        benchmark, Duration.ofNanos(measured.convertTo(TimeUnit.NANOSECONDS)), arguments.warmUpCap());
        long nanos = benchmark.getMode() == Mode.SingleShotTime
                ? 0
                : warmUp.map(it -> ForkWarmUp.GUESS.toNanos()).orElseGet(() -> warmUpNanos(benchmark))
                        + measuredNanos(benchmark, measured);
        return new PlannedRow(benchmark, benchmark.getMode(), params, forks, warmupForks, nanos, warmUp);
    }

    private long warmUpNanos(BenchmarkListEntry benchmark) {
        int iterations = options.getWarmupIterations()
                .orElse(benchmark.getWarmupIterations().orElse(Defaults.WARMUP_ITERATIONS));
        TimeValue time =
                options.getWarmupTime().orElse(benchmark.getWarmupTime().orElse(Defaults.WARMUP_TIME));
        return iterations * time.convertTo(TimeUnit.NANOSECONDS);
    }

    private long measuredNanos(BenchmarkListEntry benchmark, TimeValue time) {
        int iterations = options.getMeasurementIterations()
                .orElse(benchmark.getMeasurementIterations().orElse(Defaults.MEASUREMENT_ITERATIONS));
        return iterations * time.convertTo(TimeUnit.NANOSECONDS);
    }
}
