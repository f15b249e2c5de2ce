package dev.callcost.compare.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Rows;
import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialPairsTest {
    private final Random random = new Random(1);

    private Pair pair(String row, int atOnce, int seconds, double noise) {
        return pair(row, atOnce, seconds, noise, 100);
    }

    private Pair pair(String row, int atOnce, int seconds, double noise, int iterations) {
        long nanos = seconds * 1_000_000_000L;
        return new Pair(
                MadeUpSession.key(row), true, fork(noise, iterations), fork(noise, iterations), nanos, atOnce, nanos);
    }

    /** A fork that becomes faster all the time, with noise. */
    private Row fork(double noise, int iterations) {
        return Rows.row()
                .of(List.of(IntStream.range(0, iterations)
                        .mapToObj(n -> 100 * Math.exp(-n / 1000.0 + noise * random.nextGaussian()))
                        .toList()));
    }

    private List<Pair> both(int rows, int seconds, double noise) {
        return IntStream.range(0, rows)
                .boxed()
                .flatMap(n -> Stream.of(pair("row" + n, 1, 8, 0.01), pair("row" + n, 4, seconds, noise)))
                .toList();
    }

    /** Pairs of 8 s alone have iterations with a noise of 1 %, which the scatter of forks exceeds. */
    @ParameterizedTest
    @CsvSource({"10,0.01,4,1.0", "10,0.04,4,1.1", "31,0.005,4,1.0", "10,0.4,1,14", "40,0.02,1,1.0"})
    void theNumberIsKeptWithTheSmallerVarianceAndTime(int seconds, double noise, int pairs, double variance) {
        TrialPairs trial = TrialPairs.of(both(4, seconds, noise), 4).orElseThrow();
        assertThat(trial.pairs()).isEqualTo(pairs);
        assertThat(trial.aloneSeconds()).isEqualTo(8);
        assertThat(trial.seconds()).isEqualTo(seconds / 4.0);
        assertThat(trial.variance() / variance).isBetween(0.5, 2.0);
    }

    /** Rows with more noise side by side, of eight; the others have more noise alone. */
    @ParameterizedTest
    @CsvSource({"7, 1", "4, 4"})
    void fewDisturbedPairsAreNoReasonToRunThemAlone(int disturbed, int expected) {
        List<Pair> pairs = IntStream.range(0, 8)
                .boxed()
                .flatMap(n -> Stream.of(
                        pair("row" + n, 1, 8, n < disturbed ? 0.02 : 0.5),
                        pair("row" + n, 4, 30, n < disturbed ? 0.5 : 0.02)))
                .toList();
        TrialPairs trial = TrialPairs.of(pairs, 4).orElseThrow();
        assertThat(trial.pairs()).isEqualTo(expected);
    }

    @Test
    void rowsThatWereMeasuredOneWayDoNotCount() {
        List<Pair> pairs = new ArrayList<>(both(1, 10, 0.01));
        pairs.add(pair("alone", 1, 1, 1));
        pairs.add(pair("beside", 4, 1000, 1));
        pairs.add(pair("elsewhere", 1, 1, 1));
        pairs.add(pair("elsewhere", 8, 1000, 1));
        TrialPairs trial = TrialPairs.of(pairs, 4).orElseThrow();
        assertThat(trial.aloneSeconds()).isEqualTo(8);
        assertThat(trial.seconds()).isEqualTo(2.5);
        assertThat(TrialPairs.of(pairs.subList(2, pairs.size()), 4)).isEmpty();
    }

    @Test
    void withTooFewIterationsTheTimeDecides() {
        List<Pair> pairs = List.of(pair("a", 1, 8, 0, 2), pair("a", 4, 10, 0, 2));
        TrialPairs trial = TrialPairs.of(pairs, 4).orElseThrow();
        assertThat(trial.pairs()).isEqualTo(4);
        assertThat(trial.variance()).isNaN();
    }
}
