package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The folder of a session, whose file grows by a line with every pair.
 *
 * @param path where it is
 */
record SessionFolder(Path path) {

    /**
     * Makes the folder if it is not there.
     *
     * @throws CommandException (bad file) when it cannot be made, or holds a session already
     */
    public SessionFolder {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create " + path + " (-d names another folder): " + e);
        }
        for (String file : List.of(Session.FILE, Session.PACKED)) {
            if (Files.exists(path.resolve(file))) {
                throw CommandException.badFile(path + " already holds a " + file + ": -d names another folder");
            }
        }
    }

    /**
     * Begins the file.
     *
     * @param more what else is worth keeping, by name
     */
    public void begin(Session.Header header, Map<String, ?> more) {
        append(SessionLines.header(header, more));
    }

    /** Adds a pair, see {@link SessionLines#pair}. */
    void add(Pair pair, JsonObject machine, JsonObject warmUps) {
        append(SessionLines.pair(pair, machine, warmUps));
    }

    /** Adds that a row's difference moved. */
    void addWarming(Session.Warming warming) {
        append(SessionLines.warming(warming));
    }

    /** Adds a fork that failed, and the last lines that its process wrote. */
    void addFailed(Session.Loss loss, List<String> output) {
        append(SessionLines.failed(loss, output));
    }

    /** Adds a row that a side cannot run here. */
    void addSkipped(Session.Loss loss) {
        append(SessionLines.skipped(loss));
    }

    /** Adds a row for which the budget is too short. */
    void addLeftOut(Session.LeftOut leftOut) {
        append(SessionLines.leftOut(leftOut));
    }

    private void append(String line) {
        SafeFile.append(path.resolve(Session.FILE), line);
    }
}
