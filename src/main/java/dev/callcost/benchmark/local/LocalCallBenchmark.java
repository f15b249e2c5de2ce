package dev.callcost.benchmark.local;

import static dev.callcost.state.CallArguments.CALLS;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.service.CallFunction;
import dev.callcost.state.CallArguments;
import dev.callcost.state.CallArguments.Callee;
import dev.callcost.state.CallArguments.Receivers;
import dev.callcost.state.CallArguments.Targets;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What does a call within the JVM cost, by its binding?
 *
 * <p>Every method calls the same function with the same arguments, {@value dev.callcost.state.CallArguments#CALLS}
 * times per operation, each time with the result of the call before. Only the binding differs.
 *
 * <p>What the JIT does, by {@code -prof perfasm} on JDK 17 and 25: {@code staticCall} compiles to the loop of the
 * inlined body, see {@code InlineCallBenchmark}: one body, then two per pass, then the last. An inlined call is no
 * call. {@code staticCallNotInlined} is two compiled methods: the loop with eight consecutive calls, and the callee
 * with its frame, its seven comparisons and one addition. When a timer samples, many samples fall on the instruction
 * after a call, because the timer's interrupt is taken there, not because time is spent there.
 *
 * <p>What becomes of the other methods, by {@code -jvmArgsAppend "-XX:+UnlockDiagnosticVMOptions -XX:+PrintInlining"}:
 * one and two receiver types (behind a type check each), the constant handle, and the proxy with its handler are
 * inlined completely. Four receiver types are a "virtual call" through the interface's table. The handle in a field
 * stops at {@code invokeBasic}, "receiver not constant". Reflection is inlined on JDK 17, once {@code Method.invoke}
 * has generated its accessor class, and stops on JDK 25, where the accessor is a method handle that is not constant.
 * Proxy and reflection box their arguments; {@code -prof gc} shows the allocations that remain.
 *
 * <p>{@code java -jar benchmarks.jar LocalCall}
 */
@OperationsPerInvocation(CALLS)
public class LocalCallBenchmark extends NanosecondBenchmark {
    private static final MethodHandle APPLY = Targets.handle();

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static int applyNotInlined(int k, int i) {
        return CallFunction.apply(k, i);
    }

    @Benchmark
    public int staticCall(CallArguments arguments) {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = CallFunction.apply(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int staticCallNotInlined(CallArguments arguments) {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = applyNotInlined(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int interfaceCall(CallArguments arguments, Receivers receivers) {
        int[] i = arguments.i;
        Callee[] callees = receivers.receivers;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = callees[n].apply(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int methodHandleConstant(CallArguments arguments) throws Throwable {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = (int) APPLY.invokeExact(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int methodHandleField(CallArguments arguments, Targets targets) throws Throwable {
        int[] i = arguments.i;
        MethodHandle handle = targets.handle;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = (int) handle.invokeExact(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int reflection(CallArguments arguments, Targets targets) throws ReflectiveOperationException {
        int[] i = arguments.i;
        Method method = targets.method;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = (int) method.invoke(null, k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int proxy(CallArguments arguments, Targets targets) {
        int[] i = arguments.i;
        Callee proxy = targets.proxy;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = proxy.apply(k, i[n]);
        }
        return k;
    }
}
