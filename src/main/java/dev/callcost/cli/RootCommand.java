package dev.callcost.cli;

import dev.callcost.host.Versions;
import dev.callcost.launch.KnownOption;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.Similar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
        customSynopsis = {
            "java -jar benchmarks.jar [@FILE...] [options] [regexp...]",
            "       java -jar benchmarks.jar VERB ..."
        },
        description = {
            "",
            "Runs benchmarks. Without a regexp the tiers inline, local and loopback run; experiments and pitfalls run when"
                    + " they are named (\"experiment\", \"pitfall\", or \".*\" for all).",
            "",
            "@FILE is a preset: options and regexps as in a java argument file, with # comments and quotes. The option that"
                    + " is given later wins: single options by their last value, -p by parameter, -prof by profiler; -e, -wmb"
                    + " and the -jvmArgs family add up; a regexp after a preset replaces the preset's own.",
            "",
            "Forks run in rounds: -f 5 is five rounds of one fork per row, with the rows in random order. A configuration that"
                    + " several benchmarks share is measured once: GrpcBenchmark and GrpcTransportBenchmark over NIO share one."
                    + " The results file is complete after every fork: -rff FILE, else results/local/<time>/results.json (in"
                    + " the format of -rf, by default json). Its environment is in a file in the same folder. Forks get the JVM"
                    + " arguments that their JVM needs, then the benchmark's, then yours.",
            "",
            "A fork warms up until it is warm: for two seconds no code is compiled, no class is loaded, the scores are steady,"
                    + " and the events that the configuration waits for are over. --warm-up-cap limits the warm-up; -wi or -w fix"
                    + " its length. Single shots have no warm-up.",
            ""
        },
        commandListHeading = "%nVerbs (each with --help):%n",
        exitCodeList = {
            "0:no error",
            "1:a benchmark failed, check or compare found a regression, or another JMH run is running",
            "2:check and compare with --strict: a row is undecided, or the sides are not comparable",
            "3:doctor: this machine is not fit to measure; compare: a row could not be measured",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        },
        footer = "%nThe other options are JMH's:%n")
public final class RootCommand implements Callable<Integer> {
    static final String USAGE = "64:the command line is wrong";
    static final String BAD_FILE = "65:a file cannot be read or written";

    private static final int WIDTH = 100;

    @Option(
            names = "--resume",
            paramLabel = "RESULTS",
            description =
                    "resumes a run that was killed: measures the forks that it lacks, in the same order and with the same"
                            + " arguments; build, JVM and machine must be the same. -f, --precision or --budget, and no other option,"
                            + " may ask for more than the run was started for, also after its end")
    private String resume;

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
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> help.footer() + optionsOfJmh());
        return root.setUsageHelpWidth(WIDTH)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((failure, words) -> refuse(failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, command));
    }

    /** Adds the suite's own options to help and completion; {@link dev.callcost.launch.Arguments} reads their values together with presets. */
    private static void addOwnOptions(CommandLine root) {
        KnownOption.ALL.stream()
                .filter(KnownOption::isOwn)
                .map(option -> OptionSpec.builder("--" + option.name())
                        .paramLabel(option.label())
                        .description(option.help().toArray(String[]::new))
                        .type(List.class)
                        .auxiliaryTypes(Object.class)
                        .converters(text -> text)
                        .build())
                .forEach(root.getCommandSpec()::addOption);
    }

    private static void complete(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (!spec.helpCommand()) {
            spec.mixinStandardHelpOptions(true);
            spec.usageMessage().exitCodeListHeading("%nExit codes:%n");
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

    /** JMH only prints its options. */
    private static String optionsOfJmh() {
        PrintStream out = System.out;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            new CommandLineOptions().showHelp();
        } catch (CommandLineOptionException | IOException e) {
            throw new IllegalStateException(e);
        } finally {
            System.setOut(out);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private static int refuse(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String verb = command.getParent() == null ? "" : command.getCommandName();
        String message = failure.getMessage().lines().findFirst().orElse("");
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            message += "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
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
