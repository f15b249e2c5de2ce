package dev.callcost.run.warning;

import dev.callcost.results.Metric;
import dev.callcost.text.Numbers;
import java.util.List;

/** How long the warm-up has to be instead: what was measured before the row had settled belongs to it. */
final class LongerWarmUp {
    private LongerWarmUp() {}

    /**
     * A sentence with the number of iterations. They have the length of the warm-up's own, which need not be that of the measured ones.
     *
     * @param lastMoving the last part of the measured iterations in which the row had not settled
     */
    static String advice(RecordedRow row, Third lastMoving) {
        RecordedFork fork = row.forks().get(0);
        List<Iteration> measured = fork.measured();
        List<Iteration> warmUp = fork.warmUp();
        double each = length(warmUp.isEmpty() ? measured : warmUp);
        double moving = Math.ceil((lastMoving.ordinal() + 1) * measured.size() / 3.0);
        long more = Math.max(1, Math.round(moving * length(measured) / each));
        return "Raise -wi of that row from " + warmUp.size() + " to at least " + (warmUp.size() + more)
                + " (iterations of " + Numbers.plainTime(each) + "), or -w in proportion.";
    }

    private static double length(List<Iteration> iterations) {
        return Metric.median(iterations.stream().mapToDouble(Iteration::nanos).toArray());
    }
}
