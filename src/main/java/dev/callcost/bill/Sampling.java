package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair.SideRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fork whose CPU time is sampled.
 *
 * @param side its jar has the agents {@code Sampler} and {@code IterationRecorder}
 * @param library of {@link ProfilerLibrary}
 */
record Sampling(SideRow side, Path library) implements JarCopy.JarFork {
    @Override
    public List<String> first(HostFolder place) {
        return place.options(side.row(), side.jar().arguments(), place.sampler(library), place.recorder());
    }

    /**
     * What the fork measured, with its samples; a failure where these cannot be used.
     *
     * @param log of this and other forks
     * @param samples the file that the fork wrote
     */
    ForkOutcome withSamples(ForkOutcome outcome, Path samples, SampleLog log) {
        if (!(outcome instanceof ForkOutcome.Measured whole)) {
            return outcome;
        }
        ForkOutcome.Measured measured = side.jar().withoutOwn(whole);
        try (Stream<String> lines = Files.lines(samples)) {
            JsonObject line = log.line(measured, lines);
            Fork fork = log.fork(measured.fork().row(), line);
            if (fork.row().logNanos().isEmpty()) {
                return ForkOutcome.failed("its unit is no time per operation: " + fork.unit());
            }
            if (!SampledRow.isEnough(fork)) {
                return ForkOutcome.failed(
                        "it has too few iterations to compare time with samples and time without: -i 40 and more");
            }
            return new ForkOutcome.Measured(fork, line);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            return ForkOutcome.failed("it gave no samples: " + e.getMessage());
        }
    }
}
