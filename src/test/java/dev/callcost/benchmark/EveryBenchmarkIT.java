package dev.callcost.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
import dev.callcost.service.CallFunction;
import dev.callcost.state.CallArguments;
import dev.callcost.state.DelayState;
import dev.callcost.state.EchoClient;
import dev.callcost.state.Expected;
import dev.callcost.state.MessageContent;
import dev.callcost.state.keyvalue.KeyValueState;
import dev.callcost.wireformat.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.OS;

/** Every benchmark with every value of its parameters gives what the plain function gives. */
class EveryBenchmarkIT {
    private static final List<String> ON_ANY_CPU = List.of("delay", "echo", "keyvalue", "pitfall", "rate");

    private String pinning = "";

    @TestFactory
    Stream<DynamicTest> returnsWhatThePlainFunctionReturns() {
        return OneCall.all().map(call -> DynamicTest.dynamicTest(call.toString(), () -> check(call)));
    }

    private void check(OneCall call) throws Exception {
        String before = pinning;
        pinning = pinning(call);
        if (!pinning.equals(before)) {
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
                case "GrpcWireFormatMessageBenchmark" ->
                    assertThat(result).isEqualTo(Expected.answered(content(call), 35, 11));
                case "InlineCallBenchmark", "LocalCallBenchmark" ->
                    assertThat(result).isEqualTo(called(call.method().getName()));
                case "GrpcRateBenchmark", "LocalRateBenchmark" ->
                    assertThat(result).isEqualTo(OneCall.CALLS_AT_A_RATE);
                case "ItemSeventeenBenchmark" -> assertThat(result).isEqualTo(34_999_944);
                case "StalledServerBenchmark" -> {
                    boolean isOpen = call.method().getName().equals("openLoop");
                    assertThat(((Number) result).longValue()).isEqualTo(isOpen ? OneCall.CALLS_AT_A_RATE : 42);
                }
                case "SleepResolutionBenchmark" -> assertThat((long) result).isPositive();
                case "ClientsOnPaperBenchmark" ->
                    assertThat((long) result).isGreaterThanOrEqualTo(DelayState.TenPermits.WAIT_NANOS);
                case "WaitInLockBenchmark" -> assertThat(result).isEqualTo(KeyValueState.WaitingStores.VALUE);
                default ->
                    assertThat(result).isEqualTo(CallFunction.apply(35, 11)).isEqualTo(42);
            }
        } catch (UnsupportedOperationException e) {
            if (OS.LINUX.isCurrentOs()) {
                assertThat(e).as("skips %s", call).hasMessageMatching(whyLinuxMayLack(call));
            }
            abort(e.getMessage());
        }
    }

    private static String whyLinuxMayLack(OneCall call) {
        Collection<String> params = call.params().values();
        int cpus = Runtime.getRuntime().availableProcessors();
        List<String> reasons = new ArrayList<>();
        if (params.contains("VIRTUAL") && Runtime.version().feature() < 21) {
            reasons.add("virtual threads need JDK 21 .*");
        }
        if (params.contains("IN_PROCESS")) {
            reasons.add("in-process gRPC has no (server in a JVM of its own|bytes to encrypt)");
        }
        if (params.contains("SPIN") && (cpus < 2 || !params.contains("TWO_CPUS"))) {
            reasons.add("two threads that spin .*");
        }
        if (params.contains("TWO_CPUS") && cpus < 2) {
            reasons.add("a CPU for each side needs two.*");
        }
        if (call.benchmark().getSimpleName().startsWith("Target")) {
            reasons.add("no service is named.*");
        }
        return String.join("|", reasons);
    }

    /** Where the threads of gRPC's pool must run, if the call uses it. */
    private static String pinning(OneCall call) {
        String name = call.benchmark().getPackageName();
        String own = ON_ANY_CPU.contains(name.substring(name.lastIndexOf('.') + 1)) ? "FREE" : "ONE_CPU";
        return call.params().getOrDefault("pinning", own);
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

    private static int marshalled(OneCall call) throws IOException {
        WireFormat format = WireFormat.valueOf(call.params().get("wireFormat"));
        return call.method().getName().equals("decode")
                ? Expected.decoded(content(call), format, 1)
                : Expected.encoded(content(call), format, 1);
    }

    private static MessageContent content(OneCall call) {
        return MessageContent.valueOf(call.params().get("message"));
    }
}
