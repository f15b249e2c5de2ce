package dev.callcost.data;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * What the log of a run has besides the rows of its results file.
 *
 * @param forks in the order they ran
 * @param lost forks that measured nothing, in the order they ran
 * @param environment see {@link ResultsFile#ENVIRONMENT}; empty where only the file beside the results has it
 */
public record RunLog(List<Fork> forks, List<LostFork> lost, Optional<JsonObject> environment) {
    public RunLog {
        forks = List.copyOf(forks);
        lost = List.copyOf(lost);
    }
}
