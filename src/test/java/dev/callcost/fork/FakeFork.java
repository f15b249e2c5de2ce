package dev.callcost.fork;

import dev.callcost.agent.TurnTaking;
import dev.callcost.transport.serve.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** A process that takes turns as a fork does, and writes down each of its iterations and what the other process did meanwhile. */
final class FakeFork {
    private static final String LOG = "log";

    private FakeFork() {}

    /** Runs it: port, name, the other's name, warm-up iterations, measured iterations, folder. */
    public static void main(String[] args) throws IOException {
        TurnTaking turns = new TurnTaking(args[0]);
        Path folder = Path.of(args[5]);
        Files.writeString(
                folder.resolve(args[1]), Long.toString(ProcessHandle.current().pid()));
        for (IterationType type : List.of(IterationType.WARMUP, IterationType.MEASUREMENT)) {
            int iterations = Integer.parseInt(args[type == IterationType.WARMUP ? 3 : 4]);
            for (int i = 0; i < iterations; i++) {
                turns.beforeIteration(null, new IterationParams(type, iterations, TimeValue.milliseconds(1), 1));
                write(folder, args[1] + " " + type + " " + stateOf(folder.resolve(args[2])));
                turns.afterIteration(null, null, null);
            }
        }
    }

    private static String stateOf(Path pid) throws IOException {
        return Files.exists(pid) ? ProcessState.afterSignal(Long.parseLong(Files.readString(pid))) : ProcessState.GONE;
    }

    static void write(Path folder, String line) throws IOException {
        Files.writeString(folder.resolve(LOG), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static List<String> log(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve(LOG));
    }

    /** Runs one in a process of its own and waits for its good end: its exit code, 0. */
    static int run(Path folder, int port, String name, String other, int warmUps, int measured) {
        try (ChildJvm fork = ChildJvm.start(
                FakeFork.class,
                Integer.toString(port),
                name,
                other,
                Integer.toString(warmUps),
                Integer.toString(measured),
                folder.toString())) {
            fork.join();
            return 0;
        }
    }
}
