package dev.callcost.compare;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.BadFileException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeveralFilesTest {
    private static final double[] MACHINES = {1, 1.3, 0.8, 1.1, 0.9};

    private static Verdicts of(List<ResultsFile> base, List<ResultsFile> head) {
        return FileComparison.of(base, head, Margins.of(Rule.MARGIN), List.of());
    }

    private static Row made(String name, double... forks) {
        return row().benchmark("a.B." + name).of(forks);
    }

    /** A file a machine, with a row of one fork. */
    private static List<ResultsFile> jobs(int count, double factor) {
        return IntStream.range(0, count)
                .mapToObj(n -> file("job" + n, made("c", factor * MACHINES[n] * (1 + 0.001 * (n % 3)))))
                .toList();
    }

    private static Estimate slowdown(Verdicts verdicts, int row) {
        return verdicts.rows().get(row).slowdown().orElseThrow();
    }

    @Test
    void shardsWithoutACommonRowAddUp() {
        Row a = made("a", 1, 1.01, 1.02, 1.01, 1);
        Row b = made("b", 2, 2.02, 2.01, 2, 2.01);
        Row slower = made("b", 3, 3.02, 3.01, 3, 3.01);
        Verdicts shards = of(List.of(file("1", a), file("2", b)), List.of(file("3", slower), file("4", a)));
        Verdicts whole = of(List.of(file("1", a, b)), List.of(file("2", slower, a)));
        assertThat(shards.rows()).isEqualTo(whole.rows());
        assertThat(shards.rule()).isEqualTo(whole.rule());
        assertThat(shards.outcome(true)).isEqualTo(Outcome.REGRESSION);
        assertThat(new VerdictReport(shards, false).text(View.EVERYTHING))
                .contains("5+5", "one after the other")
                .doesNotContain("files are the unit");
    }

    @Test
    void jobsThatMeasureBothSidesArePairs() {
        Verdicts verdicts = of(jobs(5, 1), jobs(5, 1.1));
        assertThat(verdicts.rows().get(0).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(slowdown(verdicts, 0).value()).isCloseTo(1.1, within(1e-9));
        assertThat(verdicts.rows().get(0).count(false)).isEqualTo("5+5 files");
    }

    /** One file of as many forks takes the speed of its machine for that of its code. */
    @Test
    void aFasterMachineIsNoChangeOfTheCode() {
        Row slow = made("c", 10, 10.01, 10.02, 10.01, 10);
        Row fast = made("c", 8, 8.01, 8.02, 8.01, 8);
        assertThat(of(List.of(file("b", slow)), List.of(file("h", fast)))
                        .rows()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.FASTER);
        VerdictRow row = of(
                        List.of(file("1", slow), file("2", fast), file("3", slow), file("4", slow), file("5", fast)),
                        List.of(file("6", fast), file("7", slow), file("8", fast), file("9", fast), file("10", fast)))
                .rows()
                .get(0);
        assertThat(row.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(row.needed()).isGreaterThan(5);
    }

    @Test
    void fewFilesOfOneRowHaveNoVerdictAndSayWhatIsNeeded() {
        Verdicts verdicts = of(jobs(4, 1), jobs(4, 1.1));
        assertThat(verdicts.rows().get(0).verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(verdicts.rows().get(0).needed()).isEqualTo(5);
        assertThat(new VerdictReport(verdicts, false).text(View.EVERYTHING))
                .startsWith(
                        "INCONCLUSIVE: 4 files a side are too few; the largest change is B.c +10.0%. 1 too few files.")
                .contains("\ntoo few files\n", "5 files", "needs about 5 files a side");
    }

    @Test
    void oneFileIsComparedWithSeveral() {
        List<ResultsFile> base = List.of(file("b", made("c", 10, 10.1, 10.2, 10, 10.1)));
        Verdicts verdicts = of(base, jobs(5, 20));
        assertThat(verdicts.rows().get(0).count(false)).isEqualTo("1+5 files");
        assertThat(slowdown(verdicts, 0).degrees()).isEqualTo(4);
        assertThat(verdicts.rows().get(0).remarks()).isEmpty();
    }

    /** A file's value is the mean of its forks, whatever their number. */
    @Test
    void filesCountEqually() {
        List<ResultsFile> base = List.of(file("1", made("c", 1, 1, 1, 1)), file("2", made("c", 4)));
        List<ResultsFile> head = List.of(file("3", made("c", 2)), file("4", made("c", 2, 2)));
        assertThat(slowdown(of(base, head), 0).value()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aForkThatFailedInAJobIsARemarkAndNotAlike() {
        List<ResultsFile> head = List.of(
                file("1", made("c", 1), made("d", 2)), file("2", made("c", 1)), file("3", made("c", 1), made("d", 2)));
        List<ResultsFile> base = IntStream.range(0, 3)
                .mapToObj(n -> file("b" + n, made("c", 1), made("d", 2)))
                .toList();
        Verdicts verdicts = of(base, head);
        assertThat(verdicts.rows().get(0).isMeasuredAlike()).isTrue();
        VerdictRow failed = verdicts.rows().get(1);
        assertThat(failed.count(false)).isEqualTo("3+2 files");
        assertThat(failed.remarks()).containsExactly("in 3 files of base and in 2 of head (did forks fail?)");
        assertThat(failed.isMeasuredAlike()).isFalse();
        assertThat(new VerdictReport(verdicts, false).text(View.EVERYTHING))
                .contains("files are the unit: 3+3 files (1 row), 3+2 files (1 row);");
    }

    @Test
    void settingsThatDifferOnASideAreListed() {
        Verdicts verdicts = of(
                List.of(
                        file("1", row().setting("jdkVersion", "21").of(1)),
                        file("2", row().setting("jdkVersion", "25").of(1))),
                List.of(
                        file("3", row().setting("jdkVersion", "21").of(1)),
                        file("4", row().setting("jdkVersion", "21").of(1))));
        VerdictRow row = verdicts.rows().get(0);
        assertThat(row.remarks()).containsExactly("the files of a side are not alike: jdkVersion 21 / 25");
        assertThat(row.isMeasuredAlike()).isFalse();
        assertThat(row.score().orElseThrow().meanDecides()).isTrue();
    }

    @Test
    void unitsAreConverted() {
        List<ResultsFile> base = List.of(
                file("1", row().unit("us/op").of(2)),
                file("2", row().unit("ns/op").of(3000)));
        Verdicts verdicts = of(base, List.of(file("3", row().of(2)), file("4", row().of(3))));
        assertThat(slowdown(verdicts, 0).value()).isCloseTo(1, within(1e-9));
        assertThat(verdicts.rows().get(0).remarks())
                .containsExactly("the files of a side are not alike: unit us/op / ns/op");
        assertThat(new VerdictReport(verdicts, false).text(View.EVERYTHING)).contains("2.00 -> 2.00 us");
    }

    @Test
    void bytesAreJudgedByFiles() {
        List<ResultsFile> base = IntStream.range(0, 5)
                .mapToObj(n -> file("b" + n, row().bytes(100, 140).of(1, 1)))
                .toList();
        List<ResultsFile> head = IntStream.range(0, 5)
                .mapToObj(n -> file("h" + n, row().bytes(130, 150).of(1, 1)))
                .toList();
        AllocationComparison five = of(base, head).rows().get(0).allocation().orElseThrow();
        assertThat(five).isEqualTo(new AllocationComparison(120, 140, AllocationVerdict.MORE));
        assertThat(of(base.subList(0, 3), head.subList(0, 3))
                        .rows()
                        .get(0)
                        .allocation()
                        .orElseThrow()
                        .verdict())
                .isEqualTo(AllocationVerdict.CANNOT_TELL);
    }

    @Test
    void aFileThatHoldsARowTwiceIsNamed() {
        Row twice = made("c", 1);
        assertThatThrownBy(() ->
                        of(List.of(file("fine", twice), file("broken", twice, twice)), List.of(file("head", twice))))
                .isInstanceOf(BadFileException.class)
                .hasMessage("broken: holds the row B.c twice");
    }

    @Test
    void rowsOfOneSideAreThoseThatNoFileOfTheOtherHas() {
        Verdicts verdicts = of(
                List.of(file("1", made("a", 1)), file("2", made("b", 1))),
                List.of(file("3", made("a", 1)), file("4", made("c", 1))));
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
        assertThat(of(files, List.of(files.get(1), files.get(2), files.get(0)))
                        .rule()
                        .level())
                .isEqualTo(0.005 / 4);
        assertThat(of(jobs(5, 1), jobs(5, 1)).rule().level()).isEqualTo(0.01);
    }
}
