package dev.callcost.doctor;

import static dev.callcost.text.Numbers.duration;
import static dev.callcost.text.Numbers.percent;

import dev.callcost.doctor.Finding.Severity;
import dev.callcost.doctor.Resolution.Regime;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.stream.Collectors;

/** An examination's findings, and what they mean for the machine time of a comparison, as a page of text. */
public final class DoctorReport {
    private static final String DIFFERENCE = "detect a " + percent(VerdictRule.MARGIN, 0) + " difference";

    private final Examination examination;
    private final List<Finding> findings;
    private final Resolution resolution;

    public DoctorReport(Examination examination) {
        this.examination = examination;
        findings = examination.findings();
        resolution = Resolution.expected(examination.drift().steadiness());
    }

    /** Whether no finding is {@link Severity#UNFIT}. */
    public boolean isFit() {
        return findings.stream().noneMatch(finding -> finding.severity() == Severity.UNFIT);
    }

    /** The page: the answer, and the findings. */
    public String page(int width) {
        return Sections.text(width)
                .paragraph(answer())
                .list(findings.stream().map(Finding::line).toList())
                .paragraph(explanation())
                .paragraph("Measured on " + examination.machine() + "; " + examination.jvm())
                .text();
    }

    private String answer() {
        if (!isFit()) {
            return "NOT FIT to measure: this machine cannot " + DIFFERENCE + " now.";
        }
        String times = times();
        return times.isEmpty()
                ? "This machine cannot " + DIFFERENCE + " within a day."
                : "This machine can " + DIFFERENCE + "; a row takes " + times + ".";
    }

    /** For each regime that can show the difference within a day. */
    private String times() {
        return Resolution.REGIMES.stream()
                .flatMap(regime -> resolution.minutes(regime).map(minutes -> text(regime, minutes)).stream())
                .collect(Collectors.joining(", "));
    }

    /** Explains the times in the answer; empty when it gives none. */
    private String explanation() {
        return !isFit() || times().isEmpty()
                ? ""
                : "In that time, which base and head share in adjacent pairs of forks, `compare` finds such a"
                        + " difference in half of the cases. The standard deviation of forks is taken as "
                        + percent(resolution.forkSd(), 2) + ": the usual " + percent(Resolution.USUAL_FORK_SD)
                        + " of pinned rows and this machine's. `java -jar benchmarks.jar compare --all-rows"
                        + " InlineCallBenchmark.latency` measures the interval of identical code, slow spells"
                        + " included.";
    }

    private static String text(Regime regime, double minutes) {
        return duration(Math.round(minutes * 60e9)) + " (" + regime.rows() + ")";
    }
}
