package dev.callcost.cli;

import dev.callcost.cli.OutputOptions.WidthOption;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.file.SafeFile;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Rung;
import dev.callcost.launch.Console;
import dev.callcost.launch.EarlierRun;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.Precision;
import dev.callcost.launch.RoundSchedule;
import dev.callcost.launch.Rounds;
import dev.callcost.launch.Rounds.ForkCounter;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import dev.callcost.launch.RunFiles;
import dev.callcost.launch.RunFiles.RunSettings;
import dev.callcost.launch.ShutdownDelay;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import dev.callcost.work.SuiteCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/** Runs benchmarks, or lists what there is to run: the command without a verb. */
final class RunCommand {
    private final List<String> words;
    private final List<String> commandLine;
    private final Map<String, String> environment;
    private final List<RunArguments.Group> groups;
    private final Optional<EarlierRun> earlier;
    private final Optional<RunSettings> adopted;
    private final RunArguments arguments;
    private final CommandLineOptions options;
    private final Optional<Precision> precision;
    private boolean isMeasured;

    /**
     * @param commandLine what the files have in place of the words
     * @param environment variables of the forks, which no file has
     * @param resume the results file of the run to resume
     */
    RunCommand(List<String> words, List<String> commandLine, Map<String, String> environment, Optional<String> resume) {
        this.words = words;
        this.commandLine = commandLine;
        this.environment = environment;
        this.groups = RunArguments.groups(words.toArray(String[]::new));
        this.earlier = resume.map(EarlierRun::read);
        this.adopted = earlier.map(this::adopted);
        this.arguments = RunArguments.of(adopted.map(RunSettings::arguments).orElse(groups));
        this.options = arguments.options();
        this.precision = arguments.precision();
    }

    /** A run is resumed with its own arguments, or with another -f, --precision or --budget. */
    private RunSettings adopted(EarlierRun earlier) {
        RunSettings settings = earlier.settings();
        if (words.isEmpty()) {
            earlier.checkOpen();
            return settings;
        }
        if (RunArguments.of(groups).tellOnlyHowLong()) {
            return settings.with(words, groups);
        }
        throw CommandException.usage("--resume: only -f, --precision and --budget can replace the run's arguments: "
                + String.join(" ", settings.commandLine()));
    }

    /**
     * Runs the command line.
     *
     * @param width of tables
     * @return the exit code: 0, 1 when a benchmark failed, or 3 when nothing was measured because all rows were skipped
     * @throws CommandException when the command line or a file is wrong, or another JMH run is running
     */
    int run(WidthOption width) {
        if (arguments.list()) {
            list();
            return 0;
        }
        checkProfilers();
        try (Console console = Console.of(options, adopted.isPresent())) {
            List<PlannedRow> selected = RowSelection.of(arguments);
            Map<PlannedRow, PlannedRow> elsewhere = Cell.measuredElsewhere(selected, PlannedRow::key);
            List<PlannedRow> rows = rows(selected, elsewhere.keySet());
            try (ShutdownDelay lastWords = new ShutdownDelay();
                    JmhLock lock = JmhLock.take(); // before an earlier run's files are touched
                    TemporaryFolder temporary = TemporaryFolder.create();
                    ForkHosts hosts = new ForkHosts(temporary.path(), Optional.of(console::fromFork), environment)) {
                Map<PlannedRow, ForkJvm> jvms = new LinkedHashMap<>();
                rows.forEach(row -> jvms.put(row, ForkJvm.of(row, arguments)));
                Path results = resultsFile();
                RunSettings settings = settings(results, rows, List.copyOf(new LinkedHashSet<>(jvms.values())));
                RunFiles files = new RunFiles(results, settings, adopted.isPresent(), jvms);
                RoundSchedule schedule = new RoundSchedule(
                        rows,
                        row -> Rung.place(row.key()),
                        settings.seed(),
                        arguments,
                        earlier.map(EarlierRun::time).orElse(Duration.ZERO),
                        System::nanoTime);
                RowNames names = new RowNames(rows.stream().map(PlannedRow::key).toList());
                RunReport report = new RunReport(
                        console,
                        files,
                        schedule,
                        names,
                        arguments,
                        width.of(!options.getOutput().hasValue()));
                ForkCounter counter = counter(temporary);
                Rounds rounds = new Rounds(rows, schedule, files, earlier, arguments, counter, report);
                announce(console, jvms, schedule);
                if (!elsewhere.isEmpty()) {
                    console.say(Sections.count(elsewhere.size(), "row") + " with the configuration of another row "
                            + (elsewhere.size() == 1 ? "is" : "are") + " not measured again (-v EXTRA lists them).");
                }
                elsewhere.forEach((row, same) -> console.sayMore(
                        row.key().label() + ": see " + same.key().label()));
                boolean complete = follow(rounds, hosts, files);
                boolean hasFailures = !schedule.failures().isEmpty();
                isMeasured = complete && files.hasResults() && !hasFailures;
                report.say(complete);
                return hasFailures ? 1 : files.hasResults() || !complete ? 0 : CommandException.UNMEASURED;
            }
        }
    }

