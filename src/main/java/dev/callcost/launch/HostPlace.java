package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import dev.callcost.agent.UntilWarm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a {@link ForkHost} meets whoever started it.
 *
 * @param folder takes what it writes
 * @param port where its gate and its forks are to connect
 */
public record HostPlace(Path folder, int port) {

    /**
     * JMH options that go before all others.
     *
     * @param profilers as {@code -prof} takes them: they begin before all others what they do beside an iteration, and end after them
     * @param warmUp how its forks warm up until they are warm; empty where the warm-up's length is fixed
     */
    public List<String> options(List<String> profilers, Optional<ForkWarmUp> warmUp) {
        List<String> options = new ArrayList<>(List.of("-prof", ForkGate.class.getName() + ":" + port + "," + row()));
        profilers.forEach(profiler -> options.addAll(List.of("-prof", profiler)));
        warmUp.ifPresent(it -> options.addAll(List.of(
                "-prof", UntilWarm.class.getName() + ":" + it.profilerOptions(record().file()),
                "-wi", Integer.toString(it.iterations()),
                "-w", it.time().toString())));
        return options;
    }

    /** The profiler by which forks wait for their turns. */
    public String turns() {
        return TurnTaking.class.getName() + ":" + port;
    }

    /** The profiler by which forks take samples. */
    public String sampler(String library) {
        return Sampler.class.getName() + ":" + library + ";" + samples();
    }

    /** The profiler that records iterations, of a fork that knows no other record. */
    public String recorder() {
        return IterationRecorder.class.getName() + ":" + record().file();
    }

    /** The file that takes a fork's samples. */
    public Path samples() {
        return folder.resolve("stacks");
    }

    /** What a fork of this suite tells of its cell. */
    public ForkRecord record() {
        return ForkRecord.in(folder.resolve("cell"));
    }

    /** The file that takes how much more work a fork did. */
    public Path extraWork() {
        return folder.resolve("extra-work");
    }

    /** The file that takes what a fork measured. */
    Path row() {
        return folder.resolve("fork.json");
    }

    /** The file that takes what the host and its forks write. */
    Path output() {
        return folder.resolve("output.txt");
    }
}
