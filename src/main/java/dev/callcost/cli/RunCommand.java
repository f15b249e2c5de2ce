package dev.callcost.cli;

import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Rung;
import dev.callcost.launch.Arguments;
import dev.callcost.launch.Console;
import dev.callcost.launch.EarlierRun;
import dev.callcost.launch.ForkGuard;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.Precision;
import dev.callcost.launch.Rounds;
import dev.callcost.launch.RunFiles;
import dev.callcost.launch.RunSettings;
import dev.callcost.launch.Selection;
import dev.callcost.launch.SuiteForks;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.SafeFile;
import dev.callcost.text.Sections;
import dev.callcost.text.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.WarmupMode;

/** Runs benchmarks, or lists what there is to run: the command without a verb. */
final class RunCommand {
    private static final int OK = 0;
    private static final int FAILED = 1;

    private final List<String> words;
    private final List<Arguments.Group> groups;
    private final Optional<EarlierRun> resumed;
    private final Optional<RunSettings> adopted;
    private final Arguments arguments;
    private final CommandLineOptions options;
    private final Optional<Precision> precision;
    private final Optional<Duration> budget;
    private final Width width;
    private final Browser browser;

    private RunCommand(List<String> words, Optional<String> resume, Width width, Browser browser) {
        this.words = words;
        this.width = width;
        this.browser = browser;
        this.groups = Arguments.groups(words.toArray(String[]::new));
        this.resumed = resume.map(EarlierRun::read);
        this.adopted = resumed.map(run -> adopted(run, words, groups));
        this.arguments = Arguments.of(adopted.map(RunSettings::arguments).orElse(groups));
        this.options = arguments.options();
        this.precision = arguments.precision();
        this.budget = arguments.budget();
    }

    /** A run is resumed with its own arguments, or with another -f, --precision or --budget. */
    private static RunSettings adopted(EarlierRun run, List<String> words, List<Arguments.Group> typed) {
        if (words.isEmpty() || typed.equals(run.settings().arguments())) {
            run.checkOpen();
            return run.settings();
        }
        if (Arguments.of(typed).tellOnlyHowLong()) {
            return run.settings().with(words, typed);
        }
        throw CommandException.usage("--resume: the run was started with other arguments: "
                + String.join(" ", run.settings().commandLine())
                + " (none need be given; -f, --precision and --budget alone replace the run's)");
    }

    /**
     * Runs a command line.
     *
     * @param resume the results file of the run to resume
     * @param width of tables
     * @param browser for the page
     * @return the exit code: 0, or 1 when a benchmark failed
     * @throws CommandException when the command line or a file is wrong, or another JMH run is running
     */
    static int run(List<String> words, Optional<String> resume, Width width, Browser browser) {
        RunCommand command = new RunCommand(words, resume, width, browser);
        if (command.arguments.list()) {
            command.list();
            return OK;
        }
        return command.measure();
    }

    private void list() {
        if (options.shouldList() || options.shouldListWithParams()) {
            Selection.of(arguments); // refuses what selects nothing
        }
        if (options.shouldList()) {
            new Runner(options).list();
        } else if (options.shouldListWithParams()) {
            new Runner(options).listWithParams(options);
        } else if (options.shouldListProfilers()) {
            options.listProfilers();
        } else {
            options.listResultFormats();
        }
    }

    private int measure() {
        checkProfilers();
        try (Console console = Console.of(options, resumed.isPresent())) {
            List<PlannedRow> selected = Selection.of(arguments, console.log());
            Map<PlannedRow, PlannedRow> elsewhere = Cell.measuredElsewhere(selected, PlannedRow::key);
            List<PlannedRow> rows = rows(selected, elsewhere.keySet());
            checkWarmupMode(rows);
            try (LastWords lastWords = new LastWords();
                    JmhLock lock = JmhLock.take(); // before an earlier run's files are touched
                    TemporaryFolder temporary = new TemporaryFolder(
                            Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath(), "callcost-run");
                    ForkHosts hosts = new ForkHosts(temporary.path(), rows.size(), Optional.of(console::fromFork))) {
                return measure(console, rows, elsewhere, new SuiteForks(arguments, temporary.path()), hosts);
            }
        }
    }

    private int measure(
            Console console,
            List<PlannedRow> rows,
            Map<PlannedRow, PlannedRow> elsewhere,
            SuiteForks forks,
            ForkHosts hosts) {
        List<ForkJvm> jvms = rows.stream().map(forks::jvm).distinct().toList();
        Path results = resultsFile();
        RunSettings settings = settings(results, rows, jvms);
        RunFiles files = new RunFiles(results, settings, resumed.isPresent(), format(), rows);
        int columns = width.of(!options.getOutput().hasValue());
        boolean isJson = format() == ResultFormatType.JSON;
        RunEnd end = new RunEnd(console, files, isJson, columns, browser);
        boolean hasInterim = isJson && rows.size() > 1 && rows.stream().anyMatch(row -> Rung.isAny(row.key()));
        Rounds rounds = new Rounds(
                rows,
                row -> Rung.isAny(row.key()),
                forks,
                files,
                resumed.orElse(EarlierRun.NONE),
                console,
                arguments,
                settings.seed(),
                hasInterim ? end::sayInterim : () -> {});

        announce(console, rows, rounds, hasInterim, jvms);
        sayMore(console, elsewhere, jvms, settings, results);
        resumed.flatMap(EarlierRun::lastFork)
                .ifPresent(fork -> ForkGuard.awaitOrphan(
                        fork,
                        pid -> console.say("Waiting for the fork that the run left behind, process " + pid + ".")));
        boolean complete = hosts.follow(rounds);
        files.end(complete);
        end.say(rounds, complete, precision);
        return rounds.failures().isEmpty() ? OK : FAILED;
    }

