package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;
import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.keyvalue.KeyValueStore;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Two stores that wait 1 ms in each retrieve, one inside its lock and one before it. Each has one key. */
@State(Scope.Benchmark)
public class WaitingStoresState {
    public static final ByteString VALUE = ByteString.copyFromUtf8("value");

    private static final ByteString KEY = ByteString.copyFromUtf8("key");

    private KeyValueStore inside;
    private KeyValueStore outside;

    @Setup(Level.Trial)
    public void make() {
        inside = open(Store.SYNCHRONIZED);
        outside = open(Store.SYNCHRONIZED_NARROW);
    }

    private static KeyValueStore open(Store store) {
        KeyValueStore opened =
                store.open(new StoreWork.Simulated(Delay.PARK, TimeUnit.MILLISECONDS.toNanos(1), 0, new DelayMeter()));
        opened.create(KEY, VALUE);
        return opened;
    }

    public ByteString retrieveInsideLock() {
        return inside.retrieve(KEY);
    }

    public ByteString retrieveOutsideLock() {
        return outside.retrieve(KEY);
    }
}
