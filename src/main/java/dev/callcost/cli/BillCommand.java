package dev.callcost.cli;

import dev.callcost.bill.BillReport;
import dev.callcost.bill.BillRun;
import dev.callcost.cli.OutputOptions.WidthOption;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RunArguments;
import dev.callcost.pages.ResultsPage;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "bill",
        header = "Where does the time of a call go?",
        customSynopsis = "${COMMAND-FULL-NAME} [options] [@FILE...] [REGEX...]",
        description = {
            "Samples the CPU time of forks. Prints for each row the share of each category, such as waking threads,"
                    + " system calls, libraries and marshalling, with intervals over forks. A quarter of a fork's"
                    + " iterations has no samples: they give the time per call and the profiler overhead.",
            "",
            "Without a REGEX it samples gRPC in-process, over epoll and over NIO, and RMI, with 10 forks of 16 s"
                    + " each: about 6 min a row. With --jar it samples all rows of that jar, and splits each category"
                    + " that has more than a third of the time by method. JMH's options (--help-jmh lists them) and"
                    + " presets work too.",
            "",
            "This jar contains async-profiler for Linux and macOS. For rows"
                    + " on one CPU (pinning ONE_CPU) shares are of the elapsed time. For rows that leave CPUs idle"
                    + " shares are of the CPU time, and the rest is waiting. The folder has a page, and a flame graph"
                    + " for each row."
        },
        footer = {
            "  what RMI does with its time",
            "    java -jar benchmarks.jar bill RmiBenchmark",
            "  a benchmark of another project",
            "    ${ROOT-COMMAND-NAME} bill --jar my.jar MyBenchmark -f 5",
            "  an earlier bill again, as Markdown",
            "    ${ROOT-COMMAND-NAME} report --format markdown \\",
            "      callcost-results/bill-20261125-120000"
        },
        exitCodeList = {
            "0:every fork was measured",
            "1:a fork failed; the bill has the others",
            RootCommand.UNMEASURED,
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class BillCommand implements Callable<Integer> {
    @Option(
            names = "--jar",
            paramLabel = "JAR",
            description = "the JMH jar, folder of classes or file with a class path to sample (default: this one)")
    private Path jar;

    @Mixin
    private WidthOption width;

    @Mixin
    private MeasuringOptions measuring;

    @Override
    public Integer call() {
        List<RunArguments.Group> common = measuring.groups();
        if (RunArguments.of(common).countsWork()) {
            throw CommandException.usage("bill: it counts no work, so -prof work has no effect: compare --work-only"
                    + " counts any jar, and a run of benchmarks.jar counts its own");
        }
        try (JarLayouts layouts = new JarLayouts()) {
            JmhJar measured = layouts.of(measuring.jar(jar, "--jar"), "jar", List.of(), List.of());
            BillRun billing = new BillRun(measured, common, measuring.seed());
            List<String> faults = new ArrayList<>();
            return measuring.run(
                    (folder, progress) -> {
                        faults.addAll(billing.run(folder, progress));
                        return BillReport.read(folder);
                    },
                    (folder, bill) -> {
                        System.out.print(
                                bill.addTo(Sections.text(width.of(true))).text());
                        System.out.flush();
                        return faults.isEmpty() ? 0 : 1;
                    },
                    ResultsPage::writeBeside);
        }
    }
}
