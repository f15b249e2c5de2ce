package dev.callcost.doctor;

import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Machine.SystemSettings;
import dev.callcost.host.Processes;
import dev.callcost.host.Processes.Busy;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What was measured on a machine and read from its settings.
 *
 * @param cpus how many CPUs the JVM may use
 * @param otherProcesses the processes that used the CPUs most during a second
 */
public record Examination(
        String machine,
        String jvm,
        int cpus,
        Clock clock,
        Drift drift,
        SystemSettings settings,
        Limits limits,
        List<Busy> otherProcesses) {
    private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Examines this machine in a second or two and the time of the canary.
     *
     * @param canary how long it is watched
     */
    public static Examination of(String machine, Duration canary) throws InterruptedException {
        List<Busy> otherProcesses = Processes.busiestWithin(WATCHED_NANOS);
        return new Examination(
                machine,
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                Clock.measure(),
                Drift.watch(canary),
                SystemSettings.read(KernelFiles.HERE),
                Limits.read(KernelFiles.HERE),
                otherProcesses);
    }

    /** The worst first; of one severity those first that affect intervals most. */
    List<Finding> findings() {
        return Stream.of(
                        drift.findings(),
                        MachineFindings.of(settings, limits, otherProcesses, cpus),
                        List.of(clock.finding(settings.clockSource())))
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }
}
