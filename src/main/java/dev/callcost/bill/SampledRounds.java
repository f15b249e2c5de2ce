package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.launch.ForkCommand;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.HostPlace;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The forks of a bill: in each round every row that still needs forks gets one, in a new random order. A row that has failed
 * {@value #FAILURES} times gets no more.
 */
final class SampledRounds {
    private static final int FAILURES = 2;

    private final JarCopy jar;
    private final ProfilerLibrary library;
    private final List<PlannedRow> rows;
    private final ForkHosts forks;
    private final Progress progress;
    private final Rules rules = Rules.ofSuite();
    private final Samples log = new Samples();

    private final Map<PlannedRow, Integer> failures = new HashMap<>();
    private final Set<PlannedRow> ended = new HashSet<>();
    private final List<String> faults = new ArrayList<>();
    private final long start = System.nanoTime();
    private int begun;
    private boolean stopped;

    /**
     * None has begun.
     *
     * @param library takes the samples
     * @param progress shows every fork
     */
    SampledRounds(JarCopy jar, ProfilerLibrary library, List<PlannedRow> rows, ForkHosts forks, Progress progress) {
        this.jar = jar;
        this.library = library;
        this.rows = rows;
        this.forks = forks;
        this.progress = progress;
    }

    /** Forks that failed, one line each. */
    List<String> faults() {
        return faults;
    }

    /** Runs all forks, or those until this process is told to end. */
    void run(Random order, Consumer<JsonObject> taker) {
        int rounds = rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0);
        for (int round = 1; round <= rounds && !stopped; round++) {
            List<PlannedRow> inOrder = new ArrayList<>(rows);
            int now = round;
            inOrder.removeIf(row -> row.rounds() < now || ended.contains(row));
            Collections.shuffle(inOrder, order);
            for (int i = 0; i < inOrder.size() && !stopped; i++) {
                PlannedRow row = inOrder.get(i);
                String where = "round " + round + "/" + rounds + ", row " + (i + 1) + "/" + inOrder.size() + "  "
                        + row.label() + ": ";
                fork(row, where).ifPresent(taker);
                if (row.rounds() == round) {
                    forks.end(command(row));
                }
            }
        }
    }

    private Optional<JsonObject> fork(PlannedRow row, String where) {
        begun++;
        ForkOutcome outcome = forks.run(command(row), place -> {});
        if (outcome instanceof ForkOutcome.Measured measured) {
            return sampled(row, measured, where);
        }
        if (outcome instanceof ForkOutcome.Failed failed) {
            fail(row, where, failed.message());
            failed.details().forEach(detail -> progress.tell("    " + detail));
        } else if (outcome instanceof ForkOutcome.Skipped skipped) {
            ended.add(row);
            progress.tell(where + "skipped, " + skipped.reason());
        } else {
            stopped = true;
        }
        return Optional.empty();
    }

    private Sampling command(PlannedRow row) {
        return new Sampling(jar, library, row);
    }

    private record Sampling(JarCopy jar, ProfilerLibrary library, PlannedRow row) implements ForkCommand {
        @Override
        public List<String> command(HostPlace place) {
            List<String> first = new ArrayList<>(place.options(List.of(place.sampler(library.path())), row.warmUp()));
            first.addAll(List.of("-prof", place.recorder()));
            return jar.command(row, place, first);
        }
    }

    /** About how long the rest takes, by what the forks so far have. */
    private String left() {
        int all = rows.stream()
                .filter(row -> !ended.contains(row))
                .mapToInt(PlannedRow::rounds)
                .sum();
        return Numbers.duration((System.nanoTime() - start) / begun * Math.max(0, all - begun));
    }

    private Optional<JsonObject> sampled(PlannedRow row, ForkOutcome.Measured measured, String where) {
        Path samples = forks.place(command(row)).samples();
        try (Stream<String> lines = Files.lines(samples)) {
            JsonObject line = log.line(jar.withoutOwn(measured), lines);
            Fork fork = log.fork(line);
            if (fork.row().logNanos().isEmpty()) {
                fail(row, where, "its unit is no time per operation: " + fork.unit());
            } else if (!Bill.isEnough(fork)) {
                fail(
                        row,
                        where,
                        "it has too few iterations to tell time with samples from time without: -i 40 and more");
            } else {
                progress.tell(where + said(fork) + ", " + left() + " left");
                return Optional.of(line);
            }
        } catch (IOException | IllegalArgumentException e) {
            fail(row, where, "it gave no samples: " + e.getMessage());
        }
        return Optional.empty();
    }

    private void fail(PlannedRow row, String where, String message) {
        faults.add(row.label() + ": FAILED, " + message);
        progress.tell(where + "FAILED, " + message);
        if (failures.merge(row, 1, Integer::sum) >= FAILURES) {
            ended.add(row);
            forks.end(command(row));
        }
    }

    private String said(Fork fork) {
        Bill bill = Bill.of(List.of(fork), rules).get(0);
        return Numbers.plainTime(bill.nanos().value()) + ", " + bill.samples() + " samples, "
                + bill.lines().stream()
                        .limit(2)
                        .map(line -> line.ingredient().name() + " "
                                + Numbers.percent(line.share().mean()))
                        .reduce((one, other) -> one + ", " + other)
                        .orElse("none");
    }
}
