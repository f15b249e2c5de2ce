package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.ForkGate;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    /** A fork that takes turns with another. */
    private record Fork(
            Path folder,
            String name,
            String other,
            String benchmark,
            int warmUps,
            int measured,
            Optional<Duration> longest,
            String... more)
            implements ForkPlan.ForkCommand {
        @Override
        public List<String> host(Path temporary) {
            return List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ForkGate.class.getName());
        }

        @Override
        public Path result(HostFolder place) {
            return place.json();
        }

        @Override
        public List<String> options(HostFolder place) {
            List<String> options = new ArrayList<>(List.of("-prof", place.turns()));
            options.addAll(List.of("-prof", TurnLog.class.getName() + ":" + folder + "," + name + "," + other));
            options.addAll(List.of("-wi", "" + warmUps, "-w", "1ms", "-i", "" + measured, "-r", "1ms"));
            options.addAll(List.of(more));
            options.addAll(List.of("-jvmArgsAppend", "-XX:-AlwaysPreTouch"));
            options.addAll(List.of("-f", "1", "-foe", "true", benchmark));
            return options;
        }

        Fork within(Long millis) {
            Optional<Duration> time = Optional.ofNullable(millis).map(Duration::ofMillis);
            return new Fork(folder, name, other, benchmark, warmUps, measured, time, more);
        }
    }

    private Fork a(String benchmark, int warmUps, int measured, String... more) {
        return new Fork(folder, "a", "b", benchmark, warmUps, measured, Optional.empty(), more);
    }

    private Fork b(String benchmark, int warmUps, int measured, String... more) {
        return new Fork(folder, "b", "a", benchmark, warmUps, measured, Optional.empty(), more);
    }

    private ForkHost host() {
        Fork fork = a("", 0, 0);
        return new ForkHost(fork.host(folder), fork, folder, Optional.empty(), Map.of());
    }

    private List<ForkOutcome> run(Fork first, Fork second) {
        try (ForkHost one = host();
                ForkHost other = host()) {
            return Turns.run(List.of(one, other), List.of(first, second));
        }
    }

    /** What the forks wrote, see {@link TurnLog}: {@code am:T}, a measured iteration of a while b is stopped. */
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

    /** Whichever comes first to the place where both meet. */
    private static final String MET = "(aw:together bw:together|bw:together aw:together) ";

    /** A fork that has had its last iteration is stopped, unless it ends before. */
    private static final String STOPPED_OR_ENDED = "(T|gone)";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | 3 | 3 | 3 | am:T bm:T bm:T am:T am:T bm:
            2 | 2 | 5 | 2 | bw:T bw:T am:T bm:T bm:T am:
            """)
    void bothWarmUpAtOnceAndEachMeasuredIterationIsNextToOneOfTheOtherWhichStandsStill(
            int aWarm, int aMeasured, int bWarm, int bMeasured, String log) throws IOException {
        Fork a = a(BENCHMARK, aWarm, aMeasured);
        Fork b = b(BENCHMARK, bWarm, bMeasured);
        try (ForkHost one = host();
                ForkHost other = host()) {
            List<ForkHost> hosts = List.of(one, other);
            assertThat(Turns.run(hosts, List.of(a, b)))
                    .extracting(TurnsIT::iterations)
                    .containsExactly(aMeasured, bMeasured);
            assertThat(log()).matches(MET + log + STOPPED_OR_ENDED);
            assertThat(Turns.run(hosts, List.of(b, a)))
                    .as("the hosts' next forks, each that of the other's row")
                    .extracting(TurnsIT::iterations)
                    .containsExactly(bMeasured, aMeasured);
        }
    }

    @Test
    void theServerOfTheOneThatWaitsStandsStillToo() throws IOException {
        String benchmark = "loopback.GrpcBenchmark.unary$";
        Fork a = a(benchmark, 2, 1, "-p", "server=OWN_JVM");
        Fork b = b(benchmark, 2, 1, "-p", "server=OWN_JVM");
        assertThat(run(a, b)).extracting(TurnsIT::iterations).containsExactly(1, 1);
        assertThat(log()).as("a's last iteration ends its server").matches(MET + "am:TT bm:" + STOPPED_OR_ENDED);
    }

    @Test
    void oneThatHasFewerIterationsLeavesTheOtherAlone() throws IOException {
        assertThat(run(a(BENCHMARK, 1, 1), b(BENCHMARK, 1, 3)))
                .extracting(TurnsIT::iterations)
                .containsExactly(1, 3);
        assertThat(log()).matches("am:T bm:" + STOPPED_OR_ENDED + " bm:\\S+ bm:\\S+");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 5", "1, , 7", "1000000, 1000000, 7"})
    void bothEndAfterEquallyManyIterationsWhenTheirTimeIsOver(Long aMillis, Long bMillis, int iterations) {
        Fork a = a(BENCHMARK, 1, 7).within(aMillis);
        Fork b = b(BENCHMARK, 1, 7).within(bMillis);
        assertThat(run(a, b)).extracting(TurnsIT::iterations).containsExactly(iterations, iterations);
    }

    @Test
    void whenOneFailsTheOtherRunsAlone() {
        assertThat(run(a("no.such.Benchmark", 1, 1), b(BENCHMARK, 1, 2)))
                .extracting(ForkOutcome::getClass)
                .containsExactly(ForkOutcome.Failed.class, ForkOutcome.Measured.class);
        assertThat(ProcessHandle.current().descendants()).as("processes").isEmpty();
    }
}
