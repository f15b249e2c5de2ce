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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The iterations but the first of each fork, with what the other's processes did: {@code aw:T}, warm-up of a while b is stopped. */
    private String log() throws IOException {
        return String.join(" ", Files.readAllLines(folder.resolve("log")));
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | 3 | 3 | 3 | aw:T bw:T bw:T aw:T am:T bm:T bm:T am:T am:T bm:T
            2 | 2 | 5 | 2 | aw:T bw:T bw:T bw:T bw:T am:T bm:T bm:T am:T
            """)
    void eachIterationIsNextToOneOfTheOtherWhichStandsStill(
            int aWarm, int aMeasured, int bWarm, int bMeasured, String log) throws IOException {
        try (ForkHost a = host("a", "b", BENCHMARK, aWarm, aMeasured);
                ForkHost b = host("b", "a", BENCHMARK, bWarm, bMeasured)) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(aMeasured, bMeasured);
            assertThat(log()).isEqualTo(log);
            assertThat(Turns.run(b, a))
                    .as("the hosts' next forks")
                    .extracting(TurnsIT::iterations)
                    .containsExactly(bMeasured, aMeasured);
            assertThat(log()).startsWith(log + " bw:T");
        }
    }

    @Test
    void theServerOfTheOneThatWaitsStandsStillToo() throws IOException {
        String benchmark = "GrpcServerHostBenchmark.unary$";
        try (ForkHost a = host("a", "b", benchmark, 2, 1, "-p", "server=OWN_JVM");
                ForkHost b = host("b", "a", benchmark, 2, 1, "-p", "server=OWN_JVM")) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(1, 1);
            assertThat(log()).as("a's last iteration ends its server").isEqualTo("aw:TT bw:TT am:TT bm:T");
        }
    }

    @Test
    void oneThatHasFewerIterationsOrEndsInItsWarmUpLeavesTheOtherAlone() throws IOException {
        try (ForkHost a = host("a", "b", BENCHMARK, 1, 1);
                ForkHost b = host("b", "a", BENCHMARK, 1, 3);
                ForkHost measuring = host("a", "b", BENCHMARK, 0, 2);
                ForkHost warming = host("b", "a", BENCHMARK, 3, 0)) {
            assertThat(Turns.run(a, b)).extracting(TurnsIT::iterations).containsExactly(1, 3);
            assertThat(log()).matches("am:T bm:T bm:\\S+ bm:\\S+");
            assertThat(iterations(Turns.run(measuring, warming).get(0))).isEqualTo(2);
        }
    }

    @Test
    void oneThatNeverComesIsNotWaitedFor() throws IOException {
        try (ForkHost a = host("a", "b", "no.such.Benchmark", 1, 1);
                ForkHost b = host("b", "a", BENCHMARK, 1, 2)) {
            List<ForkOutcome> outcomes = Turns.run(a, b);
            assertThat(outcomes.get(0)).asString().contains("No benchmarks to run");
            assertThat(iterations(outcomes.get(1))).isEqualTo(2);
            assertThat(log()).isEqualTo("bm:gone bm:gone");
        }
    }
}
