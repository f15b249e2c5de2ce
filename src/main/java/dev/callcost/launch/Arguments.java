package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import joptsimple.OptionSet;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Utils;

/**
 * A command line after its presets were read and its options merged.
 *
 * <p>The command line is a sequence of groups: a preset is one, and what the user typed between two presets is one. Later
 * groups win: a single option by its last value, {@code -p} per parameter, {@code -prof} per profiler; {@code -e},
 * {@code -wmb} and the {@code -jvmArgs} family add up; regular expressions replace those that presets before them brought.
 * What values mean is left to JMH.
 */
public final class Arguments {
    private static final Duration DEFAULT_WARM_UP_CAP = Duration.ofMinutes(1);

    /** All that say how long a run goes on, and nothing of how a fork measures. */
    private static final Set<String> EXTENT = Set.of("f", "precision", "budget");

    private static final Set<String> NOT_FOR_FORKS =
            Set.of("p", "e", "f", "wf", "foe", "o", "rff", "rf", "bm", "l", "lp", "lrf", "lprof");

    /** Options with a value, by what a later one has to have in common to replace it. */
    private final Map<Object, Given> given = new LinkedHashMap<>();

    private final Set<String> flags = new LinkedHashSet<>();
    private final List<Regex> regexes = new ArrayList<>();

    private record Given(String option, String value) {}

    private record Regex(String text, boolean fromPreset) {}

    /**
     * Arguments that belong together.
     *
     * @param arguments as they were written
     * @param preset whether a preset brought them; else the user typed them
     */
    public record Group(List<String> arguments, boolean preset) {}

    private Arguments() {}

    /**
     * Reads a command line, presets included.
     *
     * @throws CommandException (usage) on an unknown option, a missing value, or a preset that cannot be read
     */
    public static Arguments parse(String... commandLine) {
        return of(groups(commandLine));
    }

    /**
     * Splits a command line into its groups, the presets read. After {@code --} every word is a regular expression.
     *
     * @throws CommandException (usage) when a preset cannot be read
     */
    public static List<Group> groups(String... commandLine) {
        List<Group> groups = new ArrayList<>();
        List<String> typed = new ArrayList<>();
        String before = "";
        boolean optionsEnded = false;
        for (String argument : commandLine) {
            optionsEnded |= argument.equals("--") && !KnownOptions.takesNext(before);
            if (argument.startsWith("@") && !KnownOptions.takesNext(before) && !optionsEnded) {
                groups.add(new Group(List.copyOf(typed), false));
                typed.clear();
                groups.add(new Group(PresetFile.read(argument.substring(1)), true));
            } else {
                typed.add(argument);
            }
            before = argument;
        }
        groups.add(new Group(List.copyOf(typed), false));
        return groups;
    }

    /**
     * Merges the groups of a command line.
     *
     * @throws CommandException (usage) on an unknown option or a missing value
     */
    public static Arguments of(List<Group> groups) {
        Arguments result = new Arguments();
        groups.forEach(result::add);
        return result;
    }

    private void add(Group group) {
        OptionSet set = KnownOptions.split(group.arguments());
        for (String option : KnownOptions.VALUED) {
            List<String> values =
                    set.valuesOf(option).stream().map(String::valueOf).toList();
            if (KnownOptions.LAST_GROUP_WINS.contains(option) && !values.isEmpty()) {
                given.values().removeIf(it -> it.option().equals(option));
            }
            if (KnownOptions.JVM_ARGUMENTS.contains(option) && values.size() == 1) {
                // JMH's rule: one value is a line of arguments separated by spaces, several values are one argument
                // each
                values = List.copyOf(Utils.splitQuotedEscape(values.get(0)));
            }
            values.forEach(value -> given.put(KnownOptions.key(option, value), new Given(option, value)));
        }
        KnownOptions.FLAGS.stream().filter(set::has).forEach(flags::add);
        List<?> selected = set.nonOptionArguments();
        if (!selected.isEmpty()) {
            regexes.removeIf(Regex::fromPreset);
            selected.forEach(regex -> regexes.add(new Regex(String.valueOf(regex), group.preset())));
        }
    }

    /**
     * All options as JMH reads them, except the {@code -jvmArgs} family, for which see {@link #jvmArguments}.
     *
     * @throws CommandException (usage) when JMH refuses a value
     */
    public CommandLineOptions options() {
        List<String> line = tokens(Set.of());
        line.add("--");
        line.addAll(regexes());
        return jmh(line);
    }

