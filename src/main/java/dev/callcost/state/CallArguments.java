package dev.callcost.state;

import dev.callcost.service.CallFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Arguments of the {@value #CALLS} calls in one operation of a nanosecond rung. Nothing changes them after set-up: a k that operations feed back would
 * wrap within a second, which changes the score inside an iteration. Each i has its own array element, so the JIT cannot move a comparison with i out
 * of the loop over calls; each i is 7 or more, so the function takes one path, as in its source.
 */
@State(Scope.Thread)
public class CallArguments extends MeasuredThread.Local {
    public static final int CALLS = 8;

    /** Start values, above those that {@link Integer#valueOf(int)} caches; the latency-bound shape uses the first only. */
    public int[] k;

    public int[] i;

    @Setup(Level.Trial)
    public void fill() {
        k = new int[CALLS];
        i = new int[CALLS];
        for (int n = 0; n < CALLS; n++) {
            k[n] = 1_000 + n;
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

    /** The function and the trivial body behind the JDK's indirections, in fields that are no constants for the compiler. */
    @State(Scope.Benchmark)
    public static class Targets {
        public MethodHandle handle = handle("apply");
        public MethodHandle trivialHandle = handle("trivial");
        public Method method = method("apply");
        public Method trivialMethod = method("trivial");

        /** The function behind a {@link Proxy} whose handler unboxes, calls and boxes. */
        public Callee proxy =
                proxy((self, called, arguments) -> CallFunction.apply((Integer) arguments[0], (Integer) arguments[1]));

        public Callee trivialProxy = proxy(
                (self, called, arguments) -> CallFunction.trivial((Integer) arguments[0], (Integer) arguments[1]));

        /** Looks up a static method of {@link CallFunction} that takes two ints and returns an int. */
        public static MethodHandle handle(String name) {
            try {
                return MethodHandles.lookup()
                        .findStatic(CallFunction.class, name, MethodType.methodType(int.class, int.class, int.class));
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private static Method method(String name) {
            try {
                return CallFunction.class.getMethod(name, int.class, int.class);
            } catch (NoSuchMethodException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private static Callee proxy(InvocationHandler handler) {
            return (Callee)
                    Proxy.newProxyInstance(Callee.class.getClassLoader(), new Class<?>[] {Callee.class}, handler);
        }
    }
}
