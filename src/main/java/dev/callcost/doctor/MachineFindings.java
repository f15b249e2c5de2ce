package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.plainTime;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Diagnosis.Finding;
import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.doctor.Tools.Profiler;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Processes.Busy;
import dev.callcost.host.SystemSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Findings about the machine's steadiness, settings, other users and profilers. */
final class MachineFindings {
    /** With a larger share of contended samples, the uncontended are too few. */
    private static final double UNFIT_CONTENDED = 0.8;

    /** A larger share of the CPUs for other processes affects every benchmark. */
    private static final double UNFIT_BUSY = 0.25;

    private static final double MANY_SLOW = 0.05;

    private static final double STOLEN = 0.01;
    private static final double BUSY_CPUS = 0.1;

    /** Forks have a heap of 1 GiB. */
    private static final long LITTLE_MEMORY = 2L << 30;

    private static final String DOCUMENT = "see jmh-profiles/README.md.";

    private MachineFindings() {}

    static List<Finding> steadiness(Drift drift) {
        List<Finding> findings = new ArrayList<>(List.of(neighbours(drift), spells(drift.steadiness())));
        if (drift.stolen() != null) {
            findings.add(steal(drift.stolen()));
        }
        return findings;
    }

    private static Finding neighbours(Drift drift) {
        double spread = drift.steadiness().neighbourSpread();
        String what = "A fixed piece of work takes " + plainTime(drift.canary().median()) + " (median of "
                + drift.canaryNanos().size() + " samples in " + significant(drift.seconds())
                + " s). Adjacent uncontended samples differ by " + percent(spread, 2) + " (standard deviation).";
        return spread > Resolution.USUAL_FORK_SD
                ? Finding.note(
                        what,
                        "That is more than forks usually differ, so intervals are wider: see the last table.",
                        "Measure when the machine is idle, or longer.")
                : Finding.ok(what, "That is less than forks usually differ.");
    }

    private static Finding spells(Steadiness steadiness) {
        double trend = steadiness.trend();
        String what = percent(steadiness.slowShare(), 0)
                + " of the samples took over 35 % longer than the fastest tenth; the slowest took "
                + significant(steadiness.slowest()) + "x as long. The second half was " + percent(Math.abs(trend))
                + (trend < 0 ? " faster" : " slower") + " than the first.";
        if (steadiness.slowShare() > UNFIT_CONTENDED) {
            return Finding.unfit(
                    what,
                    "Something else uses the cores nearly all of the time and makes calls slower.",
                    "Measure when the machine is idle, at another hour, or on another machine.");
        }
        if (steadiness.slowShare() > MANY_SLOW) {
            return Finding.note(
                    what,
                    "At times something else uses the cores and makes calls slower, such as another virtual machine on their"
                            + " other hardware threads. Two runs of the same code can differ by that much.",
                    "Use ONE_CPU rows of the ladder, which exclude contended iterations. For other rows use ratios within a run,"
                            + " whose forks go in rounds. Never measure all of base, then all of head.");
        }
        return Finding.ok(
                what,
                "No slow spell was seen. --duration 5min shows spells of a minute. A spell that lasts for hours shows only when the"
                        + " same JVM takes longer for the same work than at another hour.");
    }

    private static Finding steal(double share) {
        String what = "Steal: " + percent(share) + " of the CPUs' time.";
        return share > STOLEN
                ? Finding.note(
                        what,
                        "The virtual machine's host gave that time to others.",
                        "Measure at another hour, or on a machine of your own.")
                : Finding.ok(what, "Many hosts do not report it; the samples above show it.");
    }

    static List<Finding> settings(Examination examination) {
        SystemSettings settings = examination.settings();
        return List.of(
                frequency(settings),
                setting(
                        "SMT (two CPUs on one core)",
                        settings.smt(),
                        "A virtual machine may still share its cores without showing it.",
                        "on",
                        "Work on a core's other CPU takes up to half of the core's speed.",
                        "Leave the other CPU idle, or switch SMT off (`echo off > /sys/devices/system/cpu/smt/control`)."),
                setting(
                        "Transparent huge pages",
                        settings.transparentHugePages(),
                        "The heap has none without -XX:+UseTransparentHugePages.",
                        "always",
                        "Chance decides whether a fork's heap has huge pages, so forks differ.",
                        "`echo madvise > /sys/kernel/mm/transparent_hugepage/enabled`"),
                limits(settings, examination.limits()),
                processes(examination.otherProcesses(), examination.cpus()));
    }