    /** The options that every fork is given as they are: no selection, no files, no number of forks. */
    public CommandLineOptions forkOptions() {
        return jmh(forkTokens());
    }

    /** The same as a command line. */
    public List<String> forkTokens() {
        return tokens(NOT_FOR_FORKS);
    }

    /** What a reader has to know of how forks measured, as a command line: params, and all that forks are given, JVM arguments too. */
    public List<String> measuring() {
        Stream<String> params = params().entrySet().stream()
                .flatMap(param -> Stream.of("-p", param.getKey() + "=" + String.join(",", param.getValue())));
        Stream<String> jvmArguments = KnownOptions.JVM_ARGUMENTS.stream()
                .filter(option -> !jvmArguments(option).isEmpty())
                .flatMap(option -> Stream.of("-" + option, String.join(" ", jvmArguments(option))));
        return Stream.of(params, forkTokens().stream(), jvmArguments)
                .flatMap(tokens -> tokens)
                .toList();
    }

    private List<String> tokens(Set<String> without) {
        List<String> line = new ArrayList<>();
        given.values().stream()
                .filter(it -> !without.contains(it.option())
                        && !KnownOptions.JVM_ARGUMENTS.contains(it.option())
                        && !KnownOptions.OURS.contains(it.option()))
                .forEach(it -> line.addAll(List.of("-" + it.option(), it.value())));
        flags.stream().filter(flag -> !without.contains(flag)).forEach(flag -> line.add("-" + flag));
        return line;
    }

    private static CommandLineOptions jmh(List<String> line) {
        try {
            return new CommandLineOptions(line.toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw CommandException.usage(e.getMessage() + " (-h lists the options)");
        }
    }

    /** The regular expressions that select benchmarks; empty when none was given. */
    public List<String> regexes() {
        return regexes.stream().map(Regex::text).toList();
    }

    /**
     * The parameter values given with {@code -p}, by parameter; one that is given twice counts once.
     *
     * @throws CommandException (usage) when one has no value
     */
    public Map<String, List<String>> params() {
        Map<String, List<String>> params = new LinkedHashMap<>();
        for (String param : values("p")) {
            String[] parts = param.split("=", 2);
            if (parts.length < 2) {
                throw CommandException.usage("-p " + param + ": expected name=value[,value...]");
            }
            params.put(parts[0], Stream.of(parts[1].split(",", -1)).distinct().toList());
        }
        return params;
    }

    /**
     * For how long a fork warms up at the most, {@code --warm-up-cap}: running, not waiting for its turn.
     *
     * @throws CommandException (usage) when it is no duration
     */
    public Duration warmUpCap() {
        try {
            return ofRun(KnownOptions.WARM_UP_CAP).map(Arguments::duration).orElse(DEFAULT_WARM_UP_CAP);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--" + KnownOptions.WARM_UP_CAP + ": " + e.getMessage());
        }
    }

    /**
     * A time as JMH's own options have it, {@code 500ms}, {@code 20s}, {@code 5min}, and {@code 1h} for its {@code 1hr}.
     *
     * @throws IllegalArgumentException in words for the user, when it is none or not positive
     */
    public static Duration duration(String text) {
        try {
            String ofJmh = text.endsWith("h") ? text + "r" : text;
            Duration time = Duration.ofNanos(TimeValue.fromString(ofJmh).convertTo(TimeUnit.NANOSECONDS));
            if (!time.isZero() && !time.isNegative()) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new IllegalArgumentException("'" + text + "' is no duration such as 20s, 5min or 1h");
    }

    /**
     * The JVM arguments given with one option of the {@code -jvmArgs} family.
     *
     * @param option {@code jvmArgsPrepend}, {@code jvmArgs} or {@code jvmArgsAppend}
     */
    public List<String> jvmArguments(String option) {
        return values(option);
    }

    /**
     * The value of one of the suite's own options, which JMH does not see.
     *
     * @param option {@code precision} or {@code budget}
     */
    public Optional<String> ofRun(String option) {
        return values(option).stream().findFirst();
    }

    /** Whether nothing is given but how long a run goes on: {@code -f}, {@code --precision}, {@code --budget}. */
    public boolean tellOnlyHowLong() {
        return flags.isEmpty()
                && regexes.isEmpty()
                && given.values().stream().allMatch(it -> EXTENT.contains(it.option()));
    }

    private List<String> values(String option) {
        return given.values().stream()
                .filter(it -> it.option().equals(option))
                .map(Given::value)
                .toList();
    }
}
