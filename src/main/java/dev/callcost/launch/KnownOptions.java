package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;

/**
 * The options of a command line, JMH's and the suite's own: which of them take a value, and which earlier ones a later one replaces.
 *
 * <p>The library that splits a command line is the one JMH uses, so {@code -f 5}, {@code -f5} and {@code -f=5} are one thing here as there.
 */
public final class KnownOptions {
    /** Without a value. */
    static final Set<String> FLAGS = Set.of("l", "lp", "lrf", "lprof");

    private static final List<String> LAST_WINS = List.of(
            "i", "bs", "r", "wi", "wbs", "w", "to", "t", "si", "gc", "foe", "v", "f", "wf", "o", "rff", "rf", "jvm",
            "tu", "opi", "wm");

    /** Each takes all values of the last group that has any. */
    static final List<String> LAST_GROUP_WINS = List.of("bm", "tg");

    private static final List<String> ADD_UP = List.of("e", "wmb");
    static final List<String> JVM_ARGUMENTS = List.of("jvmArgsPrepend", "jvmArgs", "jvmArgsAppend");

    /** The last value wins of those that agree in what stands before a character. */
    private static final Map<String, String> LAST_WINS_BY_NAME = Map.of("p", "=", "prof", ":");

    private static final List<String> VALUED_BY_JMH = Stream.of(
                    LAST_WINS, LAST_GROUP_WINS, ADD_UP, JVM_ARGUMENTS, LAST_WINS_BY_NAME.keySet())
            .flatMap(names -> names.stream())
            .toList();

    static final String WARM_UP_CAP = "warm-up-cap";

    /** The suite's own: presets may have them, JMH does not see them, and the last value wins. */
    static final List<String> OURS = List.of("precision", "budget", WARM_UP_CAP);

    /** With a value. */
    static final List<String> VALUED =
            Stream.concat(VALUED_BY_JMH.stream(), OURS.stream()).toList();

    private KnownOptions() {}

    /** The first option with two dashes that is neither JMH's nor {@code --warm-up-cap}; empty when there is none. What {@code --} ends is no option. */
    public static Optional<String> unknown(List<String> commandLine) {
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

    /** Whether the word after this one is its value. */
    static boolean takesNext(String word) {
        return word.startsWith("-") && VALUED.contains(word.replaceFirst("^--?", ""));
    }

    /**
     * Splits words into options, values and what is neither.
     *
     * @throws CommandException (usage) on an unknown option or a missing value
     */
    static OptionSet split(List<String> arguments) {
        OptionParser parser = new OptionParser();
        VALUED.forEach(name -> parser.accepts(name).withRequiredArg());
        FLAGS.forEach(parser::accepts);
        try {
            return parser.parse(arguments.toArray(String[]::new));
        } catch (OptionException e) {
            throw CommandException.usage(e.getMessage() + " (-h lists the options)");
        }
    }

    /** What a later option has to have in common with this one to replace it. */
    static Object key(String option, String value) {
        if (LAST_WINS.contains(option) || OURS.contains(option)) {
            return option;
        }
        String end = LAST_WINS_BY_NAME.get(option);
        return end == null ? new Object() : List.of(option, value.split(end, 2)[0]);
    }
}
