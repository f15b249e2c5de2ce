package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.callcost.data.ResultsFile;
import dev.callcost.host.HostState;
import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.text.PathTails;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a results file does not say: machine and its state, JVMs, versions, command line, the order's seed, what each cell recorded about
 * itself, and what was skipped or failed. Written as JSON beside the results file whenever that is written, so a run that
 * was killed has one too; {@code end} is there when the run came to its end, {@code resumed} when it was killed and gone on with.
 */
final class Environment {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private final transient Path file;
    private final transient Map<PlannedRow, Cell> byRow = new LinkedHashMap<>();

    private final String commit = Versions.commit();
    private final List<String> commandLine;
    private final String start;
    private final String resumed;
    private String end;
    private final long seed;
    private final int rounds;
    private final Machine machine = Machine.describe();
    private final HostState device = HostState.now();
    private final Set<Jvm> forkJvms = new LinkedHashSet<>();
    private final Map<String, String> versions = Versions.libraries();
    private final Collection<Cell> rows = byRow.values();
    private int linesPrintedByForks;

    /** A JVM, and how the suite's arguments set it up. */
    private record Jvm(
            String jvm, String version, String vendor, String vm, List<String> collector, List<String> heap) {}

    private static final class Cell {
        private final String benchmark;
        private final String mode;
        private final Map<String, String> params;
        private final Map<String, Set<String>> facts = new LinkedHashMap<>();
        private String skipped;
        private List<String> failed;

        private Cell(PlannedRow row) {
            benchmark = row.name();
            mode = row.mode().shortLabel();
            params = row.params();
        }
    }

    /**
     * The environment of a run.
     *
     * @param results the results file it belongs to
     * @param isResumed whether the run began earlier, and is gone on with now
     */
    Environment(Path results, RunSettings settings, boolean isResumed, Collection<PlannedRow> rows) {
        this.file = ResultsFile.beside(results, ResultsFile.ENVIRONMENT);
        this.commandLine = PathTails.cut(settings.commandLine());
        this.start = settings.start();
        this.resumed = isResumed ? now() : null;
        this.seed = settings.seed();
        this.rounds = rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0);
        rows.forEach(row -> byRow.put(row, new Cell(row)));
    }

    /** What it says of the whole run, and which rows the run has. */
    JsonObject ofRun() {
        JsonObject json = GSON.toJsonTree(this).getAsJsonObject();
        json.getAsJsonArray("rows")
                .forEach(row -> row.getAsJsonObject().keySet().removeAll(List.of("facts", "skipped", "failed")));
        return json;
    }

    void note(PlannedRow row, ForkJvm jvm, ForkOutcome outcome) {
        Cell cell = byRow.get(row);
        if (outcome instanceof ForkOutcome.Measured fork) {
            fork.fork()
                    .facts()
                    .forEach((name, value) -> cell.facts
                            .computeIfAbsent(name, n -> new LinkedHashSet<>())
                            .add(value));
            List<String> arguments = JmhForks.jvmArguments(fork.fork().jmh());
            forkJvms.add(new Jvm(
                    PathTails.cut(jvm.executable()),
                    jvm.version(),
                    jvm.vendor(),
                    jvm.vm(),
                    matching(arguments, "-XX:\\+Use\\w*GC"),
                    matching(arguments, "-Xm[sx].*|-XX:\\w*HeapSize=.*|-XX:\\w*RAMPercentage=.*")));
        } else if (outcome instanceof ForkOutcome.Skipped skip) {
            cell.skipped = skip.reason();
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            cell.failed = cell.failed == null ? new ArrayList<>() : cell.failed;
            cell.failed.add(PathTails.cut(failure.message()));
        }
    }

    private static List<String> matching(Collection<String> arguments, String regex) {
        return arguments.stream().filter(argument -> argument.matches(regex)).toList();
    }

    /** Notes how many lines the forks printed of their own. */
    void printed(int lines) {
        linesPrintedByForks = lines;
    }

    void end() {
        end = now();
    }

    void write() {
        SafeFile.write(file, out -> out.println(GSON.toJson(this)));
    }

    /** The time of day as the files tell it, to the second. */
    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
