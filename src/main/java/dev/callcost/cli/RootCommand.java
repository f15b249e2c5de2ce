package dev.callcost.cli;

import dev.callcost.host.Versions;
import dev.callcost.launch.KnownOption;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.Similar;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole: a verb, or a run of benchmarks. */
@Command(
        name = "java -jar benchmarks.jar",
        sortOptions = false,
        subcommands = {
            BillCommand.class,
            CheckCommand.class,
            CompareCommand.class,
            CompletionCommand.class,
            DoctorCommand.class,
            ExportCommand.class,
            ReportCommand.class,
            ServeCommand.class,
            HelpCommand.class
        },
        header = "Measures what a Java call costs, where the time goes, and whether a change moved it.",
        customSynopsis = {
            "java -jar benchmarks.jar [@FILE...] [options] [JMH options] [REGEX...]",
            "       java -jar benchmarks.jar VERB ..."
        },
        description = {
            "Runs the benchmarks that a REGEX matches: without one the tiers inline, local and loopback. @FILE is a preset.",
        },
        footer = {
            "  the ladder in five minutes",
            "    java -jar benchmarks.jar @jmh-profiles/quick.args",
            "  the three tiers",
            "    java -jar benchmarks.jar",
            "  one benchmark, with the bytes that it allocates",
            "    java -jar benchmarks.jar RmiBenchmark -f 5 -prof gc",
            "  a build against the one before, of any JMH jar",
            "    java -jar benchmarks.jar compare --base old.jar --head new.jar Parser",
            "  two results files of JMH",
            "    java -jar benchmarks.jar check base.json head.json"
        },
        commandListHeading = "%nVerbs (VERB --help shows more):%n",
        exitCodeList = {
            "0:no error",
            "1:a benchmark failed, check or compare found a regression, or another JMH run is running",
            "2:check and compare with --strict: a row is undecided, or the sides are not comparable",
            "3:doctor: this machine is not fit to measure; compare: a row could not be measured",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
public final class RootCommand implements Callable<Integer> {
    static final String USAGE = "64:the command line is wrong";
    static final String BAD_FILE = "65:a file cannot be read or written";

    private static final int OPTION_WIDTH = 29;

    private static final Set<String> VERSION = Set.of("version", "-version");

    private static final List<String> SECTIONS = List.of(
            UsageMessageSpec.SECTION_KEY_HEADER,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
            UsageMessageSpec.SECTION_KEY_FOOTER,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);

    @Option(
            names = "--resume",
            paramLabel = "RESULTS",
            description =
                    "measures the forks that an earlier run lacks, with its arguments; -f, --precision or --budget may ask for"
                            + " more than it was started for. Build, JVM and machine must be the same")
    private String resume;

    @Option(names = "--help-jmh", description = "show JMH's options with this suite's defaults, and exit")
    private boolean helpOfJmh;

    @Mixin
    private JmhArguments jmh;

    @Spec
    private CommandSpec spec;

    private RootCommand() {}

    /**
     * Runs a command line. An error is one line on standard error.
     *
     * @return the exit code, as {@code --help} lists them
     */
    public static int run(String... words) {
        CommandLine root = commandLine();
        String first = words.length == 0 ? "" : words[0];
        if (VERSION.contains(first)) {
            return root.execute("--version");
        }
        if (!root.getSubcommands().containsKey(first)) {
            Optional<String> verb = near(first, root);
            if (verb.isPresent()) {
                return end(
                        CommandException.usage(first + " is no verb and matches no benchmark; did you mean "
                                + verb.get() + "? (--help tells more)"),
                        root);
            }
            forgetVerbs(root);
        }
        return root.execute(words);
    }

    /** The command with all its verbs. */
    static CommandLine commandLine() {
        CommandLine root = new CommandLine(new RootCommand());
        addOwnOptions(root);
        complete(root);
        root.getSubcommands().values().forEach(RootCommand::complete);
        return root.setUsageHelpWidth(Output.widthOfHelp())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((failure, words) -> refuse(failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, command));
    }

    /** Adds the suite's own options to help and completion; {@link dev.callcost.launch.Arguments} reads their values together with presets. */
    private static void addOwnOptions(CommandLine root) {
        KnownOption.ALL.stream()
                .filter(option -> option.isOwn() && !option.isOfForks())
                .forEach(option -> root.getCommandSpec().addOption(JmhArguments.shown(option)));
    }

    private static void complete(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (!spec.helpCommand()) {
            spec.mixinStandardHelpOptions(true);
            spec.usageMessage()
                    .footerHeading("%nExamples:%n")
                    .optionListHeading("%nOptions:%n")
                    .exitCodeListHeading("%nExit codes:%n")
                    .sectionKeys(SECTIONS);
            spec.version(
                    "callcost " + Versions.suite(),
                    "commit " + Versions.commit(),
                    System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        }
    }

    /** The name of a verb that is not the first word is a regexp or a value. Help still shows the verbs. */
    private static void forgetVerbs(CommandLine root) {
        Help help = root.getHelp();
        root.setHelpFactory((spec, colors) -> help);
        root.getSubcommands().keySet().forEach(root.getCommandSpec()::removeSubcommand);
    }

    /** The verb that is most similar to a word that matches no benchmark. */
    private static Optional<String> near(String word, CommandLine root) {
        return Similar.to(word, root.getSubcommands().keySet()).filter(verb -> !isBenchmark(word));
    }

    private static boolean isBenchmark(String regex) {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return !BenchmarkList.defaultList()
                .find(silent, List.of(regex), List.of())
                .isEmpty();
    }

    private static void printHelpOfJmh(PrintWriter out) {
        CommandSpec spec = CommandSpec.create();
        int width = Output.widthOfHelp();
        spec.usageMessage()
                .width(width)
                .customSynopsis("java -jar benchmarks.jar [@FILE...] [options] [JMH options] [REGEX...]")
                .description(
                        "",
                        "JMH's options keep their meaning. Defaults are those of this suite's benchmarks.",
                        "",
                        "A later option wins: single options by their last value, -p by parameter, -prof by profiler; -e, -wmb and"
                                + " the -jvmArgs family add up. Options in a preset come where @FILE stands. A REGEX after a preset"
                                + " replaces the preset's own. A preset has the syntax of a java argument file.",
                        "");
        new CommandLine(spec).usage(out);
        Help.TextTable options = Help.TextTable.forColumns(
                Help.defaultColorScheme(Help.Ansi.OFF),
                new Help.Column(OPTION_WIDTH, 2, Help.Column.Overflow.SPAN),
                new Help.Column(width - OPTION_WIDTH, 2, Help.Column.Overflow.WRAP));
        KnownOption.ALL.stream()
                .filter(option -> !option.isOwn())
                .forEach(option -> options.addRowValues("-" + option.name() + " " + option.label(), option.help()));
        out.print(options);
        out.flush();
    }

    private static int refuse(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String verb = command.getParent() == null ? "" : command.getCommandName();
        String message = failure.getMessage().lines().findFirst().orElse("");
        if (failure instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0).split("=", 2)[0];
            message += Similar.to(word, command.getCommandSpec().optionsMap().keySet())
                    .map(option -> "; did you mean " + option + "?")
                    .orElse("");
        }
        String line = verb.isEmpty()
                ? message + " (--help tells more)"
                : verb + ": " + message + " (" + verb + " --help tells more)";
        return end(CommandException.usage(line), command);
    }

    private static int fail(Exception failure, CommandLine command) throws Exception {
        if (failure instanceof BadFileException) {
            return end(CommandException.badFile(failure.getMessage()), command);
        }
        if (failure instanceof CommandException known) {
            return end(known, command);
        }
        throw failure;
    }

    private static int end(CommandException failure, CommandLine command) {
        command.getErr().println(failure.getMessage());
        return failure.exitCode();
    }

    @Override
    public Integer call() {
        if (helpOfJmh) {
            printHelpOfJmh(spec.commandLine().getOut());
            return 0;
        }
        jmh.words(); // refuses unknown options
        return RunCommand.run(words(), Optional.ofNullable(resume));
    }

    /** All words except {@code --resume}, in their order. */
    private List<String> words() {
        List<String> words = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        int resumed = words.indexOf("--resume");
        if (resumed >= 0) {
            words.subList(resumed, resumed + 2).clear();
        }
        words.removeIf(word -> word.startsWith("--resume="));
        return words;
    }
}
