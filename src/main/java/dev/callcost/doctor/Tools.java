package dev.callcost.doctor;

import dev.callcost.host.KernelFiles;
import dev.callcost.text.PathTails;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    private static final int LONGEST = 140;

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

        static Profiler ask(String option) {
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
    public static Tools find(KernelFiles files) {
        Profiler perfasm = Profiler.ask("perfasm");
        List<Profiler> profilers = new ArrayList<>(List.of(Profiler.ask("gc"), Profiler.ask("jfr"), perfasm));
        if (!perfasm.works()) {
            profilers.add(Profiler.ask("perfasm:events=cpu-clock"));
        }
        profilers.addAll(List.of(Profiler.ask("perfnorm"), Profiler.ask("async")));
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

    /**
     * Whether there is an hsdis.
     *
     * @param home the JVM's folder
     * @param libraryPath where the system's loader looks: {@code java.library.path}
     */
    static boolean hasDisassembler(Path home, String libraryPath) {
        String suffix = System.mapLibraryName("").replaceFirst("^lib", "").replace(".", "\\.");
        return Stream.concat(
                        JDK_FOLDERS.stream().map(home::resolve),
                        Arrays.stream(libraryPath.split(File.pathSeparator)).map(Path::of))
                .map(folder -> folder.toFile().list())
                .anyMatch(names -> names != null
                        && Arrays.stream(names).anyMatch(name -> name.matches("(lib)?hsdis-\\w+" + suffix)));
    }
}
