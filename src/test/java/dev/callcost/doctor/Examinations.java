package dev.callcost.doctor;

import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.host.Machine.SystemSettings;
import dev.callcost.host.Processes.Busy;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/** Made-up machines. */
final class Examinations {
    private Examinations() {}

    /** A dedicated machine, set up to measure. */
    static Examination quiet(Busy... others) {
        return new Examination(
                "Example CPU, 8 CPUs, Example OS 1, Linux 6.1 amd64, virtualization: none",
                "Example VM 17.0.15",
                8,
                new Clock(21.4, 10),
                drift(2, 0.002),
                new SystemSettings("tsc", "performance", "off", "off", "madvise", "0-7", "0-7"),
                new Limits(null, null),
                List.of(others));
    }

    /** A container on a shared virtual machine with every fault. */
    static Examination unfit() {
        return new Examination(
                "Example CPU, 2 CPUs, Example OS 1, Linux 6.1 amd64, virtualization: virtual machine",
                "Example VM 25.0.1",
                2,
                new Clock(1_350, 1_000),
                drift(8, 0.7),
                new SystemSettings("hpet", "powersave", "on", "on", "always", "0-1", "0-15"),
                new Limits(1.5, 1L << 30),
                List.of(new Busy("java", 0.93), new Busy("cc1plus", 0.11)));
    }

    /** A system that shows no setting, with a slow clock and noise. */
    static Examination silent() {
        return new Examination(
                "Example CPU, 4 CPUs, Example OS 2, virtualization: unknown",
                "Example VM 21",
                4,
                new Clock(240, 41),
                drift(2, 0.03),
                SystemSettings.read(new KernelFiles(Path.of("missing"))),
                new Limits(null, null),
                List.of());
    }

    /** 40 times: every {@code fastEvery}th is fast, the others are longer by {@code share}. */
    private static Drift drift(int fastEvery, double share) {
        return new Drift(
                20,
                LongStream.range(0, 40)
                        .map(time -> Math.round(200_000 * (time % fastEvery == 0 ? 1 : 1 + share)))
                        .toArray());
    }
}
