package dev.callcost.launch;

import java.util.List;

/** The loop of {@code run}, {@code compare} and {@code bill}: it starts the forks that a plan names, round by round. */
public final class ForkLoop {
    private ForkLoop() {}

    /**
     * Follows a plan to its end. The hosts of a row end with its last forks.
     *
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before the plan was over
     */
    public static <R> boolean run(Plan<R> plan, ForkHosts hosts) {
        for (List<R> round = plan.nextRound(); !round.isEmpty(); round = plan.nextRound()) {
            for (R row : round) {
                if (plan.isOver()) {
                    break;
                }
                plan.begins(row);
                List<ForkCommand> forks = plan.forks(row);
                List<ForkOutcome> outcomes = run(plan, row, forks, hosts);
                if (outcomes.stream().anyMatch(ForkOutcome.Stopped.class::isInstance)) {
                    return false;
                }
                plan.ended(row, outcomes);
                if (plan.isDone(row)) {
                    forks.forEach(hosts::end);
                }
            }
        }
        return true;
    }

    private static <R> List<ForkOutcome> run(Plan<R> plan, R row, List<ForkCommand> forks, ForkHosts hosts) {
        for (int i = plan.warmUpForks(row); i > 0; i--) {
            List<ForkOutcome> outcomes = hosts.run(forks, plan.inTurns(), plan::starts);
            if (!outcomes.stream().allMatch(ForkOutcome.Measured.class::isInstance)) {
                return outcomes;
            }
        }
        return hosts.run(forks, plan.inTurns(), plan::starts);
    }
}
