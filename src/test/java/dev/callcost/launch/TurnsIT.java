package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.ForkGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Forks of real JMH hosts. */
@EnabledOnOs(OS.LINUX)
class TurnsIT {
    private static final String BENCHMARK = "BaselineBenchmark.empty$";

    @TempDir
    Path folder;

    private ForkHost host(String name, String other, String benchmark, int warmUps, int measured, String... options) {
        return new ForkHost(
                place -> {
                    List<String> command = new ArrayList<>(List.of(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ForkGate.class.getName(),
                            place.json().toString()));
                    command.addAll(place.options(List.of(place.turns()), Optional.empty()));
                    command.addAll(List.of("-prof", TurnLog.class.getName() + ":" + folder + "," + name + "," + other));
                    command.addAll(List.of("-wi", "" + warmUps, "-w", "1ms", "-i", "" + measured, "-r", "1ms"));
                    command.addAll(List.of(options));
                    command.addAll(List.of("-f", "1", "-foe", "true", benchmark));
                    return command;
                },
                folder,
                Optional.empty(),
                Map.of());
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("log"));
    }

    private static int iterations(ForkOutcome outcome) {
        assertThat(outcome).isInstanceOf(ForkOutcome.Measured.class);
        return ((ForkOutcome.Measured) outcome)
                .fork()
                .row()
                .primary()
                .forks()
                .get(0)
                .size();
    }

    @Test
    void eachIterationIsNextToOneOfTheOtherWhichStandsStill() throws IOException {
        try (ForkHost a = host("a", "b", BENCHMARK, 3, 3);
                ForkHost b = host("b", "a", BENCHMARK, 3, 3)) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(3, 3);
            assertThat(log())
                    .containsExactly(
                            "a WARMUP T",
                            "b WARMUP T",
                            "b WARMUP T",
                            "a WARMUP T",
                            "a MEASUREMENT T",
                            "b MEASUREMENT T",
                            "b MEASUREMENT T",
                            "a MEASUREMENT T",
                            "a MEASUREMENT T",
                            "b MEASUREMENT T");
            assertThat(Turns.run(b, a))
                    .as("the hosts' next forks")
                    .extracting(TurnsIT::iterations)
                    .containsExactly(3, 3);
            assertThat(log()).hasSize(20).element(10).isEqualTo("b WARMUP T");
        }
    }

    @Test
    void oneThatHasFewerIterationsLeavesTheOtherAlone() throws IOException {
        try (ForkHost a = host("a", "b", BENCHMARK, 1, 1);
                ForkHost b = host("b", "a", BENCHMARK, 1, 3)) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(1, 3);
            assertThat(log()).hasSize(4).startsWith("a MEASUREMENT T", "b MEASUREMENT T");
        }
    }

    @Test
    void theServerOfTheOneThatWaitsStandsStillToo() throws IOException {
        String benchmark = "GrpcServerHostBenchmark.unary$";
        try (ForkHost a = host("a", "b", benchmark, 2, 1, "-p", "server=OWN_JVM");
                ForkHost b = host("b", "a", benchmark, 2, 1, "-p", "server=OWN_JVM")) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(1, 1);
            assertThat(log())
                    .as("a's last iteration ends its server")
                    .containsExactly("a WARMUP T T", "b WARMUP T T", "a MEASUREMENT T T", "b MEASUREMENT T");
        }
    }

    @Test
    void oneThatIsWarmStandsStillUntilTheOtherIs() throws IOException {
        try (ForkHost a = host("a", "b", BENCHMARK, 2, 2);
                ForkHost b = host("b", "a", BENCHMARK, 5, 2)) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(2, 2);
            assertThat(log())
                    .containsExactly(
                            "a WARMUP T",
                            "b WARMUP T",
                            "b WARMUP T",
                            "b WARMUP T",
                            "b WARMUP T",
                            "a MEASUREMENT T",
                            "b MEASUREMENT T",
                            "b MEASUREMENT T",
                            "a MEASUREMENT T");
        }
    }

    @Test
    void oneThatEndsInItsWarmUpIsNotWaitedFor() throws IOException {
        try (ForkHost a = host("a", "b", BENCHMARK, 0, 2);
                ForkHost b = host("b", "a", BENCHMARK, 3, 0)) {
            assertThat(iterations(Turns.run(a, b).get(0))).isEqualTo(2);
        }
    }

    @Test
    void oneThatNeverComesIsNotWaitedFor() throws IOException {
        try (ForkHost a = host("a", "b", "no.such.Benchmark", 1, 1);
                ForkHost b = host("b", "a", BENCHMARK, 1, 2)) {
            List<ForkOutcome> outcomes = Turns.run(a, b);
            assertThat(outcomes.get(0))
                    .isInstanceOf(ForkOutcome.Failed.class)
                    .asString()
                    .contains("No benchmarks to run");
            assertThat(iterations(outcomes.get(1))).isEqualTo(2);
            assertThat(log()).containsExactly("b MEASUREMENT gone", "b MEASUREMENT gone");
        }
    }
}
