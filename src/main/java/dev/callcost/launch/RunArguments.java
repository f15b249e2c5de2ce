package dev.callcost.launch;

import dev.callcost.launch.RunOption.Use;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import joptsimple.OptionSet;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.WarmupMode;

/**
 * A command line after its presets were read and its options merged. It is a sequence of groups: each preset is one,
 * and what the user typed between two presets is one. Later groups override earlier ones, each option by its rule in
 * {@link RunOption}; regular expressions replace those of earlier presets. All methods throw a {@link CommandException}
 * (usage) where the command line is wrong.
 */
public final class RunArguments {
    /** JMH's options for arguments of a JVM, in the order in which the JVM gets them. */
    static final List<String> JVM_OPTIONS = List.of("jvmArgsPrepend", "jvmArgs", "jvmArgsAppend");

    /** What {@code -prof} takes for callcost's own count of work, which runs in forks of its own. */
    private static final String WORK = "work";

    private static final String PROFILERS = "prof";

    private static final Duration DEFAULT_WARM_UP_CAP = Duration.ofMinutes(1);

    /** Options by {@link RunOption#key}, which a later option that replaces them shares. */
    private final Map<Object, Given> given = new LinkedHashMap<>();

    private final List<String> typedRegexes = new ArrayList<>();

    /** They follow the typed ones, because each later regular expression replaces them. */
    private final List<String> presetRegexes = new ArrayList<>();

    private record Given(RunOption option, String value, boolean isTyped) {
        boolean isWork() {
            return option.name().equals(PROFILERS) && value.equals(WORK);
        }
    }

    /** @param preset whether a preset brought them; else the user typed them */
    public record Group(List<String> arguments, boolean preset) {}

    private RunArguments() {}

    public static RunArguments parse(String... commandLine) {
        return of(groups(commandLine));
    }

    /** The groups of a command line, with its presets read. After {@code --} every word is a regular expression. */
    public static List<Group> groups(String... commandLine) {
        List<Group> groups = new ArrayList<>();
        List<String> typed = new ArrayList<>();
        boolean isValue = false;
        boolean optionsEnded = false;
        for (String argument : commandLine) {
            optionsEnded |= argument.equals("--") && !isValue;
            if (argument.startsWith("@") && !isValue && !optionsEnded) {
                groups.add(new Group(List.copyOf(typed), false));
                typed.clear();
                groups.add(new Group(PresetFile.read(argument.substring(1)), true));
            } else {
                typed.add(argument);
            }
            isValue = RunOption.takesNext(argument);
        }
        groups.add(new Group(List.copyOf(typed), false));
        return groups;
    }

    public static RunArguments of(List<Group> groups) {
        RunArguments result = new RunArguments();
        groups.forEach(result::add);
        return result;
    }

    /** These arguments without an option, and with a later group. */
    public RunArguments without(String option, Group later) {
        RunArguments result = new RunArguments();
        result.given.putAll(given);
        result.given.values().removeIf(it -> it.option().name().equals(option));
        result.typedRegexes.addAll(typedRegexes);
        result.presetRegexes.addAll(presetRegexes);
        result.add(later);
        return result;
    }

    private void add(Group group) {
        OptionSet set = RunOption.split(group.arguments());
        RunOption.ALL.stream().filter(option -> set.has(option.name())).forEach(option -> {
            option.values(set)
                    .forEach(value -> given.put(option.key(value), new Given(option, value, !group.preset())));
        });
        if (!set.nonOptionArguments().isEmpty()) {
            presetRegexes.clear();
        }
        set.nonOptionArguments()
                .forEach(regex -> (group.preset() ? presetRegexes : typedRegexes).add(String.valueOf(regex)));
    }

    /** All options as JMH reads them, except the {@code -jvmArgs} family. Refuses what JMH's own main alone does. */
    public CommandLineOptions options() {
        List<String> line = new ArrayList<>(tokens(use -> use != Use.JVM));
        line.add("--");
        line.addAll(regexes());
        try {
            CommandLineOptions options = new CommandLineOptions(line.toArray(String[]::new));
            check(
                    options.getResultFormat().orElse(ResultFormatType.JSON) == ResultFormatType.JSON,
                    "-rf other than json");
            check(options.getForkCount().orElse(1) > 0, "-f 0");
            check(options.getWarmupForkCount().orElse(0) == 0, "-wf");
            check(!options.getWarmupMode().orElse(WarmupMode.INDI).isBulk(), "-wm other than INDI");
            return options;
        } catch (CommandLineOptionException e) {
            throw CommandException.usage(e.getMessage() + " (-h lists the options)");
        }
    }

    private static void check(boolean isOfSuite, String option) {
        if (!isOfSuite) {
            throw CommandException.usage(
                    option + " is for JMH's own main alone: java -cp benchmarks.jar org.openjdk.jmh.Main ...");
        }
    }

    /** The options that every fork gets unchanged: no selection, no files, no number of forks. */
    public List<String> forkTokens() {
        return tokens(use -> use == Use.FORKS);
    }

    /** How forks measure, as a command line: params, and all options and JVM arguments of forks. */
    public List<String> measuring() {
        List<String> words = new ArrayList<>();
        params().forEach((name, values) -> words.addAll(List.of("-p", name + "=" + String.join(",", values))));
        words.addAll(forkTokens());
        JVM_OPTIONS.stream()
                .filter(option -> !values(option).isEmpty())
                .forEach(option -> words.addAll(List.of("-" + option, String.join(" ", values(option)))));
        return words;
    }

