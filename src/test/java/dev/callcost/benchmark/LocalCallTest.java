package dev.callcost.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.benchmark.inline.InlineCallBenchmark;
import dev.callcost.benchmark.local.LocalCallBenchmark;
import dev.callcost.service.CallFunction;
import dev.callcost.state.CallArguments;
import dev.callcost.state.CallArguments.Receivers;
import dev.callcost.state.CallArguments.Targets;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Each way to call the function within the JVM gives what the function gives. The states of remote calls check that themselves, in each fork. */
class LocalCallTest {
    static Stream<Method> methods() {
        return Stream.of(InlineCallBenchmark.class, LocalCallBenchmark.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void returnsWhatThePlainFunctionReturns(Method method) throws Exception {
        CallArguments arguments = new CallArguments();
        arguments.fill();
        int expected = arguments.k[0];
        for (int i : arguments.i) {
            expected = CallFunction.apply(expected, i);
        }
        Object benchmark = method.getDeclaringClass().getConstructor().newInstance();
        for (int types = 1; types <= 4; types++) {
            Receivers receivers = new Receivers();
            receivers.receiverTypes = types;
            receivers.fill();
            Map<Class<?>, Object> states =
                    Map.of(CallArguments.class, arguments, Receivers.class, receivers, Targets.class, new Targets());
            Object[] passed =
                    Arrays.stream(method.getParameterTypes()).map(states::get).toArray();
            assertThat(method.invoke(benchmark, passed)).isEqualTo(expected);
        }
    }
}
