package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottlingTest {
    private static final String CPUS = "sys/devices/system/cpu/";
    private static final String MOUNT = "sys/fs/cgroup/";

    @TempDir
    Path root;

    private MadeUpFiles files;

    @BeforeEach
    void begin() {
        files = new MadeUpFiles(root);
    }

    @Test
    void heatIsThatOfCoresAndPackagesOfAllCpus() throws IOException {
        files.with(CPUS + "cpu0/thermal_throttle/core_throttle_count", "3")
                .with(CPUS + "cpu0/thermal_throttle/package_throttle_count", "10")
                .with(CPUS + "cpu0/thermal_throttle/core_throttle_total_time_ms", "1000")
                .with(CPUS + "cpu12/thermal_throttle/core_throttle_count", "4")
                .with(CPUS + "cpufreq/thermal_throttle/core_throttle_count", "500");
        assertThat(Throttling.read(files.files())).isEqualTo(new Throttling(17L, null));
    }

    @Test
    void theQuotaIsThatOfAGroupAndThoseItIsIn() throws IOException {
        files.with("proc/self/cgroup", "0::/pod/container")
                .with(MOUNT + "cpu.stat", "usage_usec 77")
                .with(MOUNT + "pod/cpu.stat", "usage_usec 5\nnr_throttled 9\nthrottled_usec 20")
                .with(MOUNT + "pod/container/cpu.stat", "usage_usec 5\nthrottled_usec 3")
                .with(MOUNT + "other/cpu.stat", "throttled_usec 999");
        assertThat(Throttling.read(files.files())).isEqualTo(new Throttling(null, 23_000L));
    }

    @Test
    void versionOneCountsNanosecondsInAHierarchyOfItsOwn() throws IOException {
        files.with("proc/self/cgroup", "5:memory:/x\n1:cpu,cpuacct:/x\n0::/")
                .with(MOUNT + "cpu/cpu.stat", "nr_periods 0\nthrottled_time 0")
                .with(MOUNT + "cpu/x/cpu.stat", "nr_periods 7\nthrottled_time 1234")
                .with(MOUNT + "cpuacct/x/cpu.stat", "throttled_time 1234");
        assertThat(Throttling.read(files.files())).isEqualTo(new Throttling(null, 1234L));
    }

    @Test
    void aSystemThatSaysNothing() {
        Throttling nothing = new Throttling(null, null);
        assertThat(Throttling.read(files.files())).isEqualTo(nothing);
        assertThat(new Throttling(1L, 1L).since(nothing)).isEqualTo(nothing);
        assertThat(nothing.isHot()).isFalse();
    }

    @Test
    void whatCountsIsTheDifference() {
        Throttling since = new Throttling(5L, 700L).since(new Throttling(5L, 300L));
        assertThat(since).isEqualTo(new Throttling(0L, 400L));
        assertThat(since.isHot()).isFalse();
        assertThat(new Throttling(6L, 0L).since(new Throttling(5L, 0L)).isHot()).isTrue();
    }
}
