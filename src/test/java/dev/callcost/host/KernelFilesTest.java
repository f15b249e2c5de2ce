package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Machine.SystemSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read from files as a kernel could show them. */
class KernelFilesTest {
    private static final String CPUS = "sys/devices/system/cpu/";

    @TempDir
    private Path root;

    /** Files with a line feed at their ends, as the kernel has them. */
    private KernelFiles files(Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = root.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue() + "\n");
        }
        return new KernelFiles(root);
    }

    /**
     * Of a group and those it is in; of a container that sees its own group as the root; of version 1; of version 1
     * without a quota of its own; none.
     */
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
    void theTightestLimitCounts(String groups, String limits, Double cpus, Long memoryBytes) throws IOException {
        files(Map.of("proc/self/cgroup", groups));
        for (String limit : limits.split(", ")) {
            files(Map.of("sys/fs/cgroup/" + limit.split("=")[0], limit.split("=")[1]));
        }
        assertThat(Limits.read(new KernelFiles(root))).isEqualTo(new Limits(cpus, memoryBytes));
    }

    /**
     * Two CPUs a core, numbered one after the other, or in another order; a part of them; a core whose other CPU is not
     * allowed; no topology; none.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0-3   | 0-1 0-1 2-3 2-3 | 0 2 1 3 | 2
            0-3   | 0,2 1,3 0,2 1,3 | 0 1 2 3 | 2
            1-3   | 0-1 0-1 2-3 2-3 | 1 2 3   | 2
            0,3   | 0-1 0-1 2-3 2-3 | 0 3     | 2
            0-1,3 | none            | 0 1 3   | 3
            ''    | none            | ''      | 0
            """)
    void oneCpuOfEachCoreComesBeforeTheOthers(String allowed, String siblings, String numbers, int cores)
            throws IOException {
        files(Map.of("proc/self/status", "Cpus_allowed:\tf\nCpus_allowed_list:\t" + allowed));
        String[] lists = siblings.split(" ");
        for (int cpu = 0; cpu < lists.length; cpu++) {
            files(Map.of(CPUS + "cpu" + cpu + "/topology/thread_siblings_list", lists[cpu]));
        }
        Cpus cpus = Cpus.read(new KernelFiles(root));
        assertThat(cpus.numbers().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .isEqualTo(numbers);
        assertThat(cpus.cores()).isEqualTo(cores);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            max,        8388608, 4194304
            1073741824, 1048576, 1048576
            """)
    void theMemoryIsTheSmallerOfTheMachinesAndTheLimit(String limit, long kibibytes, long idleKibibytes)
            throws IOException {
        files(Map.of(
                "proc/self/cgroup",
                "0::/",
                "sys/fs/cgroup/memory.max",
                limit,
                "proc/meminfo",
                "MemTotal:        8388608 kB\nMemFree: 7 kB\nMemAvailable:    4194304 kB"));
        KernelFiles files = new KernelFiles(root);
        assertThat(Limits.memory(files)).isEqualTo(kibibytes << 10);
        assertThat(Limits.idleMemory(files)).isEqualTo(idleKibibytes << 10);
    }

    /** A revision tells apart processors whose name is cut. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            'processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1', 'AMD EPYC (family 25, model 17, stepping 1)'
            'model name\t: Neoverse-N1', Neoverse-N1
            'processor\t: 0\nstepping\t: 1', none
            """)
    void theCpusNameAndItsRevision(String lines, String name) throws IOException {
        assertThat(Machine.cpu(files(Map.of("proc/cpuinfo", lines)))).isEqualTo(Optional.ofNullable(name));
    }

    /**
     * ARM's kernels print no name: a known design; another revision; another maker; two designs; a name that says less
     * than the numbers.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0x41 0x3 0xd0c 1              | Neoverse N1 r3p1
            0x41 0x0 0xd4f 1              | Neoverse V2 r0p1
            0x48 0x1 0xd01 0              | ARM implementer 0x48 part 0xd01 r1p0
            0x41 0x0 0xd03 4 0x41 0x0 0xd03 4 0x41 0x0 0xd08 2 | Cortex-A53 r0p4 and Cortex-A72 r0p2
            """)
    void anArmCpuIsItsDesignAndRevision(String numbers, String name) throws IOException {
        String[] words = numbers.split(" ");
        StringBuilder lines = new StringBuilder();
        for (int core = 0; core < words.length; core += 4) {
            lines.append(String.format(
                    "processor\t: %d\nFeatures\t: fp asimd\nCPU implementer\t: %s\nCPU architecture: 8\nCPU"
                            + " variant\t: %s\n"
                            + "CPU part\t: %s\nCPU revision\t: %s\n\n",
                    core / 4, words[core], words[core + 1], words[core + 2], words[core + 3]));
        }
        assertThat(Machine.cpu(files(Map.of("proc/cpuinfo", lines + "model name\t: ARMv8 Processor"))))
                .hasValue(name);
    }

    @Test
    void settingsOfAServer() throws IOException {
        KernelFiles files = files(Map.of(
                "sys/devices/system/clocksource/clocksource0/current_clocksource",
                "tsc",
                CPUS + "cpu0/cpufreq/scaling_governor",
                "powersave",
                CPUS + "cpu1/cpufreq/scaling_governor",
                "performance",
                CPUS + "cpu10/cpufreq/scaling_governor",
                "powersave",
                CPUS + "cpufreq/boost",
                "1",
                CPUS + "smt/active",
                "1",
                CPUS + "online",
                "0-15",
                "sys/kernel/mm/transparent_hugepage/enabled",
                "[always] madvise never",
                "proc/self/status",
                "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7"));
        assertThat(SystemSettings.read(files))
                .isEqualTo(new SystemSettings("tsc", "performance, powersave", "on", "on", "always", "0-7", "0-15"));
    }

    @Test
    void whatIsNotThereIsUnknown() {
        KernelFiles none = new KernelFiles(root);
        String unknown = KernelFiles.UNKNOWN;
        assertThat(SystemSettings.read(none))
                .isEqualTo(new SystemSettings(unknown, unknown, unknown, unknown, unknown, unknown, unknown));
        assertThat(Limits.read(none)).isEqualTo(new Limits(null, null));
        assertThat(Machine.cpu(none)).isEmpty();
    }
}
