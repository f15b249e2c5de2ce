package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.List;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpecBuilder;
import org.openjdk.jmh.util.Utils;

/**
 * An option of a run, JMH's or the suite's own. {@link #ALL} is the one table for parsing, presets, JMH's command lines, help and suggestions. JMH
 * parses with the same library, so {@code -f 5}, {@code -f5} and {@code -f=5} mean the same to both.
 *
 * @param name without dashes
 * @param label what help calls its value; empty when it has none
 * @param help with this suite's defaults
 * @param isOwn whether it is the suite's own, and not JMH's
 */
public record RunOption(String name, String label, Later later, Use use, String help, boolean isOwn) {
    // spotless:off
    public static final List<RunOption> ALL = List.of(
            jmh("i", "INT", Later.REPLACES, Use.FORKS, "measured iterations per fork (default: 60 in most)"),
            jmh("r", "TIME", Later.REPLACES, Use.FORKS, "length of a measured iteration (default: 50ms in most)"),
            jmh("wi", "INT", Later.REPLACES, Use.FORKS, "warm-up iterations (default: until the fork is warm)"),
            jmh("w", "TIME", Later.REPLACES, Use.FORKS, "length of a warm-up iteration (default: until the fork is warm)"),
            jmh("f", "INT", Later.REPLACES, Use.EXTENT, "forks per row, one in each round (default: 3)"),
            jmh("wf", "INT", Later.REPLACES, Use.RUN, "forks per row with scores that are dropped (default: 0)"),
            jmh("p", "NAME=VALUE[,VALUE...]", Later.REPLACES_OF_NAME, Use.RUN, "values of a benchmark's parameter"),
            jmh("e", "REGEX", Later.ADDS, Use.RUN, "benchmarks to leave out"),
            jmh("t", "INT", Later.REPLACES, Use.FORKS, "threads; max is one for each processor (default: 1)"),
            jmh("tg", "INT[,INT...]", Later.REPLACES_OF_GROUP, Use.FORKS, "threads of each method of a @Group"),
            jmh("bm", "MODE", Later.REPLACES_OF_GROUP, Use.RUN, "thrpt, avgt, sample, ss or all (default: avgt in most)"),
            jmh("tu", "UNIT", Later.REPLACES, Use.FORKS, "unit of the scores: m, s, ms, us or ns"),
            jmh("prof", "PROFILER[:OPTIONS]", Later.REPLACES_OF_NAME, Use.FORKS, "a profiler, such as gc; -lprof lists them"),
            jmh("rff", "FILE", Later.REPLACES, Use.RUN, "results file (default: results/local/<time>/results.json)"),
            jmh("rf", "FORMAT", Later.REPLACES, Use.RUN, "format of the results file: json; JMH's own main writes others"),
            jmh("o", "FILE", Later.REPLACES, Use.RUN, "file for the text in place of the terminal"),
            jmh("jvm", "JAVA", Later.REPLACES, Use.FORKS, "the java of forks (default: this one)"),
            jmh("jvmArgs", "ARGS", Later.ADDS, Use.JVM, "JVM arguments of forks in place of the benchmark's"),
            jmh("jvmArgsAppend", "ARGS", Later.ADDS, Use.JVM, "JVM arguments after the benchmark's"),
            jmh("jvmArgsPrepend", "ARGS", Later.ADDS, Use.JVM, "JVM arguments before the benchmark's"),
            jmh("bs", "INT", Later.REPLACES, Use.FORKS, "calls of the method per operation, in mode ss (default: 1)"),
            jmh("wbs", "INT", Later.REPLACES, Use.FORKS, "the same in warm-up iterations (default: 1)"),
            jmh("opi", "INT", Later.REPLACES, Use.FORKS, "operations per call of the method"),
            jmh("to", "TIME", Later.REPLACES, Use.FORKS, "limit of an iteration (default: 10min)"),
            jmh("si", "BOOL", Later.REPLACES, Use.FORKS, "threads begin an iteration together (default: true)"),
            jmh("gc", "BOOL", Later.REPLACES, Use.FORKS, "collect garbage between iterations (default: false)"),
            jmh("wm", "MODE", Later.REPLACES, Use.FORKS, "warm-up mode: INDI; for a single row also BULK and BULK_INDI"),
            jmh("wmb", "REGEX", Later.ADDS, Use.FORKS, "other benchmarks to warm up with"),
            jmh("foe", "BOOL", Later.REPLACES, Use.RUN, "end at the first benchmark that fails (default: false)"),
            jmh("v", "MODE", Later.REPLACES, Use.FORKS, "SILENT, NORMAL or EXTRA (default: NORMAL)"),
            jmh("l", "", Later.REPLACES, Use.LIST, "list the benchmarks and end"),
            jmh("lp", "", Later.REPLACES, Use.LIST, "list them with the default values of their parameters"),
            jmh("lprof", "", Later.REPLACES, Use.LIST, "list the profilers"),
            jmh("lrf", "", Later.REPLACES, Use.LIST, "list the formats that JMH's own main writes"),
            own("precision", "SHARE", Later.REPLACES, Use.EXTENT, "add rounds until the 99 %% interval of each row is within SHARE of the estimate, such as 3%% or 0.03, but no more than -f forks (default then: " + Precision.MOST_FORKS + ") and --budget; rows that cannot get there pause for the others"),
            own("budget", "TIME", Later.REPLACES, Use.EXTENT, "start no fork after this time, such as 90s or 30min; the time before --resume counts"),
            own("while-met", "", Later.REPLACES, Use.RUN, "measure the rates of an open loop in ascending order; when most forks of a configuration miss a rate, higher rates get no forks"),
            own("warm-up-cap", "TIME", Later.REPLACES, Use.FORKS, "end a warm-up after this time, even if the fork is not warm (default: 1min)"));
    // spotless:on

