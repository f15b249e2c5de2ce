package dev.callcost.fork;

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
import joptsimple.OptionException;
import joptsimple.OptionParser;
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
 *
 * <p>The library that splits a group is the one JMH uses, so {@code -f 5}, {@code -f5} and {@code -f=5} are one thing here as there.
 * What values mean is left to JMH.
 */
public final class Arguments {
    private static final Set<String> FLAGS = Set.of("l", "lp", "lrf", "lprof");
    private static final List<String> LAST_WINS = List.of(
            "i", "bs", "r", "wi", "wbs", "w", "to", "t", "si", "gc", "foe", "v", "f", "wf", "o", "rff", "rf", "jvm",
            "tu", "opi", "wm");

    /** Each takes all values of the last group that has any. */
    private static final List<String> LAST_GROUP_WINS = List.of("bm", "tg");

    private static final List<String> ADD_UP = List.of("e", "wmb");
    private static final List<String> JVM_ARGUMENTS = List.of("jvmArgsPrepend", "jvmArgs", "jvmArgsAppend");

    /** The last value wins of those that agree in what stands before a character. */
    private static final Map<String, String> LAST_WINS_BY_NAME = Map.of("p", "=", "prof", ":");

    private static final Duration DEFAULT_WARM_UP_CAP = Duration.ofMinutes(1);

    private static final List<String> VALUED_BY_JMH = Stream.of(
                    LAST_WINS, LAST_GROUP_WINS, ADD_UP, JVM_ARGUMENTS, LAST_WINS_BY_NAME.keySet())
            .flatMap(names -> names.stream())
            .toList();

    /** The suite's own that say how long a run goes on: presets may have them, JMH does not see them, and the last value wins. */
    private static final List<String> OF_A_RUN = List.of("precision", "budget");

    /** All that say how long a run goes on, and nothing of how a fork measures. */
    private static final Set<String> EXTENT = Set.of("f", "precision", "budget");

    private static final String WARM_UP_CAP = "warm-up-cap";

    /** All of the suite's own. */
    private static final List<String> OURS =
            Stream.concat(OF_A_RUN.stream(), Stream.of(WARM_UP_CAP)).toList();

    private static final List<String> VALUED =
            Stream.concat(VALUED_BY_JMH.stream(), OURS.stream()).toList();

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
            optionsEnded |= argument.equals("--") && !takesNext(before);
            if (argument.startsWith("@") && !takesNext(before) && !optionsEnded) {
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

    /** The first option with two dashes that JMH does not have; empty when there is none. What {@code --} ends is no option. */
    public static Optional<String> unknownOption(List<String> commandLine) {
        String before = "";
        for (String word : commandLine) {
            if (word.equals("--")) {
                return Optional.empty();
            }
            if (word.startsWith("--") && !takesNext(before)) {
                String name = word.substring(2).split("=", 2)[0];
                if (Stream.of(VALUED_BY_JMH, FLAGS, List.of(WARM_UP_CAP))
                        .flatMap(options -> options.stream())
                        .noneMatch(option -> option.startsWith(name))) {
                    return Optional.of(word);
                }
            }
            before = word;
        }
        return Optional.empty();
    }

    private static boolean takesNext(String word) {
        return word.startsWith("-") && VALUED.contains(word.replaceFirst("^--?", ""));
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
        OptionSet set = split(group.arguments());
        for (String option : VALUED) {
            List<String> values =
                    set.valuesOf(option).stream().map(String::valueOf).toList();
            if (LAST_GROUP_WINS.contains(option) && !values.isEmpty()) {
                given.values().removeIf(it -> it.option().equals(option));
            }
            if (JVM_ARGUMENTS.contains(option) && values.size() == 1) {
                // JMH's rule: one value is a line of arguments separated by spaces, several values are one argument
                // each
                values = List.copyOf(Utils.splitQuotedEscape(values.get(0)));
            }
            values.forEach(value -> given.put(key(option, value), new Given(option, value)));
        }
        FLAGS.stream().filter(set::has).forEach(flags::add);
        List<?> selected = set.nonOptionArguments();
        if (!selected.isEmpty()) {
            regexes.removeIf(Regex::fromPreset);
            selected.forEach(regex -> regexes.add(new Regex(String.valueOf(regex), group.preset())));
        }
    }

    private static OptionSet split(List<String> arguments) {
        OptionParser parser = new OptionParser();
        VALUED.forEach(name -> parser.accepts(name).withRequiredArg());
        FLAGS.forEach(parser::accepts);
        try {
            return parser.parse(arguments.toArray(String[]::new));
        } catch (OptionException e) {
            throw CommandException.usage(e.getMessage() + " (-h lists the options)");
        }
    }

    private static Object key(String option, String value) {
        if (LAST_WINS.contains(option) || OURS.contains(option)) {
            return option;
        }
        String end = LAST_WINS_BY_NAME.get(option);
        return end == null ? new Object() : List.of(option, value.split(end, 2)[0]);
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

    private List<String> tokens(Set<String> without) {
        List<String> line = new ArrayList<>();
        given.values().stream()
                .filter(it -> !without.contains(it.option())
                        && !JVM_ARGUMENTS.contains(it.option())
                        && !OURS.contains(it.option()))
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
            return ofRun(WARM_UP_CAP).map(Arguments::duration).orElse(DEFAULT_WARM_UP_CAP);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--" + WARM_UP_CAP + ": " + e.getMessage());
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
