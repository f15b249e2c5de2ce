package dev.callcost.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
import dev.callcost.service.CallFunction;
import dev.callcost.state.CallArguments;
import dev.callcost.state.EchoClient;
import dev.callcost.state.Expected;
import dev.callcost.state.MessageContent;
import dev.callcost.wireformat.CallFormat;
import dev.callcost.wireformat.WireFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.OS;

/** Every benchmark with every value of its parameters gives what the plain function gives. */
class EveryBenchmarkIT {
    private static final List<String> ON_ANY_CPU = List.of("delay", "echo", "keyvalue", "rate");

    private String pinning = "";

    /** One pinning after the other: gRPC's pool takes a second to end. */
    @TestFactory
    Stream<DynamicTest> returnsWhatThePlainFunctionReturns() {
        return OneCall.all()
                .sorted(Comparator.comparing(EveryBenchmarkIT::pinning))
                .map(call -> DynamicTest.dynamicTest(call.toString(), () -> check(call)));
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
                case "InlineCallBenchmark", "LocalCallBenchmark" ->
                    assertThat(result).isEqualTo(chained());
                case "GrpcRateBenchmark", "LocalRateBenchmark" ->
                    assertThat(result).isEqualTo(OneCall.CALLS_AT_A_RATE);
                case "ItemSeventeenBenchmark" -> assertThat(result).isEqualTo(34_999_944);
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
        if (params.contains("VIRTUAL") && params.contains("TWO_CPUS")) {
            reasons.add("virtual threads are carried by .*");
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

    private static int chained() {
        CallArguments arguments = new CallArguments();
        arguments.fill();
        int chained = arguments.k[0];
        for (int i : arguments.i) {
            chained = CallFunction.apply(chained, i);
        }
        return chained;
    }

    private static int marshalled(OneCall call) {
        CallFormat<?> format =
                WireFormat.valueOf(call.params().get("wireFormat")).calls();
        MessageContent content = MessageContent.valueOf(call.params().get("message"));
        return call.method().getName().equals("decode")
                ? Expected.decoded(content, format)
                : Expected.encoded(content, format);
    }
}
