package dev.callcost.bill;

import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The log of a bill: how it was measured, and its rows. */
record BillLog(BillHeader header, List<SampledRow> rows) {
    /**
     * How a session was measured, in the first line of its log.
     *
     * @param jar its name, checksum and versions
     * @param jvm the JVM of the forks
     * @param arguments JMH options and regular expressions
     * @param seed of the order of rows
     */
    record BillHeader(
            String start, String machine, String jar, String jvm, String profiler, List<String> arguments, long seed) {
        Path begin(Path folder) {
            return Log.begin(
                    folder, Log.Command.BILL, JsonDocument.GSON.toJsonTree(this).getAsJsonObject());
        }
    }

    /**
     * @param folder the folder that {@link BillRun} filled, or the log in it
     * @throws dev.callcost.file.BadFileException when the log cannot be read
     * @throws CommandException (failure) when no fork gave samples
     */
    static BillLog read(Path folder) {
        Path log = Files.isRegularFile(folder) ? folder : Log.in(folder).orElse(folder.resolve(Log.NAME));
        List<BillHeader> header = new ArrayList<>();
        SampleLog samples = new SampleLog();
        List<Fork> forks = new ArrayList<>();
        Log.read(
                log,
                Log.Command.BILL,
                line -> header.add(JsonDocument.GSON.fromJson(line, BillHeader.class)),
                (type, line) -> forks.add(samples.read(line)));
        if (forks.isEmpty()) {
            throw CommandException.failure("bill: no fork gave samples");
        }
        return new BillLog(header.get(0), SampledRow.of(forks));
    }
}
