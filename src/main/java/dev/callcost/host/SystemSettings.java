package dev.callcost.host;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings of the system, as far as they are visible: in a virtual machine frequency and SMT are mostly not.
 *
 * @param governor what chooses the CPUs' frequencies; all names when CPUs differ
 * @param turbo whether a CPU may exceed its nominal frequency: {@code on} or {@code off}
 * @param smt whether CPUs share cores: {@code on} or {@code off}
 * @param allowedCpus the CPUs that the process may use, as the kernel lists them
 * @param onlineCpus all CPUs in use
 */
public record SystemSettings(
        String clockSource,
        String governor,
        String turbo,
        String smt,
        String transparentHugePages,
        String allowedCpus,
        String onlineCpus) {
    private static final String CPUS = "sys/devices/system/cpu/";

    public static SystemSettings read(KernelFiles files) {
        return new SystemSettings(
                known(files.first("sys/devices/system/clocksource/clocksource0/current_clocksource")),
                governor(files),
                known(files.first(CPUS + "intel_pstate/no_turbo")
                        .map(onOrOff("0"))
                        .or(() -> files.first(CPUS + "cpufreq/boost").map(onOrOff("1")))),
                known(files.first(CPUS + "smt/active").map(onOrOff("1"))),
                known(files.first("sys/kernel/mm/transparent_hugepage/enabled")
                        .map(choices -> choices.replaceAll(".*\\[|].*", ""))),
                known(files.field("proc/self/status", "Cpus_allowed_list")),
                known(files.first(CPUS + "online")));
    }

    private static String governor(KernelFiles files) {
        String governors = files.names(CPUS).stream()
                .filter(name -> name.matches("cpu\\d+"))
                .flatMap(cpu -> files.first(CPUS + cpu + "/cpufreq/scaling_governor").stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return governors.isEmpty() ? KernelFiles.UNKNOWN : governors;
    }

    private static Function<String, String> onOrOff(String on) {
        return value -> value.equals(on) ? "on" : "off";
    }

    private static String known(Optional<String> value) {
        return value.orElse(KernelFiles.UNKNOWN);
    }
}
