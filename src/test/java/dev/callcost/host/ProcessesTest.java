package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Processes.Busy;
import dev.callcost.host.Processes.ProcessCpu;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessesTest {
    private static ProcessCpu used(String name, long millis) {
        return new ProcessCpu(name, Duration.ofMillis(millis));
    }

    @Test
    void theBusiestWithinTheTime() {
        Map<Integer, ProcessCpu> before = Map.of(
                7, used("java", 2_000), 8, used("idle", 18_000), 9, used("gone", 9_000), 10, used("kworker/0:1", 0));
        Map<Integer, ProcessCpu> after = Map.of(
                7, used("java", 2_500), 8, used("idle", 18_040), 11, used("new", 800), 10, used("kworker/0:2", 50));

        assertThat(Processes.busiest(before, after, 1_000_000_000))
                .containsExactly(new Busy("new", 0.8), new Busy("java", 0.5), new Busy("kworker/0:2", 0.05));
    }

    @Test
    void fiveAreEnough() {
        Map<Integer, ProcessCpu> after = IntStream.range(0, 6)
                .boxed()
                .collect(Collectors.toMap(n -> n, n -> used("abcdef".substring(n, n + 1), 600 - 100 * n)));
        assertThat(Processes.busiest(Map.of(), after, 1_000_000_000))
                .extracting(Busy::name)
                .containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void thisMachineIsRead() {
        assertThat(Processes.busiestWithin(1)).allSatisfy(busy -> {
            assertThat(busy.cpus()).isPositive();
            assertThat(busy.name()).isNotEmpty();
        });
    }
}
