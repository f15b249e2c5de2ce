package dev.callcost.state.echo;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The client of experiment B with the author's server, one round straight after the other. */
@State(Scope.Benchmark)
public class FreshEchoState extends EchoClient {
    /** Opens the cell. */
    @Setup(Level.Trial)
    public void setUp() {
        open(EchoServer.OWN_JVM_FRESH);
    }
}
