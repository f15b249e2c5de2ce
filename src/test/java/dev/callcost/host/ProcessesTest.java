package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Processes.Busy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
    private static final String STAT =
            "cpu  %d 0 100 500 0 0 0 %d 40 0\ncpu0 1 0 0 0 0 0 0 0 0 0\ncpu1 1 0 0 0 0 0 0 0 0 0\nctxt 9";

    @TempDir
    Path root;

    private MadeUpFiles at(long userTicks, long stolenTicks) throws IOException {
        return new MadeUpFiles(root).with("proc/stat", STAT.formatted(userTicks, stolenTicks));
    }

    private static String process(long id, String name, long user, long system, long start) {
        return "%d (%s) S 1 2 3 0 -1 4194304 101 0 0 0 %d %d 0 0 20 0 1 0 %d 2998272 359"
                .formatted(id, name, user, system, start);
    }

    @Test
    void timesOfTheCpus() throws IOException {
        CpuTimes earlier = CpuTimes.read(at(1_000, 50).files()).orElseThrow();
        assertThat(earlier).isEqualTo(new CpuTimes(1_650, 50, 2));

        CpuTimes passed = CpuTimes.read(at(1_150, 100).files()).orElseThrow().since(earlier);
        assertThat(passed.stolenShare()).isEqualTo(0.25);
        assertThat(passed.perCpu()).isEqualTo(100);
        assertThat(earlier.since(earlier).stolenShare()).isZero();
    }

    @Test
    void theBusiestWithNothingButTheirNames() throws IOException {
        long own = ProcessHandle.current().pid();
        at(1_000, 0)
                .with("proc/7/stat", process(7, "a) (b", 100, 100, 5))
                .with("proc/8/stat", process(8, "idle", 900, 900, 5))
                .with("proc/9/stat", process(9, "before", 900, 900, 5))
                .with("proc/10/stat", process(10, "kworker/0:1-a", 900, 900, 5))
                .with("proc/" + own + "/stat", process(own, "self", 0, 0, 5));
        Processes earlier = Processes.read(new KernelFiles(root)).orElseThrow();
        at(1_200, 0)
                .with("proc/7/stat", process(7, "a) (b", 130, 120, 5))
                .with("proc/8/stat", process(8, "idle", 902, 902, 5))
                .with("proc/9/stat", process(9, "later\t", 60, 20, 777))
                .with("proc/10/stat", process(10, "kworker/0:1-b", 905, 905, 5))
                .with("proc/" + own + "/stat", process(own, "self", 100, 0, 5));

        assertThat(Processes.read(new KernelFiles(root)).orElseThrow().busiestSince(earlier))
                .containsExactly(new Busy("later?", 0.8), new Busy("a) (b", 0.5), new Busy("kworker/0:1-b", 0.1));
    }

    @Test
    void aSystemThatShowsNone() {
        KernelFiles files = new KernelFiles(root);
        assertThat(Processes.read(files)).isEqualTo(Optional.empty());
        assertThat(Processes.busiestWithin(files, 1)).isEmpty();
        assertThat(CpuTimes.read(files)).isEmpty();
    }
}
