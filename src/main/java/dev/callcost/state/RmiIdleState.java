package dev.callcost.state;

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

/**
 * A warm RMI connection on one CPU that is idle before each iteration. A ping before a call depends on the calls before
 * it, so each iteration starts from the same condition: pauses get longer until a ping precedes a call, then calls
 * follow one another until no ping precedes one. That call is the last before the pause.
 */
@State(Scope.Thread)
public class RmiIdleState extends RemoteState {
    public static final int WARMING_CALLS = 20_000;

    /** More calls than a connection needs until its pings end. */
    private static final int SETTLING_CALLS = 100_000;

    /** Milliseconds that the connection is idle before the measured call; 0 is no pause. */
    @Param({"0", "1", "5", "20", "100"})
    public int idleMillis;

    private RmiConnection connection;
    private long returned;

    @Setup(Level.Trial)
    public final void setUp() {
        connection = opened(() -> RmiConnection.open(Pinning.ONE_CPU, new CountingClientSockets()));
        for (int call = 0; call < WARMING_CALLS; call++) {
            connection.call(k, i);
        }
        CellRecord.add(Map.of("warming", WARMING_CALLS + " calls"));
    }

    /** Brings the connection into the start condition, then leaves it idle. */
    @Setup(Level.Iteration)
    public final void idle() throws InterruptedException {
        for (int millis = 1; !isPinged(); millis *= 2) {
            TimeUnit.MILLISECONDS.sleep(millis);
        }
        for (int calls = 1; isPinged(); calls++) {
            if (calls == SETTLING_CALLS) {
                throw new IllegalStateException("each of " + calls + " calls back to back was preceded by a ping");
            }
        }
        TimeUnit.MILLISECONDS.sleep(idleMillis);
    }

    /** Makes a call that is not measured. Returns whether a ping preceded it. */
    private boolean isPinged() {
        long before = CountingClientSockets.roundTrips();
        connection.call(k, i);
        returned = System.nanoTime();
        return CountingClientSockets.roundTrips() - before > 1;
    }

    public final int call(IdleCounters counters) {
        long roundTrips = CountingClientSockets.roundTrips();
        counters.idleMicros = (System.nanoTime() - returned) / 1e3;
        int answer = connection.call(k, i);
        counters.roundTrips = CountingClientSockets.roundTrips() - roundTrips;
        return answer;
    }

    /**
     * What the measured call sent. JMH adds secondary metrics over iterations and forks; the raw data have the value of
     * each call.
     */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class IdleCounters {
        /** Round trips, a ping's included: 1 or 2. */
        public long roundTrips;

        /** Microseconds between the return of the previous call and the start of this one. */
        public double idleMicros;
    }
}
