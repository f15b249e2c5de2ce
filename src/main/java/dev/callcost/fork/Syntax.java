package dev.callcost.fork;

import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;

/**
 * JMH's option names, and which of them take a value.
 *
 * <p>The library that splits an argument list is the one JMH uses, so {@code -f 5}, {@code -f5} and {@code -f=5} are one
 * thing here as there. What values mean is left to JMH.
 */
final class Syntax {
    /** The last value wins. */
    static final List<String> SINGLE = List.of(
            "i", "bs", "r", "wi", "wbs", "w", "to", "t", "si", "gc", "foe", "v", "f", "wf", "o", "rff", "rf", "jvm",
            "tu", "opi", "wm");

    /** All values of the last group of arguments that has any. */
    static final List<String> GROUP = List.of("bm", "tg");

    /** Values add up. */
    static final List<String> ADDING = List.of("e", "wmb");

    /** Values add up, split into JVM arguments. */
    static final List<String> JVM_ARGUMENTS = List.of("jvmArgsPrepend", "jvmArgs", "jvmArgsAppend");

    static final List<String> FLAGS = List.of("l", "lp", "lrf", "lprof");

    private static final Set<String> VALUED = valued();

    private Syntax() {}

    private static Set<String> valued() {
        List<String> names = new ArrayList<>(List.of("p", "prof"));
        List.of(SINGLE, GROUP, ADDING, JVM_ARGUMENTS).forEach(names::addAll);
        return Set.copyOf(names);
    }

    /** Whether the argument after {@code token} is its value. */
    static boolean takesNext(String token) {
        return token.startsWith("-") && VALUED.contains(token.replaceFirst("^--?", ""));
    }

    /** Whether a word with two dashes is an option, maybe cut short, as JMH takes it. */
    static boolean isOption(String word) {
        String name = word.substring(2).split("=", 2)[0];
        return Stream.concat(VALUED.stream(), FLAGS.stream()).anyMatch(option -> option.startsWith(name));
    }

    /**
     * Splits an argument list into options and regular expressions.
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

    static List<String> values(OptionSet set, String option) {
        return set.valuesOf(option).stream().map(String::valueOf).toList();
    }
}
