package dev.callcost.launch;

import dev.callcost.launch.PlannedRow.ForkWarmUp;
import dev.callcost.text.CommandException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The rows that a command line selects: benchmarks by regular expression, in every mode given, with every combination
 * of parameter values.
 */
public final class RowSelection {
    /** What the tiers lack when no regular expression is given: rows that would take longer than all others. */
    public static final String RARE = "MarshallerBenchmark";

    private static final List<String> TIERS =
            List.of("^dev\\.callcost\\.benchmark\\.(inline|local|loopback)\\.(?!" + RARE + ")");

    static final OutputFormat SILENCE = OutputFormatFactory.createFormatInstance(
            new PrintStream(OutputStream.nullOutputStream(), false), VerboseMode.SILENT);

    private RowSelection() {}

    /**
     * Selects rows, in JMH's order.
     *
     * @throws CommandException (usage) when nothing matches, a regular expression is malformed, or no selected
     *     benchmark has a parameter or its value
     */
    public static List<PlannedRow> of(RunArguments arguments) {
        arguments.regexes().forEach(RowSelection::checkMatches);
        List<PlannedRow> rows = rows(arguments, List.of(BenchmarkList.defaultList()), list -> TIERS)
                .get(0);
        checkValues(arguments, rows);
        return rows;
    }

    /**
     * Selects rows of each of several JMH jars. Without a regular expression these are the tiers of this suite, and all
     * rows of another jar. Parameters may have any value.
     *
     * @throws CommandException (usage) when nothing matches in any jar, a regular expression is malformed, or no
     *     selected benchmark has a parameter
     */
    public static List<List<PlannedRow>> of(RunArguments arguments, List<BenchmarkList> jars) {
        return rows(arguments, jars, list -> isSuite(list) ? TIERS : List.of());
    }

    /** Whether benchmarks are this suite's, of any version. */
    public static boolean isSuite(BenchmarkList benchmarks) {
        return !find(benchmarks, TIERS, List.of()).isEmpty();
    }

    /**
     * Whether a benchmark of this suite has a name that a regular expression matches.
     *
     * @throws CommandException (usage) when the expression is malformed
     */
    public static boolean isMatched(String regex) {
        return !find(BenchmarkList.defaultList(), List.of(regex), List.of()).isEmpty();
    }

    /** Refuses a regular expression that selects nothing. JMH ignores it when others select something. */
    private static void checkMatches(String regex) {
        if (!isMatched(regex)) {
            throw CommandException.usage("no benchmark matches " + regex + " (-l lists them, --help lists verbs)");
        }
    }

    /**
     * Refuses a parameter that no selected benchmark has, which JMH ignores. A preset may have those of any benchmark,
     * because a later regular expression replaces its own.
     */
    private static void checkParams(
            RunArguments arguments, Collection<BenchmarkListEntry> selected, List<BenchmarkList> jars) {
        Set<String> known = params(selected);
        arguments.params().keySet().stream()
                .filter(name -> !known.contains(name))
                .filter(name -> arguments.isTyped(name)
                        || jars.stream()
                                .noneMatch(list ->
                                        params(list.getAll(SILENCE, List.of())).contains(name)))
                .findFirst()
                .ifPresent(name -> {
                    throw CommandException.usage("-p " + name + ": no selected benchmark has this parameter; "
                            + (known.isEmpty() ? "they have none" : "they have " + String.join(", ", known)));
                });
    }

