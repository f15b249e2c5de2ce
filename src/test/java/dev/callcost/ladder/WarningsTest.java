package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarningsTest {
    @TempDir
    private Path folder;

    private final MadeUpRun run = new MadeUpRun(1);

    @Test
    void aRowThatGetsFasterUntilTheEnd() {
        for (int i = 1; i <= 5; i++) {
            double step = 0.001 * i;
            run.exactRow("RmiBenchmark.call" + i).trend((round, iteration) -> 1 - step * iteration);
        }
        run.exactRow("RmiBenchmark.slight").trend((round, iteration) -> 1 - 0.0005 * iteration);
        assertThat(run.warnings(folder, 5))
                .containsExactly("warm-up not ended: RmiBenchmark.call5 became 7.6% faster from the first to the last "
                        + "third of its measured iterations (5 forks, p<0.0001); likewise RmiBenchmark.call4, "
                        + "RmiBenchmark.call3 and 2 more rows. Raise -wi of that row from 30 to at least 50 "
                        + "(iterations of 100 ms), or -w in proportion.");
    }

    @Test
    void aThroughputThatGrowsUntilTheMiddle() {
        run.exactRow("ClientsBenchmark.calls")
                .mode("thrpt", "ops/s", 1000)
                .iterations(4, 9, 500)
                .trend((round, iteration) -> iteration < 3 ? 0.8 : 1);
        assertThat(run.warnings(folder, 5))
                .containsExactly("warm-up not ended: ClientsBenchmark.calls mode=thrpt became 25.0% faster from the "
                        + "first to the last third of its measured iterations (5 forks, p<0.0001). Raise -wi of "
                        + "that row from 4 to at least 7 (iterations of 500 ms), or -w in proportion.");
    }

    @Test
    void aRowThatGetsSlower() {
        run.exactRow("KeyValueBenchmark.put").trend((round, iteration) -> 1 + 0.01 * iteration);
        assertThat(run.warnings(folder, 5))
                .containsExactly("getting slower: KeyValueBenchmark.put became 13.7% slower from the first to the last "
                        + "third of its measured iterations (5 forks, p<0.0001). Something grows or heats up: "
                        + "look at collections, heap and clock speed before a longer warm-up.");
    }

    @Test
    void aNeighbourIsNoDriftAndNoSecondMode() {
        run.exactRow("GrpcBenchmark.unary")
                .param("pinning", "ONE_CPU")
                .iterations(30, 20, 100)
                .trend((round, iteration) -> iteration < 10 || round % 2 == 0 ? 1 : 1.3)
                .canary((round, iteration) -> iteration < 10 || round % 2 == 0 ? 9000 : 18_000);
        assertThat(run.warnings(folder, 12)).isEmpty();
        run.exactRow("RmiBenchmark.call").iterations(30, 4, 100).trend((round, iteration) -> iteration < 2 ? 1 : 1.3);
        assertThat(run.warnings(folder, 12))
                .as("without a canary")
                .singleElement()
                .asString()
                .startsWith("getting slower: Rmi");
    }

    @Test
    void aJitThatCompilesForHalfOfTheMeasuredIterations() {
        run.exactRow("GrpcBenchmark.unary").compilation((round, iteration) -> iteration < 10 ? 13 : 0);
        assertThat(run.warnings(folder, 1))
                .containsExactly("warm-up not ended: GrpcBenchmark.unary compiled (JIT) for 6.8% of its measured time "
                        + "(1 fork). Raise -wi of that row from 30 to at least 44 (iterations of 100 ms), or -w "
                        + "in proportion.");
    }

    @Test
    void classesLoadedUntilTheEnd() {
        run.exactRow("GrpcBenchmark.unary")
                .iterations(30, 20, 200)
                .classes((round, iteration) -> round + iteration % 2);
        assertThat(run.warnings(folder, 3))
                .containsExactly("warm-up not ended: GrpcBenchmark.unary loaded 2.47 classes in a measured iteration "
                        + "(median of 3 forks). Raise -wi of that row from 30 to at least 50 (iterations of 200 "
                        + "ms), or -w in proportion.");
    }

    @Test
    void bimodalForks() {
        run.exactRow("LocalCallBenchmark.reflection")
                .fork(round -> (round % 4 == 0 ? 1.25 : 1) * (1 + 0.002 * (round % 3)));
        assertThat(run.warnings(folder, 12))
                .containsExactly("bimodal forks: LocalCallBenchmark.reflection has 3 of 12 forks 25.0% slower "
                        + "than the others (rounds 4, 8, 12; p<0.0001). Its mean describes neither group. If no "
                        + "slow minutes explain them, try -jvmArgsAppend -Xbatch (src/docs/compare.md), and raise -f.");
    }

    @Test
    void stolenTime() {
        run.exactRow("RmiBenchmark.call").steal((round, iteration) -> round == 3 && iteration % 4 == 0 ? 2e7 : 0);
        run.exactRow("RmiBenchmark.stray").steal((round, iteration) -> iteration < 2 && iteration >= 0 ? 1e7 : 0);
        assertThat(run.warnings(folder, 5))
                .containsExactly("steal: RmiBenchmark.call lost 4.8% of its CPU time to the hypervisor in round 3, and "
                        + "more than 1% in 1 of 5 forks. Other guests use the CPUs: run again at another time, "
                        + "or on a host that is not shared.");
    }

    @Test
    void rowsTooSmallForTheClock() {
        run.exactRow("RmiBenchmark.sample").mode("sample", "us/op", 2);
        run.exactRow("RmiBenchmark.large").mode("sample", "us/op", 4);
        run.exactRow("InlineCallBenchmark.once")
                .mode("ss", "ns/op", 700)
                .iterations(0, 20, 1)
                .fork(round -> 1);
        run.exactRow("InlineCallBenchmark.mean").mode("avgt", "ns/op", 2);
        assertThat(run.warnings(folder, 5))
                .containsExactly("too small for the clock: InlineCallBenchmark.once mode=ss takes 700 ns per "
                        + "invocation, which is 29.2 times what reading the clock costs, not 100; likewise "
                        + "RmiBenchmark.sample mode=sample. Measure its mean (-bm avgt), or do more in an "
                        + "invocation (-bs, @OperationsPerInvocation).");
    }

    @Test
    void iterationsTooShort() {
        run.exactRow("RmiBenchmark.call").iterations(30, 20, 9).compilation((round, iteration) -> 0);
        assertThat(run.warnings(folder, 5))
                .containsExactly("iterations too short: RmiBenchmark.call has iterations of at most 9.00 ms, which "
                        + "one time slice of another thread changes. Raise the time: -r 100ms.");
    }

    @Test
    void pinnedForksThatLieFarApart() {
        MadeUpRow.OfFork wide = round -> 1 + 0.1 * (round % 3);
        run.exactRow("GrpcPinningBenchmark.unary").param("pinning", "ONE_CPU").fork(wide);
        run.exactRow("GrpcPinningBenchmark.unary")
                .param("pinning", "FREE")
                .fact("cpu", "any")
                .fork(wide);
        run.exactRow("RmiBenchmark.call").fact("cpu", "1").fork(round -> 1 + 0.08 * (round % 3));
        run.exactRow("RmiBenchmark.steady").fact("cpu", "1");
        assertThat(run.warnings(folder, 5))
                .containsExactly("pinned, yet forks far apart: GrpcPinningBenchmark.unary pinning=ONE_CPU has a "
                        + "coefficient of variation of 7.5% over 5 forks; at most 3.5% is usual (p=0.0011). The "
                        + "machine is not quiet or the forks differ: stop what else runs, look for slow "
                        + "minutes, and raise -f.");
    }

    @Test
    void aQuietRunHasNone() {
        assertThat(MadeUpRun.quiet(1).warnings(folder, 5)).isEmpty();
        assertThat(MadeUpRun.quiet(2).warnings(folder, 10)).isEmpty();
        assertThat(MadeUpRun.quiet(3).warnings(folder, 1)).isEmpty();
    }
}
