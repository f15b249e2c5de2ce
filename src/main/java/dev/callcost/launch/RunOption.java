package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpecBuilder;
import org.openjdk.jmh.util.Utils;

/**
 * An option of a run, JMH's or the suite's own. {@link #ALL} is the one table for parsing, presets and JMH's command
 * lines. JMH parses with the same library, so {@code -f 5}, {@code -f5} and {@code -f=5} mean the same to both.
 *
 * @param name without dashes
 * @param label what help calls its value
 * @param help empty for JMH's
 */
public record RunOption(String name, boolean hasValue, Later later, Use use, String label, String help) {
    public static final List<RunOption> ALL = Stream.of(
                    jmh(true, Later.REPLACES, Use.FORKS, "i r wi w t tg tu jvm bs wbs opi to si gc wm v"),
                    jmh(true, Later.ADDS, Use.FORKS, "wmb"),
                    jmh(true, Later.REPLACES_OF_NAME, Use.FORKS, "prof"),
                    jmh(true, Later.ADDS, Use.JVM, "jvmArgs jvmArgsAppend jvmArgsPrepend"),
                    jmh(true, Later.REPLACES, Use.RUN, "wf bm rff rf o foe"),
                    jmh(true, Later.REPLACES_OF_NAME, Use.RUN, "p"),
                    jmh(true, Later.ADDS, Use.RUN, "e"),
                    jmh(true, Later.REPLACES, Use.EXTENT, "f"),
                    jmh(false, Later.REPLACES, Use.LIST, "l lp lprof lrf"),
                    own(
                            Use.EXTENT,
                            "precision",
                            "SHARE",
                            "add rounds until the 99%% interval of each row is within SHARE of the estimate, such as"
                                    + " 3%% or 0.03, but no more than -f forks (default then: " + Precision.MOST_FORKS
                                    + ") and --budget; rows that are within it pause"),
                    own(
                            Use.EXTENT,
                            "budget",
                            "TIME",
                            "start no new measurement after this time, such as 90s or 30min; the time before"
                                    + " --resume counts"),
                    own(
                            Use.FORKS,
                            "warm-up-cap",
                            "TIME",
                            "end a warm-up after this time, even if the fork is not warm (default: 1min)"))
            .flatMap(options -> options)
            .toList();

    /** What a later value does to an earlier one. */
    enum Later {
        REPLACES,
        /** A later value replaces the earlier one that begins with the same name. */
        REPLACES_OF_NAME,
        ADDS
    }

    /**
     * Who reads an option: every fork, the forks' JVMs ({@link ForkJvm.ForkFlags}), the run, the run's end, or the
     * commands that list and do not measure.
     */
    enum Use {
        FORKS,
        JVM,
        RUN,
        EXTENT,
        LIST
    }

    private static Stream<RunOption> jmh(boolean hasValue, Later later, Use use, String names) {
        return Stream.of(names.split(" ")).map(name -> new RunOption(name, hasValue, later, use, "", ""));
    }

    private static Stream<RunOption> own(Use use, String name, String label, String help) {
        return Stream.of(new RunOption(name, true, Later.REPLACES, use, label, help));
    }

    public boolean isOwn() {
        return !help.isEmpty();
    }

    /** Whether it is the suite's own and every command that starts forks has it. */
    public boolean isOfForks() {
        return isOwn() && use == Use.FORKS;
    }

    /** Its values in words that were {@link #split}. */
    List<String> values(OptionSet set) {
        if (!hasValue) {
            return List.of("");
        }
        List<String> values = set.valuesOf(name).stream().map(String::valueOf).toList();
        // JMH's rule: one value is a line of arguments separated by spaces, several values are one argument each
        return use == Use.JVM && values.size() == 1 ? List.copyOf(Utils.splitQuotedEscape(values.get(0))) : values;
    }

    /** Equal keys: the later value replaces the earlier. */
    Object key(String value) {
        return switch (later) {
            case REPLACES -> this;
            case REPLACES_OF_NAME -> List.of(this, value.split("[=:]", 2)[0]);
            case ADDS -> new Object();
        };
    }

    /** Whether the word after this one is its value. */
    public static boolean takesNext(String word) {
        String name = word.replaceFirst("^--?", "");
        return word.startsWith("-") && ALL.stream().anyMatch(option -> option.hasValue && option.name.equals(name));
    }

    /** Splits words into options, values and the rest. */
    static OptionSet split(List<String> arguments) {
        try {
            return parser().parse(arguments.toArray(String[]::new));
        } catch (OptionException e) {
            String option = typed(e, arguments);
            throw CommandException.usage((isKnown(e) ? option + " requires an argument" : "unknown option " + option)
                    + " (-h lists the options)");
        }
    }

    /** The first word that looks like an option and is none, as it was typed. */
    public static Optional<String> unknown(List<String> arguments) {
        try {
            parser().parse(arguments.toArray(String[]::new));
            return Optional.empty();
        } catch (OptionException e) {
            return isKnown(e) ? Optional.empty() : Optional.of(typed(e, arguments));
        }
    }

    private static boolean isKnown(OptionException failure) {
        return ALL.stream().anyMatch(it -> failure.options().contains(it.name));
    }

    /** The parser names an option without its dashes, and the first letter alone of one with a single dash. */
    private static String typed(OptionException failure, List<String> arguments) {
        String name = failure.options().get(0);
        return IntStream.range(0, arguments.size())
                .filter(n -> n == 0 || !takesNext(arguments.get(n - 1)))
                .mapToObj(arguments::get)
                .filter(word -> word.matches("--?" + Pattern.quote(name) + ".*"))
                .findFirst()
                .map(word -> word.split("=", 2)[0])
                .orElse("-" + name);
    }

    private static OptionParser parser() {
        OptionParser parser = new OptionParser();
        for (RunOption option : ALL) {
            OptionSpecBuilder spec = parser.accepts(option.name);
            if (option.hasValue) {
                spec.withRequiredArg();
            }
        }
        return parser;
    }
}
