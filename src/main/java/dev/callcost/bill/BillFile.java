package dev.callcost.bill;

import com.google.gson.Gson;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The log of a session: how it was measured, and forks with their samples. Other rules make another bill of it.
 *
 * @param forks in the order they ran
 */
record BillFile(Header header, List<Fork> forks) {
    private static final Gson GSON = new Gson();

    /**
     * How it was measured.
     *
     * @param start the time when it began
     * @param jar the jar's name, checksum and versions
     * @param jvm the JVM of the forks
     * @param arguments JMH options and regular expressions
     * @param seed of the order of rows
     */
    record Header(
            String start, String machine, String jar, String jvm, String profiler, List<String> arguments, long seed) {}

    /**
     * Begins a log.
     *
     * @param folder is created if it does not exist
     * @throws CommandException (bad file) when it cannot be written, or holds a log already
     */
    static Path begin(Path folder, Header header) {
        return Log.begin(folder, Log.Command.BILL, GSON.toJsonTree(header).getAsJsonObject());
    }

    /**
     * Reads a log, packed or not.
     *
     * @param folder the folder of the log, or the log
     * @throws BadFileException when it is missing, unreadable or the log of another command
     */
    static BillFile read(Path folder) {
        Path log = Files.isRegularFile(folder) ? folder : Log.in(folder).orElse(folder.resolve(Log.NAME));
        AtomicReference<Header> header = new AtomicReference<>();
        Samples samples = new Samples();
        List<Fork> forks = new ArrayList<>();
        Log.read(
                log,
                Log.Command.BILL,
                line -> header.set(GSON.fromJson(line, Header.class)),
                (type, line) -> forks.add(samples.read(line)));
        return new BillFile(header.get(), List.copyOf(forks));
    }
}
