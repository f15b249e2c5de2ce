package dev.callcost.cli;

import static dev.callcost.cli.CheckCommandTest.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results files made after real ones, on which a rule for regressions can fall short. */
class CheckedFilesTest {
    @TempDir
    Path directory;

    private static Path base(int number) {
        return Fixtures.path("hunt/" + number + "-base.json");
    }

    private static Path head(int number) {
        return Fixtures.path("hunt/" + number + "-head.json");
    }

    /** The first paragraph. */
    private static String answer(Invocation ended) {
        return ended.out().split("\\n\\n")[0].replace('\n', ' ');
    }

    private static JsonObject onlyRow(Invocation ended) {
        return JsonParser.parseString(ended.out())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
    }

    /** One iteration of five takes twenty times as long in each fork of head. */
    @Test
    void aMeanThatTheMedianHidesIsNamed() {
        Invocation ended = check(base(3), head(3));
        assertThat(ended.exitCode()).isZero();
        assertThat(answer(ended))
                .isEqualTo("OK: no row is slower by its median, but 1 row is by its mean, X.m +380%. 1 same.");
        assertThat(ended.out()).contains("\nsame (mean +380%)\n  X.m   +0.4%  [-0.2%, +0.9%]  10.0 -> 10.0 us ");
        Invocation strict = check(base(3), head(3), "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(answer(strict))
                .isEqualTo("NOT SHOWN (--strict): no row is slower by its median, but 1 row is by its mean, X.m +380%."
                        + " 1 same.");
        JsonObject row = onlyRow(check(base(3), head(3), "--format", "json"));
        assertThat(row.get("verdict").getAsString()).isEqualTo("SAME");
        assertThat(row.get("meanBeyondMargin").getAsString()).isEqualTo("SLOWER");
        assertThat(row.getAsJsonObject("byMean").get("ratio").getAsDouble()).isCloseTo(4.79505706505042, within(1e-12));
        assertThat(check(base(3), head(3), "--format", "markdown").out()).contains("SAME (mean +380%)");
    }

    @Test
    void aMeanThatIsFasterIsShownAndFailsNothing() {
        Invocation strict = check(head(3), base(3), "--strict");
        assertThat(strict.exitCode()).isZero();
        assertThat(answer(strict)).isEqualTo("OK: no row is slower. 1 same.");
        assertThat(strict.out()).contains("\nsame (mean -79.1%)\n");
        assertThat(onlyRow(check(head(3), base(3), "--format", "json"))
                        .get("meanBeyondMargin")
                        .getAsString())
                .isEqualTo("FASTER");
    }

    @Test
    void twoCheckoutsOfAProjectAreMeasuredAlike() {
        Invocation strict = check(base(6), head(6), "--strict");
        assertThat(strict.exitCode()).as(strict.out()).isZero();
        assertThat(answer(strict)).isEqualTo("OK: no row is slower. 1 same.");
        assertThat(strict.out())
                .containsOnlyOnce(
                        "  not counted as differences, because only paths or ports differ: -Djava.io.tmpdir\n")
                .doesNotContain("measured differently");
        JsonObject row = onlyRow(check(base(6), head(6), "--format", "json"));
        assertThat(row.getAsJsonArray("differences")).isEmpty();
        assertThat(row.getAsJsonArray("ignored")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-javaagent:/opt/base/agent.jar=1234", "-Xmx2g", "-Dmode=fast"})
    void anArgumentOfOneSideThatCountsFailsStrict(String argument) throws IOException {
        Path other = Files.writeString(
                directory.resolve("head.json"),
                Files.readString(head(6)).replace("\"-Xmx1g\"", "\"-Xmx1g\", \"" + argument + "\""));
        Invocation strict = check(base(6), other, "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.out()).contains("jvmArgs (none) / " + argument);
    }

    @Test
    void oneForkASideHasHintsAndTheForksThatWouldTell() {
        Invocation ended = check(base(8), head(8));
        assertThat(ended.exitCode()).isZero();
        assertThat(answer(ended))
                .isEqualTo(
                        "INCONCLUSIVE: one fork a side decides nothing; the largest change is Cart.op7 +100%, unusual"
                                + " among 12 rows (the others changed by at most 1.1%). 12 too few forks.");
        assertThat(ended.out())
                .contains("\n  Cart.op7    +100%  10.0 -> 20.0 us    1+1  2 forks\n")
                .contains("\n12 inconclusive rows need about 2 to 4 forks a side. Not shown: 7 too few forks");
        Invocation strict = check(base(8), head(8), "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(answer(strict))
                .startsWith(
                        "NOT SHOWN (--strict): one fork a side decides nothing; the largest change is Cart.op7 +100%");
        assertThat(check(base(8), head(8), "--format", "json").out()).containsOnlyOnce("\"unusualAmong\": 12");
        assertThat(answer(check(base(8), base(8)))).doesNotContain("unusual");
    }

    /** Five forks with two iterations of 5,000 calls; the mean is 11.56 us, and 2 % of the calls take {@code tail} us. */
    private Path sampled(String name, double tail) throws IOException {
        double others = (11.56 - 0.6 * 10 - 0.02 * tail) / 0.38;
        String forks = DoubleStream.of(0.998, 0.999, 1, 1.001, 1.002)
                .mapToObj(fork -> String.format(
                        Locale.ROOT, "[[%s, 1900], [%s, 3000], [%s, 100]]", others * fork, 10 * fork, tail * fork))
                .map(iteration -> "[" + iteration + ", " + iteration + "]")
                .collect(Collectors.joining(", "));
        return Files.writeString(directory.resolve(name), """
                [{"jmhVersion": "1.37", "benchmark": "a.Cart.pay", "mode": "sample", "threads": 1, "forks": 5,
                  "primaryMetric": {"score": 11.56, "scoreUnit": "us/op", "rawDataHistogram": [%s]},
                  "secondaryMetrics": {}}]
                """.formatted(forks));
    }

    @Test
    void aTailTwiceAsLongFailsAtAnEqualMean() throws IOException {
        Path base = sampled("base.json", 50);
        Path head = sampled("head.json", 100);
        Invocation ended = check(base, head, "--metric", "p99");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(answer(ended)).isEqualTo("REGRESSION: 1 of 2 rows is slower. 1 same.");
        assertThat(ended.out()).contains("slower\n  Cart.pay:p99   +100%  ");
        assertThat(check(base, head, "--metric", "p50").exitCode()).isZero();
        assertThat(check(base, head, "--metric", "p50,p99").exitCode()).isEqualTo(1);
        assertThat(check(base, head).exitCode()).isEqualTo(1);
        assertThat(check(base, base, "--strict", "--metric", "p99").exitCode()).isZero();
    }
}
