package dev.callcost.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
import dev.callcost.service.CallFunction;
import dev.callcost.state.CallArguments;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MessageContent;
import dev.callcost.state.MessagesState;
import dev.callcost.state.delay.DelayState;
import dev.callcost.state.echo.EchoClient;
import dev.callcost.state.keyvalue.KeyValueState;
import dev.callcost.wireformat.WireFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.OS;

/** Every benchmark with every value of its parameters gives what the plain function gives. */
class EveryBenchmarkIT {
    private List<Object> cpus = List.of();

    @TestFactory
    Stream<DynamicTest> returnsWhatThePlainFunctionReturns() {
        return OneCall.all().map(call -> DynamicTest.dynamicTest(call.toString(), () -> check(call)));
    }

    private void check(OneCall call) throws Exception {
        List<Object> others = cpus;
        cpus = List.of(call.benchmark(), call.params().getOrDefault("pinning", "its own"));
        if (!cpus.equals(others)) {
            SharedPool.awaitEnd();
        }
        try {
            Object result = call.needsOwnJvm() ? call.runInOwnJvm() : OwnThread.call(call::run);
            switch (call.benchmark().getSimpleName()) {
                case "BaselineBenchmark" -> checkBaseline(call, result);
                case "EchoBurstBenchmark", "ColdClientBenchmark" ->
                    assertThat(result).isEqualTo(EchoClient.CALLS);
                case "KeyValueBenchmark" -> assertThat((long) result).isNotNegative();
                case "MarshallerBenchmark" -> assertThat(result).isEqualTo(marshalled(call));
                case "GrpcWireFormatMessageBenchmark" -> assertThat(result).isEqualTo(answered(call));
                case "InlineCallBenchmark", "LocalCallBenchmark" ->
                    assertThat(result).isEqualTo(called(call.method().getName()));
                case "ItemSeventeenBenchmark" -> assertThat(result).isEqualTo(34_999_944);
                case "SleepResolutionBenchmark" -> assertThat((long) result).isPositive();
                case "ClientsOnPaperBenchmark" ->
                    assertThat((long) result).isGreaterThanOrEqualTo(DelayState.TenPermits.WAIT_NANOS);
                case "WaitInLockBenchmark" -> assertThat(result).isEqualTo(KeyValueState.WaitingStores.VALUE);
                default ->
                    assertThat(result).isEqualTo(CallFunction.apply(35, 11)).isEqualTo(42);
            }
        } catch (UnsupportedOperationException e) {
            assertThat(maySkip(call)).as("may skip %s: %s", call, e).isTrue();
            abort(e.getMessage());
        }
    }

    private static boolean maySkip(OneCall call) {
        boolean virtualThreads =
                Runtime.version().feature() < 21 && call.params().containsValue("VIRTUAL");
        boolean elsewhere =
                call.params().containsValue("IN_PROCESS") && call.params().containsValue("OWN_JVM");
        boolean encrypted = call.params().containsValue("IN_PROCESS")
                && call.params().getOrDefault("security", "").startsWith("TLS");
        boolean spinning = call.params().containsValue("SPIN") && !call.params().containsValue("TWO_CPUS");
        boolean oneCpu =
                call.params().containsValue("TWO_CPUS") && Runtime.getRuntime().availableProcessors() < 2;
        return virtualThreads || elsewhere || encrypted || spinning || oneCpu || !OS.LINUX.isCurrentOs();
    }

    private static void checkBaseline(OneCall call, Object result) {
        switch (call.method().getName()) {
            case "empty" -> assertThat(result).isNull();
            case "constant" -> assertThat(result).isEqualTo(42);
            default -> assertThat(System.nanoTime() - (long) result).isNotNegative();
        }
    }

    private static int called(String method) {
        CallArguments arguments = new CallArguments();
        arguments.fill();
        boolean trivial = method.toLowerCase().endsWith("trivial");
        boolean throughput = method.toLowerCase().endsWith("throughput");
        int chained = arguments.k[0];
        int combined = 0;
        for (int n = 0; n < CallArguments.CALLS; n++) {
            chained = trivial
                    ? CallFunction.trivial(chained, arguments.i[n])
                    : CallFunction.apply(chained, arguments.i[n]);
            combined ^= CallFunction.apply(arguments.k[n], arguments.i[n]);
        }
        return throughput ? combined : chained;
    }

    private static int answered(OneCall call) {
        GrpcState.ByWireFormatAndMessage same = new GrpcState.ByWireFormatAndMessage();
        same.message = MessageContent.valueOf(call.params().get("message"));
        return same.expectedFirst();
    }

    private static int marshalled(OneCall call) {
        MessagesState same = new MessagesState();
        same.wireFormat = WireFormat.valueOf(call.params().get("wireFormat"));
        same.message = MessageContent.valueOf(call.params().get("message"));
        same.make();
        return call.method().getName().equals("decode") ? same.expectedNext() : same.expectedLengthNext();
    }
}
