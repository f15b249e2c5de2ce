package dev.callcost.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Writes down what the other fork's process and its children do in each measured iteration but a fork's first
 * iteration, and in each warm-up iteration from the fourth on. In its second warm-up iteration a fork waits for the
 * second of the other, and writes down whether that came.
 */
public final class TurnLog implements InternalProfiler {
    private static final String GONE = "gone";
    private static final int STOPPED_FROM = 4;
    private static final long PATIENCE_NANOS = 600_000_000_000L;

    private final Path folder;
    private final String name;
    private final String other;
    private int iterations;

    /** Made by JMH: the folder, the fork's name and the other's, with commas between. */
    public TurnLog(String line) {
        String[] parts = line.split(",");
        folder = Path.of(parts[0]);
        name = parts[1];
        other = parts[2];
    }

    @Override
    public String getDescription() {
        return "a log of turns";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        try {
            iterations++;
            boolean isWarmUp = iteration.getType() == IterationType.WARMUP;
            if (iterations == 1) {
                Files.writeString(
                        folder.resolve(name), "" + ProcessHandle.current().pid());
            } else if (isWarmUp && iterations == 2) {
                log("w:" + meet());
            } else if (!isWarmUp || iterations >= STOPPED_FROM) {
                Path pid = folder.resolve(other);
                log((isWarmUp ? "w:" : "m:")
                        + (Files.exists(pid) ? states(Long.parseLong(Files.readString(pid))) : GONE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void log(String what) throws IOException {
        Files.writeString(
                folder.resolve("log"), name + what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private String meet() throws IOException {
        long start = System.nanoTime();
        Files.write(folder.resolve(name + ".second"), new byte[0]);
        while (Files.notExists(folder.resolve(other + ".second"))) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                return "alone";
            }
        }
        return "together";
    }

    private static String states(long pid) {
        return Stream.concat(
                        Stream.of(pid),
                        ProcessHandle.of(pid).stream()
                                .flatMap(ProcessHandle::descendants)
                                .map(ProcessHandle::pid))
                .map(TurnLog::state)
                .collect(Collectors.joining());
    }

    /**
     * The letter of a process's state by proc(5). A signal takes a moment to arrive, so one that is not stopped (T) is
     * read again and again.
     */
    private static String state(long pid) {
        long start = System.nanoTime();
        try {
            String state;
            do {
                state = Files.readString(Path.of("/proc/" + pid + "/stat")).replaceFirst("(?s).*\\) (.).*", "$1");
            } while (!state.equals("T") && System.nanoTime() - start < PATIENCE_NANOS);
            return state;
        } catch (IOException e) {
            return GONE;
        }
    }

    @Override
    public List<Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.of();
    }
}
