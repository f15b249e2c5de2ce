package dev.callcost.state;

import dev.callcost.service.CallFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Arguments of the {@value #CALLS} calls in one operation of a nanosecond rung. Nothing changes them after set-up: a k
 * that operations feed back would wrap within a second, which changes the score inside an iteration. Each i has its own
 * array element, so the JIT cannot move a comparison with i out of the loop over calls; each i is 7 or more, so the
 * function takes one path, as in its source.
 */
@State(Scope.Thread)
public class CallArguments extends MeasuredThread.Local {
    public static final int CALLS = 8;

    /** The start value, above those that {@link Integer#valueOf(int)} caches. */
    public int[] k;

    public int[] i;

    @Setup(Level.Trial)
    public void fill() {
        k = new int[] {1_000};
        i = new int[CALLS];
        for (int n = 0; n < CALLS; n++) {
            i[n] = 7 + n;
        }
    }

    /** The receivers of an operation's interface calls, with alternating types. */
    @State(Scope.Thread)
    public static class Receivers {
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
                throw new IllegalArgumentException(
                        "receiverTypes must be 1 to " + TYPES.size() + ", was " + receiverTypes);
            }
            receivers = new Callee[CALLS];
            for (int n = 0; n < receivers.length; n++) {
                receivers[n] = TYPES.get(n % receiverTypes);
            }
        }
    }

    /** The function behind an interface, with four receiver types of the same body. */
    public interface Callee {
        int apply(int k, int i);

        final class First implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }
        }

        final class Second implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }
        }

        final class Third implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }
        }

        final class Fourth implements Callee {
            @Override
            public int apply(int k, int i) {
                return CallFunction.apply(k, i);
            }
        }
    }

    /** The function behind the JDK's indirections, in fields that are no constants for the compiler. */
    @State(Scope.Benchmark)
    public static class Targets {
        public MethodHandle handle = handle();
        public Method method = method();

        /** The function behind a {@link Proxy} whose handler unboxes, calls and boxes. */
        public Callee proxy = (Callee) Proxy.newProxyInstance(
                Callee.class.getClassLoader(),
                new Class<?>[] {Callee.class},
                (self, called, arguments) -> CallFunction.apply((Integer) arguments[0], (Integer) arguments[1]));

        public static MethodHandle handle() {
            try {
                return MethodHandles.lookup().unreflect(method());
            } catch (IllegalAccessException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private static Method method() {
            try {
                return CallFunction.class.getMethod("apply", int.class, int.class);
            } catch (NoSuchMethodException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
