package dev.callcost.cli;

import dev.callcost.cli.OutputOptions.WidthOption;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.compare.session.Session.Shard;
import dev.callcost.host.Versions;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import dev.callcost.layout.Dependency;
import dev.callcost.load.Limit;
import dev.callcost.text.CommandException;
import dev.callcost.text.Terminal;
import dev.callcost.text.Wrap;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole: a verb, or a run of benchmarks. */
@Command(
        name = "java -jar benchmarks.jar",
        header = "Measures what a Java call costs, where the time goes, and whether a change moved it.",
        customSynopsis = {
            "java -jar benchmarks.jar [@FILE...] [options] [JMH options] [REGEX...]",
            "       java -jar benchmarks.jar VERB ..."
        },
        description = {
            "Runs the benchmarks with a name that a REGEX matches; without a REGEX those of the tiers inline, local"
                    + " and loopback. @FILE is a preset: a file with a part of a command line. JMH's options work as"
                    + " in JMH (--help-jmh lists them).",
        },
        footer = {
            "  the ladder in five minutes",
            "    java -jar benchmarks.jar @jmh-profiles/quick.args",
            "  all three tiers",
            "    java -jar benchmarks.jar",
            "  one benchmark, with the bytes that it allocates",
            "    java -jar benchmarks.jar RmiBenchmark -f 5 -prof gc",
            "  a build against the build before, of any JMH jar",
            "    java -jar benchmarks.jar compare --base old.jar --head new.jar Parser",
            "  two results files of JMH",
            "    java -jar benchmarks.jar check base.json head.json",
            "  the results of many nights",
            "    java -jar benchmarks.jar history results/nightly",
            "  what a caller waits at 1,000 calls a second, of your own gRPC service",
            "    java -jar benchmarks.jar load HOST:PORT package.Service/Method --rate 1k",
            "  what this machine can measure",
            "    java -jar benchmarks.jar doctor"
        },
        commandListHeading = "%nVerbs (VERB --help shows more):%n",
        exitCodeList = {
            RootCommand.OK,
            "1:a benchmark failed, check, compare or history found a regression, load exceeded a limit, or another"
                    + " JMH run is running",
            "2:check and compare with --strict: a row is inconclusive or missing, or the runs are not comparable",
            "3:nothing was measured, because all rows were skipped; doctor: this machine is not fit to measure;"
                    + " compare: a row could not be measured",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
public final class RootCommand implements Callable<Integer> {
    static final String OK = "0:no error";
    static final String USAGE = "64:the command line is wrong";
    static final String BAD_FILE = "65:a file or the output cannot be read or written";
    static final String UNMEASURED = "3:nothing was measured, because all rows were skipped";

    private static final List<Class<?>> VERBS = List.of(
            BillCommand.class,
            CheckCommand.class,
            CompareCommand.class,
            DoctorCommand.class,
            HistoryCommand.class,
            InitCommand.class,
            LoadCommand.class,
            ReportCommand.class,
            ServeCommand.class);

    private static final Set<Class<?>> NEED_BENCHMARKS = Set.of(LoadCommand.class, ServeCommand.class);

    private static final int HELP_WIDTH = 80;

    /** The JVM puts this in place of bytes that the locale's encoding lacks. */
    private static final String LOST = "\ufffd";

    /** The keys of {@link UsageMessageSpec} for the parts of a help text, in their order. */
    private static final List<String> SECTIONS =
            List.of(("header synopsisHeading synopsis description commandListHeading commandList footerHeading footer"
                            + " optionListHeading parameterList optionList exitCodeListHeading exitCodeList")
                    .split(" "));

    @Option(
            names = "--resume",
            paramLabel = "RESULTS",
            description =
                    "measure the forks that an earlier run lacks, with its arguments; -f, --precision and --budget"
                            + " may ask for more than before. Build, JVM and machine must be the same")
    private String resume;

    @Option(names = "--help-jmh", description = "print JMH's own help")
    private boolean helpOfJmh;

    @Mixin
    private WidthOption width;

    @Mixin
    private JmhOptions jmh = new JmhOptions(true);

    private RootCommand() {}

    /**
     * Runs a command line. An error is one line on standard error.
     *
     * @return the exit code, as {@code --help} lists them
     */
    public static int run(String... words) {
        String first = first(words);
        try {
            checkLocale(words);
            CommandLine root = commandLine(words);
            if (!root.getSubcommands().containsKey(first)) {
                forgetVerbs(root);
            }
            return root.execute(first.equals("check") ? CheckCommand.divided(words) : words);
        } catch (CommandException e) {
            System.err.println(e.getMessage());
            return e.exitCode();
        } catch (RuntimeException | Error e) { // an Error passes by the handlers
            return Fault.end(e);
        }
    }

    /**
     * @throws CommandException (bad file) when a word or a folder has characters that the locale lacks, so that no file
     *     can be opened by it
     */
    private static void checkLocale(String... words) {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        if (encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name())) {
            return;
        }
        Stream.concat(Stream.of(words), Stream.of("user.dir", "java.io.tmpdir").map(System::getProperty))
                .filter(name -> name.contains(LOST))
                .findFirst()
                .ifPresent(name -> {
                    throw CommandException.badFile("the locale's encoding " + encoding + " lacks characters of "
                            + name.replace(LOST, "?") + ": run it with LC_ALL=C.UTF-8");
                });
    }

    private static String first(String... words) {
        return words.length == 0 ? "" : words[0];
    }

    /**
     * It has the verb that is the first word, and all verbs for help and without a word: to read the annotations of all
     * takes 0.1 s.
     */
    static CommandLine commandLine(String... line) {
        String first = first(line);
        boolean needsAll = first.isEmpty() || Stream.of(line).anyMatch(word -> word.matches("-h.*|--help.*"));
        boolean hasBenchmarks = Versions.hasBenchmarks();
        List<Class<?>> verbs = VERBS.stream()
                .filter(it -> hasBenchmarks || !NEED_BENCHMARKS.contains(it))
                .toList();
        List<Class<?>> verb = verbs.stream()
                .filter(it -> it.getAnnotation(Command.class).name().equals(first))
                .toList();
        CommandLine root = root(hasBenchmarks, !verb.isEmpty());
        (verb.isEmpty() && needsAll ? verbs : verb).forEach(root::addSubcommand);
        complete(root);
        root.getSubcommands().values().forEach(RootCommand::complete);
        return root.setUsageHelpWidth(HELP_WIDTH)
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .registerConverter(Duration.class, new OptionReader<>(RunArguments::duration))
                .registerConverter(Dependency.class, new OptionReader<>(Dependency::of))
                .registerConverter(Pattern.class, new OptionReader<>(RootCommand::regexp))
                .registerConverter(Limit.class, new OptionReader<>(Limit::parse))
                .registerConverter(Shard.class, new OptionReader<>(Shard::parse))
                .registerConverter(MetricChoice.class, new OptionReader<>(MetricChoice::parse))
                .setParameterExceptionHandler((failure, words) -> refuse(failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, command));
    }

    /** A verb needs its name alone. */
    private static CommandLine root(boolean hasBenchmarks, boolean isOfVerb) {
        Class<?> type = hasBenchmarks ? RootCommand.class : ToolsCommand.class;
        if (isOfVerb) {
            return new CommandLine(
                    CommandSpec.create().name(type.getAnnotation(Command.class).name()));
        }
        return new CommandLine(hasBenchmarks ? new RootCommand() : new ToolsCommand());
    }

    /** @throws IllegalArgumentException with a message for the user */
    static Pattern regexp(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "not a regular expression: " + text + " (" + e.getDescription() + ")", e);
        }
    }

    private static void complete(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("print this help")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("print the version, the commit and the JVM")
                .build());
        spec.usageMessage()
                .sortOptions(false)
                .footerHeading("%nExamples:%n")
                .optionListHeading("%nOptions:%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(withFault(spec.usageMessage().exitCodeList()))
                .sectionKeys(SECTIONS);
        spec.version(
                "callcost " + Versions.suite(),
                "commit " + Versions.commit(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    /** In their order, with the code that every verb has. */
    private static Map<String, String> withFault(Map<String, String> exitCodes) {
        Map<String, String> all = new TreeMap<>(Comparator.comparingInt(Integer::parseInt));
        all.putAll(exitCodes);
        all.merge(
                String.valueOf(Fault.EXIT_CODE),
                "a fault of callcost itself, which names its log, or too little memory",
                (own, fault) -> own + ", " + fault);
        return all;
    }

    /** The name of a verb that is not the first word is a regexp or a value. Help still shows the verbs. */
    private static void forgetVerbs(CommandLine root) {
        Help help = root.getHelp();
        root.setHelpFactory((spec, colors) -> help);
        root.getSubcommands().keySet().forEach(root.getCommandSpec()::removeSubcommand);
    }

    /** Refuses a first word that is no benchmark and almost a verb. */
    private static void checkVerb(String word) {
        similarVerb(word).filter(verb -> !RowSelection.isMatched(word)).ifPresent(verb -> {
            throw CommandException.usage("no verb and no benchmark is named " + word + "; did you mean " + verb
                    + "? (--help lists verbs, -l lists benchmarks)");
        });
    }

    /** The verb that a word may be a mistyped form of. */
    static Optional<String> similarVerb(String word) {
        return Mistyped.similar(
                word,
                VERBS.stream().map(verb -> verb.getAnnotation(Command.class).name()));
    }

    private static int refuse(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String verb = command.getParent() == null ? "" : command.getCommandName() + " ";
        String message = failure instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()
                ? JmhOptions.unknown(unmatched.getUnmatched().get(0).split("=", 2)[0], command.getCommandSpec())
                : failure.getMessage().lines().findFirst().orElse("");
        String line = verb.replace(" ", ": ") + message + " (" + verb + "--help tells more)";
        return end(CommandException.usage(line), command);
    }

    private static int fail(Exception failure, CommandLine command) {
        if (failure instanceof CommandException known) {
            return end(known, command);
        }
        String words = command.getParseResult().matchedPositionals().stream()
                .flatMap(word -> word.originalStringValues().stream())
                .collect(Collectors.joining(" "));
        String input = (command.getParent() == null ? "" : command.getCommandName() + " ") + words;
        return Fault.ofInput(failure, input).map(it -> end(it, command)).orElseGet(() -> Fault.end(failure));
    }

    private static int end(CommandException failure, CommandLine command) {
        command.getErr().println(Wrap.text(failure.getMessage(), Terminal.errWidth()));
        return failure.exitCode();
    }

    @Override
    public Integer call() throws Exception {
        if (helpOfJmh) {
            new CommandLineOptions().showHelp();
            return 0;
        }
        jmh.words().stream().limit(1).forEach(RootCommand::checkVerb);
        jmh.checkOptions();
        return new RunCommand(jmh.words(), jmh.words(), Map.of(), Optional.ofNullable(resume)).run(width);
    }
}
