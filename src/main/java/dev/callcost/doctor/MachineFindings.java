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

/** What a machine's steadiness, its settings, its other users and its profilers mean for a user's numbers. */
final class MachineFindings {
    /** The share of disturbed times above which the undisturbed are too few. */
    static final double UNFIT_DISTURBED = 0.8;

    /** Others that take a larger share of the CPUs leave no benchmark alone. */
    static final double UNFIT_BUSY = 0.25;

    private static final double MANY_SLOW = 0.05;

    private static final double STOLEN = 0.01;
    private static final double BUSY_CPUS = 0.1;

    /** Forks have a heap of 1 GiB. */
    private static final long LITTLE_MEMORY = 2L << 30;

    private static final String DOCUMENT = "jmh-profiles/README.md says where it comes from.";

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
        String what = "A fixed piece of work of " + plainTime(drift.canary().median()) + ", "
                + drift.canaryNanos().size() + " times in " + significant(drift.seconds())
                + " s: undisturbed, one time differs from the next by " + percent(spread, 2)
                + " (standard deviation).";
        return spread > Resolution.USUAL_FORK_SD
                ? Finding.note(
                        what,
                        "More than forks usually differ by themselves: intervals get wider, see the last table.",
                        "Measure when the machine is idle, or longer.")
                : Finding.ok(what, "Less than forks usually differ by themselves.");
    }

    private static Finding spells(Steadiness steadiness) {
        double trend = steadiness.trend();
        String what =
                "Disturbed, by more than 35 % over the fastest tenth, was it " + percent(steadiness.slowShare(), 0)
                        + " of the times, up to " + significant(steadiness.slowest()) + "-fold; the second half was "
                        + percent(Math.abs(trend)) + (trend < 0 ? " faster" : " slower") + " than the first.";
        if (steadiness.slowShare() > UNFIT_DISTURBED) {
            return Finding.unfit(
                    what,
                    "Something else uses the cores of these CPUs nearly all of the time, and calls take longer meanwhile.",
                    "Measure when the machine is idle, at another hour, or on another one.");
        }
        if (steadiness.slowShare() > MANY_SLOW) {
            return Finding.note(
                    what,
                    "Something else uses the cores of these CPUs, such as another virtual machine on their other hardware"
                            + " threads, and calls take longer meanwhile. Two runs one after the other can differ by that with"
                            + " nothing changed.",
                    "Believe ONE_CPU rows of the ladder: iterations so disturbed are left out of them. Of others believe ratios of"
                            + " rows of one run, whose forks go in rounds; never all of base, then all of head.");
        }
        return Finding.ok(
                what,
                "No slow spell was seen. One of a minute shows with --duration 5min only; one that lasts all the time shows beside"
                        + " another hour only, as a longer time of the same work by the same JVM.");
    }

    private static Finding steal(double share) {
        String what = "Steal: " + percent(share) + " of the CPUs' time.";
        return share > STOLEN
                ? Finding.note(
                        what,
                        "The virtual machine's host gave that time to others.",
                        "Measure at another hour, or on a machine of your own.")
                : Finding.ok(what, "Many hosts do not tell; the work above does.");
    }

    static List<Finding> settings(Examination examination) {
        SystemSettings settings = examination.settings();
        return List.of(
                frequency(settings),
                smt(settings.smt()),
                hugePages(settings.transparentHugePages()),
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
                ? Finding.ok(what, "It is not shown here, as on most virtual machines; nothing can be set.")
                : Finding.ok(what, "It stays where it is.");
    }

    private static Finding smt(String smt) {
        return setting(
                "SMT (two CPUs on one core)",
                smt,
                "A virtual machine may share its cores unseen all the same.",
                "on",
                "What runs on a core's other CPU takes up to half of its speed.",
                "Leave it idle, or switch SMT off (`echo off > /sys/devices/system/cpu/smt/control`).");
    }

    private static Finding hugePages(String mode) {
        return setting(
                "Transparent huge pages",
                mode,
                "The JVM's heap has none unless it asks (-XX:+UseTransparentHugePages).",
                "always",
                "Whether a fork's heap gets huge pages is chance, and forks differ by it.",
                "`echo madvise > /sys/kernel/mm/transparent_hugepage/enabled`");
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
            found.add(memory(limits.memoryBytes()));
            if (limits.memoryBytes() < LITTLE_MEMORY) {
                todo.add("A fork has a heap of 1 GiB, with the server in a JVM of its own twice that: give 4 GiB.");
            }
        }
        String what = "Limits of control groups: " + (found.isEmpty() ? "none" : String.join(", ", found)) + ".";
        return todo.isEmpty() ? Finding.ok(what, "") : Finding.note(what, "", String.join(" ", todo));
    }

    private static String memory(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB of memory", (double) bytes / (1 << 30));
    }

    private static Finding processes(List<Busy> others, int cpus) {
        if (others.isEmpty()) {
            return Finding.ok("Other processes: none used the CPU.", "");
        }
        String what = "Other processes, in CPUs that they kept busy: "
                + others.stream()
                        .map(busy -> busy.name() + String.format(Locale.ROOT, " %.2f", busy.cpus()))
                        .collect(Collectors.joining(", "))
                + ".";
        double busy = others.stream().mapToDouble(Busy::cpus).sum();
        if (busy > UNFIT_BUSY * cpus) {
            return Finding.unfit(
                    what, "They take more than a quarter of the CPUs from the benchmarks.", "End them, or wait.");
        }
        return busy < BUSY_CPUS
                ? Finding.ok(what, "")
                : Finding.note(what, "They share the CPUs with the benchmarks, and come and go.", "End them, or wait.");
    }

    static List<Finding> tools(Tools tools) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "JMH takes "
                        + tools.profilers().stream()
                                .filter(Profiler::works)
                                .map(profiler -> "-prof " + profiler.option())
                                .collect(Collectors.joining(", "))
                        + ".",
                perf(tools)));
        for (Profiler profiler : tools.profilers()) {
            if (!profiler.works()) {
                findings.add(Finding.note(
                        "JMH refuses -prof " + profiler.option() + ".",
                        "It says: " + profiler.refusal(),
                        profiler.option().equals("async")
                                ? "async-profiler is not part of this jar: " + DOCUMENT
                                : ""));
            }
        }
        findings.add(
                tools.disassembler()
                        ? Finding.ok("A disassembler (hsdis) is where the JVM looks for it.", "")
                        : Finding.note(
                                "No disassembler (hsdis) is where the JVM looks for it.",
                                "perfasm shows bytes in place of instructions.",
                                DOCUMENT));
        return findings;
    }

    private static String perf(Tools tools) {
        String what = works(tools, "perfasm")
                ? "perf counts the hardware's cycles"
                : works(tools, "perfasm:events=cpu-clock")
                        ? "perf has no hardware cycles here and samples by a timer, which may blame the instruction after the"
                                + " slow one"
                        : "perf does not work here";
        return what + " (kernel.perf_event_paranoid is " + tools.perfEventParanoid() + ").";
    }

    private static boolean works(Tools tools, String option) {
        return tools.profilers().contains(new Profiler(option, null));
    }
}
