package dev.callcost.launch;

import dev.callcost.data.OpenLoop;
import dev.callcost.text.CommandException;
import dev.callcost.text.Similar;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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

/** The rows that a command line selects: benchmarks by regular expression, in every mode given, with every combination of parameter values. */
public final class RowSelection {
    /** What the tiers lack when no regular expression is given: rows that would take longer than all others. */
    public static final String RARE = "MarshallerBenchmark";

    private static final List<String> TIERS =
            List.of("^dev\\.callcost\\.benchmark\\.(inline|local|loopback)\\.(?!" + RARE + ")");

    private static final String INTEGER = "[+-]?\\d+";
    private static final String AT_A_RATE = "(?=.*[1-9])\\d{1,9}(\\.\\d+)?";
    private static final OutputFormat SILENCE = OutputFormatFactory.createFormatInstance(
            new PrintStream(OutputStream.nullOutputStream(), false), VerboseMode.SILENT);

    private RowSelection() {}

    /**
     * Selects rows, in JMH's order.
     *
     * @throws CommandException (usage) when nothing matches, a regular expression is malformed, or no selected benchmark has a parameter or its value
     */
    public static List<PlannedRow> of(RunArguments arguments) {
        checkRates(arguments);
        arguments.regexes().forEach(RowSelection::checkMatches);
        return rows(arguments, BenchmarkList.defaultList(), TIERS, false);
    }

    /**
     * Selects rows of any JMH jar. Without a regular expression these are the tiers of this suite, and all rows of another jar. Parameters may have any value,
     * except rates of this suite.
     */
    public static List<PlannedRow> of(RunArguments arguments, BenchmarkList benchmarks) {
        boolean isSuite = isSuite(benchmarks);
        if (isSuite) {
            checkRates(arguments);
        }
        return rows(arguments, benchmarks, isSuite ? TIERS : List.of(), true);
    }

    /** Whether benchmarks are this suite's, of any version. */
    public static boolean isSuite(BenchmarkList benchmarks) {
        return !find(benchmarks, TIERS, List.of()).isEmpty();
    }

    /** Whether a regular expression selects a benchmark of this suite. */
    public static boolean matches(String regex) {
        return !find(BenchmarkList.defaultList(), List.of(regex), List.of()).isEmpty();
    }

    /** Refuses a regular expression that selects nothing. JMH ignores it when others select something. */
    private static void checkMatches(String regex) {
        if (!matches(regex)) {
            List<String> classes = BenchmarkList.defaultList().getAll(SILENCE, List.of()).stream()
                    .map(benchmark -> benchmark.getUserClassQName().replaceFirst(".*\\.", ""))
                    .flatMap(name -> Stream.of(name, name.replaceFirst("Benchmark$", "")))
                    .toList();
            String hint = Similar.to(regex, classes)
                    .map(name -> "; did you mean " + name + "? (-l lists them)")
                    .orElse(" (-l lists them, --help lists verbs)");
            throw CommandException.usage("no benchmark matches " + regex + hint);
        }
    }

