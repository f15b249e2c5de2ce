package dev.callcost.doctor;

import static dev.callcost.text.Numbers.duration;
import static dev.callcost.text.Numbers.percent;

import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.doctor.Finding.Severity;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
                        + percent(resolution.forkSd(), 2) + ": the usual " + percent(Drift.USUAL_FORK_SD)
                        + " of pinned rows and this machine's. `java -jar benchmarks.jar compare --all-rows"
                        + " InlineCallBenchmark.latency` measures the interval of identical code, slow spells"
                        + " included.";
    }

    private static String text(Resolution.Regime regime, double minutes) {
        return duration(Math.round(minutes * 60e9)) + " (" + regime.rows() + ")";
    }

    /**
     * The machine time in which a comparison resolves a difference. The 99 % interval of n adjacent pairs of forks has
     * the half width {@code t(n - 1) * sd * sqrt(2 / n)}: Student's t with n - 1 degrees of freedom, and the relative
     * standard deviation between forks.
     *
     * @param forkSd the relative standard deviation between forks
     */
    record Resolution(double forkSd) {
        /** The time of a fork without its iterations: start, set-up, tear-down. */
        private static final double OVERHEAD_SECONDS = 1.5;

        private static final int FEWEST_PAIRS = 3;

        /** More than a day, even of the shortest forks. */
        private static final int MOST_PAIRS = 10_000;

        /** The timing regimes of the benchmarks. */
        static final List<Regime> REGIMES =
                List.of(new Regime("inline, local", 6), new Regime("RMI", 11), new Regime("gRPC", 21));

        /** @param iterationSeconds warm-up and measurement of a fork */
        record Regime(String rows, double iterationSeconds) {}

        /** Estimates the spread of forks from its usual value and the canary's spread on this machine. */
        static Resolution expected(Steadiness steadiness) {
            return new Resolution(Math.hypot(Drift.USUAL_FORK_SD, steadiness.neighbourSpread()));
        }

        /**
         * A row's machine time for a half width of {@link VerdictRule#MARGIN}, in minutes; empty when that is more than
         * a day.
         */
        Optional<Double> minutes(Regime regime) {
            double minutesOfPair = 2 * (regime.iterationSeconds + OVERHEAD_SECONDS) / 60;
            return IntStream.rangeClosed(FEWEST_PAIRS, MOST_PAIRS)
                    .filter(pairs -> halfWidth(pairs) <= VerdictRule.MARGIN)
                    .mapToObj(pairs -> pairs * minutesOfPair)
                    .findFirst();
        }

        double halfWidth(int pairs) {
            return new Estimate(0, 2 * forkSd * forkSd / pairs, pairs - 1, pairs).high() - 1;
        }
    }
}
