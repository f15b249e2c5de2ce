package dev.callcost.history;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.file.BadFileException;
import dev.callcost.file.Input;
import dev.callcost.file.SafeFile;
import dev.callcost.history.HistoryRun.Remarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A folder of runs, which gets a folder for each run that is added. {@link HistoryReader} reads it. */
public record RunFolder(Path folder) {
    /**
     * Copies a run that was just measured on this machine into a new folder, which is named by the start and the commit
     * of the run: the same run replaces its copy. Its {@code environment.json} gets what it lacks.
     *
     * @param commit of the run, where no environment.json has it
     * @param machine as in an environment.json
     * @return the new folder
     * @throws BadFileException when the run is unreadable
     * @throws dev.callcost.text.CommandException (bad file) when the folder cannot be written
     */
    public Path append(Path path, Optional<String> commit, JsonElement machine) {
        ResultsFile file = ResultsFile.read(path);
        HistoryRun run = JmhRun.of(file, path, new Remarks());
        JsonObject environment = file.environment().orElseGet(JsonObject::new);
        if (!environment.has("machine")) {
            environment.add("machine", machine);
        }
        String name = file.path().getFileName().toString();
        try {
            Instant start =
                    run.time().orElse(Files.getLastModifiedTime(file.path()).toInstant());
            environment.addProperty("start", start.toString());
            Optional<String> known = commit.or(run::commit);
            known.ifPresent(it -> environment.addProperty("commit", it));
            Path copy = folder.resolve(start.toString().replace(":", "")
                    + known.map(it -> "-" + HistoryRun.shortened(it)).orElse(""));
            SafeFile.createFolder(copy, "RUNS names another folder");
            byte[] bytes = Files.readAllBytes(file.path());
            SafeFile.write(copy.resolve(ResultsFile.ENVIRONMENT), out -> out.println(environment));
            SafeFile.write(
                    copy.resolve((Log.isLog(file.path()) ? Log.NAME : ResultsFile.NAME)
                            + (name.endsWith(Input.GZIP) ? Input.GZIP : "")),
                    out -> out.writeBytes(bytes));
            return copy;
        } catch (IOException e) {
            throw new BadFileException(file.path(), e);
        }
    }
}
