package dev.callcost.fork;

import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import joptsimple.OptionSet;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Utils;

/**
 * A command line after its presets were read and its options merged.
 *
 * <p>The command line is a sequence of groups: a preset is one, and what the user typed between two presets is one. Later
 * groups win: a single option by its last value, {@code -p} per parameter, {@code -prof} per profiler; {@code -e},
 * {@code -wmb} and the {@code -jvmArgs} family add up; regular expressions replace those that presets before them brought.
 */
public final class Arguments {
    private static final Set<String> NOT_FOR_FORKS =
            Set.of("e", "f", "wf", "foe", "o", "rff", "rf", "bm", "l", "lp", "lrf", "lprof");

    private final Map<String, List<String>> options = new LinkedHashMap<>();
    private final Map<String, String> params = new LinkedHashMap<>();
    private final Map<String, String> profilers = new LinkedHashMap<>();
    private final Map<String, List<String>> jvmArguments = new LinkedHashMap<>();
    private final Set<String> flags = new LinkedHashSet<>();
    private List<Regex> regexes = new ArrayList<>();

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
     * Splits a command line into its groups, the presets read.
     *
     * @throws CommandException (usage) when a preset cannot be read
     */
    public static List<Group> groups(String... commandLine) {
        List<Group> groups = new ArrayList<>();
        List<String> typed = new ArrayList<>();
        String before = "";
        for (String argument : commandLine) {
            if (argument.startsWith("@") && !Syntax.takesNext(before)) {
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
            if (word.startsWith("--") && !Syntax.takesNext(before) && !Syntax.isOption(word)) {
                return Optional.of(word);
            }
            before = word;
        }
        return Optional.empty();
    }

    /**
     * Merges the groups of a command line.
     *
     * @throws CommandException (usage) on an unknown option or a missing value
     */
    public static Arguments of(List<Group> groups) {
        Arguments result = new Arguments();
        groups.forEach(group -> result.add(group.arguments(), group.preset()));
        return result;
    }

    private void add(List<String> group, boolean isPreset) {
        OptionSet set = Syntax.split(group);
        for (String name : Syntax.SINGLE) {
            List<String> values = Syntax.values(set, name);
            if (!values.isEmpty()) {
                options.put(name, values.subList(values.size() - 1, values.size()));
            }
        }
        for (String name : Syntax.GROUP) {
            if (set.has(name)) {
                options.put(name, Syntax.values(set, name));
            }
        }
        for (String name : Syntax.ADDING) {
            options.computeIfAbsent(name, n -> new ArrayList<>()).addAll(Syntax.values(set, name));
        }
        for (String name : Syntax.JVM_ARGUMENTS) {
            jvmArguments.computeIfAbsent(name, n -> new ArrayList<>()).addAll(split(Syntax.values(set, name)));
        }
        for (String param : Syntax.values(set, "p")) {
            params.put(param.split("=", 2)[0], param);
        }
        for (String profiler : Syntax.values(set, "prof")) {
            profilers.put(profiler.split(":", 2)[0], profiler);
        }
        Syntax.FLAGS.stream().filter(set::has).forEach(flags::add);
        addRegexes(set.nonOptionArguments(), isPreset);
    }

    private void addRegexes(List<?> given, boolean isPreset) {
        if (given.isEmpty()) {
            return;
        }
        List<Regex> kept = new ArrayList<>(regexes);
        kept.removeIf(Regex::fromPreset);
        given.forEach(regex -> kept.add(new Regex(String.valueOf(regex), isPreset)));
        regexes = kept;
    }

    /** JMH's rule: one value is a line of arguments separated by spaces, several values are one argument each. */
    private static Collection<String> split(List<String> values) {
        return values.size() == 1 ? Utils.splitQuotedEscape(values.get(0)) : values;
    }

    /**
     * All options as JMH reads them, except the {@code -jvmArgs} family, for which see {@link #jvmArguments}.
     *
     * @throws CommandException (usage) when JMH refuses a value
     */
    public CommandLineOptions options() {
        List<String> line = new ArrayList<>(optionTokens(Set.of()));
        params.values().forEach(param -> line.addAll(List.of("-p", param)));
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
        return optionTokens(NOT_FOR_FORKS);
    }

    private List<String> optionTokens(Set<String> without) {
        List<String> line = new ArrayList<>();
        options.forEach((name, values) -> {
            if (!without.contains(name)) {
                values.forEach(value -> line.addAll(List.of("-" + name, value)));
            }
        });
        profilers.values().forEach(profiler -> line.addAll(List.of("-prof", profiler)));
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

    /** The parameter values given with {@code -p}, by parameter. */
    public Map<String, List<String>> params() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        params.forEach((name, param) -> {
            String[] parts = param.split("=", 2);
            if (parts.length < 2) {
                throw CommandException.usage("-p " + param + ": expected name=value[,value...]");
            }
            values.put(name, List.of(parts[1].split(",")));
        });
        return values;
    }

    /**
     * The JVM arguments given with one option of the {@code -jvmArgs} family.
     *
     * @param option {@code jvmArgsPrepend}, {@code jvmArgs} or {@code jvmArgsAppend}
     */
    public List<String> jvmArguments(String option) {
        return List.copyOf(jvmArguments.get(option));
    }
}
