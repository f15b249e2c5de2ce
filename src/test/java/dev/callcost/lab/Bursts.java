package dev.callcost.lab;

import dev.callcost.data.Row;
import java.util.List;
import java.util.Optional;

/**
 * The rounds of clients that start cold.
 *
 * @param forks for each client the time per call of its rounds, in microseconds
 */
record Bursts(List<List<Double>> forks) {
    private static final int FEWEST_OF_PLATEAU = 3;
    private static final double NEAR = 1.1;

    static Bursts of(Row row) {
        double micros = Sample.nanosPerUnit(row) / Sample.NANOS_PER_MICRO;
        return new Bursts(row.primary().forks().stream()
                .map(fork -> new Sample(fork).times(micros).forks())
                .toList());
    }

    /** How many rounds every client has. */
    int rounds() {
        return forks.stream().mapToInt(List::size).min().orElseThrow();
    }

    /** The time per call in one round, which every client must have; rounds count from 1. */
    Sample round(int number) {
        return new Sample(forks.stream().map(fork -> fork.get(number - 1)).toList());
    }

    /**
     * The median of the last third of each client's rounds, of three at least; empty unless it excludes all clients'
     * first two rounds.
     */
    Optional<Sample> plateau() {
        return rounds() < 2 + FEWEST_OF_PLATEAU
                ? Optional.empty()
                : Optional.of(new Sample(forks.stream().map(Bursts::plateau).toList()));
    }

    private static double plateau(List<Double> fork) {
        int length = Math.max(FEWEST_OF_PLATEAU, fork.size() / 3);
        return Math.exp(Sample.median(
                fork.stream().skip(fork.size() - (long) length).map(Math::log).toList()));
    }

    /**
     * The median over clients of the first round that takes no more than 1.1 times that client's plateau; rounds count
     * from 1.
     */
    double roundsToPlateau() {
        return Sample.median(forks.stream()
                .map(fork -> 1.0
                        + fork.stream()
                                .takeWhile(round -> round > NEAR * plateau(fork))
                                .count())
                .toList());
    }
}
