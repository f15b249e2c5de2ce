package dev.callcost.cli;

import dev.callcost.cli.OutputOptions.WidthOption;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import dev.callcost.launch.RunOption;
import dev.callcost.load.Limit;
import dev.callcost.load.LoadAnswer;
import dev.callcost.load.RateRow;
import dev.callcost.load.RateTable;
import dev.callcost.load.Rates;
import dev.callcost.source.BuildTool;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code load}: what does a caller wait at a rate? It is short for a run of the benchmarks of an open loop. */
@Command(
        name = "load",
        header = "What does a caller wait at a given rate? Of your gRPC service, or of the suite's calls.",
        customSynopsis = {
            "${COMMAND-FULL-NAME} HOST:PORT SERVICE/METHOD [options]",
            "       ${COMMAND-FULL-NAME} [options] [@FILE...] [REGEX...]"
        },
        description = {
            "Sends calls when they are due, whether or not earlier calls have come back (an open loop), and measures"
                    + " each from when it was due to its reply. An empty call at the same rates shows the machine's"
                    + " own part. Without HOST:PORT load measures the suite's own calls: GrpcRate, or those with a"
                    + " name that a REGEX matches.",
            "",
            "load prints the benchmark command that it runs, and takes JMH's options (--help-jmh lists them). Forks,"
                    + " rounds, files and --resume are those of a run.",
            "",
            "A LIMIT is p50, p90, p99, p99.9 or cpu, and a time in ns, us, ms or s: 'p99>5ms' fails above 5 ms."
                    + " cpu is the CPU time per call of client, server and the thread that sends, together, at rates"
                    + " from 10 on."
        },
        footer = {
            "  a service of your own at three rates",
            "    java -jar benchmarks.jar load 127.0.0.1:50051 helloworld.Greeter/SayHello \\",
            "      -d '{\"name\": \"x\"}' --rate 100,1k,5k",
            "  with TLS, and with metadata from a file that only you can read",
            "    java -jar benchmarks.jar load shop.example:443 shop.Cart/Add \\",
            "      -d @request.json --tls -H @metadata --deadline 1s --rate 500",
            "  a gate of CI",
            "    java -jar benchmarks.jar load 127.0.0.1:50051 helloworld.Greeter/SayHello \\",
            "      -d @request.json --rate 1k --fail-if 'p99>5ms' --fail-if 'cpu>400us'",
            "  NIO against epoll, with the suite's own server",
            "    java -jar benchmarks.jar load --sweep -p transport=NIO,EPOLL"
        },
        exitCodeList = {
            RootCommand.OK,
            "1:a limit of --fail-if is not held, the service cannot be called, or a benchmark failed",
            RootCommand.UNMEASURED,
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class LoadCommand implements Callable<Integer> {
    private static final String GRPC = "GrpcRateBenchmark";
    private static final String TARGET = "TargetRateBenchmark";
    private static final String DEFAULT_RATE = "1000";

    /** Also a URL, and a wrong port, which are then refused as such. */
    private static final Pattern ADDRESS = Pattern.compile("unix:.+|\\w+://.*|[^\\s|*+?()^$\\\\]+:\\d+");

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    @Option(
            names = "--rate",
            paramLabel = "RATE[,RATE...]",
            description = "calls a second, such as 100,2.5k,max; max keeps 100 calls in flight (default: "
                    + DEFAULT_RATE + ")")
    private String rate;

    @Option(names = "--sweep", description = "measure the capacity, then 5, 10, 20, 50, 70, 80, 90 and 95%% of it")
    private boolean sweep;

    @Option(
            names = "--fail-if",
            paramLabel = "LIMIT",
            description =
                    "fail when a row exceeds LIMIT, has too few calls for it, or does not meet its rate (repeatable)")
    private List<Limit> failIf = List.of();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "20s",
            description =
                    "measured time per fork and rate (default: ${DEFAULT-VALUE}), in windows of 2 s, longer for 10"
                            + " calls; -i and -r override it")
    private Duration time;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "the folder to write to (default: results/local/load-<time>)")
    private Path directory;

    /** Null when none is given. */
    @ArgGroup(validate = false, heading = "%nOptions of your own service:%n")
    private ServiceOptions target;

    @Mixin
    private WidthOption width;

    @Mixin
    private JmhOptions jmh = new JmhOptions(true);

    private RunArguments arguments;
    private Path folder;

    /** The options of a run: JMH's as typed, and those that this verb's own options stand for. */
    private final List<String> options = new ArrayList<>();

    private List<String> regexes;
    private ServiceOptions.CheckedTarget found = ServiceOptions.CheckedTarget.NONE;

    @Override
    public Integer call() {
        arguments = RunArguments.of(jmh.groups());
        folder = directory == null ? OutputOptions.localFolder("load-") : directory;
        if (arguments.list()) {
            throw CommandException.usage("load: -l, -lp, -lprof and -lrf measure nothing; use them without a verb");
        }
        if (arguments.options().getResult().hasValue()
                || arguments.options().getResultFormat().hasValue()) {
            throw CommandException.usage("load: -rff and -rf are not taken; --directory names the folder");
        }
        List<String> given = arguments.params().get(Row.RATE);
        if (sweep) {
            if (rate != null || given != null) {
                throw CommandException.usage("load: --sweep finds the rates; leave out --rate");
            }
            if (!failIf.isEmpty()) {
                throw CommandException.usage(
                        "load: --fail-if is for the rates of --rate; a sweep ends where a rate is not met");
            }
            takeWords();
            return sweep();
        }
        Rates rates = Rates.parse(rate != null ? rate : given != null ? String.join(",", given) : DEFAULT_RATE);
        takeWords();
        return measure(rates);
    }

    /** Divides the words into options and the benchmarks or the service to call, and calls the service once. */
    private void takeWords() {
        List<String> named = new ArrayList<>();
        String before = "";
        for (String word : jmh.words()) {
            boolean isOption = word.startsWith("-") || word.startsWith("@") || RunOption.takesNext(before);
            (isOption ? options : named).add(word);
            before = word;
        }
        options.remove("--");
        boolean isTarget = !named.isEmpty()
                && (ADDRESS.matcher(named.get(0)).matches()
                        || named.size() > 1 && named.get(1).contains("/"));
        if (!isTarget) {
            if (target != null) {
                throw CommandException.usage("load: -d, -H and the other options of your own service need its address"
                        + " and method, such as 127.0.0.1:50051 helloworld.Greeter/SayHello");
            }
            regexes = arguments.regexes().isEmpty() ? List.of(GRPC) : arguments.regexes();
            checkRates();
            return;
        }
        if (named.size() != 2) {
            throw CommandException.usage("load: expected an address and a method, such as"
                    + " 127.0.0.1:50051 helloworld.Greeter/SayHello, not " + String.join(" ", named));
        }
        found = (target == null ? new ServiceOptions() : target).open(named.get(0), named.get(1), folder);
        System.out.println(found.described());
        found.params().forEach(this::addParam);
        regexes = List.of(TARGET);
    }

    private void addParam(String name, String value) {
        options.addAll(List.of("-p", name + "=" + value));
    }

    private void checkRates() {
        List<String> words = new ArrayList<>(regexes);
        arguments.options().getExcludes().forEach(regex -> words.addAll(List.of("-e", regex)));
        RowSelection.of(RunArguments.parse(words.toArray(String[]::new))).stream()
                .filter(row -> !row.params().containsKey(Row.RATE))
                .findFirst()
                .ifPresent(row -> {
                    throw CommandException.usage("load: " + row.key().label() + " has no rate; " + GRPC + " and "
                            + RateRow.FLOOR + " have one");
                });
    }

    /** One fork with 100 calls in flight shows the capacity, in a folder of its own. */
    private int sweep() {
        Path flatOut = folder.resolve("capacity");
        RunCommand run = run(Rates.max(), List.of("-f", "1"), flatOut);
        if (run.run(width) != 0 || !run.isMeasured()) {
            return 1;
        }
        double capacity = RateRow.in(ResultsFile.read(flatOut)).stream()
                .filter(row -> !row.isFloor())
                .peek(LoadCommand::checkCapacity)
                .mapToDouble(RateRow::made)
                .min()
                .orElseThrow();
        System.out.println("Capacity: " + LoadAnswer.rounded(capacity) + " calls a second with 100 in flight.");
        return measure(Rates.upTo(capacity));
    }

    /** @throws CommandException (failure) when most calls failed: then those that are answered show no capacity */
    private static void checkCapacity(RateRow flatOut) {
        double failed = flatOut.failed().values().stream().mapToDouble(it -> it).sum();
        if (failed > flatOut.answered()) {
            throw CommandException.failure("load: " + LoadAnswer.grouped(failed) + " calls failed with "
                    + String.join(", ", flatOut.failed().keySet()) + ", and " + LoadAnswer.grouped(flatOut.answered())
                    + " were answered, so there is no capacity to divide: name the rates by --rate");
        }
    }

    /** Measures rates, and checks the limits. */
    private int measure(Rates rates) {
        boolean hasFloor = regexes.stream()
                .anyMatch(regex -> Pattern.compile(regex).matcher(RateRow.FLOOR).find());
        if (!hasFloor) {
            regexes = Stream.concat(regexes.stream(), Stream.of(RateRow.FLOOR)).toList();
        }
        int exitCode = run(rates, List.of(), folder).run(width);
        if (!Files.exists(results())) {
            return exitCode; // 1 or 3
        }
        Optional<RateTable> table = RateTable.of(ResultsFile.read(results()));
        List<String> failures = table.map(it -> Limit.failures(it, failIf)).orElse(List.of());
        System.out.print(Sections.text(width.of(true)).lines(failures).text());
        if (exitCode != 0 || failures.isEmpty()) {
            return exitCode == 0 && table.filter(RateTable::isOfNothing).isPresent()
                    ? CommandException.UNMEASURED
                    : exitCode;
        }
        return 1;
    }

    private Path results() {
        return folder.resolve(ResultsFile.NAME);
    }

    /** Prints the command of a run. */
    private RunCommand run(Rates rates, List<String> more, Path into) {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("-p", rates.param()));
        List<String> windows = rates.windows(time);
        if (!arguments.options().getMeasurementIterations().hasValue()) {
            words.addAll(windows.subList(0, 2));
        }
        if (!arguments.options().getMeasurementTime().hasValue()) {
            words.addAll(windows.subList(2, windows.size()));
        }
        words.addAll(more);
        List<String> shown =
                Stream.of(found.masked(), words, regexes).flatMap(List::stream).toList();
        String command = Stream.of(found.masked(), List.of("java", "-jar", "benchmarks.jar"), words, regexes)
                .flatMap(List::stream)
                .map(word -> PLAIN.matcher(word).matches() ? word : BuildTool.quoted(word))
                .collect(Collectors.joining(" "));
        System.out.println("The benchmark command: " + command);
        System.out.flush();
        SafeFile.createFolder(into, "--directory names another folder");
        words.addAll(List.of("-rff", into.resolve(ResultsFile.NAME).toString()));
        words.addAll(regexes);
        return new RunCommand(words, shown, found.environment(), Optional.empty());
    }
}