    private static Set<String> params(Collection<BenchmarkListEntry> benchmarks) {
        return benchmarks.stream()
                .flatMap(benchmark -> benchmark.getParams().orElse(Map.of()).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Refuses a value that a parameter's type does not have. */
    private static void checkValues(RunArguments arguments, List<PlannedRow> rows) {
        Map<String, List<String>> given = arguments.params();
        rows.stream()
                .map(PlannedRow::benchmark)
                .flatMap(RowSelection::params)
                .forEach(param -> given.getOrDefault(param.getName(), List.of()).stream()
                        .filter(value -> !isOf(param.getType(), value))
                        .forEach(value -> {
                            throw CommandException.usage("-p " + param.getName() + "=" + value + ": expected "
                                    + (param.getType().isEnum()
                                            ? String.join(", ", constants(param.getType()))
                                            : "a number"));
                        }));
    }

    private static boolean isOf(Class<?> type, String value) {
        return type.isEnum() ? constants(type).contains(value) : !type.isPrimitive() || value.matches("[+-]?\\d+");
    }

    static List<String> constants(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
    }

    static Stream<Field> params(BenchmarkListEntry benchmark) {
        String name = benchmark.getUsername().substring(benchmark.getUsername().lastIndexOf('.') + 1);
        try {
            return Arrays.stream(Class.forName(benchmark.getUserClassQName()).getMethods())
                    .filter(method -> method.getName().equals(name))
                    .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                    .flatMap(state -> Arrays.stream(state.getFields()))
                    .filter(param -> param.isAnnotationPresent(Param.class));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<List<PlannedRow>> rows(
            RunArguments arguments, List<BenchmarkList> jars, Function<BenchmarkList, List<String>> unlessNamed) {
        Options options = arguments.options();
        List<SortedSet<BenchmarkListEntry>> inModes = jars.stream()
                .map(list -> inModes(
                        list, arguments.regexes().isEmpty() ? unlessNamed.apply(list) : arguments.regexes(), options))
                .toList();
        List<BenchmarkListEntry> all = inModes.stream().flatMap(Set::stream).toList();
        if (all.isEmpty()) {
            throw CommandException.usage("no benchmark matches " + String.join(" ", arguments.regexes())
                    + (options.getExcludes().isEmpty() ? "" : " without " + String.join(" ", options.getExcludes()))
                    + " (-l of the jar lists them)");
        }
        checkParams(arguments, all, jars);
        boolean hasFixedWarmUp = ForkWarmUp.isFixed(options);
        Duration warmUpCap = arguments.warmUpCap();
        return inModes.stream()
                .map(ofJar -> ofJar.stream()
                        .flatMap(benchmark -> combinations(benchmark, arguments.params())
                                .map(params -> PlannedRow.of(benchmark, params, options, hasFixedWarmUp, warmUpCap)))
                        .toList())
                .toList();
    }

    private static SortedSet<BenchmarkListEntry> inModes(
            BenchmarkList benchmarks, List<String> regexes, Options options) {
        SortedSet<BenchmarkListEntry> inModes = new TreeSet<>();
        for (BenchmarkListEntry benchmark : find(benchmarks, regexes, options.getExcludes())) {
            Collection<Mode> modes =
                    options.getBenchModes().isEmpty() ? List.of(benchmark.getMode()) : options.getBenchModes();
            (modes.contains(Mode.All) ? List.of(Mode.values()) : modes)
                    .stream()
                            .filter(mode -> mode != Mode.All)
                            .map(benchmark::cloneWith)
                            .forEach(inModes::add);
        }
        return inModes;
    }

    private static SortedSet<BenchmarkListEntry> find(
            BenchmarkList suite, List<String> regexes, List<String> excludes) {
        try {
            return suite.find(SILENCE, regexes, excludes);
        } catch (PatternSyntaxException e) {
            throw CommandException.usage(
                    "not a regular expression: " + e.getPattern() + " (" + e.getDescription() + ")");
        }
    }

    private static Stream<Map<String, String>> combinations(
            BenchmarkListEntry benchmark, Map<String, List<String>> given) {
        Stream<Map<String, String>> combinations = Stream.of(Map.of());
        for (Map.Entry<String, String[]> param :
                new TreeMap<>(benchmark.getParams().orElse(Map.of())).entrySet()) {
            List<String> values = given.getOrDefault(param.getKey(), List.of(param.getValue()));
            combinations = combinations.flatMap(shorter -> values.stream().map(value -> {
                Map<String, String> longer = new TreeMap<>(shorter);
                longer.put(param.getKey(), value);
                return longer;
            }));
        }
        return combinations;
    }
}
