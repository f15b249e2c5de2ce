package dev.callcost.host;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The state of the host when a run began; {@code doctor} examines it in detail.
 *
 * @param loadAverage over a minute, null where there is none
 * @param limits of control groups
 * @param otherProcesses the processes that used the CPU most
 */
public record HostState(
        Double loadAverage, SystemSettings settings, Limits limits, List<Processes.Busy> otherProcesses) {
    /** Some twenty ticks of the kernel's account of CPU time. */
    private static final long WATCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Takes some 0.3 s. */
    public static HostState now() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return new HostState(
                load < 0 ? null : load,
                SystemSettings.read(KernelFiles.HERE),
                Limits.read(KernelFiles.HERE),
                Processes.busiestWithin(WATCHED_NANOS));
    }
}
