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
 * Makes one JMH host start the forks of its row one by one, each when it is told to: a host that is up, has read its list of benchmarks and
 * waits costs nothing, and a fork then costs no more than its own JVM. JMH calls {@link #beforeTrial} before it starts a fork's process and
 * {@link #afterTrial} when that has ended; see {@code org.openjdk.jmh.runner.Runner#runSeparate}.
 *
 * <p>To whoever listens the gate sends {@link #READY} and waits for a byte before it lets a fork start, and sends {@link #ENDED} when the
 * fork's row, as JMH's own JSON writer has it, is in the file that is named. JMH asks profilers in the reverse of their order after a fork,
 * so that the one named first sees what all others have added. When nobody listens any more the host ends.
 */
public final class ForkGate implements ExternalProfiler {
    /** The next fork can start. */
    public static final int READY = 'r';

    /** A fork has ended, and its row is written. */
    public static final int ENDED = 'e';

    /** Where it is listened: not what a fork takes for the loopback address, for which its JVM arguments may name IPv6. */
    public static final String ADDRESS = "127.0.0.1";

    private final int port;
    private final Path row;
    private Socket socket;

    /**
     * Made by JMH, in its forks too, where it does nothing.
     *
     * @param portAndFile where somebody listens at {@value #ADDRESS}, a comma, and the file that takes a fork's row
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
        return "Starts forks when it is told to";
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
            // as without an answer
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
