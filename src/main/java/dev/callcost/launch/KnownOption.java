package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
 * @param label what help calls its value; empty when it has none
 * @param help with this suite's defaults
 * @param isOwn whether it is the suite's own, and not JMH's
 */
public record KnownOption(String name, Later later, Use use, String label, String help, boolean isOwn) {
    public static final String PRECISION = "precision";
    public static final String BUDGET = "budget";
    static final String WARM_UP_CAP = "warm-up-cap";

    public static final List<KnownOption> ALL = List.of(
            jmh("i", Later.REPLACES, Use.FORKS, "INT", "measured iterations a fork (default: 60 in most)"),
            jmh("r", Later.REPLACES, Use.FORKS, "TIME", "length of a measured iteration (default: 50ms in most)"),
            jmh("wi", Later.REPLACES, Use.FORKS, "INT", "warm-up iterations (default: until the fork is warm)"),
            jmh(
                    "w",
                    Later.REPLACES,
                    Use.FORKS,
                    "TIME",
                    "length of a warm-up iteration (default: until the fork is warm)"),
            jmh(
                    "f",
                    Later.REPLACES,
                    Use.EXTENT,
                    "INT",
                    "forks a row, one in each round (default: 3); 0 runs in this JVM, for debugging"),
            jmh("wf", Later.REPLACES, Use.RUN, "INT", "forks a row whose scores are thrown away (default: 0)"),
            jmh("p", Later.REPLACES_OF_NAME, Use.RUN, "NAME=VALUE[,VALUE...]", "values of a benchmark's parameter"),
            jmh("e", Later.ADDS, Use.RUN, "REGEX", "benchmarks to leave out"),
            jmh("t", Later.REPLACES, Use.FORKS, "INT", "threads; max is one for each processor (default: 1)"),
            jmh("tg", Later.REPLACES_OF_GROUP, Use.FORKS, "INT[,INT...]", "threads of each method of a @Group"),
            jmh(
                    "bm",
                    Later.REPLACES_OF_GROUP,
                    Use.RUN,
                    "MODE",
                    "thrpt, avgt, sample, ss or all (default: avgt in most)"),
            jmh("tu", Later.REPLACES, Use.FORKS, "UNIT", "unit of the scores: m, s, ms, us or ns"),
            jmh(
                    "prof",
                    Later.REPLACES_OF_NAME,
                    Use.FORKS,
                    "PROFILER[:OPTIONS]",
                    "a profiler, such as gc; -lprof lists them"),
            jmh("rff", Later.REPLACES, Use.RUN, "FILE", "results file (default: results/local/<time>/results.json)"),
            jmh("rf", Later.REPLACES, Use.RUN, "FORMAT", "format of the results file; -lrf lists them (default: json)"),
            jmh("o", Later.REPLACES, Use.RUN, "FILE", "file for the text in place of the terminal"),
            jmh("jvm", Later.REPLACES, Use.FORKS, "JAVA", "the java of forks (default: this one)"),
            jmh("jvmArgs", Later.ADDS, Use.JVM, "ARGS", "JVM arguments of forks in place of the benchmark's"),
            jmh("jvmArgsAppend", Later.ADDS, Use.JVM, "ARGS", "JVM arguments after those"),
            jmh("jvmArgsPrepend", Later.ADDS, Use.JVM, "ARGS", "JVM arguments before those"),
            jmh("bs", Later.REPLACES, Use.FORKS, "INT", "calls of the method an operation, in mode ss (default: 1)"),
            jmh("wbs", Later.REPLACES, Use.FORKS, "INT", "the same in warm-up iterations (default: 1)"),
            jmh("opi", Later.REPLACES, Use.FORKS, "INT", "operations that a call of the method counts for"),
            jmh("to", Later.REPLACES, Use.FORKS, "TIME", "limit of an iteration (default: 10min)"),
            jmh("si", Later.REPLACES, Use.FORKS, "BOOL", "threads begin an iteration together (default: true)"),
            jmh("gc", Later.REPLACES, Use.FORKS, "BOOL", "collect garbage between iterations (default: false)"),
            jmh(
                    "wm",
                    Later.REPLACES,
                    Use.FORKS,
                    "MODE",
                    "warm-up mode: INDI; for a single row also BULK and BULK_INDI"),
            jmh("wmb", Later.ADDS, Use.FORKS, "REGEX", "other benchmarks to warm up with"),
            jmh("foe", Later.REPLACES, Use.RUN, "BOOL", "end at the first benchmark that fails (default: false)"),
            jmh("v", Later.REPLACES, Use.FORKS, "MODE", "SILENT, NORMAL or EXTRA (default: NORMAL)"),
            jmh("l", Later.IS_FLAG, Use.LIST, "", "list the benchmarks and end"),
            jmh("lp", Later.IS_FLAG, Use.LIST, "", "list them with the default values of their parameters"),
            jmh("lprof", Later.IS_FLAG, Use.LIST, "", "list the profilers"),
            jmh("lrf", Later.IS_FLAG, Use.LIST, "", "list the formats of results files"),
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
                    "ends a warm-up after this time, also where the fork is not warm (default: 1min)"));

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

    private static KnownOption jmh(String name, Later later, Use use, String label, String help) {
        return new KnownOption(name, later, use, label, help, false);
    }

    private static KnownOption own(String name, Use use, String label, String help) {
        return new KnownOption(name, Later.REPLACES, use, label, help, true);
    }

    /** Whether it is the suite's own and every command that starts forks has it. */
    public boolean isOfForks() {
        return isOwn && use == Use.FORKS;
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
                        .filter(option -> !option.isOwn || option.isOfForks())
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
