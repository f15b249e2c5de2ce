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
 * The log of a session: how it was measured, and forks with their samples, from which a bill can be made again by other rules.
 *
 * @param header how it was measured
 * @param forks in the order they ran
 */
record BillFile(Header header, List<Fork> forks) {
    private static final Gson GSON = new Gson();

    /**
     * How it was measured.
     *
     * @param start when it began
     * @param machine what it ran on
     * @param jar the jar's name, checksum and versions
     * @param jvm what its forks ran on
     * @param profiler who took the samples
     * @param arguments what was asked for
     * @param seed of the order of rows
     */
    record Header(
            String start, String machine, String jar, String jvm, String profiler, List<String> arguments, long seed) {}

    /**
     * Begins a log.
     *
     * @param folder is made if it is not there
     * @throws CommandException (bad file) when it cannot be written, or holds a log already
     */
    static Path begin(Path folder, Header header) {
        return Log.begin(folder, Log.Command.BILL, GSON.toJsonTree(header).getAsJsonObject());
    }

    /**
     * Reads a log, packed or not.
     *
     * @param folder where it is, or the file itself
     * @throws BadFileException when it is missing, unreadable or not one
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
