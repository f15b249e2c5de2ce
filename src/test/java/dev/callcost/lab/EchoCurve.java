package dev.callcost.lab;

import dev.callcost.data.Metric;
import java.util.List;

/**
 * The rounds of clients that start cold.
 *
 * @param forks for each client the time per call of its rounds, in one unit
 */
record EchoCurve(List<List<Double>> forks) {
    private static final int FEWEST_OF_PLATEAU = 3;
    private static final double NEAR = 1.1;

    /** The time per call in one round, which every client must have; rounds count from 1. */
    Sample round(int number) {
        return new Sample(forks.stream().map(fork -> fork.get(number - 1)).toList());
    }

    /** Whether every client has the round. */
    boolean hasRound(int number) {
        return forks.stream().allMatch(fork -> fork.size() >= number);
    }

    /** Whether every client has a plateau, of which its first two rounds are no part. */
    boolean hasPlateau() {
        return hasRound(2 + FEWEST_OF_PLATEAU);
    }

    /** The median of the last third of each client's rounds, of three at least. */
    Sample plateau() {
        return new Sample(forks.stream().map(EchoCurve::plateau).toList());
    }

    /** How many times a client's plateau its first round takes. */
    Sample coldOverPlateau() {
        return round(1).with(plateau(), (cold, plateau) -> cold / plateau);
    }

    /** The median over clients of the first round that takes no more than 1.1 times that client's plateau; rounds count from 1. */
    double roundsToPlateau() {
        double[] rounds =
                forks.stream().mapToDouble(EchoCurve::roundsToPlateau).sorted().toArray();
        return (rounds[(rounds.length - 1) / 2] + rounds[rounds.length / 2]) / 2;
    }

    private static double roundsToPlateau(List<Double> fork) {
        double near = NEAR * plateau(fork);
        int round = 0;
        while (fork.get(round) > near) {
            round++;
        }
        return round + 1.0;
    }

    private static double plateau(List<Double> fork) {
        int length = Math.max(FEWEST_OF_PLATEAU, fork.size() / 3);
        return new Metric("", List.of(fork.subList(fork.size() - length, fork.size())))
                .estimate()
                .value();
    }
}
