package dev.callcost.doctor;

import dev.callcost.host.KernelFiles;
import dev.callcost.text.PathTails;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * The profilers of this machine.
 *
 * @param perfEventParanoid the kernel's {@code perf_event_paranoid}
 * @param disassembler whether an hsdis is where the JVM looks, so that perfasm prints instructions; it may be for another JVM
 */
public record Tools(List<Profiler> profilers, String perfEventParanoid, boolean disassembler) {
    /** Folders of a JDK where HotSpot looks first, before the system's loader does (its disassembler.cpp). */
    private static final List<String> JDK_FOLDERS = List.of("lib/server", "lib", "bin/server", "bin");

    private static final String PERFASM_BY_TIMER = "perfasm:events=cpu-clock";

    private static final int LONGEST = 140;
    private static final String DOCUMENT = "see jmh-profiles/README.md.";
    private static final String INSTALL =
            "Install perf, or measure where the hardware's counters are visible: " + DOCUMENT;

    /**
     * One of JMH's profilers.
     *
     * @param option the argument of {@code -prof}
     * @param refusal JMH's message when it refuses the profiler; null when it accepts it
     */
    public record Profiler(String option, String refusal) {
        boolean works() {
            return refusal == null;
        }

        static Profiler of(String option) {
            String[] parts = option.split(":", 2);
            try {
                ProfilerFactory.getProfilerOrException(new ProfilerConfig(parts[0], parts.length == 2 ? parts[1] : ""));
                return new Profiler(option, null);
            } catch (ProfilerException e) {
                return new Profiler(option, shortened(String.valueOf(e.getMessage())));
            }
        }
    }

    /** Tries the profilers that the manual names, in some three seconds. */
    static Tools find(KernelFiles files) {
        Profiler perfasm = Profiler.of("perfasm");
        List<Profiler> profilers = new ArrayList<>(List.of(Profiler.of("gc"), Profiler.of("jfr"), perfasm));
        if (!perfasm.works()) {
            profilers.add(Profiler.of(PERFASM_BY_TIMER));
        }
        profilers.addAll(List.of(Profiler.of("perfnorm"), Profiler.of("async")));
        return new Tools(
                profilers,
                files.first("proc/sys/kernel/perf_event_paranoid").orElse(KernelFiles.UNKNOWN),
                hasDisassembler(Path.of(System.getProperty("java.home")), System.getProperty("java.library.path", "")));
    }

    /** The first sentence of the first line. */
    private static String shortened(String message) {
        String line = PathTails.cut(message.lines().findFirst().orElse("").replaceAll("^\\[|]$", ""));
        String first = line.replaceFirst("(?<=\\.) .*", "");
        return first.length() <= LONGEST ? first : first.substring(0, LONGEST) + "...";
    }

    /** @param libraryPath where the system's loader looks: {@code java.library.path} */
    static boolean hasDisassembler(Path home, String libraryPath) {
        String suffix = System.mapLibraryName("").replaceFirst("^lib", "").replace(".", "\\.");
        return Stream.concat(
                        JDK_FOLDERS.stream().map(home::resolve),
                        Arrays.stream(libraryPath.split(File.pathSeparator)).map(Path::of))
                .map(folder -> folder.toFile().list())
                .anyMatch(names -> names != null
                        && Arrays.stream(names).anyMatch(name -> name.matches("(lib)?hsdis-\\w+" + suffix)));
    }

    List<Finding> findings() {
        String accepted = profilers.stream()
                .filter(Profiler::works)
                .map(profiler -> "-prof " + profiler.option)
                .collect(Collectors.joining(", ", "JMH accepts ", "."));
        List<Finding> findings = new ArrayList<>(List.of(Finding.ok(accepted, perf())));
        profilers.stream().filter(profiler -> !profiler.works()).forEach(profiler -> {
            String todo = switch (profiler.option) {
                case "async" -> "async-profiler is not part of this jar: " + DOCUMENT;
                case "perfasm" -> works(PERFASM_BY_TIMER) ? "Use -prof " + PERFASM_BY_TIMER + "." : INSTALL;
                default -> INSTALL;
            };
            String refusal = profiler.refusal.replaceFirst("(?<=[^.])$", ".");
            findings.add(Finding.ok("JMH refuses -prof " + profiler.option + ": " + refusal, "")
                    .noteIf(true, "", todo));
        });
        findings.add(Finding.ok(
                        (disassembler ? "A" : "No") + " disassembler (hsdis) is installed where the JVM looks.", "")
                .noteIf(!disassembler, "perfasm shows bytes in place of instructions.", "To install one, " + DOCUMENT));
        return findings;
    }

    private String perf() {
        String what = works("perfasm")
                ? "perf counts the hardware's cycles"
                : works(PERFASM_BY_TIMER)
                        ? "perf lacks hardware cycles and samples by a timer, which can attribute time to the next instruction"
                        : "perf does not work";
        return what + " (kernel.perf_event_paranoid is " + perfEventParanoid + ").";
    }

    private boolean works(String option) {
        return profilers.contains(new Profiler(option, null));
    }
}
