package dev.callcost.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.TurnTaking;
import dev.callcost.fork.Turns.Played;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

@EnabledOnOs(OS.LINUX)
class TurnsTest {
    @TempDir
    Path folder;

    private List<Played<Integer>> play(int warmUps, int measuredByA, int measuredByB) {
        return new Turns(() -> write("canary"))
                .run(
                        port -> FakeFork.run(folder, port, "a", "b", warmUps, measuredByA),
                        port -> FakeFork.run(folder, port, "b", "a", warmUps, measuredByB));
    }

    private void write(String line) {
        try {
            FakeFork.write(folder, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachIterationIsNextToOneOfTheOtherWhichStandsStill() throws IOException {
        assertThat(play(2, 3, 3)).containsExactly(new Played<>(0, 3), new Played<>(0, 3));
        assertThat(FakeFork.log(folder))
                .containsExactly(
                        "a WARMUP T",
                        "b WARMUP T",
                        "b WARMUP T",
                        "a WARMUP T",
                        "canary",
                        "a MEASUREMENT T",
                        "b MEASUREMENT T",
                        "b MEASUREMENT T",
                        "a MEASUREMENT T",
                        "a MEASUREMENT T",
                        "b MEASUREMENT T");
    }

    @Test
    void oneThatHasFewerIterationsLeavesTheOtherAlone() throws IOException {
        assertThat(play(0, 1, 3)).containsExactly(new Played<>(0, 1), new Played<>(0, 3));
        assertThat(FakeFork.log(folder)).hasSize(5).startsWith("canary", "a MEASUREMENT T", "b MEASUREMENT T");
    }

    @Test
    void oneThatNeverComesIsNotWaitedFor() throws IOException {
        List<Played<Integer>> played =
                new Turns(() -> write("canary")).run(port -> 7, port -> FakeFork.run(folder, port, "b", "a", 1, 1));
        assertThat(played).containsExactly(new Played<>(7, 0), new Played<>(0, 1));
        assertThat(FakeFork.log(folder)).containsExactly("b WARMUP gone", "canary", "b MEASUREMENT gone");
    }

    @Test
    void aProcessThatIsNoDescendantIsNeverStopped() {
        List<Played<Integer>> played = new Turns(() -> {}).run(TurnsTest::takeOneTurn, TurnsTest::takeOneTurn);
        assertThat(played).containsExactly(new Played<>(1, 0), new Played<>(1, 0));
    }

    private static int takeOneTurn(int port) {
        TurnTaking turns = new TurnTaking(Integer.toString(port));
        turns.beforeIteration(null, new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.milliseconds(1), 1));
        turns.afterIteration(null, null, null);
        return 1;
    }
}
