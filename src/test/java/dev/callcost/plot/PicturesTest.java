package dev.callcost.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.plot.Axis.Tick;
import dev.callcost.plot.Chart.Lane;
import dev.callcost.plot.Mark.Curve;
import dev.callcost.plot.Mark.Line;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Mark.Point;
import dev.callcost.plot.Panels.Panel;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PicturesTest {
    private static final Axis NANOS = Axis.logarithmic(DoubleStream.of(1.3, 95_000), Numbers::plainTime);

    private static final Chart TIMES = new Chart(
            "Time of a call",
            NANOS,
            List.of(),
            List.of(new Key("k0", "jdk17"), new Key("k1", "jdk25")),
            List.of(
                    time("local", "static call, not inlined", "k0", 1.4, 1.3, 1.5, "1.40 ns"),
                    time("local", "", "k1", 1.5, Double.NaN, Double.NaN, "1.50 ns"),
                    time("loopback", "RMI <&\">", "k0", 18_000, 17_500, 18_600, "18.0 us ±3%"),
                    time("loopback", "gRPC", "k0", 91_000, 90_000, 95_000, "91.0 us")));

    private static Lane time(
            String group, String name, String kind, double value, double low, double high, String text) {
        List<Mark> marks = new ArrayList<>(List.of(
                new Line(0.99 * value, 0.3, 0.99 * value, 0.1, "fork"),
                new Line(1.01 * value, 0.3, 1.01 * value, 0.1, "fork")));
        if (Double.isFinite(low)) {
            marks.add(Mark.range(low, high, kind));
        }
        marks.add(new Point(value, Mark.MIDDLE, kind, text));
        return new Lane(group, name, "", marks, text, "", 24, name + ": " + text);
    }

    private static final Chart FOREST = Charts.forest(
            "Head against base",
            0.03,
            List.of(
                    Charts.change("a.B.slow", "slower", 0.08, 0.04, 0.12, "SLOWER +8.0%"),
                    Charts.change("a.B.fast", "faster", -0.09, -0.17, -0.01, "FASTER -9.0%"),
                    Charts.change("a.B.few", "undecided", 0.01, Double.NaN, Double.NaN, "CANNOT TELL")));

    private static final List<Charts.Stack> STACKS = List.of(
            new Charts.Stack(
                    "NIO", "91.0 us", List.of(part("park and unpark", 30), part("write", 15), part("other", 1))),
            new Charts.Stack("EPOLL", "75.0 us", List.of(part("write", 16), part("park and unpark", 29))));

    private static final Chart BARS = bars(STACKS);

    private static Charts.Part part(String name, double micros) {
        return new Charts.Part(name, 1e3 * micros, micros + " us");
    }

    private static Chart bars(List<Charts.Stack> stacks) {
        return Charts.bars("CPU time of a call", Numbers::plainTime, stacks);
    }

    private static final Axis SECONDS = Axis.counting(8, "s");

    private static final Axis RATIO = Axis.ratios(0.5, 16, "1", "8");

    private static final Panels CURVES = new Panels(
            "Warm-up",
            List.of(
                    new Panel(
                            "a.B.call",
                            SECONDS,
                            "",
                            RATIO,
                            List.of(curve("", 9, 3, 1), curve("", 17, 2, 1), Mark.rule(4, "since")),
                            "2 forks"),
                    new Panel(
                            "a.B.pairs of a row that has " + "many params, ".repeat(8),
                            SECONDS,
                            "",
                            RATIO,
                            List.of(new Point(1, 1.2, "small", ""), new Point(2, 0.9, "small", "")),
                            "2 pairs")));

    private static Curve curve(String name, double... heights) {
        return new Curve(
                IntStream.range(0, heights.length)
                        .mapToObj(n -> new Place(4 * n, heights[n]))
                        .toList(),
                "k0",
                name);
    }

    private static final Panels LINES = new Panels(
            "Sweeps",
            List.of(
                    new Panel(
                            "a.B.call",
                            new Axis(
                                    0,
                                    8,
                                    false,
                                    List.of(
                                            new Tick(1, "SYNCHRONIZED_WIDE"),
                                            new Tick(2, "SYNCHRONIZED_NARROW"),
                                            new Tick(7, "CONCURRENT"))),
                            "store",
                            Axis.linear(0, 1, Numbers::significant),
                            List.of(
                                    curve("up", 0.02, 0.5, 0.99),
                                    curve("also up", 0.3, 0.2, 1),
                                    curve("third", 0.1, 0.1, 0.98),
                                    new Line(4, 0.4, 4, 9, "range k0")),
                            "up by store: 0.99"),
                    new Panel(
                            "a.B.low",
                            new Axis(0, 8, false, List.of(new Tick(0, "1"), new Tick(8, "10"))),
                            "n",
                            Axis.UNIT,
                            List.of(curve("down", 0.5, 0.5, 0), curve("also down", 0.5, 0.5, 0.01)),
                            "down by n: 0")));

    private static final List<Picture> ALL = List.of(TIMES, FOREST, BARS, CURVES, LINES);

    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+):#([0-9a-f]{6})");

    private static Stream<Element> of(Drawing drawing, String element, String kind) {
        return drawing.all(element).stream()
                .filter(it -> List.of(it.getAttribute("class").split(" ")).containsAll(List.of(kind.split(" "))));
    }

    private static String description(Picture picture) {
        return new Drawing(picture.svg()).all("desc").get(0).getTextContent();
    }

    @Test
    void aLongNameHasSeveralLinesAndMakesItsLaneHigher() {
        Charts.Stack fits = STACKS.get(0);
        Charts.Stack fills =
                new Charts.Stack("a.B.call " + "param=value ".repeat(6).strip(), "91.0 us ±3.9% a call", fits.parts());
        Drawing drawing = new Drawing(bars(List.of(fits, fills, fits)).svg());
        assertThat(drawing.clashes()).isEmpty();
        assertThat(drawing.height())
                .isGreaterThan(new Drawing(bars(List.of(fits, fits, fits)).svg()).height());
    }

    @Test
    void labelsStandInThePictureAndNotUponOneAnother() {
        assertThat(ALL)
                .allSatisfy(it -> assertThat(new Drawing(it.svg()).clashes()).isEmpty());
    }

    @Test
    void everythingThatIsSeenIsSaidToo() {
        assertThat(description(TIMES))
                .isEqualTo("static call, not inlined: 1.40 ns; : 1.50 ns; RMI <&\">: 18.0 us ±3%; gRPC: 91.0 us.");
        assertThat(description(FOREST)).contains("a.B.slow: SLOWER +8.0%");
        assertThat(description(BARS)).startsWith("NIO, 91.0 us: park and unpark 30.0 us, write 15.0 us");
        assertThat(description(CURVES))
                .isEqualTo(
                        "a.B.call: 2 forks; a.B.pairs of a row that has " + "many params, ".repeat(8) + ": 2 pairs.");
        assertThat(ALL).allSatisfy(it -> {
            assertThat(it.svg()).contains("role=\"img\"");
            assertThat(it.html()).contains("role=\"img\"", "<desc>");
            assertThat(new Drawing(it.svg()).all("title").get(0).getTextContent())
                    .isNotEmpty();
        });
    }

    @Test
    void aLaneHasATickForEachForkALineForEachIntervalAndItsValue() {
        Drawing drawing = new Drawing(TIMES.svg());
        assertThat(drawing.texts())
                .contains("local", "loopback", "jdk17", "jdk25", "RMI <&\">", "10.0 ns", "100 us", "18.0 us ±3%");
        assertThat(of(drawing, "line", "range")).hasSize(3);
        assertThat(of(drawing, "line", "fork")).hasSize(8);
        assertThat(of(drawing, "circle", "k0")).as("three and a key").hasSize(4);
        assertThat(of(drawing, "path", "k1"))
                .as("the second series has corners")
                .hasSize(2);
        Element fast = of(drawing, "text", "")
                .filter(it -> it.getTextContent().equals("1.40 ns"))
                .findFirst()
                .orElseThrow();
        Element slow = of(drawing, "text", "end")
                .filter(it -> it.getTextContent().equals("91.0 us"))
                .findFirst()
                .orElseThrow();
        assertThat(Drawing.x(fast, "x"))
                .as("right of the interval")
                .isGreaterThan(
                        Drawing.x(of(drawing, "line", "range").findFirst().orElseThrow(), "x2") - 0.1);
        assertThat(Drawing.x(slow, "x"))
                .as("left of the forks")
                .isLessThan(Drawing.x(
                        of(drawing, "line", "fork")
                                .reduce((one, other) -> other)
                                .orElseThrow(),
                        "x1"));
    }

    @Test
    void aForestHasItsBandAndItsKindsByShape() {
        Drawing drawing = new Drawing(FOREST.svg());
        assertThat(drawing.texts()).contains("0", "-10%", "+10%");
        assertThat(of(drawing, "rect", "band")).hasSize(1);
        assertThat(of(drawing, "path", "slower")).hasSize(1);
        assertThat(of(drawing, "path", "faster")).hasSize(1);
        assertThat(of(drawing, "circle", "undecided")).hasSize(1);
        assertThat(of(drawing, "line", "range")).hasSize(2);
    }

    @Test
    void aPartHasTheSameColourInEveryBarAndItsLength() {
        List<Element> parks = new Drawing(BARS.svg())
                .all("rect").stream()
                        .filter(bar -> bar.getTextContent().startsWith("park and unpark"))
                        .toList();
        assertThat(parks).extracting(bar -> bar.getAttribute("class")).containsExactly("part k0", "part k0");
        double[] lengths = parks.stream()
                .mapToDouble(bar -> Double.parseDouble(bar.getAttribute("width").replace("%", "")))
                .toArray();
        assertThat(lengths[0] / lengths[1]).isCloseTo(30.0 / 29, within(0.001));
    }

    @Test
    void aPanelHasItsMarksAndNumbersAndWhatIsBeyondIsAtItsEdge() {
        Drawing drawing = new Drawing(CURVES.svg());
        assertThat(drawing.texts()).contains("a.B.call", "1x", "8x", "0", "8 s");
        assertThat(drawing.all("polyline")).hasSize(2);
        assertThat(of(drawing, "line", "since")).hasSize(1);
        assertThat(of(drawing, "circle", "small")).hasSize(2);
        assertThat(drawing.all("polyline").get(1).getAttribute("points"))
                .as("17 of 16 times")
                .startsWith("0,0 ");
        Element interval =
                of(new Drawing(LINES.svg()), "line", "range").findFirst().orElseThrow();
        assertThat(interval.getAttribute("y1")).isEqualTo("60%");
        assertThat(interval.getAttribute("y2")).as("9 of 1").isEqualTo("0%");
    }

    @Test
    void aCurveHasNoPlacesThatCannotBeSeen() {
        Curve bent = curve("", 0.5, 0.501, 0.5, 0.499, 0.5, 1, 0.9, 0.8);
        String svg = bent.svg(Axis.linear(0, 28, Numbers::significant), Axis.UNIT);
        assertThat(svg).contains("points=\"0,50 57.14,50 71.43,0 100,20\"");
    }

    @Test
    void aLineIsNamedBesideItsEndInTheOrderOfTheEnds() {
        Drawing drawing = new Drawing(LINES.svg());
        double[] heights = Stream.of("also up", "up", "third", "also down", "down")
                .mapToDouble(label -> of(drawing, "text", "at-end")
                        .filter(text -> text.getTextContent().equals(label))
                        .mapToDouble(text -> Drawing.y(text, "y"))
                        .findFirst()
                        .orElseThrow())
                .toArray();
        assertThat(heights).isSorted();
        assertThat(heights[2] - heights[0]).as("16 pixels a line").isCloseTo(32, within(0.1));
        assertThat(heights[4] - heights[3]).as("up from the lowest").isCloseTo(16, within(0.1));
        assertThat(LINES.html())
                .as("keys where there is no room for names")
                .contains("<p class=\"keys narrow\">", "</svg>also up</span>");
    }

    @Test
    void anAxisIsLogarithmicBeyondADecadeAndElseFromZero() {
        Axis linear = Axis.of(DoubleStream.of(12, 47), Numbers::significant);
        assertThat(linear)
                .extracting(Axis::isLogarithmic, Axis::low, Axis::high)
                .containsExactly(false, 0.0, 50.0);
        assertThat(at(linear)).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);
        assertThat(linear.ticks()).extracting(Tick::text).startsWith("0", "10.0");
        assertThat(linear.share(25)).isEqualTo(0.5);
        Axis logarithmic = Axis.of(DoubleStream.of(0.3, 40), Numbers::significant);
        assertThat(logarithmic)
                .extracting(Axis::isLogarithmic, Axis::low, Axis::high)
                .containsExactly(true, 0.2, 50.0);
        assertThat(logarithmic.share(Math.sqrt(0.2 * 50))).isCloseTo(0.5, within(1e-9));
        assertThat(at(logarithmic)).containsExactly(0.5, 1.0, 5.0, 10.0, 50.0);
        assertThat(at(Axis.of(DoubleStream.of(0.3, 700), Numbers::significant)))
                .containsExactly(1.0, 10.0, 100.0, 1000.0);
        assertThat(at(Axis.of(DoubleStream.of(1, 1e12), Numbers::significant)))
                .as("every third")
                .containsExactly(1.0, 1e3, 1e6, 1e9, 1e12);
        assertThat(at(Axis.of(DoubleStream.of(7), Numbers::significant))).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
        assertThat(at(Axis.linear(-0.17, 0.17, Numbers::significant))).containsExactly(-0.1, 0.0, 0.1);
    }

    private static List<Double> at(Axis axis) {
        return axis.ticks().stream().map(Tick::at).toList();
    }

    @Test
    void anAxisIsLogarithmicWithinADecadeTooAndEndsAtSteps() {
        Axis logarithmic = Axis.logarithmic(DoubleStream.of(12, 47), Numbers::significant);
        assertThat(at(logarithmic)).containsExactly(10.0, 20.0, 50.0);
        assertThat(at(Axis.logarithmic(DoubleStream.of(10), Numbers::significant)))
                .as("one value")
                .containsExactly(10.0, 20.0);
        assertThat(at(Axis.logarithmic(DoubleStream.of(50), Numbers::significant)))
                .containsExactly(50.0, 100.0);
        assertThat(at(Axis.logarithmic(DoubleStream.of(7), Numbers::significant)))
                .containsExactly(5.0, 10.0);
    }

    @Test
    void picturesDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        List<String> here = ALL.stream().map(it -> it.svg() + it.html()).toList();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(ALL.stream().map(it -> it.svg() + it.html())).isEqualTo(here);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void textIsReadInLightAndInDark() {
        String[] sheets = Svg.style("marks.css").split("prefers-color-scheme:dark");
        assertThat(sheets).hasSize(2);
        for (String sheet : sheets) {
            Map<String, Double> luminances = new HashMap<>();
            COLOUR.matcher(sheet).results().forEach(it -> luminances.put(it.group(1), luminance(it)));
            for (String text : List.of("ink", "quiet", "faster", "slower")) {
                assertThat(contrast(luminances, text, "paper")).as(text).isGreaterThan(4.5);
                assertThat(contrast(luminances, text, "raised")).as(text).isGreaterThan(4.5);
            }
            assertThat(contrast(luminances, "warn", "warned")).isGreaterThan(4.5);
            assertThat(contrast(luminances, "on-threads", "threads")).isGreaterThan(4.5);
            for (String part : List.of("kernel", "netty", "http2", "grpc", "codec", "other")) {
                assertThat(contrast(luminances, "on-part", part)).as(part).isGreaterThan(4.5);
            }
            assertThat(contrast(luminances, "data", "paper")).isGreaterThan(3);
        }
        assertThat(Pattern.compile("font(-size)?:[^;}]*?(\\d+)px")
                        .matcher(Svg.style("marks.css") + Svg.style("page.css"))
                        .results())
                .isNotEmpty()
                .allSatisfy(size -> assertThat(Integer.parseInt(size.group(2))).isGreaterThanOrEqualTo(12));
    }

    /** By WCAG 2. */
    private static double contrast(Map<String, Double> luminances, String one, String other) {
        double a = luminances.get(one) + 0.05;
        double b = luminances.get(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(MatchResult colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        return IntStream.range(0, 3)
                .mapToDouble(n -> {
                    double part = Integer.parseInt(colour.group(2).substring(2 * n, 2 * n + 2), 16) / 255.0;
                    return weights[n] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
                })
                .sum();
    }

    @Test
    void aPageHoldsAllItNeedsAndAFileOfItsOwnItsColours() {
        String html = new Page("A <title>")
                .section("Times")
                .paragraph("one & all")
                .list("Warnings:", List.of("<b>"))
                .terms(List.of(List.of("commit", "abc")))
                .picture(TIMES)
                .folded("Table", "a  b\n")
                .html();
        assertThat(html)
                .contains(
                        "<h1>A &lt;title&gt;</h1>",
                        "<p>one &amp; all</p>",
                        "<li>&lt;b&gt;</li>",
                        "<dt>commit</dt><dd>abc</dd>")
                .contains("<details><summary>Table</summary>", "prefers-color-scheme:dark")
                .doesNotContain("<script", "src=", "href=", "@import", "url(", "http:");
        new Drawing(html.replaceFirst("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>"));
        assertThat(new Drawing(TIMES.svg()).all("style")).hasSize(1);
    }
}
