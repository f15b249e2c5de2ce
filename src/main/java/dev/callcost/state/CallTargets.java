package dev.callcost.state;

import dev.callcost.service.CallFunction;
import dev.callcost.state.Receivers.Callee;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The function and the trivial body behind the JDK's indirections, in fields that are no constants for the compiler. */
@State(Scope.Benchmark)
public class CallTargets {
    public MethodHandle handle = handle("apply");
    public MethodHandle trivialHandle = handle("trivial");
    public Method method = method("apply");
    public Method trivialMethod = method("trivial");

    /** The function behind a {@link Proxy} whose handler unboxes, calls and boxes. */
    public Callee proxy =
            proxy((self, called, arguments) -> CallFunction.apply((Integer) arguments[0], (Integer) arguments[1]));

    public Callee trivialProxy =
            proxy((self, called, arguments) -> CallFunction.trivial((Integer) arguments[0], (Integer) arguments[1]));

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
        return (Callee) Proxy.newProxyInstance(Callee.class.getClassLoader(), new Class<?>[] {Callee.class}, handler);
    }
}
