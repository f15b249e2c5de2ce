package dev.callcost.doctor;

import static dev.callcost.text.Numbers.significant;

import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Machine.SystemSettings;
import dev.callcost.host.Processes;
import dev.callcost.host.Processes.Busy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    /** A larger share of the CPUs for other processes affects every benchmark. */
    private static final double UNFIT_BUSY = 0.25;

    private static final double BUSY_CPUS = 0.1;

    /** Forks have a heap of 1 GiB. */
    private static final long LITTLE_MEMORY = 2L << 30;

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
        return Stream.of(drift.findings(), surroundings(), List.of(clock.finding(settings.clockSource())))
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    /** What the settings and other processes mean. */
    private List<Finding> surroundings() {
        String smt = settings.smt();
        String huge = settings.transparentHugePages();
        return List.of(
                frequency(),
                setting(
                                "SMT (two CPUs on one core)",
                                smt,
                                "A virtual machine may still share its cores without showing it.")
                        .noteIf(
                                smt.equals("on"),
                                "Work on a core's other CPU takes up to half of the core's speed.",
                                "Leave the other CPU idle, or switch SMT off (`echo off >"
                                        + " /sys/devices/system/cpu/smt/control`)."),
                setting("Transparent huge pages", huge, "The heap has none without -XX:+UseTransparentHugePages.")
                        .noteIf(
                                huge.equals("always"),
                                "Chance decides whether a fork's heap has huge pages, so forks differ.",
                                "`echo madvise > /sys/kernel/mm/transparent_hugepage/enabled`"),
                limitations(),
                processes());
    }

    private Finding frequency() {
        String governor = settings.governor();
        String what = "CPU frequency: governor " + governor + ", turbo " + settings.turbo() + ".";
        List<String> todo = new ArrayList<>();
        if (!List.of("performance", KernelFiles.UNKNOWN).contains(governor)) {
            todo.add("set the governor to performance (`cpupower frequency-set -g performance`)");
        }
        if (settings.turbo().equals("on")) {
            todo.add("switch turbo off");
        }
        boolean isUnknown = governor.equals(KernelFiles.UNKNOWN);
        return Finding.ok(
                        what,
                        isUnknown
                                ? "This system does not show it, like most virtual machines."
                                : "The frequency is steady.")
                .noteIf(
                        !todo.isEmpty(),
                        "The frequency follows load and heat, and the score follows the frequency.",
                        "For steady numbers " + String.join(" and ", todo) + ".");
    }

    private static Finding setting(String name, String value, String means) {
        boolean isUnknown = value.equals(KernelFiles.UNKNOWN);
        return Finding.ok(name + ": " + value + ".", isUnknown ? "This system does not show it." : means);
    }

    private Finding limitations() {
        List<String> found = new ArrayList<>();
        List<String> todo = new ArrayList<>();
        if (!settings.allowedCpus().equals(settings.onlineCpus())) {
            found.add("CPUs " + settings.allowedCpus() + " of " + settings.onlineCpus());
        }
        if (limits.cpus() != null) {
            found.add(significant(limits.cpus()) + " CPUs' worth of time");
            todo.add("A quota stops all threads in the middle of an iteration: give whole CPUs (`--cpuset-cpus`).");
        }
        if (limits.memoryBytes() != null) {
            found.add(String.format(Locale.ROOT, "%.1f GiB of memory", (double) limits.memoryBytes() / (1 << 30)));
            if (limits.memoryBytes() < LITTLE_MEMORY) {
                todo.add("A fork has a heap of 1 GiB, and a server in its own JVM another: give 4 GiB.");
            }
        }
        String what = "Limits of control groups: " + (found.isEmpty() ? "none" : String.join(", ", found)) + ".";
        return Finding.ok(what, "").noteIf(!todo.isEmpty(), "", String.join(" ", todo));
    }

    private Finding processes() {
        if (otherProcesses.isEmpty()) {
            return Finding.ok("No other process used the CPU.", "");
        }
        String what = otherProcesses.stream()
                .map(busy -> busy.name() + String.format(Locale.ROOT, " %.2f", busy.cpus()))
                .collect(Collectors.joining(", ", "Other processes kept CPUs busy: ", "."));
        double busy = otherProcesses.stream().mapToDouble(Busy::cpus).sum();
        return Finding.ok(what, "")
                .noteIf(busy >= BUSY_CPUS, "They share the CPUs with the benchmarks.", "End them, or wait.")
                .unfitIf(busy > UNFIT_BUSY * cpus, "They take more than a quarter of the CPUs.", "End them, or wait.");
    }
}
