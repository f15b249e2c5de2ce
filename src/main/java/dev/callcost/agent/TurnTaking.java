package dev.callcost.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Delays each iteration of a fork until the controller allows it. JMH calls profilers while the benchmark's threads do
 * not run (see {@code org.openjdk.jmh.runner.BenchmarkHandler}), so the measured time contains no waiting.
 *
 * <p>The fork first sends its process id as a line in ASCII. Before each iteration it sends {@link #WARM_UP} or
 * {@link #MEASURED} and waits for {@link #GO} or {@link #LAST_BUT_ONE}; after it {@link #DONE}, and {@link #LAST} after
 * the last. When the connection is closed, the fork continues by itself.
 */
public final class TurnTaking implements InternalProfiler {
    public static final int WARM_UP = 'w';
    public static final int MEASURED = 'm';
    public static final int DONE = 'd';
    public static final int GO = 'g';

    /**
     * The measured iteration begins, and only one more follows. JMH decides before an iteration whether it is the last.
     */
    public static final int LAST_BUT_ONE = 'p';

    /** The last measured iteration has ended; tear-down follows. */
    public static final int LAST = 'l';

    private static final String SEPARATOR = ";";

    private final String address;
    private final int port;
    private Socket socket;
    private int measured;
    private boolean alone;

    /**
     * JMH calls this constructor in its host too, where the profiler does nothing.
     *
     * @param door of {@link #door}
     */
    public TurnTaking(String door) {
        String[] parts = door.split(SEPARATOR);
        address = parts[0];
        port = Integer.parseInt(parts[1]);
    }

    /** Where forks connect for their turns. */
    public static String door(InetAddress address, int port) {
        return address.getHostAddress() + SEPARATOR + port;
    }

    @Override
    public String getDescription() {
        return "Takes turns with another fork, iteration by iteration";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (alone) {
            return;
        }
        try {
            if (socket == null) {
                connect();
            }
            boolean warmUp = iteration.getType() == IterationType.WARMUP;
            measured += warmUp ? 0 : 1;
            send(warmUp ? WARM_UP : MEASURED);
            int word = socket.getInputStream().read();
            alone = word < 0;
            if (word == LAST_BUT_ONE && measured + 1 < iteration.getCount()) {
                UntilWarm.setCount(iteration, measured + 1);
            }
        } catch (IOException e) {
            alone = true;
        }
    }

    @Override
    public List<Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (!alone) {
            try {
                send(measured == benchmark.getMeasurement().getCount() ? LAST : DONE);
            } catch (IOException e) {
                alone = true;
            }
        }
        return List.of();
    }

    private void connect() throws IOException {
        socket = new Socket(InetAddress.getByName(address), port);
        socket.setTcpNoDelay(true);
        String pid = ProcessHandle.current().pid() + "\n";
        socket.getOutputStream().write(pid.getBytes(StandardCharsets.US_ASCII));
    }

    private void send(int word) throws IOException {
        socket.getOutputStream().write(word);
    }
}
