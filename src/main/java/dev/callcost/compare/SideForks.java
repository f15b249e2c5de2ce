package dev.callcost.compare;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.callcost.agent.ExtraWork;
import dev.callcost.fork.ForkGuard;
import dev.callcost.fork.PlannedRow;
import dev.callcost.results.ResultsFile;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.TemporaryFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs forks, each in a process that runs its side's jar for one row and one fork. What that writes goes with it. */
public final class SideForks {
    private static final int LAST_LINES = 20;

    /** By Ctrl-C, which on a terminal reaches the fork as soon as the host, and by SIGTERM: 128 and the signal's number. */
    private static final Set<Integer> TOLD_TO_END = Set.of(128 + 2, 128 + 15);

    private static final Pattern EXCEPTION = Pattern.compile("([\\w$]+\\.)+[\\w$]*(Exception|Error)\\b.*");

    private final Path folder;
    private final ForkGuard guard;

    /** How a fork ended. */
    public sealed interface Outcome {}

    /**
     * It measured.
     *
     * @param row the row with one fork
     * @param extraWork the share of time that more work took, of the time without it; empty when the side was not to do more
     */
    public record Measured(dev.callcost.results.Row row, OptionalDouble extraWork) implements Outcome {

        /** How many iterations were measured. */
        public int iterations() {
            return row.primary().forks().get(0).size();
        }
    }

    /**
     * The side cannot run the row on this machine.
     *
     * @param reason one line
     */
    public record Skipped(String reason) implements Outcome {}

    /**
     * It failed.
     *
     * @param message one line
     * @param output the last lines that its process wrote
     */
    public record Failed(String message, List<String> output) implements Outcome {}

    /** It was ended, or not begun, because the host is told to end. */
    public record Stopped() implements Outcome {}

    /**
     * A runner of forks.
     *
     * @param folder takes what the forks write
     * @param guard what ends a fork when the host ends
     */
    public SideForks(Path folder, ForkGuard guard) {
        this.folder = folder;
        this.guard = guard;
    }

    /**
     * Runs one fork of a row.
     *
     * @param turns the port where a fork that takes turns with another is to connect; empty for one that does not
     */
    public Outcome run(Side side, PlannedRow row, OptionalInt turns) {
        if (!guard.begin()) {
            return new Stopped();
        }
        try (TemporaryFolder own = new TemporaryFolder(folder, "fork")) {
            Outcome outcome =
                    run(side.command(row, own.path().resolve(ResultsFile.NAME), turns), side.extraWork(), own.path());
            return guard.end() ? outcome : new Stopped();
        }
    }

    private static Outcome run(List<String> command, OptionalDouble share, Path own) {
        Path output = own.resolve("output.txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            Path extraWork = own.resolve("extra-work");
            share.ifPresent(value -> {
                builder.environment().put(ExtraWork.SHARE_VARIABLE, Double.toString(value));
                builder.environment().put(ExtraWork.REPORT_VARIABLE, extraWork.toString());
            });
            Process process = builder.start();
            process.getOutputStream().close();
            int exitCode = process.waitFor();
            Outcome outcome = outcome(exitCode, own.resolve(ResultsFile.NAME), lines(output));
            return share.orElse(0) > 0 && outcome instanceof Measured measured
                    ? withExtraWork(measured, extraWork)
                    : outcome;
        } catch (IOException e) {
            return new Failed("cannot be started: " + e.getMessage(), List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failure("interrupted while a fork ran");
        }
    }

    private static Outcome withExtraWork(Measured measured, Path report) throws IOException {
        double share = Files.exists(report) ? Double.parseDouble(Files.readString(report)) : 0;
        return share > 0
                ? new Measured(measured.row(), OptionalDouble.of(share))
                : new Failed("it did no more work than base", List.of());
    }

    private static Outcome outcome(int exitCode, Path results, List<String> output) {
        if (TOLD_TO_END.contains(exitCode)) {
            return new Stopped();
        }
        if (exitCode == 0) {
            Optional<String> skipped = skipped(results.resolveSibling("environment.json"));
            if (skipped.isPresent()) {
                return new Skipped(skipped.get());
            }
            try {
                return new Measured(cleared(ResultsFile.read(results).rows().get(0)), OptionalDouble.empty());
            } catch (BadFileException e) {
                return new Failed("it gave no result: " + e.getMessage().replace(results + ": ", ""), output);
            }
        }
        return failed(exitCode, output);
    }

    private static dev.callcost.results.Row cleared(dev.callcost.results.Row row) {
        SortedMap<String, String> settings = new TreeMap<>(row.settings());
        settings.computeIfPresent("jvmArgs", (name, arguments) -> Side.withoutOwn(arguments));
        return new dev.callcost.results.Row(
                row.benchmark(), row.mode(), row.threads(), row.params(), row.primary(), row.secondary(), settings);
    }

    private static Outcome failed(int exitCode, List<String> output) {
        String message = output.stream()
                .map(EXCEPTION::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst()
                .or(() -> output.stream().filter(line -> !line.isBlank()).reduce((line, last) -> last))
                .orElse("it wrote nothing");
        return new Failed(
                "exit code " + exitCode + ", " + message.strip(),
                output.subList(Math.max(0, output.size() - LAST_LINES), output.size()));
    }

    private static List<String> lines(Path output) throws IOException {
        return Charset.defaultCharset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .decode(ByteBuffer.wrap(Files.readAllBytes(output)))
                .toString()
                .lines()
                .toList();
    }

    /** Why this suite's own loop says that the row cannot run, in the file that it writes beside the results. */
    private static Optional<String> skipped(Path environment) {
        if (!Files.exists(environment)) {
            return Optional.empty();
        }
        try {
            JsonObject told =
                    JsonParser.parseString(Files.readString(environment)).getAsJsonObject();
            return told.get("rows") instanceof JsonArray rows && !rows.isEmpty()
                    ? Optional.ofNullable(rows.get(0).getAsJsonObject().get("skipped"))
                            .map(JsonElement::getAsString)
                    : Optional.empty();
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return Optional.empty();
        }
    }
}
