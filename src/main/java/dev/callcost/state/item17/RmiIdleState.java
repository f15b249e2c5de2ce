package dev.callcost.state.item17;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.CountingClientSockets;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.RmiConnection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A warm RMI connection on one CPU that is left idle before each iteration.
 *
 * <p>Whether a call is preceded by a ping depends on the calls before it, so that each iteration begins with the connection in
 * the same condition: pauses are lengthened until a call is preceded by a ping, then calls follow one another until one is not.
 * That one is the last before the pause.
 */
@State(Scope.Thread)
public class RmiIdleState {
    /** Calls before the first iteration, for the JIT. */
    public static final int WARMING_CALLS = 20_000;

    /** More calls than a connection needs to come out of its pings. */
    private static final int SETTLING_CALLS = 100_000;

    /** How long the connection is idle before the measured call, in milliseconds; 0 is no pause at all. */
    @Param({"0", "1", "5", "20", "100"})
    public int idleMillis;

    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, the function then adds 7. */
    public int k = 35;

    /** See {@link #k}. */
    public int i = 11;

    private RmiConnection connection;
    private long returned;

    /** Starts the server, checks it, and warms client and server by calls back to back. */
    @Setup(Level.Trial)
    public final void setUp() {
        connection = CellRecord.openOrSkip(() -> RmiConnection.open(Pinning.ONE_CPU, new CountingClientSockets()));
        CellRecord.add(connection.facts());
        for (int call = 0; call < WARMING_CALLS; call++) {
            connection.call(k, i);
        }
        CellRecord.add(Map.of("warming", WARMING_CALLS + " calls"));
    }

    /** Brings the connection into the one condition, then leaves it idle. */
    @Setup(Level.Iteration)
    public final void idle() throws InterruptedException {
        for (int millis = 1; pingsOfOneCall() == 0; millis *= 2) {
            TimeUnit.MILLISECONDS.sleep(millis);
        }
        for (int calls = 1; pingsOfOneCall() > 0; calls++) {
            if (calls == SETTLING_CALLS) {
                throw new IllegalStateException("each of " + calls + " calls back to back was preceded by a ping");
            }
        }
        TimeUnit.MILLISECONDS.sleep(idleMillis);
        afterIdle();
    }

    /** What comes between the pause and the measured call: nothing. */
    protected void afterIdle() {}

    /** One call that is not measured. */
    protected final long pingsOfOneCall() {
        long before = CountingClientSockets.pings();
        connection.call(k, i);
        returned = System.nanoTime();
        return CountingClientSockets.pings() - before;
    }

    /**
     * The measured call.
     *
     * @param counters receives what the call did on the wire
     * @return the server's answer
     */
    public final int call(Counters counters) {
        long pings = CountingClientSockets.pings();
        long roundTrips = CountingClientSockets.roundTrips();
        counters.idleMicros = (System.nanoTime() - returned) / 1e3;
        int answer = connection.call(k, i);
        counters.pings = CountingClientSockets.pings() - pings;
        counters.roundTrips = CountingClientSockets.roundTrips() - roundTrips;
        return answer;
    }

    /** Stops the server; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (connection != null) {
            connection.close();
        }
    }

    /** The same connection, with one call between the pause and the measured call. */
    public static class SecondCall extends RmiIdleState {
        @Override
        protected void afterIdle() {
            pingsOfOneCall();
        }
    }

    /**
     * What the one measured call of an iteration did on the wire. JMH adds secondary metrics up over iterations and forks in their
     * score: the value of a call stands in the raw data.
     */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Counters {
        /** Pings sent: 0 or 1. */
        public long pings;

        /** Round trips, a ping's included: 1 or 2. */
        public long roundTrips;

        /** Microseconds from the return of the call before to the start of this one. */
        public double idleMicros;
    }
}
