package dev.callcost.state;

import dev.callcost.transport.Pinning;
import dev.callcost.transport.target.Target;
import dev.callcost.transport.target.TargetOptions;
import dev.callcost.transport.target.TargetOptions.TargetSecurity;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A connection to a service that the user names. The params are {@link TargetOptions}; only {@code address} and
 * {@code call} are necessary. Without an address the rows are skipped. A first call that is not OK ends the fork before
 * anything is measured.
 */
@State(Scope.Benchmark)
public class TargetState extends RemoteState {
    @Param("")
    public String address;

    @Param("")
    public String call;

    @Param("")
    public String request;

    @Param("")
    public String descriptorSet;

    @Param("")
    public String metadata;

    @Param("")
    public String deadline;

    @Param("")
    public String authority;

    @Param("")
    public String tls;

    @Param("")
    public String clientCertificate;

    private Target target;

    @Setup(Level.Trial)
    public void setUp() {
        target = opened(this::open);
        MeasuredThread.PinnedThread.follow(Pinning.FREE);
    }

    private Target open() {
        if (address.isEmpty()) {
            throw new UnsupportedOperationException(
                    "no service is named: -p address=HOST:PORT -p call=package.Service/Method");
        }
        checkAddress();
        return Target.open(new TargetOptions(
                address,
                call,
                request,
                descriptorSet,
                metadata,
                deadline,
                new TargetSecurity(authority, tls, clientCertificate)));
    }

    /** Refuses what JMH changes when it writes a results file. */
    private void checkAddress() {
        if (address.startsWith("[")) {
            throw new IllegalArgumentException("address " + address
                    + ": leave out the brackets, which JMH changes in results files; the port follows the last colon");
        }
    }

    /** See {@link Target#call}. */
    public int call() {
        return target.call();
    }

    /** See {@link Target#send}. */
    public void send(Runnable answered, Consumer<String> failed) {
        target.send(answered, failed);
    }
}
