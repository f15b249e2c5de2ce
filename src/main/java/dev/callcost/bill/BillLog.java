package dev.callcost.bill;

import com.google.gson.Gson;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.text.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The log of a bill: how it was measured, and the requested rows. */
record BillLog(Path folder, Header header, List<SampledRow> rows) {
    private static final Gson GSON = new Gson();

    /**
     * How a session was measured, in the first line of its log.
     *
     * @param jar its name, checksum and versions
     * @param jvm the JVM of the forks
     * @param arguments JMH options and regular expressions
     * @param seed of the order of rows
     */
    record Header(
            String start, String machine, String jar, String jvm, String profiler, List<String> arguments, long seed) {
        Path begin(Path folder) {
            return Log.begin(folder, Log.Command.BILL, GSON.toJsonTree(this).getAsJsonObject());
        }
    }

    /**
     * @param folder the folder that {@link BillRun} filled, or the log in it
     * @param wanted the rows whose labels match one of these, or all rows when there are none
     * @throws dev.callcost.file.BadFileException when the log cannot be read
     * @throws CommandException (failure) when no fork gave samples; (usage) when no row matches
     */
    static BillLog read(Path folder, List<Pattern> wanted) {
        Path log = Files.isRegularFile(folder) ? folder : Log.in(folder).orElse(folder.resolve(Log.NAME));
        List<Header> header = new ArrayList<>();
        SampleLog samples = new SampleLog();
        List<Fork> forks = new ArrayList<>();
        Log.read(
                log,
                Log.Command.BILL,
                line -> header.add(GSON.fromJson(line, Header.class)),
                (type, line) -> forks.add(samples.read(line)));
        if (forks.isEmpty()) {
            throw CommandException.failure("bill: no fork gave samples");
        }
        List<SampledRow> rows = new ArrayList<>(SampledRow.of(forks));
        rows.removeIf(row -> !wanted.isEmpty()
                && wanted.stream().noneMatch(it -> it.matcher(row.key().label()).find()));
        if (rows.isEmpty()) {
            String patterns = wanted.stream().map(Pattern::pattern).collect(Collectors.joining(" "));
            throw CommandException.usage("bill: no row of " + folder + " matches " + patterns);
        }
        return new BillLog(folder, header.get(0), rows);
    }
}
