package dev.callcost.state.echo;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The client of experiment B by its server, with a pause between rounds. */
@State(Scope.Benchmark)
public class EchoState extends EchoClient {
    /** The server, by where it runs and what it has done before. */
    @Param("OWN_JVM_FRESH")
    public EchoServer server;

    /** Milliseconds between two rounds; the author paused for 1000, in which the JIT compiler caught up. */
    @Param("1000")
    public int pauseMillis;

    private boolean paused;

    /** Opens the cell. */
    @Setup(Level.Trial)
    public void setUp() {
        open(server);
    }

    /** Waits between rounds. */
    @Setup(Level.Iteration)
    public void pause() throws InterruptedException {
        if (paused) {
            TimeUnit.MILLISECONDS.sleep(pauseMillis);
        }
        paused = true;
    }
}
