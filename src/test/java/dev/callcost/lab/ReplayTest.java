package dev.callcost.lab;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.PairedRule;
import dev.callcost.compare.Session;
import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
    private static final RowKey CALL = key("call");
    private static final RowKey FEW = key("few");

    /** Four standard errors of a rate. */
    private static final double FOUR = 4 * Math.sqrt(0.25 / Replay.REPLAYS);

    @TempDir
    Path directory;

    private Session read(MadeUpSession session) throws IOException {
        return Session.read(Files.writeString(directory.resolve("pairs.jsonl"), session.text()));
    }

    private static MadeUpSession session(String start, RowKey... rows) {
        return MadeUpSession.ofItself(start, null, rows);
    }

    private static ReplayedRow replay(double... differences) {
        return ReplayedRow.of(CALL, differences, PairedRule.forEachOf(1, 0.03), Replay.REPLAYS, 1);
    }

    /** Six differences of one size are blamed when the coin falls six times alike, twice in 64 times, and never otherwise. */
    @Test
    void signsAreFlippedByAFairCoin() {
        ReplayedRow row = replay(0.1, -0.1, 0.1, -0.1, 0.1, -0.1);
        assertThat(row.pairs()).isEqualTo(6);
        assertThat(row.flipped().share(Verdict.SLOWER)).isCloseTo(1 / 64.0, within(0.004));
        assertThat(row.flipped().share(Verdict.FASTER)).isCloseTo(1 / 64.0, within(0.004));
        assertThat(row.flipped().share(Verdict.UNDECIDED)).isCloseTo(62 / 64.0, within(0.006));
        assertThat(row.flipped().meanPairs()).isEqualTo(6);
    }

    @Test
    void steadyPairsAreSameAndShiftsAreSeen() {
        ReplayedRow row = replay(0.001, -0.002, 0.001, 0.002, -0.001, 0.001, -0.001);
        assertThat(row.flipped().share(Verdict.SAME)).isEqualTo(1);
        assertThat(row.drawn().share(Verdict.SAME)).isEqualTo(1);
        assertThat(row.drawn().meanPairs()).isBetween(6.0, 6.1);
        assertThat(row.drawnMuchSlower().share(Verdict.SLOWER)).isEqualTo(1);
        assertThat(row.drawnSlower().share(Verdict.SLOWER)).isGreaterThan(0.99);
    }

    /** Normal differences give the rates of the simulation: forks with a standard deviation of 2 %, a row alone. */
    @Test
    void drawnPairsErrAsTheSimulationSays() {
        Random random = new Random(7);
        double[] differences = DoubleStream.generate(() -> 0.02 * Math.sqrt(2) * random.nextGaussian())
                .limit(2000)
                .toArray();
        ReplayedRow row = replay(differences);
        assertThat(row.drawn().differing()).isBetween(0.001, 0.01);
        assertThat(row.drawn().share(Verdict.SAME)).isGreaterThan(0.98);
        assertThat(row.drawn().meanPairs()).isCloseTo(21.9, within(1.5));
        assertThat(row.drawnSlower().share(Verdict.SLOWER)).isCloseTo(0.997, within(0.005));
        assertThat(row.drawnMuchSlower().meanPairs()).isCloseTo(9.7, within(0.7));
        assertThat(row.flipped().meanPairs()).isCloseTo(row.drawn().meanPairs(), within(2.0));
    }

    /** The first sixty pairs are loud, the next sixty quiet, and the last ten, which are no whole stretch, loud again. */
    @Test
    void eachStretchOfManyPairsIsFlippedInTurn() {
        double[] differences = new double[130];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = i >= 60 && i < 120 ? 0.001 * (1 + i % 2) : 1 + i % 2;
        }
        ReplayedRow row = replay(differences);
        assertThat(row.flipped().share(Verdict.SAME)).isEqualTo(0.5);
        assertThat(row.flipped().share(Verdict.UNDECIDED)).isBetween(0.45, 0.5);
    }

    @Test
    void sessionsAddUpAndRowsWithFewPairsAreLeftOut() throws IOException {
        Replay replay = Replay.of(List.of(
                read(session("2026-01-02T10:00:00Z", CALL, FEW)
                        .pairs(CALL, SAME)
                        .pairs(FEW, 0.1, 0.2, 0.3)),
                read(session("2026-01-01T10:00:00Z", CALL, FEW)
                        .pairs(CALL, SAME)
                        .setAside(CALL, 0.5, "steal")
                        .pairs(FEW, 0.1, 0.2))));
        assertThat(replay.rows()).extracting(ReplayedRow::row).containsExactly(CALL);
        assertThat(replay.rows().get(0).pairs()).isEqualTo(30);
        assertThat(replay.leftOut()).containsExactly(FEW);
        assertThat(replay.comparison().rule().rule().level()).isEqualTo(2 * PairedRule.LEVEL / 2);
    }

    @Test
    void theSamePairsGiveTheSame() {
        double[] differences = {0.03, -0.02, 0.05, -0.01, 0.02, 0.04, -0.06, 0.01};
        ReplayedRow row = replay(differences);
        ReplayedRow again = replay(differences);
        assertThat(again.drawn().differing()).isEqualTo(row.drawn().differing());
        assertThat(again.flipped().meanPairs()).isEqualTo(row.flipped().meanPairs());
        ReplayedRow otherwise = ReplayedRow.of(CALL, differences, PairedRule.forEachOf(1, 0.03), Replay.REPLAYS, 2);
        assertThat(otherwise.drawn().meanPairs()).isNotEqualTo(row.drawn().meanPairs());
        assertThat(otherwise.drawn().share(Verdict.SAME)).isCloseTo(row.drawn().share(Verdict.SAME), within(2 * FOUR));
    }

    @Test
    void onlyIdenticalSidesAreReplayed() throws IOException {
        Session injected =
                read(MadeUpSession.ofItself("2026-01-01T10:00:00Z", 0.03, CALL).pairs(CALL, SAME));
        Session others = read(new MadeUpSession("2026-01-01T10:00:00Z", 0.03, CALL).pairs(CALL, SAME));
        for (Session session : List.of(injected, others)) {
            assertThatThrownBy(() -> Replay.of(List.of(session)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("base and head were not the same in the run of 2026-01-01T10:00:00Z");
        }
    }
}
