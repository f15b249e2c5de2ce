package dev.callcost.compare.judge;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.MadeUpSession.pairsAround;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.Shard;
import dev.callcost.data.RowKey;
import dev.callcost.stats.VerdictRule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PairVerdictsTest {
    private static final RowKey CALL = key("call");
    private static final RowKey OTHER = key("other");
    private static final RowKey THIRD = key("third");
    private static final double[] SLOWER = pairsAround(0.1);
    private static final double[] SIX = Arrays.copyOf(SLOWER, 6);

    private static MadeUpSession call() {
        return MadeUpSession.of(CALL);
    }

    private static MadeUpSession both() {
        return MadeUpSession.of(CALL, OTHER);
    }

    private static MadeUpSession nextDay(double margin, RowKey... rows) {
        return new MadeUpSession("2026-01-02T10:00:00Z", margin, rows);
    }

    private static RowVerdict first(MadeUpSession... sessions) {
        return judged(sessions).rows().get(0);
    }

    /**
     * Sessions, what becomes of their rows (verdict, pairs that count, pairs that lack), the outcome, and that with
     * {@code --strict}.
     */
    static Stream<Arguments> sessions() {
        MadeUpSession notChosen = both().pairs(CALL, SAME).chosen(List.of(CALL));
        MadeUpSession failed = MadeUpSession.of(CALL, OTHER, THIRD)
                .pairs(OTHER, SAME)
                .failed(OTHER, 3)
                .pairs(THIRD, SAME);
        return Stream.of(
                of("SLOWER 15+0 | REGRESSION | REGRESSION", call().pairs(CALL, SLOWER)),
                of("FASTER 15+0 | OK | NOT_SHOWN", call().pairs(CALL, pairsAround(-0.1))),
                of("UNDECIDED 0+4 | OK | NOT_SHOWN", call()),
                of("UNDECIDED 1+3 | OK | NOT_SHOWN", call().pairs(CALL, 0.1)),
                of("SKIPPED 0+4 | OK | NOT_SHOWN", call().skipped(CALL)),
                of("SAME 15+0 | OK | NOT_SHOWN", call().pairs(CALL, SAME).failed(CALL, 2)),
                of("FAILED 15+0 | FAILED | FAILED", call().pairs(CALL, SAME).failed(CALL, 3)),
                of("FAILED 0+4 | FAILED | FAILED", call().pairs(CALL).failed(CALL, 3)),
                of(
                        "FAILED 0+4 | FAILED | FAILED",
                        call().pairs(CALL, 0.1).warming(CALL, 1, false).failed(CALL, 3)),
                of("NOT_MEASURED 0+4 | NOT_MEASURED | NOT_MEASURED", call().failed(CALL, 1)),
                // pairs before the warm-up became longer, and a row that is given up
                of(
                        "SAME 15+0 | OK | NOT_SHOWN",
                        call().pairs(CALL, SLOWER).warming(CALL, 15, false).pairs(CALL, SAME)),
                of(
                        "NOT_JUDGED 15+0 | OK | NOT_SHOWN",
                        call().pairs(CALL, SLOWER).warming(CALL, 15, true)),
                // slower outweighs what could not be measured, and that what failed
                of("UNDECIDED 0+4, FAILED 15+0, SAME 15+0 | FAILED | FAILED", failed),
                of(
                        "NOT_MEASURED 0+4, FAILED 0+4 | NOT_MEASURED | NOT_MEASURED",
                        both().failed(CALL, 3).pairs(OTHER).failed(OTHER, 3)),
                of(
                        "NOT_MEASURED 0+4, SLOWER 15+0 | REGRESSION | REGRESSION",
                        both().failed(CALL, 3).pairs(OTHER, SLOWER)),
                // several sessions, in the order they were measured
                of(
                        "SLOWER 6+0, UNDECIDED 0+4 | REGRESSION | REGRESSION",
                        nextDay(0.03, OTHER, CALL).pairs(CALL, 0.12, 0.08, 0.1),
                        call().pairs(CALL, 0.1, 0.11, 0.09)),
                of("SAME 15+0, NOT_CHOSEN 0+4 | OK | NOT_SHOWN", notChosen),
                of(
                        "SAME 15+0, SAME 15+0 | OK | NOT_SHOWN",
                        notChosen,
                        nextDay(0.03, CALL, OTHER).pairs(OTHER, SAME)),
                // the margin with which rows were measured
                of("SAME 6+0 | OK | NOT_SHOWN", new MadeUpSession("2026-01-01T10:00:00Z", 0.3, CALL).pairs(CALL, SIX)),
                of("SLOWER 6+0 | REGRESSION | REGRESSION", call().pairs(CALL, SIX)));
    }

    private static Arguments of(String verdicts, MadeUpSession... sessions) {
        return arguments(verdicts, sessions);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sessions")
    void rowsHaveVerdictsAndTheirSessionsOutcomes(String expected, MadeUpSession... sessions) {
        Verdicts verdicts = judged(sessions);
        String rows = verdicts.rows().stream()
                .map(row -> row.word() + " " + row.pairs() + "+" + row.morePairs())
                .collect(Collectors.joining(", "));
        assertThat(rows + " | " + verdicts.outcome(false) + " | " + verdicts.outcome(true))
                .isEqualTo(expected);
        assertThat(verdicts.preface().pairs().orElseThrow().measured())
                .isSorted()
                .hasSameSizeAs(sessions);
    }

    @Test
    void pairsAndForksThatDoNotCountAreLost() {
        RowVerdict row = first(both().pairs(OTHER, SLOWER)
                .pairs(CALL, SLOWER)
                .warming(CALL, 15, false)
                .pairs(CALL, SAME)
                .failed(CALL, 1));
        assertThat(row.remarks()).containsExactly("15 pairs dropped: the warm-up was too short", "1 fork failed");
        assertThat(row.fate()).isEqualTo(Fate.SAME);
        assertThat(row.sides().orElseThrow().head().primary().forks()).hasSize(15);
        assertThat(row.allocation().orElseThrow().verdict()).isEqualTo(AllocationVerdict.SAME);
    }

    @Test
    void aRowThatIsNotJudgedSaysWhy() {
        assertThat(first(call().failed(CALL, 1)).reason().orElseThrow().text())
                .contains("head: exit code 1, a.Failure");
        RowVerdict givenUp = first(call().pairs(CALL, SLOWER).warming(CALL, 15, true));
        assertThat(givenUp.reason()).contains(NoVerdict.DRIFTS);
        assertThat(givenUp.isFinished()).isTrue();
        assertThat(givenUp.score()).isPresent();
        assertThat(first(call().pairs(CALL, 0.1)).isFinished()).isFalse();
    }

    /** A row that no session measured takes no share. */
    @Test
    void theLevelIsThatOfAllRows() {
        MadeUpSession notChosen = both().pairs(CALL, SAME).chosen(List.of(CALL));
        assertThat(judged(notChosen).rule().level()).isEqualTo(2 * PairRule.LEVEL);
        assertThat(judged(notChosen, nextDay(0.03, CALL, OTHER).pairs(OTHER, SAME))
                        .rule()
                        .level())
                .isEqualTo(PairRule.LEVEL);
        Verdicts verdicts = judged(both().pairs(CALL, SAME));
        assertThat(verdicts.rule()).isEqualTo(new VerdictRule(0.03, 2 * PairRule.LEVEL / 2));
        assertThat(verdicts.rows()).extracting(RowVerdict::word).containsExactly("SAME", "UNDECIDED");
    }

    @Test
    void sessionsWithDifferentMarginsNeedOne() {
        MadeUpSession session = call().pairs(CALL, SAME);
        List<Session> sessions =
                List.of(session.read(), nextDay(0.05, CALL).pairs(CALL, SAME).read());
        assertThatThrownBy(() -> PairVerdicts.of(sessions))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the folders were measured with different margins: name one with --margin");
        assertThat(PairVerdicts.of(sessions, 0.04, List.of()).rule().margin()).isEqualTo(0.04);
    }

    private static List<RowKey> rows(Shard shard) {
        return IntStream.range(0, 40)
                .mapToObj(number -> key("row" + number))
                .filter(shard::has)
                .toList();
    }

    private static MadeUpSession shard(int index, int count) {
        RowKey[] rows = rows(new Shard(index, count)).toArray(RowKey[]::new);
        MadeUpSession session = new MadeUpSession("2026-01-01T10:00:0" + index + "Z", 0.03, rows).shard(index, count);
        Stream.of(rows).forEach(row -> session.pairs(row, row.equals(rows[0]) && index == 3 ? SLOWER : SAME));
        return session;
    }

    @Test
    void eachRowBelongsToOneShardAndShardsShareTheLevel() {
        List<RowKey> all = rows(new Shard(1, 1));
        Verdicts verdicts = judged(shard(1, 4), shard(2, 4), shard(3, 4), shard(4, 4));
        assertThat(verdicts.rows()).extracting(RowVerdict::key).containsExactlyInAnyOrderElementsOf(all);
        assertThat(verdicts.with(Fate.SLOWER)).hasSize(1);
        assertThat(verdicts.with(Fate.SAME)).hasSize(39);
        for (int index = 1; index <= 4; index++) {
            List<RowKey> own = rows(new Shard(index, 4));
            double level = 2 * PairRule.LEVEL / 4 / own.size();
            assertThat(own)
                    .hasSizeBetween(2, 30)
                    .allSatisfy(row -> assertThat(verdicts.rows().stream()
                                    .filter(it -> it.key().equals(row))
                                    .findFirst()
                                    .flatMap(RowVerdict::score)
                                    .orElseThrow()
                                    .level())
                            .isCloseTo(level, within(1e-15)));
        }
        assertThat(verdicts.preface().pairs().orElseThrow().measured())
                .hasSize(4)
                .allMatch(line -> line.matches(".*, shard [1-4]/4"));
    }

    @Test
    void shardsThatAreMissingAreNamedAndOthersAreRefused() {
        assertThat(judged(shard(2, 4)).preface().pairs().orElseThrow().measured())
                .hasSize(2)
                .endsWith("Rows of other shards are not judged here: 1, 3, 4 of 4");
        List<Session> unlike = List.of(shard(1, 4).read(), shard(1, 2).read());
        assertThatThrownBy(() -> PairVerdicts.of(unlike))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the folders were measured with different numbers of shards");
    }
}
