package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Fork.LostFork;
import dev.callcost.data.ResultsFile.RunLog;
import dev.callcost.file.BadFileException;
import dev.callcost.file.Input.JsonLines;
import dev.callcost.file.SafeFile;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * The log that {@code run}, {@code compare} and {@code bill} write, in JSON lines. The first line, of type
 * {@value #RUN}, describes command, machine and settings. Each fork that measured has a line of type {@value #FORK}
 * ({@link Fork}), other events have other types. Each line is appended whole, so a command that is killed loses at most
 * the line that it was writing. A complete log may be packed with gzip.
 */
public final class Log {
    /** The log's name in a folder of results. */
    public static final String NAME = "log.jsonl";

    static final String RUN = "run";
    public static final String FORK = "fork";

    private static final String TYPE = "type";
    private static final String COMMAND = "command";

    private Log() {}

    public enum Command {
        RUN,
        COMPARE,
        BILL;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The log in a folder, plain or packed. Two are a {@link BadFileException}. */
    public static Optional<Path> in(Path folder) {
        List<Path> logs = ResultsFile.existing(folder.resolve(NAME)).toList();
        if (logs.size() > 1) {
            throw new BadFileException(folder, "has two logs, " + logs.get(0) + " and " + logs.get(1));
        }
        return logs.stream().findFirst();
    }

    /** The log of a results file, the plain one where there are two. */
    public static Optional<Path> beside(Path results) {
        return ResultsFile.existing(ResultsFile.beside(results, NAME)).findFirst();
    }

    /** @throws BadFileException as {@link #read} */
    public static Command command(Path log) {
        JsonLines lines = new JsonLines(log, "a log");
        JsonObject first = lines.first();
        return Stream.of(Command.values())
                .filter(command -> new JsonPrimitive(RUN).equals(first.get(TYPE))
                        && new JsonPrimitive(command.word()).equals(first.get(COMMAND)))
                .findFirst()
                .orElseThrow(() -> lines.bad("does not say which command wrote it"));
    }

    /**
     * Reads a log line by line. A last line that was cut off when the command was killed is skipped.
     *
     * @param others receives the type of each line but the first, and the line's text
     * @throws BadFileException when the log is missing, unreadable, empty, no log, or a log of another command; or when
     *     a receiver throws a RuntimeException, because a line lacks a part
     */
    public static void read(Path log, Command command, Consumer<JsonObject> first, BiConsumer<String, String> others) {
        Command wrote = command(log);
        if (wrote != command) {
            throw new BadFileException(
                    log,
                    "is a log of " + wrote.word() + ", not of " + command.word()
                            + (wrote == Command.COMPARE ? "; check --paired reads it" : ""));
        }
        JsonLines lines = new JsonLines(log, "a log of " + command.word());
        AtomicBoolean begun = new AtomicBoolean();
        lines.read((type, line) -> {
            try {
                if (!begun.getAndSet(true)) {
                    first.accept(JsonParser.parseString(line).getAsJsonObject());
                } else if (type.equals(RUN)) {
                    throw lines.bad("describes a second run");
                } else {
                    others.accept(type, line);
                }
            } catch (BadFileException e) {
                throw e;
            } catch (RuntimeException e) {
                throw lines.bad("lacks a part, or has one of the wrong kind");
            }
        });
    }

    /** The measured forks of a run in the order they ran; faults as of {@link #read}. */
    public static List<Fork> forks(Path log) {
        List<Fork> forks = new ArrayList<>();
        read(log, Command.RUN, run -> {}, (type, line) -> {
            if (type.equals(FORK)) {
                forks.add(Fork.of(line));
            }
        });
        return List.copyOf(forks);
    }

    /** The forks of a run that measured nothing, in the order they ran; none when there is no log. */
    public static List<LostFork> lost(ResultsFile results) {
        return results.log()
                .map(RunLog::lost)
                .or(() -> (isLog(results.path()) ? Optional.of(results.path()) : beside(results.path())).map(Log::lost))
                .orElse(List.of());
    }

    /** The forks of a log that measured nothing, in the order they ran; faults as of {@link #read}. */
    public static List<LostFork> lost(Path log) {
        List<LostFork> lost = new ArrayList<>();
        read(log, Command.RUN, run -> {}, (type, line) -> {
            if (LostFork.isOne(type)) {
                lost.add(LostFork.of(type, line));
            }
        });
        return List.copyOf(lost);
    }

    /** Whether a file is a log by its name. */
    public static boolean isLog(Path file) {
        Matcher end = ResultsFile.END.matcher(file.getFileName().toString());
        return end.find() && end.group("log") != null;
    }

    /**
     * A run with its rows in the order of its results file; faults as of {@link #read} and {@link ResultsFile#read}.
     */
    static ResultsFile results(Path log) {
        Map<RowKey, SortedMap<Integer, Fork>> rows = new LinkedHashMap<>();
        List<Fork> all = new ArrayList<>();
        List<LostFork> lost = new ArrayList<>();
        read(
                log,
                Command.RUN,
                run -> run.getAsJsonArray("rows")
                        .forEach(row -> rows.put(RowKey.of(row.getAsJsonObject()), new TreeMap<>())),
                (type, line) -> {
                    if (type.equals(FORK)) {
                        Fork fork = Fork.of(line);
                        all.add(fork);
                        // the log may have forks of rows that the run lacks since it was resumed with another selection
                        Optional.ofNullable(rows.get(fork.key().whateverItsThreads()))
                                .ifPresent(forks -> forks.put(fork.round(), fork));
                    } else if (LostFork.isOne(type)) {
                        lost.add(LostFork.of(type, line));
                    }
                });
        List<List<Fork>> measured = rows.values().stream()
                .filter(forks -> !forks.isEmpty())
                .map(forks -> List.copyOf(forks.values()))
                .toList();
        if (measured.isEmpty()) {
            throw new BadFileException(log, "holds no fork that measured");
        }
        return ResultsFile.of(log, measured, new RunLog(all, lost, Optional.empty()));
    }

    /**
     * The forks of the run that wrote a results file, in the order they ran, without those that do not count; empty
     * when there is no log.
     */
    public static List<Fork> forks(ResultsFile results) {
        return results.log()
                .map(RunLog::forks)
                .or(() -> beside(results.path()).map(Log::forks))
                .map(QuietForks::among)
                .orElse(List.of());
    }

    /**
     * Begins the log of a command in a folder of its own, which is created if it does not exist.
     *
     * @throws CommandException (bad file) when it cannot be written, or the folder holds a log already
     */
    public static Path begin(Path folder, Command command, JsonObject description) {
        SafeFile.createFolder(folder, "-d names another folder");
        in(folder).ifPresent(log -> {
            throw CommandException.badFile(
                    folder + " already holds a " + log.getFileName() + ": -d names another folder");
        });
        Path log = folder.resolve(NAME);
        SafeFile.append(log, first(command, description));
        return log;
    }

    /**
     * Prepares a log for further lines: removes a last line that was cut off.
     *
     * @throws CommandException (bad file) when it is packed or cannot be written
     */
    public static Path resume(Path log) {
        if (!log.getFileName().toString().endsWith(NAME)) {
            throw CommandException.badFile(log + " is packed: unpack it to add to it");
        }
        try (FileChannel file = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = file.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            while (end > 0 && file.read(last.clear(), end - 1) == 1 && last.get(0) != '\n') {
                end--;
            }
            file.truncate(end);
            return log;
        } catch (IOException e) {
            throw CommandException.badFile(log + ": cannot be written: " + e.getMessage());
        }
    }

    /** The first line with its line feed. */
    public static String first(Command command, JsonObject description) {
        JsonObject content = new JsonObject();
        content.addProperty(COMMAND, command.word());
        description.asMap().forEach(content::add);
        return line(RUN, content);
    }

    /** Another line with its line feed. */
    public static String line(String type, JsonObject content) {
        JsonObject object = new JsonObject();
        object.addProperty(TYPE, type);
        content.asMap().forEach(object::add);
        return JsonDocument.GSON.toJson(object) + "\n";
    }
}
