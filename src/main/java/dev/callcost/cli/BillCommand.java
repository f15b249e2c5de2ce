package dev.callcost.cli;

import dev.callcost.bill.BillDiff;
import dev.callcost.bill.BillReport;
import dev.callcost.bill.BillRun;
import dev.callcost.launch.RunArguments;
import dev.callcost.pages.PageFiles;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "bill",
        header = "Where does the time of a call go?",
        customSynopsis = "${COMMAND-FULL-NAME} [options] [@FILE...] [REGEX...]",
        description = {
            "Samples the CPU time of forks. Prints for each row the share of each category, such as waking threads, system calls,"
                    + " libraries and marshalling, with intervals over forks. A quarter of a fork's iterations has no samples: they"
                    + " give the time per call and the profiler overhead.",
            "",
            "Without a REGEX it samples gRPC in-process, over epoll and over NIO, and RMI, with 10 forks of 16 s each: about 6 min"
                    + " a row. With --jar it samples all rows of that jar, and splits each category that has more than a third of the"
                    + " time by package, class and method. JMH's options (--help-jmh lists them) and presets work too.",
            "",
            "This jar contains async-profiler for Linux and macOS; elsewhere bill shows earlier bills only. For rows"
                    + " on one CPU (pinning ONE_CPU) shares are of the elapsed time. For rows that leave CPUs idle shares are of the"
                    + " CPU time, and the rest is waiting. The folder has a page, and a flame graph for each row."
        },
        footer = {
            "  what RMI does with its time",
            "    java -jar benchmarks.jar bill RmiBenchmark",
            "  a benchmark of another project",
            "    java -jar benchmarks.jar bill --jar my.jar MyBenchmark -f 5",
            "  an earlier bill as JSON",
            "    java -jar benchmarks.jar bill --format json \\",
            "      --from results/local/bill-20261125-120000",
            "  which part of a call became slower from one bill to another",
            "    java -jar benchmarks.jar bill --diff bill-old bill-new",
            "  why epoll is faster than NIO, in the rows of one bill",
            "    java -jar benchmarks.jar bill --diff my-bill my-bill NIO EPOLL"
        },
        exitCodeList = {
            "0:every fork was measured",
            "1:a fork failed; the bill has the others",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class BillCommand implements Callable<Integer> {
    @Option(names = "--jar", paramLabel = "JAR", description = "the JMH jar to sample (default: this one)")
    private Path jar;

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description =
                    "rules that give stack frames a category (default: dev/callcost/bill/bill.rules in this jar, which explains the"
                            + " format)")
    private Path rules;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description =
                    "measure nothing: make the bill from the samples of an earlier one, for the rows that a REGEX matches")
    private Path from;

    @Option(
            names = "--diff",
            arity = "2",
            paramLabel = "DIR",
            description =
                    "measure nothing: which category made calls slower or faster from the first bill to the second; one REGEX"
                            + " selects rows of both, two REGEX those of each; with -d also flame graphs in the color of the change")
    private List<Path> diff;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format;

    @Mixin
    private OutputOptions output;

    @Mixin
    private MeasuringOptions measuring;

    private enum Format {
        text,
        markdown,
        json
    }

    @Override
    public Integer call() {
        output.check();
        if (from != null && diff != null) {
            throw CommandException.usage("bill: --from shows one bill, and --diff compares two: give one of them");
        }
        if (diff != null) {
            output.write(change(BillDiff.read(
                    diff.get(0), diff.get(1), Optional.ofNullable(rules), rowsOfEarlierBill("--diff", "-d, "))));
            return 0;
        }
        if (from != null) {
            output.write(report(from, rowsOfEarlierBill("--from", "")));
            return 0;
        }
        if (rules != null) {
            BillReport.check(rules);
        }
        List<RunArguments.Group> common = measuring.groups();
        BillRun billing = new BillRun(measuring.jar(jar, "--jar"), common, measuring.seed());
        List<String> faults = new ArrayList<>();
        return measuring.run((folder, progress) -> faults.addAll(billing.run(folder, progress)), folder -> {
            output.write(report(folder, List.of()));
            return faults.isEmpty() ? 0 : 1;
        });
    }

    /** @param more options that go with this one */
    private List<Pattern> rowsOfEarlierBill(String option, String more) {
        List<String> words = measuring.words();
        boolean isToMeasure = jar != null
                || measuring.hasSeed()
                || more.isEmpty() && measuring.directory().isPresent();
        if (isToMeasure || words.stream().anyMatch(word -> word.startsWith("-") || word.startsWith("@"))) {
            throw CommandException.usage("bill: " + option + " measures nothing; only --rules, --format, --wide, "
                    + more + "-o and a REGEX go with it");
        }
        try {
            return words.stream().map(RootCommand::regexp).toList();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("bill: " + e.getMessage());
        }
    }

    private String change(BillDiff change) {
        measuring
                .directory()
                .ifPresent(folder ->
                        System.err.println("Flame graphs: " + PageFiles.writeFlames(folder, change.flameGraphs())));
        return shown(change::addTo, change::json);
    }

    private String report(Path folder, List<Pattern> rows) {
        BillReport report = BillReport.read(folder, Optional.ofNullable(rules), rows);
        return shown(report::addTo, report::json);
    }

    private String shown(UnaryOperator<Sections> report, Supplier<String> json) {
        return switch (format) {
            case text -> report.apply(Sections.text(output.width())).text();
            case markdown -> report.apply(new Sections(true)).text();
            case json -> json.get();
        };
    }
}
