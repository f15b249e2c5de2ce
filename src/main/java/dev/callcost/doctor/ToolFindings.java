package dev.callcost.doctor;

import dev.callcost.doctor.Finding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which profilers can be used, and with which option. */
final class ToolFindings {
    private static final String DOCUMENT = "jmh-profiles/README.md says where it comes from.";

    private ToolFindings() {}

    static List<Finding> of(Tools tools) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "JMH takes "
                        + tools.profilers().stream()
                                .filter(Profiler::works)
                                .map(profiler -> "-prof " + profiler.option())
                                .collect(Collectors.joining(", "))
                        + ".",
                events(tools)));
        tools.profilers().stream()
                .filter(profiler -> !profiler.works())
                .forEach(profiler -> findings.add(refused(profiler)));
        findings.add(
                tools.disassembler()
                        ? Finding.ok("A disassembler (hsdis) is where the JVM looks for it.", "")
                        : Finding.note(
                                "No disassembler (hsdis) is where the JVM looks for it.",
                                "perfasm shows bytes in place of instructions.",
                                DOCUMENT));
        return findings;
    }

    private static String events(Tools tools) {
        boolean cycles = works(tools, "perfasm");
        boolean timer = works(tools, "perfasm:events=cpu-clock");
        String paranoid = " (kernel.perf_event_paranoid is " + tools.perfEventParanoid() + ")";
        if (cycles) {
            return "perf counts the hardware's cycles" + paranoid + ".";
        }
        return timer
                ? "perf has no hardware cycles here and samples by a timer, which may blame the instruction after the slow one"
                        + paranoid + "."
                : "perf does not work here" + paranoid + ".";
    }

    private static boolean works(Tools tools, String option) {
        return tools.profilers().stream().anyMatch(profiler -> profiler.option().equals(option) && profiler.works());
    }

    private static Finding refused(Profiler profiler) {
        return Finding.of(
                Level.NOTE,
                "JMH refuses -prof " + profiler.option() + ".",
                "It says: " + profiler.refusal(),
                profiler.option().equals("async") ? "async-profiler is not part of this jar: " + DOCUMENT : "");
    }
}
