package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.ResultsFile.Refused;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MovedBenchmarksTest {
    private static ResultsFile file(String... benchmarks) {
        return new ResultsFile(
                Path.of("made-up.json"),
                Stream.of(benchmarks)
                        .map(name -> Rows.row().benchmark(name).of(5))
                        .toList());
    }

    private static String report(Verdicts verdicts) {
        return new VerdictReport(verdicts, true).text(VerdictReport.View.EVERYTHING);
    }

    private static Verdicts compare(ResultsFile base, ResultsFile head) {
        return FileVerdicts.of(base, head, VerdictRule.MARGIN);
    }

    @Test
    void aRowThatMovedIsComparedAndALineSaysSo() {
        Verdicts verdicts = compare(Fixtures.read("hunt/16-base.json"), Fixtures.read("hunt/16-head.json"));
        assertThat(verdicts.rows()).extracting(RowVerdict::word).containsExactlyInAnyOrder("SLOWER", "SAME");
        assertThat(verdicts.onlyInBase()).isEmpty();
        assertThat(verdicts.onlyInHead()).isEmpty();
        assertThat(report(verdicts)).containsOnlyOnce("moved from package com.old to com.fresh: compared, 1 row\n");
        assertThat(new VerdictReport(verdicts, true).json()).contains("com.old");
    }

    @Test
    void aLineStandsForAllRowsOfAPackage() {
        assertThat(report(compare(
                        file("a.b.X.m", "a.b.X.n", "a.b.Out.Y.m", "c.Z.m"),
                        file("d.X.m", "d.X.n", "d.Out.Y.m", "e.Z.m"))))
                .contains(
                        "moved from package a.b to d: compared, 3 rows\n",
                        "moved from package c to e: compared, 1 row\n");
    }

    @Test
    void ofTwoThatWouldFitNoneIsCompared() {
        Verdicts verdicts = compare(file("a.X.m", "k.K.k"), file("b.X.m", "c.X.m", "k.K.k"));
        assertThat(verdicts.rows()).hasSize(1);
        assertThat(verdicts.onlyInHead()).hasSize(2);
        assertThat(report(verdicts)).doesNotContain("moved from").contains("only in head: b.X.m, c.X.m");
        assertThat(compare(file("b.X.m", "c.X.m", "k.K.k"), file("a.X.m", "k.K.k"))
                        .rows())
                .hasSize(1);
    }

    @Test
    void equalNamesInTwoPackagesAreDifferentRows() {
        Verdicts verdicts = compare(Fixtures.read("hunt/1-base.json"), Fixtures.read("hunt/1-head.json"));
        assertThat(report(verdicts)).contains("  v1.CartBench.add", "  v2.CartBench.add");
        assertThat(verdicts.rows())
                .extracting(row -> row.key().benchmark() + " " + row.word())
                .containsExactlyInAnyOrder("shop.v1.CartBench.add SAME", "shop.v2.CartBench.add SLOWER");
    }

    @Test
    void aRowWithoutUsableScoresFailsOnEitherSide() {
        ResultsFile whole = file("a.X.m", "a.X.n");
        Row row = whole.rows().get(1);
        RowKey key = row.key();
        ResultsFile part = new ResultsFile(
                whole.path(),
                whole.rows().subList(0, 1),
                List.of(new Refused(key, "has the score 0.0")),
                Optional.empty(),
                Optional.empty());
        for (Verdicts verdicts : List.of(compare(whole, part), compare(part, whole), compare(part, part))) {
            assertThat(verdicts.outcome(false)).isEqualTo(Verdicts.Outcome.FAILED);
            assertThat(verdicts.with(Verdict.FAILED))
                    .extracting(RowVerdict::key)
                    .containsExactly(key);
            assertThat(verdicts.onlyInBase()).isEmpty();
            assertThat(report(verdicts))
                    .contains(
                            "FAILED: 1 of 2 rows has no usable scores. No row is proven slower",
                            " has the score 0.0: X.n");
        }
    }
}