    /** What a later value does to an earlier one. */
    enum Later {
        REPLACES,
        /** The values of a later group replace all earlier ones. */
        REPLACES_OF_GROUP,
        /** A later value replaces the earlier one that begins with the same name. */
        REPLACES_OF_NAME,
        ADDS
    }

    /** Who reads an option: every fork, the forks' JVMs ({@link ForkFlags}), the run, the run's end, or the commands that list and do not measure. */
    enum Use {
        FORKS,
        JVM,
        RUN,
        EXTENT,
        LIST
    }

    private static RunOption jmh(String name, String label, Later later, Use use, String help) {
        return new RunOption(name, label, later, use, help, false);
    }

    private static RunOption own(String name, String label, Later later, Use use, String help) {
        return new RunOption(name, label, later, use, help, true);
    }

    /** Whether it is the suite's own and every command that starts forks has it. */
    public boolean isOfForks() {
        return isOwn && use == Use.FORKS;
    }

    boolean hasValue() {
        return !label.isEmpty();
    }

    /** Its values in words that were {@link #split}. */
    List<String> values(OptionSet set) {
        if (!hasValue()) {
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
            case REPLACES_OF_GROUP, ADDS -> new Object();
        };
    }

    /** Whether the word after this one is its value. */
    public static boolean takesNext(String word) {
        String name = word.replaceFirst("^--?", "");
        return word.startsWith("-") && ALL.stream().anyMatch(option -> option.hasValue() && option.name.equals(name));
    }

    /** Splits words into options, values and the rest. */
    static OptionSet split(List<String> arguments) {
        OptionParser parser = new OptionParser();
        for (RunOption option : ALL) {
            OptionSpecBuilder spec = parser.accepts(option.name);
            if (option.hasValue()) {
                spec.withRequiredArg();
            }
        }
        try {
            return parser.parse(arguments.toArray(String[]::new));
        } catch (OptionException e) {
            throw CommandException.usage(e.getMessage() + " (-h lists the options)");
        }
    }
}
