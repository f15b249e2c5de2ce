package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;

/**
 * An option of a run, JMH's or the suite's own. {@link #ALL} is the one table for parsing, presets, JMH's command lines, help, completion and the check for
 * unknown options.
 *
 * <p>JMH parses with the same library, so {@code -f 5}, {@code -f5} and {@code -f=5} mean the same to both.
 *
 * @param name without dashes
 * @param later what a later value does to an earlier one
 * @param use who reads it
 * @param label what help calls the value of an option of the suite's own
 * @param help of an option of the suite's own; empty where the option is JMH's
 */
public record KnownOption(String name, Later later, Use use, String label, List<String> help) {
    public static final String PRECISION = "precision";
    public static final String BUDGET = "budget";
    static final String WARM_UP_CAP = "warm-up-cap";

    public static final List<KnownOption> ALL = Stream.of(
                    jmh(Later.REPLACES, Use.FORKS, "i bs r wi wbs w to t si gc v jvm tu opi wm"),
                    jmh(Later.REPLACES_OF_GROUP, Use.FORKS, "tg"),
                    jmh(Later.REPLACES_OF_NAME, Use.FORKS, "prof"),
                    jmh(Later.ADDS, Use.FORKS, "wmb"),
                    jmh(Later.ADDS, Use.JVM, "jvmArgsPrepend jvmArgs jvmArgsAppend"),
                    jmh(Later.REPLACES, Use.EXTENT, "f"),
                    jmh(Later.REPLACES, Use.RUN, "wf foe o rff rf"),
                    jmh(Later.REPLACES_OF_GROUP, Use.RUN, "bm"),
                    jmh(Later.REPLACES_OF_NAME, Use.RUN, "p"),
                    jmh(Later.ADDS, Use.RUN, "e"),
                    jmh(Later.IS_FLAG, Use.LIST, "l lp lrf lprof"),
                    own(
                            PRECISION,
                            Use.EXTENT,
                            "SHARE",
                            "adds rounds until the 99 %% interval of each row is within 3%% or 0.03 of the estimate, up to -f forks"
                                    + " (default then: " + Precision.MOST_FORKS
                                    + ") and --budget; rows that cannot reach this give way to others"),
                    own(
                            BUDGET,
                            Use.EXTENT,
                            "TIME",
                            "starts no fork after this time, such as 90s or 30min; the time before --resume counts"),
                    own(
                            WARM_UP_CAP,
                            Use.FORKS,
                            "TIME",
                            "ends a warm-up after this time, also where the fork is not warm (default: 1min)"))
            .flatMap(options -> options)
            .toList();

    /** What a later value does to an earlier one. */
    enum Later {
        REPLACES,
        /** The values of a later group replace all earlier ones. */
        REPLACES_OF_GROUP,
        /** A later value replaces the earlier one that begins with the same name. */
        REPLACES_OF_NAME,
        ADDS,
        /** The option has no value. */
        IS_FLAG
    }

    /** Who reads an option. */
    enum Use {
        /** Every fork. */
        FORKS,
        /** The JVMs of forks; {@link ForkFlags} merges these options with the benchmark's. */
        JVM,
        /** The run: which rows, which files. */
        RUN,
        /** The run: until when. */
        EXTENT,
        /** The commands that list instead of measuring. */
        LIST
    }

    private static Stream<KnownOption> jmh(Later later, Use use, String names) {
        return Stream.of(names.split(" ")).map(name -> new KnownOption(name, later, use, "", List.of()));
    }

    private static Stream<KnownOption> own(String name, Use use, String label, String help) {
        String presets = "Presets may have it; the last value counts";
        return Stream.of(new KnownOption(name, Later.REPLACES, use, label, List.of(help, presets)));
    }

    /** Whether the option is the suite's own, and not JMH's. */
    public boolean isOwn() {
        return !help.isEmpty();
    }

    boolean hasValue() {
        return later != Later.IS_FLAG;
    }

    /** A key that a later value shares when it replaces this one. */
    Object key(String value) {
        return switch (later) {
            case REPLACES, IS_FLAG -> this;
            case REPLACES_OF_NAME -> List.of(this, value.split("[=:]", 2)[0]);
            case REPLACES_OF_GROUP, ADDS -> new Object();
        };
    }

    /**
     * The first word with two dashes that is neither an option of JMH nor one of the suite's own for every command with forks. Words after {@code --} are no
     * options.
     */
    public static Optional<String> unknown(Collection<String> commandLine) {
        String before = "";
        for (String word : commandLine) {
            if (word.equals("--")) {
                return Optional.empty();
            }
            if (word.startsWith("--") && !takesNext(before)) {
                String name = word.substring(2).split("=", 2)[0];
                if (ALL.stream()
                        .filter(option -> !option.isOwn() || option.use == Use.FORKS)
                        .noneMatch(option -> option.name.startsWith(name))) {
                    return Optional.of(word);
                }
            }
            before = word;
        }
        return Optional.empty();
    }

    /** Whether the word after this one is its value. */
    static boolean takesNext(String word) {
        String name = word.replaceFirst("^--?", "");
        return word.startsWith("-") && ALL.stream().anyMatch(option -> option.hasValue() && option.name.equals(name));
    }

    /**
     * Splits words into options, values and the rest.
     *
     * @throws CommandException (usage) on an unknown option or a missing value
     */
    static OptionSet split(List<String> arguments) {
        OptionParser parser = new OptionParser();
        for (KnownOption option : ALL) {
            if (option.hasValue()) {
                parser.accepts(option.name).withRequiredArg();
            } else {
                parser.accepts(option.name);
            }
        }
        try {
            return parser.parse(arguments.toArray(String[]::new));
        } catch (OptionException e) {
            throw CommandException.usage(e.getMessage() + " (-h lists the options)");
        }
    }
}
