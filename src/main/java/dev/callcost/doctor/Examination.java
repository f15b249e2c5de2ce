package dev.callcost.doctor;

import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Processes;
import dev.callcost.host.Processes.Busy;
import dev.callcost.host.SystemSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
        List<Overshoot> overshoots,
        WakeUps wakeUps,
        Drift drift,
        SystemSettings settings,
        Limits limits,
        List<Busy> otherProcesses,
        Tools tools) {
    private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

    record Section(String title, List<Finding> findings) {}

    /**
     * Examines this machine in some ten seconds and the time of the canary.
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
                Overshoot.measure(),
                WakeUps.measure(),
                Drift.watch(canary),
                SystemSettings.read(KernelFiles.HERE),
                Limits.read(KernelFiles.HERE),
                otherProcesses,
                Tools.find(KernelFiles.HERE));
    }

    List<Section> sections() {
        return List.of(
                new Section("Clock", clock.findings(settings.clockSource())),
                new Section("Waiting", List.of(Overshoot.finding(overshoots))),
                new Section("Wake-ups", List.of(wakeUps.finding())),
                new Section("Steadiness", drift.findings()),
                new Section("Machine", MachineFindings.of(settings, limits, otherProcesses, cpus)),
                new Section("Profilers", tools.findings()));
    }
}