    private static Finding frequency(SystemSettings settings) {
        String what = "CPU frequency: governor " + settings.governor() + ", turbo " + settings.turbo() + ".";
        List<String> todo = new ArrayList<>();
        if (!settings.governor().equals("performance") && !settings.governor().equals(KernelFiles.UNKNOWN)) {
            todo.add("set the governor to performance (`cpupower frequency-set -g performance`)");
        }
        if (settings.turbo().equals("on")) {
            todo.add("switch turbo off");
        }
        if (!todo.isEmpty()) {
            return Finding.note(
                    what,
                    "The frequency follows load and heat, and the score follows the frequency.",
                    "For steady numbers " + String.join(" and ", todo) + ".");
        }
        return settings.governor().equals(KernelFiles.UNKNOWN)
                ? Finding.ok(what, "This system does not show it, like most virtual machines.")
                : Finding.ok(what, "The frequency is steady.");
    }

    private static Finding setting(String name, String value, String means, String bad, String badMeans, String todo) {
        String what = name + ": " + value + ".";
        if (value.equals(bad)) {
            return Finding.note(what, badMeans, todo);
        }
        return Finding.ok(what, value.equals(KernelFiles.UNKNOWN) ? "This system does not show it." : means);
    }

    private static Finding limits(SystemSettings settings, Limits limits) {
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
        return todo.isEmpty() ? Finding.ok(what, "") : Finding.note(what, "", String.join(" ", todo));
    }

    private static Finding processes(List<Busy> others, int cpus) {
        if (others.isEmpty()) {
            return Finding.ok("No other process used the CPU.", "");
        }
        String what = "Other processes kept CPUs busy: "
                + others.stream()
                        .map(busy -> busy.name() + String.format(Locale.ROOT, " %.2f", busy.cpus()))
                        .collect(Collectors.joining(", "))
                + ".";
        double busy = others.stream().mapToDouble(Busy::cpus).sum();
        if (busy > UNFIT_BUSY * cpus) {
            return Finding.unfit(what, "They take more than a quarter of the CPUs.", "End them, or wait.");
        }
        return busy < BUSY_CPUS
                ? Finding.ok(what, "")
                : Finding.note(what, "They share the CPUs with the benchmarks.", "End them, or wait.");
    }

    static List<Finding> tools(Tools tools) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "JMH accepts "
                        + tools.profilers().stream()
                                .filter(Profiler::works)
                                .map(profiler -> "-prof " + profiler.option())
                                .collect(Collectors.joining(", "))
                        + ".",
                perf(tools)));
        for (Profiler profiler : tools.profilers()) {
            if (!profiler.works()) {
                findings.add(Finding.note(
                        "JMH refuses -prof " + profiler.option() + ": " + profiler.refusal(),
                        "",
                        profiler.option().equals("async")
                                ? "async-profiler is not part of this jar: " + DOCUMENT
                                : ""));
            }
        }
        findings.add(
                tools.disassembler()
                        ? Finding.ok("A disassembler (hsdis) is installed where the JVM looks.", "")
                        : Finding.note(
                                "No disassembler (hsdis) is installed where the JVM looks.",
                                "perfasm shows bytes in place of instructions.",
                                "To install one, " + DOCUMENT));
        return findings;
    }

    private static String perf(Tools tools) {
        String what = works(tools, "perfasm")
                ? "perf counts the hardware's cycles"
                : works(tools, "perfasm:events=cpu-clock")
                        ? "perf lacks hardware cycles and samples by a timer, which can attribute time to the next instruction"
                        : "perf does not work";
        return what + " (kernel.perf_event_paranoid is " + tools.perfEventParanoid() + ").";
    }

    private static boolean works(Tools tools, String option) {
        return tools.profilers().contains(new Profiler(option, null));
    }
}
