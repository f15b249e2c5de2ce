package dev.callcost.cli;

import dev.callcost.bill.BillReport;
import dev.callcost.bill.Billing;
import dev.callcost.host.Versions;
import dev.callcost.launch.Arguments;
import dev.callcost.report.ResultsPage;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code bill}: where does the time of a call go? */
@Command(
        name = "bill",
        sortOptions = false,
        header = "Where does the time of a call go?",
        customSynopsis = "${COMMAND-FULL-NAME} [options] [@FILE...] [JMH options] [REGEX...]",
        description = {
            "Samples the CPU time of forks and prints for each row the share of each category, such as waking threads, system calls,"
                    + " libraries and marshalling, with intervals over forks. A quarter of a fork's iterations has no samples: they give the"
                    + " time per call and the profiler overhead. Without a REGEX the rows are gRPC in-process, over epoll and over NIO,"
                    + " and RMI: 10 forks of 16 s each, some 6 min a row. Of another jar they are all rows; a category with more than"
                    + " a third of such a row is split by package, class and method.",
            "",
            "async-profiler for Linux and macOS is in this jar. Elsewhere the JVM's own recorder samples Java code only. Rows on one"
                    + " CPU (pinning ONE_CPU) have shares of their time. Rows that leave CPUs idle have shares of their CPU time, and the"
                    + " rest is waiting."
        },
        footer = {
            "  java -jar benchmarks.jar bill RmiBenchmark",
            "  java -jar benchmarks.jar bill --jar my.jar MyBenchmark -f 5",
            "  java -jar benchmarks.jar bill --from results/local/bill-20261125-120000 --format json"
        },
        exitCodeList = {
            "0:every fork was measured",
            "1:a fork failed; the bill has the others",
            RootCommand.USAGE,
            RootCommand.BAD_FILE
        })
final class BillCommand implements Callable<Integer> {
    @Option(names = "--jar", paramLabel = "JAR", description = "a JMH jar (default: this one)")
    private Path jar;

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description =
                    "rules from frames to categories (default: dev/callcost/bill/bill.rules in this jar, which explains the format)")
    private Path rules;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description =
                    "measure nothing: make the bill from the samples of an earlier one, for the rows that a regexp matches")
    private Path from;

    @Option(
            names = "--profiler",
            paramLabel = "PROFILER",
            description = "${COMPLETION-CANDIDATES} (default: async where there is a library for this machine)")
    private Profiler profiler;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format;

    @Option(names = "--seed", paramLabel = "SEED", description = "decides the order of rows (default: random)")
    private Long seed;

    @Option(
            names = {"-d", "--directory"},
            paramLabel = "DIR",
            description = "the folder to write to (default: results/local/bill-<time>)")
    private Path directory;

    @Mixin
    private Output output;

    @Mixin
    private JmhArguments jmh;

    @Spec
    private CommandSpec spec;

    private enum Profiler {
        async,
        jfr
    }

    private enum Format {
        text,
        markdown,
        json
    }

    @Override
    public Integer call() {
        output.check();
        List<String> words = jmh.words();
        if (from != null) {
            boolean measures = jar != null || profiler != null || directory != null || seed != null;
            if (measures || words.stream().anyMatch(word -> word.startsWith("-") || word.startsWith("@"))) {
                throw CommandException.usage(
                        "bill: --from measures nothing, and takes --rules, --format, -o and regexps alone");
            }
            output.write(report(from, words.stream().map(BillCommand::pattern).toList()));
            return 0;
        }
        if (rules != null) {
            BillReport.check(rules);
        }
        Path folder = directory == null ? Output.localFolder("bill-") : directory;
        List<Arguments.Group> common = Arguments.groups(words.toArray(String[]::new));
        Billing billing = new Billing(
                Jars.checked(jar != null ? jar : Versions.jar(), "bill", "--jar"),
                common,
                Optional.ofNullable(profiler).map(Enum::name),
                seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed);
        try (LastWords lastWords = new LastWords()) {
            Progress progress = Progress.on(spec.commandLine().getErr());
            List<String> faults = billing.run(folder, progress);
            progress.end();
            output.write(report(folder, List.of()));
            spec.commandLine().getErr().println("Page: " + ResultsPage.writeBeside(folder));
            return faults.isEmpty() ? 0 : 1;
        }
    }

    private static Pattern pattern(String regexp) {
        try {
            return new Converters.Regexp().convert(regexp);
        } catch (TypeConversionException e) {
            throw CommandException.usage(e.getMessage());
        }
    }

    private String report(Path folder, List<Pattern> rows) {
        BillReport report = BillReport.read(folder, Optional.ofNullable(rules), rows);
        return switch (format) {
            case text -> report.text(output.width());
            case markdown -> report.markdown();
            case json -> report.json();
        };
    }
}
