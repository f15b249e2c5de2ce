package dev.callcost.warnings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.data.Fork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warnings of made-up runs. */
class WarningsTest {
    @TempDir
    private Path folder;

    private final MadeUpRun run = new MadeUpRun(1);

    private final StringBuilder lines = new StringBuilder();

    private void add(String name, int forks, Consumer<MadeUpRun> rows) {
        MadeUpRun made = new MadeUpRun(1);
        rows.accept(made);
        lines.append(name + "\n");
        made.warnings(folder, forks).forEach(line -> lines.append("  " + line + "\n"));
    }

    /** A row of each kind that is wrong, with others that are not. */
    @Test
    void printsTheGoldenLines() throws IOException {
        add("a row that gets faster until the end", 5, run -> {
            for (int i = 1; i <= 5; i++) {
                double step = 0.001 * i;
                run.exactRow("RmiBenchmark.call" + i).trend((round, iteration) -> 1 - step * iteration);
            }
            run.exactRow("RmiBenchmark.slight").trend((round, iteration) -> 1 - 0.0005 * iteration);
        });
        add("a throughput that grows until the middle", 5, run -> {
            run.exactRow("ClientsBenchmark.calls")
                    .mode("thrpt", "ops/s", 1000)
                    .iterations(4, 9, 500)
                    .trend((round, iteration) -> iteration < 3 ? 0.8 : 1);
        });
        add("a row that gets slower", 5, run -> {
            run.exactRow("KeyValueBenchmark.put").trend((round, iteration) -> 1 + 0.01 * iteration);
        });
        add("a jit that compiles for half of the measured iterations", 1, run -> {
            run.exactRow("GrpcBenchmark.unary")
                    .counter("compilationMillis", (round, iteration) -> iteration < 10 ? 13 : 0);
        });
        add("warm-ups that reached their cap", 5, run -> {
            run.exactRow("GrpcBenchmark.unary")
                    .warmUp("{\"seconds\":60,\"warm\":false,\"unmetUntil\":{\"scores\":60,\"classes\":1}}");
        });
        add("bimodal forks", 12, run -> {
            run.exactRow("LocalCallBenchmark.reflection")
                    .fork(round -> (round % 4 == 0 ? 1.25 : 1) * (1 + 0.002 * (round % 3)));
            run.exactRow("LocalCallBenchmark.oneSlow").fork(round -> round == 3 ? 2 : 1 + 0.002 * (round % 3));
            run.exactRow("LocalCallBenchmark.spread").fork(round -> 1 + 0.05 * round);
        });
        add("stolen time", 5, run -> {
            run.exactRow("RmiBenchmark.call")
                    .counter("stealNanos", (round, iteration) -> round == 3 && iteration % 4 == 0 ? 2e7 : 0);
            run.exactRow("RmiBenchmark.stray")
                    .counter("stealNanos", (round, iteration) -> iteration < 2 && iteration >= 0 ? 1e7 : 0);
        });
        Fixtures.assertText("report/warnings.txt", lines.toString());
    }

    @Test
    void namesTheForksOfTheWorstRows() {
        run.exactRow("RmiBenchmark.slight").trend((round, iteration) -> 1 + 0.001 * iteration);
        run.exactRow("RmiBenchmark.worst").trend((round, iteration) -> 1 + 0.01 * iteration);
        List<Fork> log = run.log(folder, 5);
        assertThat(Warnings.worst(log))
                .singleElement()
                .satisfies(forks -> assertThat(forks)
                        .hasSize(5)
                        .allMatch(fork -> fork.key().simpleName().equals("RmiBenchmark.worst")));
    }

    @Test
    void iterationsOfANeighbourAreNoDrift() {
        run.exactRow("GrpcBenchmark.unary")
                .iterations(30, 21, 100)
                .trend((round, iteration) -> iteration < 10 || iteration % 2 == 0 ? 1 : 1.3);
        assertThat(run.warnings(folder, 12)).isEmpty();
    }

    @Test
    void aParameterNamedRateMakesNoOpenLoop() {
        run.exactRow("QueueBenchmark.poll").param("rate", "8").trend((round, iteration) -> 1 - 0.005 * iteration);
        assertThat(run.warnings(folder, 5)).singleElement().asString().startsWith("warm-up not ended: QueueBenchmark");
    }

    @Test
    void aQuietRunHasNone() {
        assertThat(MadeUpRun.quiet(1).warnings(folder, 5)).isEmpty();
        assertThat(MadeUpRun.quiet(2).warnings(folder, 10)).isEmpty();
    }
}
