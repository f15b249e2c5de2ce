package dev.callcost.bill;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonLines;
import dev.callcost.text.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The log of a session: a first line with how it was measured, then a line for each fork with its samples, from which a bill can be made again by
 * other rules.
 *
 * @param header the first line
 * @param forks the others
 */
record BillFile(Header header, List<SampledFork> forks) {
    private static final Gson GSON = new Gson();
    private static final String NAME = "bill.jsonl";
    private static final String KIND = "the log of a bill";
    private static final String TYPE = "type";
    private static final String FIRST = "bill";
    private static final String FORK = "fork";

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
        Path file = folder.resolve(NAME);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create " + folder + " (-d names another folder): " + e);
        }
        if (isIn(folder)) {
            throw CommandException.badFile(folder + " already holds a " + NAME + ": -d names another folder");
        }
        add(file, FIRST, GSON.toJsonTree(header).getAsJsonObject());
        return file;
    }

    /** Whether a folder holds a log. */
    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(NAME)) || Files.exists(packed(folder));
    }

    private static Path packed(Path folder) {
        return folder.resolve(NAME + JsonLines.GZIP);
    }

    /** Adds a fork. */
    static void add(Path file, SampledFork fork) {
        add(file, FORK, fork.json());
    }

    private static void add(Path file, String type, JsonObject content) {
        SafeFile.append(file, JsonLines.line(JsonLines.typed(type, content)));
    }

    /**
     * Reads a log, packed or not.
     *
     * @param folder where it is, or the file itself
     * @throws BadFileException when it is missing, unreadable or not one
     */
    static BillFile read(Path folder) {
        Path file = Files.isRegularFile(folder)
                ? folder
                : Files.exists(packed(folder)) ? packed(folder) : folder.resolve(NAME);
        JsonLines lines = new JsonLines(file, KIND);
        List<Header> headers = new ArrayList<>();
        List<SampledFork> forks = new ArrayList<>();
        lines.read(line -> {
            try {
                boolean isFirst = FIRST.equals(line.get(TYPE).getAsString());
                if (isFirst != headers.isEmpty()) {
                    throw lines.bad(isFirst ? "begins another" : "comes before the one that says how it was measured");
                }
                if (isFirst) {
                    headers.add(GSON.fromJson(line, Header.class));
                } else {
                    forks.add(SampledFork.of(line));
                }
            } catch (BadFileException e) {
                throw e;
            } catch (RuntimeException e) {
                throw lines.bad("lacks a part, or has one of the wrong kind");
            }
        });
        return new BillFile(headers.get(0), List.copyOf(forks));
    }
}