    private ForkCounter counter(TemporaryFolder folder) {
        return arguments.countsWork() ? new SuiteCounter(folder.path(), arguments) : ForkCounter.NONE;
    }

    /** Measures. A run that cannot go on, mostly because a disk is full, is resumed by a command. */
    private static boolean follow(Rounds rounds, ForkHosts hosts, RunFiles files) {
        try {
            boolean complete = hosts.follow(rounds);
            files.end(complete);
            return complete;
        } catch (CommandException e) {
            throw files.hasLog() ? e.and(". To resume: " + Wrap.unbroken(files.resuming())) : e;
        }
    }

    /** Whether all of it was measured. */
    boolean isMeasured() {
        return isMeasured;
    }

    private void list() {
        if (options.shouldList() || options.shouldListWithParams()) {
            RowSelection.of(arguments); // refuses what selects nothing
        }
        if (options.shouldList()) {
            new Runner(options).list();
        } else if (options.shouldListWithParams()) {
            new Runner(options).listWithParams(options);
        } else if (options.shouldListProfilers()) {
            options.listProfilers();
            System.out.println("callcost's own, without a verb:\n  work: Bytecodes, calls and objects per operation,"
                    + " counted in forks that are not measured");
        } else {
            System.out.println("Available formats: json");
        }
    }

    /** The rows to measure; with {@code --precision} alone they have {@value Precision#MOST_FORKS} forks. */
    private List<PlannedRow> rows(List<PlannedRow> selected, Set<PlannedRow> elsewhere) {
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
        // no file has the values, so another process cannot resume the run
        if (!environment.isEmpty()) {
            conditions.put("environment of the forks", String.join(", ", environment.keySet()));
        }
        adopted.flatMap(settings -> settings.difference(conditions)).ifPresent(why -> {
            throw CommandException.usage("cannot resume " + results + ": " + why);
        });
        return adopted.orElseGet(() -> RunSettings.now(commandLine, groups, conditions));
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

    private Path resultsFile() {
        Path file;
        if (earlier.isPresent()) {
            file = earlier.get().results();
        } else if (options.getResult().hasValue()) {
            file = Path.of(options.getResult().get());
        } else {
            file = OutputOptions.localFolder("").resolve(ResultsFile.NAME);
            SafeFile.createFolder(file.getParent(), "-rff names another file");
        }
        SafeFile.check(file);
        return file;
    }

    private void announce(Console console, Map<PlannedRow, ForkJvm> jvms, RoundSchedule rounds) {
        boolean isDefault = arguments.regexes().isEmpty();
        String most = arguments
                .budget()
                .map(limit -> ", at most " + Numbers.exact(limit))
                .orElse("");
        console.say("callcost " + Versions.suite() + ": " + Sections.count(jvms.size(), "row") + ", "
                + jvms.values().stream()
                        .distinct()
                        .map(jvm -> "JDK " + jvm.version())
                        .collect(Collectors.joining(" and "))
                + ", "
                + Machine.describe().brief() + ". "
                + (rounds.promisesTable() ? "First table after about a minute, then better ones. " : "")
                + precision
                        .map(goal -> "Runs until each row is known to " + goal.text())
                        .orElseGet(() -> Sections.count(rounds.rounds(), "round") + ", about "
                                + Numbers.duration(rounds.nanosLeft()))
                + most + "; Ctrl-C keeps what is there."
                + (isDefault ? " In five minutes: @jmh-profiles/quick.args." : ""));
        if (isDefault) {
            console.say("Not among these rows: '" + RowSelection.RARE
                    + "' runs the wire formats by message;"
                    + " experiments run when they are named.");
        }
        if (arguments.countsWork()) {
            console.say("Two more forks of each row count its work (-prof work); they are not measured.");
        }
        adopted.ifPresent(
                settings -> console.say("Resumed: " + earlier.orElseThrow().forks()
                        + " forks are kept from the run that began at " + settings.start() + "."));
    }
}
