package dev.callcost.state;

import dev.callcost.service.CallFunction;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The receivers of an operation's interface calls, with alternating types. */
@State(Scope.Thread)
public class Receivers {
    private static final List<Callee> TYPES =
            List.of(new Callee.First(), new Callee.Second(), new Callee.Third(), new Callee.Fourth());

    /** The number of receiver types at the call site, 1 to 4. */
    @Param({"1", "2", "4"})
    public int receiverTypes;

    /** One receiver per call. */
    public Callee[] receivers;

    @Setup(Level.Trial)
    public void fill() {
        if (receiverTypes < 1 || receiverTypes > TYPES.size()) {
            throw new IllegalArgumentException("receiverTypes must be 1 to " + TYPES.size() + ", was " + receiverTypes);
        }
        receivers = new Callee[CallArguments.CALLS];
        for (int n = 0; n < receivers.length; n++) {
            receivers[n] = TYPES.get(n % receiverTypes);
        }
    }

    /** The function and the trivial body behind an interface, with four receiver types of the same body. */
    public interface Callee {
        int apply(int k, int i);

        int trivial(int k, int i);

        final class First implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }

            @Override
            public int trivial(int k, int i) {
                return CallFunction.trivial(k, i);
            }
        }

        final class Second implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }

            @Override
            public int trivial(int k, int i) {
                return CallFunction.trivial(k, i);
            }
        }

        final class Third implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }

            @Override
            public int trivial(int k, int i) {
                return CallFunction.trivial(k, i);
            }
        }

        final class Fourth implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }

            @Override
            public int trivial(int k, int i) {
                return CallFunction.trivial(k, i);
            }
        }
    }
}
