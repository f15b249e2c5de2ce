package dev.callcost.cli;

import dev.callcost.doctor.DoctorReport;
import dev.callcost.doctor.Examination;
import dev.callcost.host.Machine;
import dev.callcost.text.Numbers;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        header = "What can be measured on this machine, and how finely?",
        description = {
            "Calibrates the measuring device: clock, waiting, wake-ups, steadiness and settings of the machine, profilers. Says what"
                    + " each finding means for numbers measured here, what to do about it, and which differences can be shown in"
                    + " which time.",
            "",
            "Takes ten seconds and the time of --duration. Let nothing else run meanwhile."
        },
        footer = {
            "  a first look",
            "    java -jar benchmarks.jar doctor",
            "  a longer look, with the numbers behind the findings",
            "    java -jar benchmarks.jar doctor --duration 5min --format json"
        },
        exitCodeList = {
            "0:fit to measure, perhaps with notes",
            "3:not fit: reading the clock takes more than 1 us or it advances in steps above 1 us, something else uses the CPUs'"
                    + " cores more than 80 %% of the time, or other processes keep more than a quarter of the CPUs busy",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "20s",
            description = "how long to watch for changes of speed, such as 5min (default: ${DEFAULT-VALUE})")
    private Duration duration;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description =
                    "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); json has the numbers behind the findings")
    private Format format;

    @Mixin
    private OutputOptions output;

    private enum Format {
        text,
        json
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check();
        if (Ansi.AUTO.enabled()) {
            System.err.println("Takes ten seconds, and " + Numbers.duration(duration.toNanos()) + " of watching.");
        }
        DoctorReport report = new DoctorReport(Examination.of(Machine.describe().toString(), duration));
        output.write(format == Format.json ? report.json() : report.page(output.width()));
        return report.isFit() ? 0 : 3;
    }
}
