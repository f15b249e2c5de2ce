package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTimesTest {
    @TempDir
    private Path root;

    private KernelFiles told(String line) throws IOException {
        return new MadeUpFiles(root).with("proc/stat", line).files();
    }

    @Test
    void stealIsTheEighthNumberAndWhatFollowsIsCountedAlready() throws IOException {
        Optional<CpuTimes> times = CpuTimes.read(told("cpu  100 20 30 400 5 6 7 32 99 98"));
        assertThat(times).contains(new CpuTimes(600, 32));
        assertThat(CpuTimes.stolenShareSince(times, told("cpu  1050 20 30 400 5 6 7 82 99 98")))
                .get()
                .satisfies(share -> assertThat(share).isCloseTo(0.05, within(1e-12)));
    }

    @Test
    void oldKernelsKnowNoSteal() throws IOException {
        KernelFiles files = told("cpu 1 2 3 4");
        assertThat(CpuTimes.read(files)).isEmpty();
        assertThat(CpuTimes.stolenShareSince(CpuTimes.read(files), files)).isEmpty();
    }

    @Test
    void noTimeHasNoShare() throws IOException {
        KernelFiles files = told("cpu  0 0 0 0 0 0 0 0");
        assertThat(CpuTimes.stolenShareSince(CpuTimes.read(files), files)).contains(0.0);
    }
}
