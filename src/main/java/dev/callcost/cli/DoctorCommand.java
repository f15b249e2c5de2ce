package dev.callcost.cli;

import dev.callcost.cli.OutputOptions.WidthOption;
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
            "Examines the clock, the steadiness and the settings of the machine. Says in which time it can detect a"
                    + " difference, what each finding means for numbers measured here, and what to do about it.",
            "",
            "Takes the time of --duration and two seconds. Let nothing else run meanwhile."
        },
        footer = {
            "  a first look",
            "    ${ROOT-COMMAND-NAME} doctor",
            "  a longer look",
            "    ${ROOT-COMMAND-NAME} doctor --duration 5min"
        },
        exitCodeList = {
            "0:fit to measure, perhaps with notes",
            "3:not fit: reading the clock takes more than 1 us or it advances in steps above 1 us, something else"
                    + " uses the CPUs' cores more than 80%% of the time, or other processes keep more than a quarter"
                    + " of the CPUs busy",
            RootCommand.USAGE
        })
final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "20s",
            description = "how long to watch for changes of speed, such as 5min (default: ${DEFAULT-VALUE})")
    private Duration duration;

    @Mixin
    private WidthOption width;

    @Override
    public Integer call() throws InterruptedException {
        if (Ansi.AUTO.enabled()) {
            System.err.println("Watches the machine for " + Numbers.exact(duration) + ".");
        }
        DoctorReport report = new DoctorReport(Examination.of(Machine.describe().toString(), duration));
        System.out.print(report.page(width.of(true)));
        System.out.flush();
        return report.isFit() ? 0 : 3;
    }
}
