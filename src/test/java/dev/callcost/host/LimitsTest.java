package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsTest {
    private static final String MOUNT = "sys/fs/cgroup/";

    @TempDir
    Path root;

    private MadeUpFiles files;

    @BeforeEach
    void begin() {
        files = new MadeUpFiles(root);
    }

    @Test
    void theTightestOfAGroupAndThoseItIsIn() throws IOException {
        files.with("proc/self/cgroup", "0::/a.slice/b.scope")
                .with(MOUNT + "a.slice/cpu.max", "150000 100000")
                .with(MOUNT + "a.slice/memory.max", "max")
                .with(MOUNT + "a.slice/b.scope/cpu.max", "max 100000")
                .with(MOUNT + "a.slice/b.scope/memory.max", "1073741824");
        assertThat(Limits.read(files.files())).isEqualTo(new Limits(1.5, 1L << 30));
    }

    @Test
    void ofAContainerThatSeesItsOwnGroupAsTheRoot() throws IOException {
        files.with("proc/self/cgroup", "0::/").with(MOUNT + "cpu.max", "50000 100000");
        assertThat(Limits.read(files.files())).isEqualTo(new Limits(0.5, null));
    }

    @Test
    void ofVersionOne() throws IOException {
        files.with("proc/self/cgroup", "5:memory:/x\n1:cpu,cpuacct:/x\n0::/")
                .with(MOUNT + "cpu/x/cpu.cfs_quota_us", "200000")
                .with(MOUNT + "cpu/x/cpu.cfs_period_us", "100000")
                .with(MOUNT + "cpu/cpu.cfs_quota_us", "-1")
                .with(MOUNT + "cpu/cpu.cfs_period_us", "100000")
                .with(MOUNT + "memory/memory.limit_in_bytes", "9223372036854771712")
                .with(MOUNT + "memory/x/memory.limit_in_bytes", "4294967296");
        assertThat(Limits.read(files.files())).isEqualTo(new Limits(2.0, 4L << 30));
    }

    @Test
    void ofVersionOneWithoutAQuotaOfItsOwn() throws IOException {
        files.with("proc/self/cgroup", "5:memory:/x\n1:cpu:/y")
                .with(MOUNT + "cpu/x/cpu.cfs_quota_us", "200000")
                .with(MOUNT + "cpu/x/cpu.cfs_period_us", "100000");
        assertThat(Limits.read(files.files())).isEqualTo(new Limits(null, null));
    }

    @Test
    void none() throws IOException {
        assertThat(Limits.read(files.files())).isEqualTo(new Limits(null, null));
        files.with("proc/self/cgroup", "0::/").with(MOUNT + "memory.max", "max");
        assertThat(Limits.read(files.files())).isEqualTo(new Limits(null, null));
    }
}
