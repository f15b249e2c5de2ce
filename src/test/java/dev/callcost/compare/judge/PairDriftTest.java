package dev.callcost.compare.judge;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Rows;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sixteen pairs of a row whose warm-up had a fixed length. Fifths of two iterations each, whose differences are given
 * in percent.
 */
class PairDriftTest {
    private static final RowKey ROW = key("call");
    private static final String SHORT = "-9.3 -3.1 0.2 0.0 -0.2";
    private static final String LONG = "10.2 5.2 5.0 4.6 2.9";
    private static final String STILL = "0.1 -0.1 0.0 0.1 0.0";

    private static RowVerdict judged(String fifths, boolean areJvmsUnlike) {
        Session session = new Session(MadeUpSession.header(List.of(ROW)));
        PairJudge judge = new PairJudge(List.of(session), 0.03, new Quantities(List.of()));
        double[] course = course(fifths);
        for (int pair = 0; pair <= 16; pair++) {
            double noise = 0.004 * (pair % 4 - 1.5);
            List<Double> head = IntStream.range(0, 2 * course.length)
                    .mapToObj(i -> 100 * Math.exp(course[i / 2] / 100 + noise))
                    .toList();
            judge.add(new Pair(
                    ROW,
                    pair == 0,
                    fork(head.stream().map(it -> 100.0).toList(), "17.0.1"),
                    fork(head, areJvmsUnlike ? "25.0.1" : "17.0.1"),
                    1));
            if (pair == 0) {
                judge.add(new ChosenRow(ROW));
            }
        }
        return judge.verdicts(ROW).get(0);
    }

    private static double[] course(String fifths) {
        return Stream.of(fifths.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    private static Row fork(List<Double> scores, String jvm) {
        return Rows.row().benchmark(ROW.benchmark()).setting("jdkVersion", jvm).of(List.of(scores));
    }

    @ParameterizedTest
    @CsvSource({
        SHORT + ", false, UNDECIDED",
        LONG + ", false, UNDECIDED",
        LONG + ", true, UNDECIDED",
        STILL + ", false, SAME",
        STILL + ", true, SAME"
    })
    void thereIsNoVerdictWhileTheDifferenceDrifts(String fifths, boolean areJvmsUnlike, Fate verdict) {
        RowVerdict row = judged(fifths, areJvmsUnlike);
        assertThat(row.fate()).isEqualTo(verdict);
        boolean drifts = verdict == Fate.UNDECIDED;
        assertThat(row.reason().filter(NoVerdict.WARMING_UP::equals).isPresent())
                .isEqualTo(drifts);
        assertThat(row.remarks().stream().anyMatch(it -> it.startsWith("still warming up: the difference drifts")))
                .isEqualTo(drifts);
        assertThat(row.isSlower()).isFalse();
    }

    @Test
    void whereMeansDecideTheIterationsAfterTheDriftAreJudged() {
        RowVerdict row = judged(SHORT, true);
        assertThat(row.fate()).isEqualTo(Fate.SAME);
        assertThat(row.slowdown().orElseThrow().logMean()).isCloseTo(0, within(0.003));
        assertThat(row.remarks()).anyMatch(it -> it.endsWith("; the iterations after the drift decide"));
    }
}