    /**
     * Refuses what JMH ignores: a parameter that no selected benchmark has, or a value that none declares. A preset may have parameters of any benchmark,
     * because regular expressions after a preset replace the preset's. Where all declared values are integers, any integer is allowed; for an enum, any constant; for a text, such as
     * an address, any value.
     */
    private static void checkParams(
            RunArguments arguments,
            Collection<BenchmarkListEntry> selected,
            BenchmarkList benchmarks,
            boolean allowsAnyValue) {
        Map<String, Set<String>> declared = new TreeMap<>();
        Set<String> texts = new HashSet<>();
        for (BenchmarkListEntry benchmark : selected) {
            params(benchmark)
                    .filter(param -> param.getType().equals(String.class))
                    .forEach(text -> texts.add(text.getName()));
            benchmark
                    .getParams()
                    .orElse(Map.of())
                    .forEach((name, values) -> declared.computeIfAbsent(name, it -> new TreeSet<>())
                            .addAll(List.of(values)));
            enumConstants(benchmark)
                    .forEach((name, constants) -> declared.get(name).addAll(constants));
        }
        arguments.params().forEach((name, values) -> {
            Set<String> known = declared.get(name);
            if (known == null) {
                boolean isOfOthers = benchmarks.getAll(SILENCE, List.of()).stream()
                        .anyMatch(other -> other.getParams().orElse(Map.of()).containsKey(name));
                if (arguments.isTyped(name) || !isOfOthers) {
                    throw CommandException.usage("-p " + name + ": no selected benchmark has this parameter; "
                            + (declared.isEmpty()
                                    ? "they have none"
                                    : "they have " + String.join(", ", declared.keySet())));
                }
                return;
            }
            boolean areIntegers = known.stream().allMatch(value -> value.matches(INTEGER));
            values.stream()
                    .filter(value -> !allowsAnyValue && !texts.contains(name) && !known.contains(value))
                    .filter(value -> !(areIntegers && value.matches(INTEGER)))
                    .forEach(value -> {
                        throw CommandException.usage("-p " + name + "=" + value
                                + ": no selected benchmark has this value; there are " + String.join(", ", known));
                    });
        });
    }

    private static void checkRates(RunArguments arguments) {
        for (String rate : arguments.params().getOrDefault(OpenLoop.RATE, List.of())) {
            if (!rate.equals(OpenLoop.MAX) && !rate.matches(AT_A_RATE)) {
                throw CommandException.usage("-p " + OpenLoop.RATE + "=" + rate
                        + ": expected calls a second as a number, such as 1000, or " + OpenLoop.MAX);
            }
        }
    }

    /** The constants of each enum parameter by its name; JMH's list has only the declared values. Empty when the benchmark's class cannot be loaded. */
    public static Map<String, List<String>> enumConstants(BenchmarkListEntry benchmark) {
        return params(benchmark)
                .filter(param -> param.getType().isEnum())
                .collect(Collectors.toMap(
                        Field::getName,
                        param -> Stream.of(param.getType().getEnumConstants())
                                .map(constant -> ((Enum<?>) constant).name())
                                .toList(),
                        (one, same) -> same,
                        TreeMap::new));
    }

    private static Stream<Field> params(BenchmarkListEntry benchmark) {
        String name = benchmark.getUsername().substring(benchmark.getUsername().lastIndexOf('.') + 1);
        try {
            return Arrays.stream(Class.forName(benchmark.getUserClassQName()).getMethods())
                    .filter(method -> method.getName().equals(name))
                    .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                    .flatMap(state -> Arrays.stream(state.getFields()))
                    .filter(param -> param.isAnnotationPresent(Param.class));
        } catch (ClassNotFoundException e) {
            return Stream.empty();
        }
    }

    private static List<PlannedRow> rows(
            RunArguments arguments, BenchmarkList benchmarks, List<String> unlessNamed, boolean allowsAnyValue) {
        Options options = arguments.options();
        boolean hasFixedWarmUp = ForkWarmUp.isFixed(options);
        List<String> regexes = arguments.regexes().isEmpty() ? unlessNamed : arguments.regexes();
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
        if (inModes.isEmpty()) {
            throw CommandException.usage("no benchmark matches " + String.join(" ", arguments.regexes())
                    + (options.getExcludes().isEmpty() ? "" : " without " + String.join(" ", options.getExcludes()))
                    + " (-l lists them)");
        }
        checkParams(arguments, inModes, benchmarks, allowsAnyValue);
        Duration warmUpCap = arguments.warmUpCap();
        return inModes.stream()
                .flatMap(benchmark -> combinations(benchmark, arguments.params())
                        .map(params -> PlannedRow.of(benchmark, params, options, hasFixedWarmUp, warmUpCap)))
                .toList();
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
