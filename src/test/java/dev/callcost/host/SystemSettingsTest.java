package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemSettingsTest {
    private static final String CPUS = "sys/devices/system/cpu/";

    @TempDir
    Path root;

    @Test
    void aServer() throws IOException {
        KernelFiles files = new MadeUpFiles(root)
                .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc")
                .with(CPUS + "cpu0/cpufreq/scaling_governor", "powersave")
                .with(CPUS + "cpu1/cpufreq/scaling_governor", "performance")
                .with(CPUS + "cpu10/cpufreq/scaling_governor", "powersave")
                .with(CPUS + "cpufreq/boost", "1")
                .with(CPUS + "smt/active", "1")
                .with(CPUS + "online", "0-15")
                .with("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never")
                .with("proc/sys/kernel/sched_autogroup_enabled", "1")
                .with("proc/self/status", "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7")
                .files();
        assertThat(SystemSettings.read(files))
                .isEqualTo(
                        new SystemSettings("tsc", "performance, powersave", "on", "on", "always", "0-7", "0-15", "on"));
    }

    @Test
    void intelWithoutTurbo() throws IOException {
        KernelFiles files = new MadeUpFiles(root)
                .with(CPUS + "intel_pstate/no_turbo", "1")
                .with(CPUS + "smt/active", "0")
                .with("proc/sys/kernel/sched_autogroup_enabled", "0")
                .files();
        assertThat(SystemSettings.read(files).turbo()).isEqualTo("off");
        assertThat(SystemSettings.read(files).smt()).isEqualTo("off");
        assertThat(SystemSettings.read(files).autogroup()).isEqualTo("off");
    }

    @Test
    void whatIsNotThereIsUnknown() {
        String unknown = KernelFiles.UNKNOWN;
        assertThat(SystemSettings.read(new KernelFiles(root)))
                .isEqualTo(new SystemSettings(unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown));
    }
}
