package dev.callcost.compare.judge;

import static dev.callcost.compare.Rows.compareFiles;
import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.row;
import static dev.callcost.compare.Rows.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts.Outcome;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeveralFilesTest {
    private static final double[] MACHINES = {1, 1.3, 0.8, 1.1, 0.9};

    private static Row made(String name, double... forks) {
        return row("B." + name).of(forks);
    }

    private static List<ResultsFile> files(int count, IntFunction<Row> row) {
        return IntStream.range(0, count)
                .mapToObj(n -> file("f" + n, row.apply(n)))
                .toList();
    }

    private static List<ResultsFile> files(Row... oneOfEach) {
        return files(oneOfEach.length, n -> oneOfEach[n]);
    }

    /** A file a machine, with a row of one fork. */
    private static List<ResultsFile> jobs(int count, double factor) {
        return files(count, n -> made("c", factor * MACHINES[n] * (1 + 0.001 * (n % 3))));
    }

    private static RowVerdict first(List<ResultsFile> base, List<ResultsFile> head) {
        return compareFiles(base, head).rows().get(0);
    }

    private static Estimate slowdown(RowVerdict row) {
        return row.slowdown().orElseThrow();
    }

    @Test
    void shardsWithoutACommonRowAddUp() {
        Row a = made("a", 1, 1.01, 1.02, 1.01, 1);
        Row b = made("b", 2, 2.02, 2.01, 2, 2.01);
        Row slower = made("b", 3, 3.02, 3.01, 3, 3.01);
        Verdicts shards = compareFiles(files(a, b), files(slower, a));
        Verdicts whole = compareFiles(List.of(file("1", a, b)), List.of(file("2", slower, a)));
        assertThat(shards.rows()).isEqualTo(whole.rows());
        assertThat(shards.rule()).isEqualTo(whole.rule());
        assertThat(shards.outcome(true)).isEqualTo(Outcome.REGRESSION);
        assertThat(text(shards)).contains("5+5", "one after the other").doesNotContain("each file counts as one value");
    }

    @Test
    void jobsThatMeasureBothSidesArePairs() {
        RowVerdict row = first(jobs(5, 1), jobs(5, 1.1));
        assertThat(row.fate()).isEqualTo(Fate.SLOWER);
        assertThat(slowdown(row).value()).isCloseTo(1.1, within(1e-9));
        assertThat(row.count(false)).isEqualTo("5+5 files");
    }

    /** One file of as many forks takes the speed of its machine for that of its code. */
    @Test
    void aFasterMachineIsNoChangeOfTheCode() {
        Row slow = made("c", 10, 10.01, 10.02, 10.01, 10);
        Row fast = made("c", 8, 8.01, 8.02, 8.01, 8);
        assertThat(first(files(slow), files(fast)).fate()).isEqualTo(Fate.FASTER);
        RowVerdict row = first(files(slow, fast, slow, slow, fast), files(fast, slow, fast, fast, slow));
        assertThat(row.fate()).isEqualTo(Fate.UNDECIDED);
        assertThat(row.needed()).isGreaterThan(5);
    }

    @Test
    void fewFilesOfOneRowHaveNoVerdictAndSayWhatIsNeeded() {
        assertThat(text(compareFiles(jobs(4, 1), jobs(4, 1.1))))
                .startsWith("INCONCLUSIVE: no row is decided; the largest change is B.c +10.0%. 1 inconclusive.")
                .contains("\ninconclusive\n", "needs about 5 files a side");
        RowVerdict row = first(files(made("c", 10, 10.1, 10.2, 10, 10.1)), jobs(5, 20));
        assertThat(row.count(false)).as("one file with several").isEqualTo("1+5 files");
        assertThat(slowdown(row).degrees()).isEqualTo(4);
        assertThat(row.remarks()).isEmpty();
    }

    /** A file's value is the mean of its forks, whatever their number. */
    @Test
    void filesCountEqually() {
        RowVerdict row = first(files(made("c", 1, 1, 1, 1), made("c", 4)), files(made("c", 2), made("c", 2, 2)));
        assertThat(slowdown(row).value()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aForkThatFailedInAJobIsARemarkAndNotAlike() {
        ResultsFile both = file("both", made("c", 1), made("d", 2));
        Verdicts verdicts = compareFiles(List.of(both, both, both), List.of(both, file("one", made("c", 1)), both));
        assertThat(verdicts.rows().get(0).isMeasuredAlike()).isTrue();
        RowVerdict failed = verdicts.rows().get(1);
        assertThat(failed.count(false)).isEqualTo("3+2 files");
        assertThat(failed.remarks()).containsExactly("in 3 files of base and in 2 of head (did forks fail?)");
        assertThat(failed.isMeasuredAlike()).isFalse();
    }

    @Test
    void settingsThatDifferOnASideAreListed() {
        Row old = row().setting("jdkVersion", "21").of(1);
        RowVerdict row = first(files(old, row().setting("jdkVersion", "25").of(1)), files(old, old));
        assertThat(row.remarks()).containsExactly("the files of a side are not alike: jdkVersion 21 / 25");
        assertThat(row.isMeasuredAlike()).isFalse();
        assertThat(row.score().orElseThrow().meanDecides()).isTrue();
    }

    @Test
    void unitsAreConverted() {
        List<ResultsFile> base =
                files(row().unit("us/op").of(2), row().unit("ns/op").of(3000));
        List<ResultsFile> head = files(row().of(2), row().of(3));
        RowVerdict row = first(base, head);
        assertThat(slowdown(row).value()).isCloseTo(1, within(1e-9));
        assertThat(row.remarks()).containsExactly("the files of a side are not alike: unit us/op / ns/op");
        assertThat(text(compareFiles(base, head))).contains("2.00 -> 2.00 us");
    }

    @Test
    void bytesAreJudgedByFiles() {
        Row before = row().bytes(100, 140).of(1, 1);
        Row after = row().bytes(130, 150).of(1, 1);
        assertThat(first(files(5, n -> before), files(5, n -> after)).allocation())
                .contains(new AllocationChange(120, 140, AllocationVerdict.MORE));
        assertThat(first(files(3, n -> before), files(3, n -> after)).allocates(AllocationVerdict.CANNOT_TELL))
                .isTrue();
    }

    @Test
    void rowsOfOneSideAreThoseThatNoFileOfTheOtherHas() {
        Verdicts verdicts = compareFiles(files(made("a", 1), made("b", 1)), files(made("a", 1), made("c", 1)));
        assertThat(verdicts.onlyInBase()).extracting(RowKey::label).containsExactly("B.b");
        assertThat(verdicts.onlyInHead()).extracting(RowKey::label).containsExactly("B.c");
    }

    /** With shared effects, half of the level is that of the rows' own parts. */
    @Test
    void rowsShareHalfOfTheLevel() {
        List<ResultsFile> files = IntStream.range(0, 3)
                .mapToObj(n -> file(
                        "f" + n,
                        IntStream.range(0, 4)
                                .mapToObj(r -> made("r" + r, 1 + 0.01 * ((n * 7 + r * 5) % 6)))
                                .toArray(Row[]::new)))
                .toList();
        assertThat(compareFiles(files, List.of(files.get(1), files.get(2), files.get(0)))
                        .rule()
                        .level())
                .isEqualTo(0.005 / 4);
        assertThat(compareFiles(jobs(5, 1), jobs(5, 1)).rule().level()).isEqualTo(0.01);
    }
}
