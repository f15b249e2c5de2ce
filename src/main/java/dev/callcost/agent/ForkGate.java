package dev.callcost.agent;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * Makes one JMH host start the forks of its row one at a time, each on command. A host that has started and read its list of benchmarks waits at no
 * cost, so a fork costs no more than its own JVM. JMH calls {@link #beforeTrial} before it starts a fork's process and {@link #afterTrial} when the
 * process has ended; see {@code org.openjdk.jmh.runner.Runner#runSeparate}.
 *
 * <p>The gate connects to its controller, sends {@link #READY} and waits for a byte before it lets a fork start. It sends {@link #ENDED} when JMH's
 * JSON writer has written the fork's row to the given file. JMH calls profilers in reverse order after a fork, so the first profiler sees the results
 * that all others added. The host ends when the connection is closed.
 */
public final class ForkGate implements ExternalProfiler {
    public static final int READY = 'r';
    public static final int ENDED = 'e';

    /** The controller's address. It is not the fork's own loopback address, because JVM arguments may make that IPv6. */
    public static final String ADDRESS = "127.0.0.1";

    private final int port;
    private final Path row;
    private Socket socket;

    /**
     * JMH calls this constructor in its forks too, where the gate does nothing.
     *
     * @param portAndFile the controller's port at {@value #ADDRESS}, a comma, and the file for a fork's row
     */
    public ForkGate(String portAndFile) {
        int comma = portAndFile.indexOf(',');
        port = Integer.parseInt(portAndFile.substring(0, comma));
        row = Path.of(portAndFile.substring(comma + 1));
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getByName(ADDRESS), port);
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public String getDescription() {
        return "Starts forks on command";
    }

    @Override
    public List<String> addJVMInvokeOptions(BenchmarkParams benchmark) {
        return List.of();
    }

    @Override
    public List<String> addJVMOptions(BenchmarkParams benchmark) {
        return List.of();
    }

    @Override
    public void beforeTrial(BenchmarkParams benchmark) {
        try {
            if (socket == null) {
                socket = connect(port);
            }
            socket.getOutputStream().write(READY);
            if (socket.getInputStream().read() >= 0) {
                return;
            }
        } catch (IOException e) {
            // the controller is gone, as when read() finds the end
        }
        Runtime.getRuntime().halt(1);
    }

    @Override
    public List<Result<?>> afterTrial(BenchmarkResult fork, long pid, File standardOutput, File standardError) {
        try {
            try (PrintStream out = new PrintStream(Files.newOutputStream(row), false, "UTF-8")) {
                ResultFormatFactory.getInstance(ResultFormatType.JSON, out)
                        .writeOut(List.of(new RunResult(fork.getParams(), List.of(fork))));
            }
            socket.getOutputStream().write(ENDED);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }
}
