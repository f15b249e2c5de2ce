package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.CompareLog;
import dev.callcost.compare.PairVerdicts;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.text.Sections;
import dev.callcost.warnings.Warnings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of pictures, in each form. */
class FigureTest {
    private static final Path RESULTS = Path.of("results");
    private static final int WIDTH = 100;

    /** More points say no more about how they are written. */
    private static final int POINTS = 20;

    static Stream<Figure> figures() {
        ResultsFile delay = ResultsFile.read(RESULTS.resolve("epyc-vm-jdk17-delay"));
        List<CompareLog> session = List.of(CompareLog.read(Fixtures.path("report/figure/session")));
        return Stream.of(
                ParamCurves.figure(delay, Ladder.of(delay)).orElseThrow(),
                PercentileCurve.figure(Fixtures.read("seeds/sample-time.json")).orElseThrow(),
                ForkFigures.iterations(log("epyc-vm-jdk17-forks")).orElseThrow(),
                ForkFigures.warmUp(log("epyc-vm-jdk17-host")).orElseThrow(),
                new ComparisonFigures(PairVerdicts.of(session), session).pairs().orElseThrow());
    }

    private static List<Fork> log(String folder) {
        return Log.forks(ResultsFile.read(RESULTS.resolve(folder)));
    }

    /** They warm up in a closed loop. */
    @Test
    void rowsAtARateHaveNoWarmUpAndNoAdviceAboutIt() {
        List<Fork> rates = log("epyc-vm-jdk17-load");
        assertThat(rates).anyMatch(fork -> !fork.warmUpIterations().isEmpty());
        assertThat(ForkFigures.warmUp(rates)).isEmpty();
        assertThat(Warnings.of(rates)).noneMatch(line -> line.contains("-wi"));
    }

    /** Names are cut only where the numbers of least worth are gone. */
    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void namesOfWarmUpsStayWhole(int width) {
        Figure warmUp = ForkFigures.warmUp(log("epyc-vm-jdk17-host")).orElseThrow();
        String text = warmUp.tables().apply(Sections.text(width)).text();
        assertThat(text.lines()).allMatch(line -> line.length() <= width);
        assertThat(text).contains("\nGrpcBenchmark.unary pinning=FREE server=OWN_JVM ");
    }

    @ParameterizedTest
    @MethodSource("figures")
    void areThoseOfTheGoldenFiles(Figure figure) throws Exception {
        String golden = "report/figure/" + figure.name();
        String text = figure.tables().apply(Sections.text(WIDTH)).text();
        Fixtures.assertText(golden + ".txt", text);
        Fixtures.assertText(
                golden + ".md", figure.tables().apply(new Sections(true)).text());
        Fixtures.assertText(
                golden + ".csv",
                figure.points()
                        .csv()
                        .lines()
                        .limit(POINTS)
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()));
    }
}
