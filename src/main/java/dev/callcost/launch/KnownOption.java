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
public record KnownOption(String name, Later later, Use use, String label, String help, boolean isOwn) {
    /** The name with the label, what a later value does and who reads it, and help. The suite's own options have two dashes. */
    private static final String TABLE = """
            i INT          | REPLACES FORKS  | measured iterations per fork (default: 60 in most)
            r TIME         | REPLACES FORKS  | length of a measured iteration (default: 50ms in most)
            wi INT         | REPLACES FORKS  | warm-up iterations (default: until the fork is warm)
            w TIME         | REPLACES FORKS  | length of a warm-up iteration (default: until the fork is warm)
            f INT          | REPLACES EXTENT | forks per row, one in each round (default: 3)
            wf INT         | REPLACES RUN    | forks per row with scores that are dropped (default: 0)
            p NAME=VALUE[,VALUE...] | REPLACES_OF_NAME RUN | values of a benchmark's parameter
            e REGEX        | ADDS RUN        | benchmarks to leave out
            t INT          | REPLACES FORKS  | threads; max is one for each processor (default: 1)
            tg INT[,INT...] | REPLACES_OF_GROUP FORKS | threads of each method of a @Group
            bm MODE        | REPLACES_OF_GROUP RUN | thrpt, avgt, sample, ss or all (default: avgt in most)
            tu UNIT        | REPLACES FORKS  | unit of the scores: m, s, ms, us or ns
            prof PROFILER[:OPTIONS] | REPLACES_OF_NAME FORKS | a profiler, such as gc; -lprof lists them
            rff FILE       | REPLACES RUN    | results file (default: results/local/<time>/results.json)
            rf FORMAT      | REPLACES RUN    | format of the results file: json; JMH's own main writes others
            o FILE         | REPLACES RUN    | file for the text in place of the terminal
            jvm JAVA       | REPLACES FORKS  | the java of forks (default: this one)
            jvmArgs ARGS   | ADDS JVM        | JVM arguments of forks in place of the benchmark's
            jvmArgsAppend ARGS | ADDS JVM        | JVM arguments after the benchmark's
            jvmArgsPrepend ARGS | ADDS JVM        | JVM arguments before the benchmark's
            bs INT         | REPLACES FORKS  | calls of the method per operation, in mode ss (default: 1)
            wbs INT        | REPLACES FORKS  | the same in warm-up iterations (default: 1)
            opi INT        | REPLACES FORKS  | operations per call of the method
            to TIME        | REPLACES FORKS  | limit of an iteration (default: 10min)
            si BOOL        | REPLACES FORKS  | threads begin an iteration together (default: true)
            gc BOOL        | REPLACES FORKS  | collect garbage between iterations (default: false)
            wm MODE        | REPLACES FORKS  | warm-up mode: INDI; for a single row also BULK and BULK_INDI
            wmb REGEX      | ADDS FORKS      | other benchmarks to warm up with
            foe BOOL       | REPLACES RUN    | end at the first benchmark that fails (default: false)
            v MODE         | REPLACES FORKS  | SILENT, NORMAL or EXTRA (default: NORMAL)
            l              | REPLACES LIST   | list the benchmarks and end
            lp             | REPLACES LIST   | list them with the default values of their parameters
            lprof          | REPLACES LIST   | list the profilers
            lrf            | REPLACES LIST   | list the formats that JMH's own main writes
            --precision SHARE | REPLACES EXTENT | add rounds until the 99 %% interval of each row is within SHARE of the estimate, such as 3%% or 0.03, but\
                     no more than -f forks (default then: MOST_FORKS) and --budget; rows that cannot get there pause for the others
            --budget TIME  | REPLACES EXTENT | start no fork after this time, such as 90s or 30min; the time before --resume counts
            --while-met   | REPLACES RUN    | measure the rates of an open loop in ascending order; when most forks of a\
                     configuration miss a rate, higher rates get no forks
            --warm-up-cap TIME | REPLACES FORKS  | end a warm-up after this time, even if the fork is not warm (default: 1min)
            """;

    public static final List<KnownOption> ALL =
            TABLE.lines().map(KnownOption::ofLine).toList();

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

    private static KnownOption ofLine(String line) {
        String[] cells = line.strip().replaceAll(" +", " ").split(" ?\\| ", 3);
        String[] name = cells[0].split(" ");
        String[] rule = cells[1].split(" ");
        return new KnownOption(
                name[0].replaceFirst("^--", ""),
                Later.valueOf(rule[0]),
                Use.valueOf(rule[1]),
                name.length == 1 ? "" : name[1],
                cells[2].replace("MOST_FORKS", Integer.toString(Precision.MOST_FORKS)),
                name[0].startsWith("--"));
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
        for (KnownOption option : ALL) {
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
