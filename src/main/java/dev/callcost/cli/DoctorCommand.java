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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code doctor}: what can be measured on this machine? */
@Command(
        name = "doctor",
        sortOptions = false,
        header = "What can be measured on this machine, and how finely?",
        description = {
            "Calibrates the measuring device: clock, waiting, wake-ups, the machine's steadiness and settings, profilers;"
                    + " what each means for numbers measured here, what to do about it, and what differences so much machine"
                    + " time can show.",
            "Let nothing else run meanwhile; it takes ten seconds and the time of --duration."
        },
        footer = {"  java -jar benchmarks.jar doctor", "  java -jar benchmarks.jar doctor --duration 5min --format json"
        },
        exitCodeList = {
            "0:fit to measure, notes or not",
            "3:not fit: the clock costs or steps by more than 1 us, something else uses the CPUs' cores more than"
                    + " 80 %% of the time, or others keep more than a quarter of the CPUs busy",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int FIT = 0;
    private static final int UNFIT = 3;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "20s",
            converter = Converters.Time.class,
            description = "how long to watch for changes of speed, such as 5min (default: ${DEFAULT-VALUE})")
    private Duration duration;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description =
                    "${COMPLETION-CANDIDATES}, which has the numbers behind the findings (default: ${DEFAULT-VALUE})")
    private Format format;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    private enum Format {
        text,
        json
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check();
        if (Ansi.AUTO.enabled()) {
            spec.commandLine()
                    .getErr()
                    .println("Takes ten seconds, and " + Numbers.duration(duration.toNanos()) + " of watching.");
        }
        DoctorReport report = new DoctorReport(Examination.of(Machine.describe().toString(), duration));
        output.write(format == Format.json ? report.json() : report.page(output.width()));
        return report.isFit() ? FIT : UNFIT;
    }
}