    /** The rows to measure; with {@code --precision} alone they have {@value Precision#MOST_FORKS} forks. */
    private List<PlannedRow> rows(List<PlannedRow> selected, Set<PlannedRow> elsewhere) {
        if (precision.isPresent() && selected.stream().anyMatch(PlannedRow::inProcess)) {
            throw CommandException.usage("--precision counts forks, and with -f 0 there are none");
        }
        boolean asManyAsItTakes =
                precision.isPresent() && !options.getForkCount().hasValue();
        return selected.stream()
                .filter(row -> !elsewhere.contains(row))
                .map(row -> asManyAsItTakes ? row.withForks(Precision.MOST_FORKS) : row)
                .toList();
    }

    /** A new run's settings, or those of the run to resume. */
    private RunSettings settings(Path results, List<PlannedRow> rows, List<ForkJvm> jvms) {
        SortedMap<String, String> conditions = RunSettings.conditions(rows, jvms);
        EarlierRun earlier = resumed.orElse(EarlierRun.NONE);
        rows.stream()
                .filter(row -> earlier.lastRound(row) > row.rounds())
                .findFirst()
                .ifPresent(row -> {
                    throw CommandException.usage("cannot resume " + results + ": it has round " + earlier.lastRound(row)
                            + " of " + row.label() + ", more than the " + row.rounds() + " asked for");
                });
        adopted.flatMap(settings -> settings.difference(conditions)).ifPresent(difference -> {
            throw CommandException.usage("cannot resume " + results + ": " + difference);
        });
        return adopted.orElseGet(() -> RunSettings.now(words, groups, conditions));
    }

    private void checkProfilers() {
        for (ProfilerConfig profiler : options.getProfilers()) {
            try {
                ProfilerFactory.getProfilerOrException(profiler);
            } catch (ProfilerException e) {
                throw CommandException.usage("-prof " + profiler.getKlass() + ": " + e.getMessage());
            }
        }
    }

    /** In JMH's bulk warm-up the rows of a run warm each other up; here each row has its own Runner. */
    private void checkWarmupMode(List<PlannedRow> rows) {
        WarmupMode mode = options.getWarmupMode().orElse(WarmupMode.INDI);
        if (mode.isBulk() && rows.size() > 1) {
            throw CommandException.usage("-wm " + mode + " is for a single row, and " + rows.size()
                    + " are selected; -wmb REGEXP warms up other benchmarks first");
        }
    }

    private ResultFormatType format() {
        return options.getResultFormat().orElse(ResultFormatType.JSON);
    }

    private Path resultsFile() {
        Path file;
        if (resumed.isPresent()) {
            file = resumed.get().results();
        } else if (options.getResult().hasValue()) {
            file = Path.of(options.getResult().get());
        } else {
            file = Output.localFolder("").resolve("results." + format().name().toLowerCase(Locale.ROOT));
            try {
                Files.createDirectories(file.getParent());
            } catch (IOException e) {
                throw CommandException.badFile(
                        "cannot create " + file.getParent() + " (-rff names another file): " + e);
            }
        }
        SafeFile.check(file);
        return file;
    }

    private void announce(
            Console console, List<PlannedRow> rows, Rounds rounds, boolean hasInterim, List<ForkJvm> jvms) {
        boolean isDefault = arguments.regexes().isEmpty();
        console.say("callcost " + Versions.suite() + ": " + Sections.count(rows.size(), "row") + ", "
                + jvms.stream().map(jvm -> "JDK " + jvm.version()).collect(Collectors.joining(" and ")) + ", "
                + Machine.describe().brief() + ". "
                + (hasInterim
                        ? "First table after about " + Numbers.duration(rounds.nanosOfFirst()) + ", then better ones: "
                        : "")
                + howLong(rounds) + "; Ctrl-C keeps what is there."
                + (isDefault ? " In five minutes: @jmh-profiles/quick.args." : ""));
        if (isDefault) {
            console.say("Not among these rows: '" + Selection.RARE
                    + "' runs the wire formats by message and the other shapes of local calls;"
                    + " experiments and pitfalls run when they are named.");
        }
        if (rows.stream().anyMatch(PlannedRow::inProcess)) {
            console.say("WARNING: with -f 0 benchmarks run in this JVM and share its arguments, its heap and what its"
                    + " compiler learned: good for debugging, not for numbers.");
        }
        resumed.ifPresent(
                earlier -> console.say("Resumed: " + earlier.forks() + " forks are kept from the run that began at "
                        + earlier.settings().start() + "."));
    }

    private static void sayMore(
            Console console,
            Map<PlannedRow, PlannedRow> elsewhere,
            List<ForkJvm> jvms,
            RunSettings settings,
            Path results) {
        if (!elsewhere.isEmpty()) {
            console.say(Sections.count(elsewhere.size(), "row") + " with the configuration of another row "
                    + (elsewhere.size() == 1 ? "is" : "are") + " not measured again (-v EXTRA lists them).");
        }
        elsewhere.forEach((row, same) -> console.sayMore(row.label() + ": see " + same.label()));
        console.sayMore("Machine: " + Machine.describe());
        jvms.forEach(jvm -> console.sayMore("Forks on: " + jvm.name()));
        console.sayMore("Order of rows from seed " + settings.seed());
        console.sayMore("Results: " + results);
    }

    private String howLong(Rounds rounds) {
        String most = budget.map(limit -> ", at most " + Numbers.duration(limit.toNanos()))
                .orElse("");
        return precision
                        .map(goal -> "until each row is known to " + goal.text())
                        .orElseGet(() -> Sections.count(rounds.rounds(), "round") + ", about "
                                + Numbers.duration(rounds.nanosLeft()))
                + most;
    }
}
