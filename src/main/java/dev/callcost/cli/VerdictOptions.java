package dev.callcost.cli;

import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.PlanReport;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictReport.NextStep;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.MetricChoice;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verdicts of a verb that compares. */
@Command
final class VerdictOptions {
    static final String NOT_SLOWER = "0:no row is known to be slower, or none by --fail-at";
    static final String SLOWER = "1:a row is slower, allocates more or has failed, or executes more by --fail-on-work";
    static final String GAP = "2:with --strict: the answer has a gap";

    static final String VERDICTS =
            "slower and faster: significantly so, and not proven to be within the margin. same: proven to be within"
                    + " the margin. inconclusive (UNDECIDED in JSON): more forks would decide. A row allocates more"
                    + " or less where the ranges of its forks do not overlap.";

    static final String QUANTITIES =
            "A row of mode SampleTime is judged by its mean, its p50 and its p99, a row at a rate by CPU per call"
                    + " (cpu), p50 and p99. --metric names other percentiles, and metrics of profilers. A rate that"
                    + " was not met has no verdict.";

    @Option(
            names = "--strict",
            description = "also fail when the answer has a gap: a row without a verdict, on one side only, measured"
                    + " differently, or slower by its mean alone")
    private boolean strict;

    @Option(
            names = "--metric",
            split = ",",
            paramLabel = "NAME",
            description =
                    "also judge NAME: gc.alloc.rate.norm or another metric of a profiler, p99 or another percentile"
                            + " (needs -bm sample). Add :higher or :lower to say which is better. Repeatable")
    private List<MetricChoice> metrics = List.of();

    @Option(
            names = "--fail-at",
            converter = OptionReader.OfShare.class,
            paramLabel = "CHANGE",
            description =
                    "fail only on rows that are slower, or allocate more, by this or more, such as 10%%; others are"
                            + " a warning")
    private Double failAt;

    @Option(
            names = "--fail-on-work",
            converter = OptionReader.OfShare.class,
            paramLabel = "SHARE",
            description = "also fail on rows that execute over SHARE more bytecodes per call, such as 1%%, by exact"
                    + " counts; rows whose work is up to chance do not fail")
    private Double failOnWork;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text", description = OutputOptions.FORMATS)
    private Format format;

    @Option(names = "--all", description = "show every row and warning")
    private boolean all;

    @Mixin
    private OutputOptions output;

    private enum Format {
        text,
        json,
        markdown,
        github
    }

    List<MetricChoice> metrics() {
        return metrics;
    }

    void check() {
        output.check();
    }

    /**
     * Writes the report in the format asked for.
     *
     * @param work what stands after the report
     * @return the exit code
     */
    int write(Verdicts verdicts, NextStep next, Optional<WorkSection> work) {
        VerdictReport report =
                new VerdictReport(verdicts.failingAt(level(failAt)).failingOnWork(level(failOnWork)), strict);
        if (format == Format.github) {
            output.writeToGithub(report.annotations(), text(report, next, work));
        } else {
            output.write(text(report, next, work));
        }
        return switch (report.outcome()) {
            case OK, WARNING -> 0;
            case REGRESSION, WORK, FAILED -> 1;
            case NOT_SHOWN -> 2;
            case NOT_MEASURED -> 3;
        };
    }

    private static OptionalDouble level(Double share) {
        return share == null ? OptionalDouble.empty() : OptionalDouble.of(share);
    }

    boolean isFailingOnWork() {
        return failOnWork != null;
    }

    void write(PlanReport plan) {
        output.write(
                switch (format) {
                    case text -> plan.text(output.width());
                    case markdown, github -> plan.markdown();
                    case json -> plan.json();
                });
    }

    private String text(VerdictReport report, NextStep next, Optional<WorkSection> work) {
        return switch (format) {
            case text -> {
                boolean isColoured = output.isStandard() && Ansi.AUTO.enabled();
                yield report.text(new View(output.width(), all, isColoured), next)
                        + work.map(it -> "\n" + it.text(output.width())).orElse("");
            }
            case markdown, github ->
                report.markdown() + work.map(it -> "\n" + it.markdown()).orElse("");
            case json -> work.map(it -> it.json(report.json())).orElseGet(report::json);
        };
    }
}
