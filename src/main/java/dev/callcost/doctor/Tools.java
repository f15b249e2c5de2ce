package dev.callcost.doctor;

import dev.callcost.host.KernelFiles;
import java.util.List;

/**
 * What there is to profile with.
 *
 * @param profilers JMH's, with what JMH says to them here
 * @param perfEventParanoid the kernel's {@code perf_event_paranoid}
 * @param disassembler whether the JVM finds one
 */
public record Tools(List<Profiler> profilers, String perfEventParanoid, boolean disassembler) {

    /** Looks what there is, in some three seconds. */
    public static Tools find(KernelFiles files) {
        return new Tools(
                Profiler.all(),
                files.first("proc/sys/kernel/perf_event_paranoid").orElse(KernelFiles.UNKNOWN),
                Disassembler.isFound());
    }
}
