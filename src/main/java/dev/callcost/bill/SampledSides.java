package dev.callcost.bill;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Sampler;
import dev.callcost.bill.Sampling.ProfilerLibrary;
import dev.callcost.data.Fork;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Mode;

/** Samples rows of two sides, in forks that take turns: base, head, base, head. */
public final class SampledSides {
    /** 15 of 24 iterations sample CPU time: about a thousand samples a side, which give a share to a point or two. */
    private static final int ITERATIONS = 24;

    private static final Duration LENGTH = Duration.ofMillis(150);

    /** Start, warm-up and end of a fork, at least. */
    private static final Duration AROUND = Duration.ofSeconds(3);

    private static final String PROFILERS = "prof";

    /** Profilers of the user may need signals or counters that this one needs. */
    private static final RunArguments.Group SAMPLED = new RunArguments.Group(
            List.of("-i", "" + ITERATIONS, "-r", LENGTH.toMillis() + "ms", "-prof", "gc"), false);

    private static final int FORKS_A_SIDE = 2;

    private final JarCopy base;
    private final JarCopy head;
    private final Path library;

    /**
     * Copies the jars of both sides, with what samples in them.
     *
     * @param base a copy with all arguments of its side
     * @param folder takes a folder with the copies
     * @throws CommandException (failure) when there is no profiler for this machine; (bad file) when a file cannot be
     *     written
     */
    public SampledSides(JarCopy base, JarCopy head, Path folder) {
        ProfilerLibrary.missing().ifPresent(what -> {
            throw CommandException.failure(what);
        });
        Path own = folder.resolve("sampled");
        SafeFile.createFolder(own, "the temporary folder cannot be used");
        library = ProfilerLibrary.into(own);
        this.base = sampled(base, own.resolve("base.jar"));
        this.head = sampled(head, own.resolve("head.jar"));
    }

    private static JarCopy sampled(JarCopy jar, Path copy) {
        return jar.with(
                JmhJar.neededBy(List.of(Sampler.class, IterationRecorder.class)),
                copy,
                jar.arguments().without(PROFILERS, SAMPLED));
    }

    /**
     * An estimate of how long the forks of a row take.
     *
     * @param pair how long a pair of forks takes that warm up at once
     * @param nanosPerOperation of the slower side
     */
    public static Duration estimate(Duration pair, double nanosPerOperation) {
        Duration iteration = Duration.ofNanos(Math.max(LENGTH.toNanos(), Math.round(nanosPerOperation)));
        Duration fork = AROUND.plus(iteration.multipliedBy(ITERATIONS));
        return (fork.compareTo(pair) > 0 ? fork : pair).multipliedBy(2L * FORKS_A_SIDE);
    }

    /**
     * Samples the forks of a row.
     *
     * @param row of the jars that were copied
     * @param baseNanos per call, by pairs of forks
     * @param steps takes for each fork what tells its step, when it is about to start
     * @return empty when this process was told to end (Ctrl-C, SIGTERM)
     * @throws CommandException (failure) with the reason, when the row cannot be sampled, or a fork fails
     */
    public Optional<SlowerParts> sample(
            RowPair row, double baseNanos, double headNanos, ForkHosts hosts, Consumer<Supplier<String>> steps) {
        if (row.base().row().mode() == Mode.SingleShotTime) {
            throw CommandException.failure("a single shot is too short for samples");
        }
        SamplingPlan turns = new SamplingPlan(sampling(base, row.base()), sampling(head, row.head()), steps);
        if (!hosts.follow(turns)) {
            return Optional.empty();
        }
        turns.failure.ifPresent(what -> {
            throw CommandException.failure(what);
        });
        return Optional.of(SlowerParts.of(turns.ofBase, baseNanos, turns.ofHead, headNanos));
    }

    private Sampling sampling(JarCopy jar, SideRow side) {
        return new Sampling(new SideRow(jar, side.row().withForks(1)), library);
    }

    /** The forks of one row. The first that does not measure is the last. */
    private static final class SamplingPlan implements ForkPlan<Sampling> {
        private final Sampling base;
        private final Sampling head;
        private final Consumer<Supplier<String>> steps;
        private final SampleLog log = new SampleLog();
        private final List<Fork> ofBase = new ArrayList<>();
        private final List<Fork> ofHead = new ArrayList<>();
        private Optional<String> failure = Optional.empty();
        private Path samples;

        SamplingPlan(Sampling base, Sampling head, Consumer<Supplier<String>> steps) {
            this.base = base;
            this.head = head;
            this.steps = steps;
        }

        @Override
        public List<Sampling> nextRound() {
            return isOver() || ofHead.size() == FORKS_A_SIDE ? List.of() : List.of(base, head);
        }

        @Override
        public boolean isOver() {
            return failure.isPresent();
        }

        @Override
        public void begins(Sampling side) {}

        @Override
        public List<ForkPlan.ForkCommand> forks(Sampling side) {
            return List.of(side);
        }

        @Override
        public void starts(Sampling side, HostFolder place) {
            samples = place.samples();
            steps.accept(() ->
                    "sampling " + name(side) + ", " + place.step(side.side().row()));
        }

        private String name(Sampling side) {
            return side == base ? "base" : "head";
        }

        @Override
        public void ended(Sampling side, List<ForkOutcome> outcomes) {
            ForkOutcome outcome = side.withSamples(outcomes.get(0), samples, log);
            if (outcome instanceof ForkOutcome.Measured measured) {
                (side == base ? ofBase : ofHead).add(measured.fork());
            } else {
                failure = Optional.of("a fork of " + name(side) + " failed: " + outcome.message());
            }
        }
    }
}