    private List<String> tokens(Predicate<Use> uses) {
        return given.values().stream()
                .filter(it -> uses.test(it.option().use()) && !it.option().isOwn() && !it.isWork())
                .flatMap(it -> Stream.of("-" + it.option.name(), it.value).limit(it.option.hasValue() ? 2 : 1))
                .toList();
    }

    /** The regular expressions that select benchmarks; empty when none was given. */
    public List<String> regexes() {
        return Stream.concat(typedRegexes.stream(), presetRegexes.stream()).toList();
    }

    /** The parameter values given with {@code -p}, by parameter; a value that is given twice counts once. */
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

    /** Whether the user typed a parameter's values; else a preset has them. */
    boolean isTyped(String param) {
        return given.values().stream()
                .anyMatch(it -> it.isTyped && it.option.name().equals("p") && it.value.startsWith(param + "="));
    }

    /** Whether further forks count what an operation does: {@code -prof work}. */
    public boolean countsWork() {
        return given.values().stream().anyMatch(Given::isWork);
    }

    /** The longest warm-up of a fork, without waiting for turns. */
    public Duration warmUpCap() {
        return value("warm-up-cap", RunArguments::duration).orElse(DEFAULT_WARM_UP_CAP);
    }

    /** The precision ({@code --precision}) at which a row gets no more forks. */
    public Optional<Precision> precision() {
        return value("precision", RunArguments::share).map(Precision::new);
    }

    /**
     * The time ({@code --budget}) after which no fork begins. The time of earlier processes counts when a run is
     * resumed.
     */
    public Optional<Duration> budget() {
        return value("budget", RunArguments::duration);
    }

    private <T> Optional<T> value(String option, Function<String, T> reader) {
        try {
            return values(option).stream().findFirst().map(reader);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--" + option + ": " + e.getMessage());
        }
    }

    /**
     * A share between 0 and 1: {@code 3%} or {@code 0.03}.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    public static double share(String text) {
        try {
            double number = Double.parseDouble(text.replaceFirst("%$", ""));
            return new VerdictRule(text.endsWith("%") ? number / 100 : number, VerdictRule.ALPHA).margin();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is no share between 0% and 100%, such as 3% or 0.03", e);
        }
    }

    /**
     * A positive time in JMH's syntax, {@code 500ms}, {@code 20s}, {@code 5min}, and {@code 1h} for its {@code 1hr}.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    public static Duration duration(String text) {
        try {
            long nanos =
                    TimeValue.fromString(text.endsWith("h") ? text + "r" : text).convertTo(TimeUnit.NANOSECONDS);
            if (nanos > 0) {
                return Duration.ofNanos(nanos);
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new IllegalArgumentException("'" + text + "' is no duration such as 20s, 5min or 1h");
    }

    /** Whether only the extent of a run is given: {@code -f}, {@code --precision}, {@code --budget}. */
    public boolean tellOnlyHowLong() {
        return regexes().isEmpty()
                && given.values().stream().allMatch(it -> it.option().use() == Use.EXTENT);
    }

    /** Whether the command lists something, such as {@code -l}, and measures nothing. */
    public boolean list() {
        return given.values().stream().anyMatch(it -> it.option().use() == Use.LIST);
    }

    /** The values of an option in their order; for the {@code -jvmArgs} family each JVM argument is one. */
    public List<String> values(String option) {
        return given.values().stream()
                .filter(it -> it.option().name().equals(option))
                .map(Given::value)
                .toList();
    }

    /**
     * A preset: words of a command line in a UTF-8 text file. White space separates words, and {@code #} begins a
     * comment that reaches to the end of the line. Single or double quotes, around a word or a part of it, keep white
     * space and {@code #}; a quote ends on its line. A backslash is a plain character, as in a regular expression.
     *
     * <p>Picocli's expansion of {@code @FILE} is not used: it splits {@code -p a="b c"} in the wrong place, ends an
     * open quote in silence, and takes the name of a missing file for a regular expression.
     */
    static final class PresetFile {
        private static final String QUOTED = "\"([^\"\r\n]*)\"|'([^'\r\n]*)'";

        /** A comment, a word, or a quote that is not closed. */
        private static final Pattern TOKEN = Pattern.compile("#.*|(?:[^\\s\"'#]++|" + QUOTED + ")+|[\"']");

        private PresetFile() {}

        static List<String> read(String file) {
            String text;
            try {
                text = Files.readString(Path.of(file));
            } catch (IOException | InvalidPathException e) {
                String why = e instanceof NoSuchFileException ? "no such file" : e.toString();
                throw CommandException.usage("cannot read the preset @" + file + ": " + why);
            }
            List<String> words = new ArrayList<>();
            for (String token :
                    TOKEN.matcher(text).results().map(MatchResult::group).toList()) {
                if (token.equals("\"") || token.equals("'") || token.startsWith("@")) {
                    throw CommandException.usage("preset @" + file
                            + (token.startsWith("@")
                                    ? " names another preset, " + token + ": give both on the command line"
                                    : ": a quote " + token + " is not closed on its line"));
                }
                if (!token.startsWith("#")) {
                    words.add(token.replaceAll(QUOTED, "$1$2"));
                }
            }
            return words;
        }
    }
}
