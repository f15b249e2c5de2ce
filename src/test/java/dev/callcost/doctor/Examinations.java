package dev.callcost.doctor;

import dev.callcost.doctor.Tools.Profiler;
import dev.callcost.doctor.WakeUps.Partners;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Processes.Busy;
import dev.callcost.host.SystemSettings;
import dev.callcost.transport.Pinning;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Made-up machines. */
final class Examinations {
    private Examinations() {}

    /** A dedicated machine, set up to measure. */
    static Examination quiet() {
        return new Examination(
                "Example CPU, 8 CPUs, Example OS 1, Linux 6.1 amd64, virtualization: none",
                "Example VM 17.0.15",
                8,
                new Clock(21.4, 10),
                List.of(
                        new Overshoot("Thread.sleep(1)", 1_000_000, new Quantiles(56_000, 61_000, 90_000)),
                        new Overshoot("LockSupport.parkNanos(1000)", 1_000, new Quantiles(54_000, 58_000, 70_000))),
                new WakeUps(
                        List.of(
                                new Partners(Pinning.ONE_CPU, List.of(7), new Quantiles(1_900, 2_500, 9_000)),
                                new Partners(Pinning.TWO_CPUS, List.of(7, 0), new Quantiles(2_600, 3_100, 12_000)),
                                new Partners(Pinning.FREE, List.of(), new Quantiles(2_500, 3_100, 11_000))),
                        null),
                drift(2, 0.002, 0.0),
                new SystemSettings("tsc", "performance", "off", "off", "madvise", "0-7", "0-7", "off"),
                new Limits(null, null),
                List.of(),
                new Tools(
                        Stream.of("gc", "jfr", "perfasm", "perfnorm", "async")
                                .map(option -> new Profiler(option, null))
                                .toList(),
                        "1",
                        true));
    }

    /** A container on a shared virtual machine with every fault. */
    static Examination unfit() {
        return new Examination(
                "Example CPU, 2 CPUs, Example OS 1, Linux 6.1 amd64, virtualization: virtual machine",
                "Example VM 25.0.1",
                2,
                new Clock(1_350, 1_000),
                List.of(new Overshoot("Thread.sleep(1)", 1_000_000, new Quantiles(182_000, 4_100_000, 12_000_000))),
                new WakeUps(
                        List.of(
                                new Partners(Pinning.ONE_CPU, List.of(1), new Quantiles(2_400, 9_000, 80_000)),
                                new Partners(Pinning.TWO_CPUS, List.of(1, 0), new Quantiles(31_000, 60_000, 900_000)),
                                new Partners(Pinning.FREE, List.of(), new Quantiles(28_000, 55_000, 800_000))),
                        null),
                drift(8, 0.7, 0.031),
                new SystemSettings("hpet", "powersave", "on", "on", "always", "0-1", "0-15", "on"),
                new Limits(1.5, 1L << 30),
                List.of(new Busy("java", 0.93), new Busy("cc1plus", 0.11)),
                new Tools(
                        List.of(
                                new Profiler("gc", null),
                                new Profiler("perfasm", "Unsupported event: cycles"),
                                new Profiler("perfasm:events=cpu-clock", null),
                                new Profiler("async", "Unable to load async-profiler.")),
                        "4",
                        false));
    }

    /** A system that shows no setting and refuses pinning. */
    static Examination silent() {
        return new Examination(
                "Example CPU, 4 CPUs, Example OS 2, virtualization: unknown",
                "Example VM 21",
                4,
                new Clock(240, 41),
                List.of(new Overshoot("Thread.sleep(1)", 1_000_000, new Quantiles(250_000, 300_000, 400_000))),
                new WakeUps(
                        List.of(new Partners(Pinning.FREE, List.of(), new Quantiles(5_000, 9_000, 20_000))),
                        "this system does not let a thread be pinned to a CPU"),
                drift(2, 0.03, null),
                SystemSettings.read(new KernelFiles(Path.of("missing"))),
                new Limits(null, null),
                List.of(),
                new Tools(List.of(new Profiler("gc", null)), "unknown", true));
    }

    /** 40 times: every {@code fastEvery}th is fast, the others are longer by {@code share}. */
    private static Drift drift(int fastEvery, double share, Double stolen) {
        return new Drift(
                20,
                IntStream.range(0, 40)
                        .mapToObj(time -> Math.round(200_000 * (time % fastEvery == 0 ? 1 : 1 + share)))
                        .toList(),
                stolen);
    }
}
