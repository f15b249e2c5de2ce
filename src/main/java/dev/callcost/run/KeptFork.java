package dev.callcost.run;

import com.google.gson.JsonObject;
import dev.callcost.fork.ForkOutcome;

/**
 * A fork that a run which was killed had to its end.
 *
 * @param outcome how it ended
 * @param line its line of the record beside the results file
 */
public record KeptFork(ForkOutcome outcome, JsonObject line) {}
