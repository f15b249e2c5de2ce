package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.ResultsFile;
import dev.callcost.host.HostState;
import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.text.PathTails;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a results file lacks: machine and its state, JVMs, versions, command line, seed of the order, facts that each configuration recorded about itself, and
 * what was skipped or failed. It is written as JSON together with the results file, so a run that was killed has one too. A run that has ended has {@code end},
 * and a run that was resumed has {@code resumed}.
 */
final class Environment {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private static final String FACTS = "facts";

    private final transient Path file;
    private final transient Map<PlannedRow, JsonObject> byRow = new LinkedHashMap<>();

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
    private final Collection<JsonObject> rows = byRow.values();
    private int linesPrintedByForks;

    /** A JVM and its settings by the suite's arguments. */
    private record Jvm(
            String jvm, String version, String vendor, String vm, List<String> collector, List<String> heap) {}

    Environment(RunLog log, Collection<PlannedRow> rows) {
        this.file = ResultsFile.beside(log.results(), ResultsFile.ENVIRONMENT);
        this.commandLine = PathTails.cut(log.settings().commandLine());
        this.start = log.settings().start();
        this.resumed = log.isResumed() ? now() : null;
        this.seed = log.settings().seed();
        this.rounds = rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0);
        for (PlannedRow row : rows) {
            JsonObject cell = GSON.toJsonTree(row.key()).getAsJsonObject();
            cell.add(FACTS, new JsonObject());
            byRow.put(row, cell);
        }
    }

    /** The members about the whole run, and the run's rows. */
    JsonObject ofRun() {
        JsonObject json = GSON.toJsonTree(this).getAsJsonObject();
        json.getAsJsonArray("rows")
                .forEach(
                        row -> row.getAsJsonObject().keySet().removeAll(List.of(FACTS, RunLog.SKIPPED, RunLog.FAILED)));
        return json;
    }

    void note(PlannedRow row, ForkJvm jvm, ForkOutcome outcome) {
        JsonObject cell = byRow.get(row);
        if (outcome instanceof ForkOutcome.Measured fork) {
            fork.fork().facts().forEach((name, fact) -> addOnce(array(cell.getAsJsonObject(FACTS), name), fact));
            List<String> arguments = JmhForks.jvmArguments(fork.fork().jmh());
            forkJvms.add(new Jvm(
                    PathTails.cut(jvm.executable()),
                    jvm.version(),
                    jvm.vendor(),
                    jvm.vm(),
                    matching(arguments, "-XX:\\+Use\\w*GC"),
                    matching(arguments, "-Xm[sx].*|-XX:\\w*HeapSize=.*|-XX:\\w*RAMPercentage=.*")));
        } else if (outcome instanceof ForkOutcome.Skipped skip) {
            cell.addProperty(RunLog.SKIPPED, skip.reason());
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            array(cell, RunLog.FAILED).add(PathTails.cut(failure.message()));
        }
    }

    private static void addOnce(JsonArray values, String value) {
        if (!values.contains(new JsonPrimitive(value))) {
            values.add(value);
        }
    }

    private static JsonArray array(JsonObject json, String name) {
        if (!json.has(name)) {
            json.add(name, new JsonArray());
        }
        return json.getAsJsonArray(name);
    }

    private static List<String> matching(Collection<String> arguments, String regex) {
        return arguments.stream().filter(argument -> argument.matches(regex)).toList();
    }

    void printed(int lines) {
        linesPrintedByForks = lines;
    }

    void end() {
        end = now();
    }

    void write() {
        SafeFile.write(file, out -> out.println(GSON.toJson(this)));
    }

    /** The current time in UTC, to the second. */
    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
