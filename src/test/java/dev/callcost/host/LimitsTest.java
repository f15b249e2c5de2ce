package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {
    @TempDir
    Path root;

    /** Of a group and those it is in; of a container that sees its own group as the root; of version 1; of version 1 without a quota of its own; none. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", delimiter = '|', textBlock = """
            0::/a.slice/b.scope | a.slice/cpu.max=150000 100000, a.slice/memory.max=max, a.slice/b.scope/cpu.max=max 100000, \
            a.slice/b.scope/memory.max=1073741824 | 1.5 | 1073741824
            0::/ | cpu.max=50000 100000 | 0.5 | none
            '5:memory:/x\n1:cpu,cpuacct:/x\n0::/' | cpu/x/cpu.cfs_quota_us=200000, cpu/x/cpu.cfs_period_us=100000, \
            cpu/cpu.cfs_quota_us=-1, cpu/cpu.cfs_period_us=100000, memory/memory.limit_in_bytes=9223372036854771712, \
            memory/x/memory.limit_in_bytes=4294967296 | 2.0 | 4294967296
            '5:memory:/x\n1:cpu:/y' | cpu/x/cpu.cfs_quota_us=200000, cpu/x/cpu.cfs_period_us=100000 | none | none
            0::/ | memory.max=max | none | none
            """)
    void theTightestCounts(String groups, String files, Double cpus, Long memoryBytes) throws IOException {
        MadeUpFiles made = new MadeUpFiles(root).with("proc/self/cgroup", groups);
        for (String file : files.split(", ")) {
            made.with("sys/fs/cgroup/" + file.split("=")[0], file.split("=")[1]);
        }
        assertThat(Limits.read(made.files())).isEqualTo(new Limits(cpus, memoryBytes));
    }

    @Test
    void aSystemWithoutGroupsHasNone() {
        assertThat(Limits.read(new KernelFiles(root))).isEqualTo(new Limits(null, null));
    }
}
