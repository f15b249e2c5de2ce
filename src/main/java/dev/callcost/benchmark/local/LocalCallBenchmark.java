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
 * <p>Every method calls the same function with the same arguments, {@value dev.callcost.state.CallArguments#CALLS} times per operation, in the three
 * shapes of {@code InlineCallBenchmark}: latency-bound (the plain name), {@code Throughput} and {@code Trivial}. Only the binding differs.
 *
 * <p>What the JIT does, by {@code -prof perfasm} on JDK 17 and 25: {@code staticCall} compiles to the loop of the inlined body, see {@code
 * InlineCallBenchmark}: one body, then two per pass, then the last. An inlined call is no call. {@code staticCallNotInlined} is two compiled methods:
 * the loop with eight consecutive calls, and the callee with its frame, its seven comparisons and one addition. When a timer samples, many samples
 * fall on the instruction after a call, because the timer's interrupt is taken there, not because time is spent there.
 *
 * <p>What becomes of the other methods, by {@code -jvmArgsAppend "-XX:+UnlockDiagnosticVMOptions -XX:+PrintInlining"}: one and two receiver types
 * (behind a type check each), the constant handle, and the proxy with its handler are inlined completely. Four receiver types are a "virtual call"
 * through the interface's table. The handle in a field stops at {@code invokeBasic}, "receiver not constant". Reflection is inlined on JDK 17, once
 * {@code Method.invoke} has generated its accessor class, and stops on JDK 25, where the accessor is a method handle that is not constant. Proxy and
 * reflection box their arguments; {@code -prof gc} shows the allocations that remain.
 *
 * <p>{@code java -jar benchmarks.jar LocalCall}
 */
@OperationsPerInvocation(CALLS)
public class LocalCallBenchmark extends NanosecondBenchmark {
    private static final MethodHandle APPLY = Targets.handle("apply");
    private static final MethodHandle TRIVIAL = Targets.handle("trivial");

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static int applyNotInlined(int k, int i) {
        return CallFunction.apply(k, i);
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static int trivialNotInlined(int k, int i) {
        return CallFunction.trivial(k, i);
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

    @Benchmark
    public int staticCallThroughput(CallArguments arguments) {
        int[] i = arguments.i;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= CallFunction.apply(arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int staticCallNotInlinedThroughput(CallArguments arguments) {
        int[] i = arguments.i;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= applyNotInlined(arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int interfaceCallThroughput(CallArguments arguments, Receivers receivers) {
        int[] i = arguments.i;
        Callee[] callees = receivers.receivers;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= callees[n].apply(arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int methodHandleConstantThroughput(CallArguments arguments) throws Throwable {
        int[] i = arguments.i;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= (int) APPLY.invokeExact(arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int methodHandleFieldThroughput(CallArguments arguments, Targets targets) throws Throwable {
        int[] i = arguments.i;
        MethodHandle handle = targets.handle;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= (int) handle.invokeExact(arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int reflectionThroughput(CallArguments arguments, Targets targets) throws ReflectiveOperationException {
        int[] i = arguments.i;
        Method method = targets.method;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= (int) method.invoke(null, arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int proxyThroughput(CallArguments arguments, Targets targets) {
        int[] i = arguments.i;
        Callee proxy = targets.proxy;
        int combined = 0;
        for (int n = 0; n < CALLS; n++) {
            combined ^= proxy.apply(arguments.k[n], i[n]);
        }
        return combined;
    }

    @Benchmark
    public int staticCallTrivial(CallArguments arguments) {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = CallFunction.trivial(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int staticCallNotInlinedTrivial(CallArguments arguments) {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = trivialNotInlined(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int interfaceCallTrivial(CallArguments arguments, Receivers receivers) {
        int[] i = arguments.i;
        Callee[] callees = receivers.receivers;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = callees[n].trivial(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int methodHandleConstantTrivial(CallArguments arguments) throws Throwable {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = (int) TRIVIAL.invokeExact(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int methodHandleFieldTrivial(CallArguments arguments, Targets targets) throws Throwable {
        int[] i = arguments.i;
        MethodHandle handle = targets.trivialHandle;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = (int) handle.invokeExact(k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int reflectionTrivial(CallArguments arguments, Targets targets) throws ReflectiveOperationException {
        int[] i = arguments.i;
        Method method = targets.trivialMethod;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = (int) method.invoke(null, k, i[n]);
        }
        return k;
    }

    @Benchmark
    public int proxyTrivial(CallArguments arguments, Targets targets) {
        int[] i = arguments.i;
        Callee proxy = targets.trivialProxy;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            k = proxy.trivial(k, i[n]);
        }
        return k;
    }
}
