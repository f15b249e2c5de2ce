package dev.callcost.run.device;

import dev.callcost.run.device.host.KernelFiles;
import dev.callcost.run.device.host.Limits;
import dev.callcost.run.device.host.Processes;
import dev.callcost.run.device.host.Processes.Busy;
import dev.callcost.run.device.host.Settings;
import dev.callcost.run.device.probe.Clock;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The measuring device in short, as it was when a run began; the verb {@code doctor} examines it at length.
 *
 * @param clock the clock's cost and step
 * @param canary the fixed piece of work
 * @param loadAverage the system's load average over a minute, null where there is none
 * @param settings clock source, frequency, SMT, huge pages, CPUs
 * @param limits of control groups
 * @param otherProcesses those that used the CPU most
 */
public record Device(
        Clock clock, Canary canary, Double loadAverage, Settings settings, Limits limits, List<Busy> otherProcesses) {
    /** Long enough for some twenty of the ticks that processes are charged by. */
    private static final long WATCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Looks at it, in some 0.4 s, half of which it sleeps. */
    public static Device brief() {
        KernelFiles files = KernelFiles.HERE;
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return new Device(
                Clock.measure(),
                Canary.sing(),
                load < 0 ? null : load,
                Settings.read(files),
                Limits.read(files),
                Processes.busiestWithin(files, WATCHED_NANOS));
    }
}
