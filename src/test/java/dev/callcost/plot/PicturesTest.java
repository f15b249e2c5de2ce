package dev.callcost.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.plot.DotPlot.Mark;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PicturesTest {
    private static final DotPlot PLOT = new DotPlot(
            "Time of a call",
            List.of("jdk17", "jdk25"),
            List.of(
                    new DotPlot.Row(
                            "local",
                            "static call, not inlined",
                            List.of(
                                    mark(0, 1.4, 1.3, 1.5, "1.40 ns"),
                                    mark(1, 1.5, Double.NaN, Double.NaN, "1.50 ns"))),
                    new DotPlot.Row("loopback", "RMI <&\">", List.of(mark(0, 18_000, 17_500, 18_600, "18.0 us ±3%"))),
                    new DotPlot.Row("loopback", "gRPC", List.of(mark(0, 91_000, 90_000, 95_000, "91.0 us")))));

    private static Mark mark(int series, double value, double low, double high, String text) {
        return new Mark(series, value, low, high, new double[] {0.99 * value, 1.01 * value}, text);
    }

    private static final ForestPlot FOREST = new ForestPlot(
            "Head against base",
            0.03,
            List.of(
                    new ForestPlot.Row("a.B.slow", ForestPlot.Kind.WORSE, 0.08, 0.04, 0.12, "SLOWER +8.0%"),
                    new ForestPlot.Row("a.B.fast", ForestPlot.Kind.BETTER, -0.09, -0.17, -0.01, "FASTER -9.0%"),
                    new ForestPlot.Row(
                            "a.B.few", ForestPlot.Kind.NEITHER, 0.01, Double.NaN, Double.NaN, "CANNOT TELL")));

    private static final StackedBars BARS = new StackedBars(
            "CPU time of a call",
            List.of(
                    new StackedBars.Row(
                            "NIO",
                            "91.0 us",
                            List.of(part("park and unpark", 30), part("write", 15), part("other", 1))),
                    new StackedBars.Row("EPOLL", "75.0 us", List.of(part("write", 16), part("park and unpark", 29)))));

    private static StackedBars.Part part(String name, double micros) {
        return new StackedBars.Part(name, 1e3 * micros, micros + " us");
    }

    private static final Curves CURVES = new Curves(
            "Warm-up",
            "s",
            0.2,
            List.of(new Curves.Tick(0.2, "1x"), new Curves.Tick(0.8, "8x")),
            List.of(
                    new Curves.Panel(
                            "a.B.call",
                            List.of(curve(4, 0.9, 0.5, 0.2), curve(6, 1.7, 0.3, 0.2)),
                            List.of(),
                            List.of(curve(Double.NaN, 1, 0.5, 0)),
                            "2 forks"),
                    new Curves.Panel(
                            "a.B.pairs of a row that has " + "many params, ".repeat(8),
                            List.of(curve(Double.NaN, 0.3, 0.2, 0.2)),
                            List.of(new Curves.Point(1, 0.3), new Curves.Point(2, 0.1)),
                            List.of(),
                            "2 pairs")));

    private static Curves.Curve curve(double mark, double... heights) {
        List<Curves.Point> points = IntStream.range(0, heights.length)
                .mapToObj(n -> new Curves.Point(4 * n, heights[n]))
                .toList();
        return new Curves.Curve(points, Double.isNaN(mark) ? OptionalDouble.empty() : OptionalDouble.of(mark));
    }

    private static final LineChart LINES = new LineChart(
            "Sweeps",
            List.of(
                    new LineChart.Panel(
                            "a.B.call",
                            "store",
                            List.of(
                                    new LineChart.Tick(0.1, "SYNCHRONIZED_WIDE"),
                                    new LineChart.Tick(0.2, "SYNCHRONIZED_NARROW"),
                                    new LineChart.Tick(0.9, "CONCURRENT")),
                            List.of(new LineChart.Tick(0, "0"), new LineChart.Tick(1, "1.00 ms")),
                            List.of(
                                    line("up", 0.02, 0.5, 0.99),
                                    line("also up", 0.3, 0.2, 1),
                                    line("third", 0.1, 0.1, 0.98))),
                    new LineChart.Panel(
                            "a.B.low",
                            "n",
                            List.of(new LineChart.Tick(0, "1"), new LineChart.Tick(1, "10")),
                            List.of(),
                            List.of(line("down", 0.5, 0.5, 0), line("also down", 0.5, 0.5, 0.01)))));

    private static LineChart.Line line(String label, double... heights) {
        return new LineChart.Line(
                label,
                IntStream.range(0, heights.length)
                        .mapToObj(n ->
                                new LineChart.Point(n / 2.0, heights[n], heights[n] - 0.1, heights[n] + 9, "n" + n))
                        .toList());
    }

    private static final List<String> ALL = List.of(PLOT.svg(), FOREST.svg(), BARS.svg(), CURVES.svg(), LINES.svg());

    @Test
    void aBarsTotalStandsBelowALabelThatFillsItsLine() {
        StackedBars.Row fits = BARS.rows().get(0);
        StackedBars.Row fills = new StackedBars.Row(
                "a.B.call " + "param=value ".repeat(6).strip(), "91.0 us ±3.9% a call", fits.parts());
        Drawing drawing = new Drawing(new StackedBars("CPU time of a call", List.of(fits, fills, fits)).svg());
        assertThat(drawing.clashes()).isEmpty();
        assertThat(drawing.height())
                .isGreaterThan(
                        new Drawing(new StackedBars("CPU time of a call", List.of(fits, fits, fits)).svg()).height());
    }

    @Test
    void labelsStandInThePictureAndNotUponOneAnother() {
        for (String svg : ALL) {
            assertThat(new Drawing(svg).clashes()).isEmpty();
        }
    }

    @Test
    void everythingThatIsSeenIsSaidToo() {
        assertThat(new Drawing(PLOT.svg()).all("desc").get(0).getTextContent())
                .isEqualTo(
                        "static call, not inlined (jdk17): 1.40 ns; static call, not inlined (jdk25): 1.50 ns; RMI <&\"> (jdk17): 18.0 us"
                                + " ±3%; gRPC (jdk17): 91.0 us.");
        assertThat(new Drawing(FOREST.svg()).all("desc").get(0).getTextContent())
                .contains("a.B.slow: SLOWER +8.0%");
        assertThat(new Drawing(BARS.svg()).all("desc").get(0).getTextContent())
                .startsWith("NIO, 91.0 us: park and unpark 30.0 us, write 15.0 us");
        assertThat(new Drawing(LINES.svg()).all("desc").get(0).getTextContent())
                .startsWith("a.B.call, up by store: n0, n1, n2; a.B.call, also up by store: ");
        assertThat(ALL).allSatisfy(svg -> {
            assertThat(svg).contains("role=\"img\"");
            assertThat(new Drawing(svg).all("title").get(0).getTextContent()).isNotEmpty();
        });
    }

    @Test
    void aPlotHasADotForEachForkAndALineForEachInterval() {
        Drawing drawing = new Drawing(PLOT.svg());
        assertThat(drawing.texts())
                .contains(
                        "local",
                        "loopback",
                        "jdk17",
                        "jdk25",
                        "RMI <&\">",
                        "1.00 ns",
                        "10.0 ns",
                        "100 us",
                        "18.0 us ±3%");
        assertThat(drawing.all("line"))
                .filteredOn(line -> line.getAttribute("class").contains("whisker"))
                .hasSize(3);
        assertThat(drawing.all("circle"))
                .filteredOn(dot -> dot.getAttribute("class").contains("fork"))
                .hasSize(6);
        assertThat(drawing.all("path"))
                .as("the second series has corners")
                .filteredOn(dot -> dot.getAttribute("class").contains("fork"))
                .hasSize(2);
    }

    @Test
    void aForestHasItsBandAndItsKindsByShape() {
        Drawing drawing = new Drawing(FOREST.svg());
        assertThat(drawing.texts()).contains("+0%", "-20%", "+20%");
        assertThat(drawing.all("rect"))
                .filteredOn(bar -> bar.getAttribute("class").equals("band"))
                .hasSize(1);
        assertThat(drawing.all("path")).as("regressions have corners").hasSize(1);
        assertThat(drawing.all("line"))
                .filteredOn(line -> line.getAttribute("class").contains("whisker"))
                .hasSize(2);
    }

    @Test
    void aPartHasTheSameColourInEveryBarAndItsLength() {
        Drawing drawing = new Drawing(BARS.svg());
        List<String> parks = drawing.all("rect").stream()
                .filter(bar -> bar.getTextContent().startsWith("park and unpark"))
                .map(bar -> bar.getAttribute("class"))
                .toList();
        assertThat(parks).hasSize(2).containsOnly("part k0");
        double[] lengths = drawing.all("rect").stream()
                .filter(bar -> bar.getTextContent().startsWith("park and unpark"))
                .mapToDouble(bar -> Drawing.number(bar, "width"))
                .toArray();
        assertThat(lengths[0] / lengths[1]).isCloseTo(30.0 / 29, within(0.001));
    }

    @Test
    void aPanelHasItsCurvesMarksLaneAndDotsInsideOfIt() {
        Drawing drawing = new Drawing(CURVES.svg());
        assertThat(drawing.all("desc").get(0).getTextContent())
                .isEqualTo(
                        "a.B.call: 2 forks; a.B.pairs of a row that has " + "many params, ".repeat(8) + ": 2 pairs.");
        assertThat(drawing.texts()).contains("a.B.call", "1x", "8x", "0", "8 s");
        assertThat(drawing.all("polyline")).as("two, one in the lane, one").hasSize(4);
        assertThat(drawing.all("line"))
                .filteredOn(line -> line.getAttribute("class").startsWith("mark"))
                .hasSize(2);
        assertThat(drawing.all("circle")).hasSize(2);
        String high = drawing.all("polyline").get(1).getAttribute("points").split(" ")[0];
        assertThat(high).as("what is beyond is drawn at the edge").isEqualTo("60.0,20.0");
    }

    @Test
    void aCurveHasNoPlacesThatCannotBeSeen() {
        Curves.Curve bent = curve(Double.NaN, 0.5, 0.501, 0.5, 0.499, 0.5, 1, 0.9, 0.8);
        Curves.Panel panel = new Curves.Panel("a.B.call", List.of(bent), List.of(), List.of(), "1 fork");
        Drawing drawing = new Drawing(new Curves("Warm-up", "s", 0.5, List.of(), List.of(panel)).svg());
        assertThat(drawing.all("polyline").get(0).getAttribute("points"))
                .as("0, 4, 5 and 7 of 7, 90 pixels high")
                .isEqualTo("60.0,65.0 380.0,65.0 460.0,20.0 620.0,38.0 ");
    }

    @Test
    void aLineIsNamedBesideItsEndInTheOrderOfTheEnds() {
        Drawing drawing = new Drawing(LINES.svg());
        assertThat(drawing.texts().stream().filter(List.of("up", "also up", "third")::contains))
                .containsExactly("up", "also up", "third");
        double[] heights = Stream.of("also up", "up", "third")
                .mapToDouble(label -> drawing.all("text").stream()
                        .filter(text -> text.getTextContent().equals(label))
                        .mapToDouble(text -> Drawing.number(text, "y"))
                        .findFirst()
                        .orElseThrow())
                .toArray();
        assertThat(heights).isSorted();
        assertThat(heights[2] - heights[0]).as("15 pixels a line").isCloseTo(30, within(0.1));
    }

    @Test
    void anIntervalIsDrawnToTheEdgeAndBesideThoseOfTheOtherLines() {
        Drawing drawing = new Drawing(LINES.svg());
        List<Element> whiskers = drawing.all("line").stream()
                .filter(line -> line.getAttribute("class").startsWith("whisker"))
                .toList();
        assertThat(whiskers).hasSize(15);
        assertThat(whiskers.get(0).getAttribute("y1")).as("the panel's bottom").isEqualTo("234.0");
        assertThat(whiskers.get(0).getAttribute("y2")).as("the panel's top").isEqualTo("24.0");
        double apart = Drawing.number(whiskers.get(3), "x1") - Drawing.number(whiskers.get(0), "x1");
        assertThat(apart).isCloseTo(4, within(0.1));
    }

    @Test
    void aScaleIsLogarithmicBeyondADecadeAndElseFromZero() {
        Scale linear = Scale.of(DoubleStream.of(12, 47));
        assertThat(linear).isEqualTo(new Scale(false, 0, 50));
        assertThat(linear.ticks()).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);
        assertThat(linear.at(25)).isEqualTo(0.5);
        Scale logarithmic = Scale.of(DoubleStream.of(0.3, 40));
        assertThat(logarithmic).isEqualTo(new Scale(true, 0.2, 50));
        assertThat(logarithmic.ticks()).containsExactly(0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0);
        assertThat(logarithmic.at(Math.sqrt(0.2 * 50))).isCloseTo(0.5, within(1e-9));
        assertThat(Scale.of(DoubleStream.of(0.3, 70)).ticks()).containsExactly(1.0, 10.0, 100.0);
        assertThat(Scale.of(DoubleStream.of(1, 1e-3)).ticks()).containsExactly(0.001, 0.01, 0.1, 1.0);
        assertThat(Scale.of(DoubleStream.of(7)).ticks()).startsWith(0.0, 1.0).endsWith(7.0);
    }

    @Test
    void aScaleIsLogarithmicWithinADecadeToo() {
        Scale logarithmic = Scale.logarithmic(DoubleStream.of(12, 47));
        assertThat(logarithmic).isEqualTo(new Scale(true, 10, 50));
        assertThat(logarithmic.ticks()).containsExactly(10.0, 20.0, 50.0);
        assertThat(Scale.logarithmic(DoubleStream.of(10))).as("one value").isEqualTo(new Scale(true, 10, 20));
        assertThat(Scale.logarithmic(DoubleStream.of(50))).isEqualTo(new Scale(true, 50, 100));
        assertThat(Scale.logarithmic(DoubleStream.of(7))).isEqualTo(new Scale(true, 5, 10));
    }

    @Test
    void picturesDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        String here = PLOT.svg() + FOREST.svg() + BARS.svg() + LINES.svg();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(PLOT.svg() + FOREST.svg() + BARS.svg() + LINES.svg()).isEqualTo(here);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aPageHoldsAllItNeedsAndAFileOfItsOwnItsColours() {
        String html = new Page("A <title>")
                .section("Times")
                .paragraph("one & all")
                .list("Warnings:", List.of("<b>"))
                .terms(List.of(List.of("commit", "abc")))
                .picture(PLOT.svg())
                .folded("Table", "a  b\n")
                .html();
        assertThat(html)
                .contains(
                        "<h1>A &lt;title&gt;</h1>",
                        "<p>one &amp; all</p>",
                        "<li>&lt;b&gt;</li>",
                        "<dt>commit</dt><dd>abc</dd>")
                .contains("<details><summary>Table</summary>", "prefers-color-scheme:dark")
                .doesNotContain("<script", "src=", "href=", "@import", "url(");
        new Drawing(html.replaceFirst("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>"));
        String standalone = Page.standalone(PLOT.svg());
        assertThat(new Drawing(standalone).all("style")).hasSize(1);
    }
}
