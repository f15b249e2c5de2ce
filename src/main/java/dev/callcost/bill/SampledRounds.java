package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.HostPlace;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.Plan;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowRounds;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rounds of a bill: a row that has failed {@value #FAILURES} times gets no more forks. */
final class SampledRounds extends RowRounds {
    private static final int FAILURES = 2;

    private final JarCopy jar;
    private final ProfilerLibrary library;
    private final Progress progress;
    private final Consumer<JsonObject> taker;
    private final Rules rules = Rules.ofSuite();
    private final Samples log = new Samples();
    private Path samples;

    /**
     * Rounds that have not begun.
     *
     * @param library takes the samples
     * @param progress shows every fork
     * @param taker gets the members of each sampled fork's line of the log
     */
    SampledRounds(
            JarCopy jar,
            ProfilerLibrary library,
            List<PlannedRow> rows,
            long seed,
            Progress progress,
            Consumer<JsonObject> taker) {
        super(rows, seed);
        this.jar = jar;
        this.library = library;
        this.progress = progress;
        this.taker = taker;
    }

    @Override
    public List<Plan.Command> forks(PlannedRow row) {
        return List.of(new Sampling(jar, library, row));
    }

    private record Sampling(JarCopy jar, ProfilerLibrary library, PlannedRow row) implements Plan.Command {
        @Override
        public List<String> command(HostPlace place) {
            List<String> first = new ArrayList<>(place.options(List.of(place.sampler(library.path())), row.warmUp()));
            first.addAll(List.of("-prof", place.recorder()));
            return jar.command(row, place, first);
        }
    }

    @Override
    public void starts(HostPlace place) {
        samples = place.samples();
    }

    @Override
    protected ForkOutcome keep(PlannedRow row, ForkOutcome outcome) {
        if (!(outcome instanceof ForkOutcome.Measured measured)) {
            return outcome;
        }
        try (Stream<String> lines = Files.lines(samples)) {
            JsonObject line = log.line(jar.withoutOwn(measured), lines);
            Fork fork = log.fork(line);
            if (fork.row().logNanos().isEmpty()) {
                return failed("its unit is no time per operation: " + fork.unit());
            }
            if (!Bill.isEnough(fork)) {
                return failed(
                        "it has too few iterations to compare time with samples and time without: -i 40 and more");
            }
            taker.accept(line);
            log.logged();
            return new ForkOutcome.Measured(fork, line);
        } catch (IOException | IllegalArgumentException e) {
            return failed("it gave no samples: " + e.getMessage());
        }
    }

    private static ForkOutcome failed(String message) {
        return new ForkOutcome.Failed(message, List.of());
    }

    @Override
    protected boolean isGivenUp(PlannedRow row, int failures) {
        return failures >= FAILURES;
    }

    @Override
    protected void tell(String line) {
        progress.tell(line);
    }

    @Override
    protected String text(ForkOutcome.Measured fork) {
        Bill bill = Bill.of(List.of(fork.fork()), rules).get(0);
        return Numbers.plainTime(bill.nanos().value()) + ", " + bill.samples() + " samples, "
                + bill.lines().stream()
                        .limit(2)
                        .map(line -> line.ingredient().name() + " "
                                + Numbers.percent(line.share().mean()))
                        .collect(Collectors.joining(", "));
    }
}
