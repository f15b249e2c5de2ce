package dev.callcost.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.plot.Axis.Tick;
import dev.callcost.plot.Mark.Curve;
import dev.callcost.plot.Mark.Line;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Mark.Point;
import dev.callcost.plot.Picture.Key;
import dev.callcost.plot.Picture.Lane;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PicturesTest {
    private static final Picture TIMES = new Picture(
            "Time of a call",
            List.of(new Key("k0", "jdk17"), new Key("k1", "jdk25")),
            List.of(Panel.lanes(
                    "Microseconds",
                    Axis.withRoom(96, "us", "18.0 us ±3%"),
                    26,
                    List.of(
                            time("local", "static call, not inlined", "k0", 1.4, 1.3, 1.5, "1.40 us"),
                            time("local", "", "k1", 1.5, Double.NaN, Double.NaN, "1.50 us"),
                            time("loopback", "RMI <&\">", "k0", 18, 17.5, 18.6, "18.0 us ±3%"),
                            time("loopback", "gRPC", "k0", 91, 90, 95, "91.0 us")))));

    private static Lane time(
            String group, String name, String kind, double value, double low, double high, String text) {
        List<Mark> marks = new ArrayList<>(List.of(
                new Mark.Area(0, 0.4, value, 0.6, "soft", ""), Mark.tick(0.99 * value), Mark.tick(1.01 * value)));
        if (Double.isFinite(low)) {
            marks.add(Mark.range(low, high, kind));
        }
        marks.add(new Point(value, Mark.MIDDLE, kind, text));
        return new Lane(group, name, "", marks, text, "", "", name + ": " + text);
    }

    private static final Picture LINES = new Picture(
            "Sweeps",
            List.of(),
            List.of(
                    Panel.box(
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
                            Axis.linear(0, 1, "s"),
                            List.of(
                                    curve("up", 0.02, 0.5, 0.99),
                                    curve("also up", 0.3, 0.2, 1),
                                    curve("third", 0.1, 0.1, 0.98),
                                    new Line(4, 0.4, 4, 9, "range k0")),
                            "up by store: 0.99"),
                    Panel.box(
                            "a.B.low of a row that has " + "many params, ".repeat(8),
                            Axis.linear(0, 8, "s"),
                            "n",
                            Axis.ratios(0.5, 16, "1", "8"),
                            List.of(
                                    curve("down", 17, 2, 0.5),
                                    curve("also down", 9, 3, 0.51),
                                    Mark.rule(4, "since"),
                                    new Point(1, 1.2, "small", ""),
                                    new Point(2, 0.9, "small", "")),
                            "2 forks")));

    private static Curve curve(String name, double... heights) {
        return new Curve(
                IntStream.range(0, heights.length)
                        .mapToObj(n -> new Place(4 * n, heights[n]))
                        .toList(),
                "k0",
                name);
    }

    private static final List<Picture> ALL = List.of(TIMES, LINES);

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
        Drawing drawing = new Drawing(
                lanes("short", "a.B.call " + "param=value ".repeat(6).strip(), "short"));
        assertThat(drawing.clashes()).isEmpty();
        assertThat(drawing.height()).isGreaterThan(new Drawing(lanes("short", "short too", "short")).height());
    }

    private static String lanes(String... names) {
        List<Lane> lanes = Stream.of(names)
                .map(name -> time("", name, "k0", 18, 17.5, 18.6, "18.0 us"))
                .toList();
        return new Picture("", List.of(), List.of(Panel.lanes("", Axis.withRoom(18, "us", "18.0 us"), 26, lanes)))
                .svg();
    }

    @Test
    void labelsStandInThePictureAndNotUponOneAnother() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("results"))) {
            List<Path> committed =
                    files.filter(file -> file.toString().endsWith(".svg")).toList();
            assertThat(committed)
                    .hasSizeGreaterThan(10)
                    .allSatisfy(file -> assertThat(new Drawing(Files.readString(file)).clashes())
                            .isEmpty());
        }
        assertThat(ALL)
                .allSatisfy(it -> assertThat(new Drawing(it.svg()).clashes()).isEmpty());
    }

    @Test
    void everythingThatIsSeenIsSaidToo() {
        assertThat(description(TIMES))
                .isEqualTo(unescaped(
                        "static call, not inlined: 1.40 us; : 1.50 us; RMI <&\">: 18.0 us ±3%; gRPC: 91.0 us."));
        assertThat(description(LINES))
                .isEqualTo("a.B.call: up by store: 0.99. a.B.low of a row that has " + "many params, ".repeat(8)
                        + ": 2 forks.");
        assertThat(ALL).allSatisfy(it -> {
            assertThat(it.svg()).contains("role=\"img\"");
            assertThat(it.html()).contains("role=\"img\"", "<desc>");
            assertThat(new Drawing(it.svg()).all("title").get(0).getTextContent())
                    .isNotEmpty();
        });
    }

    private static String unescaped(String words) {
        return words.replace(" us", "\u00a0µs").replace("%", "\u00a0%");
    }

    @Test
    void aLaneHasATickForEachForkALineForEachIntervalAndItsValueWhereThereIsRoom() {
        Drawing drawing = new Drawing(TIMES.svg());
        assertThat(drawing.texts())
                .contains("local", "loopback", "jdk17", "jdk25", "RMI <&\">", "0", unescaped("150 us"))
                .contains(unescaped("18.0 us ±3%"));
        assertThat(of(drawing, "line", "range")).hasSize(3);
        assertThat(of(drawing, "line", "fork")).hasSize(8);
        assertThat(of(drawing, "circle", "k0")).as("three and a key").hasSize(4);
        assertThat(of(drawing, "path", "k1"))
                .as("the second series has corners")
                .hasSize(2);
        Element fast = text(drawing, "1.40 us");
        Element interval = of(drawing, "line", "range").findFirst().orElseThrow();
        assertThat(Drawing.x(fast, "x")).as("right of the interval").isGreaterThan(Drawing.x(interval, "x2") - 0.1);
        Lane late =
                new Lane("", "late", "", List.of(new Mark.Area(50, 0, 90, 1, "threads", "")), "+40.0 us", "", "", "");
        Drawing fall = new Drawing(new Picture(
                        "", List.of(), List.of(Panel.lanes("", Axis.linear(0, 100, "us"), 40, List.of(late))))
                .svg());
        assertThat(text(fall, "+40.0 us").getAttribute("class")).isEqualTo("end");
        assertThat(text(fall, "+40.0 us").getAttribute("x"))
                .as("left of a bar that ends far right")
                .isEqualTo("50%");
    }

    private static Element text(Drawing drawing, String words) {
        return drawing.all("text").stream()
                .filter(it -> it.getTextContent().equals(unescaped(words)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void kindsOfSeriesDifferByShapeOrColour() {
        Matcher colours = Pattern.compile("((?:\\.k\\d,?)+)\\{(--kind:[^}]+)").matcher(Picture.style("marks.css"));
        Map<String, String> colourOf = new HashMap<>();
        colours.results()
                .forEach(rule -> Stream.of(rule.group(1).split(","))
                        .forEach(kind -> colourOf.put(kind.substring(1), rule.group(2))));
        assertThat(IntStream.range(0, Picture.KINDS)
                        .mapToObj(n ->
                                colourOf.get("k" + n) + Mark.shape("k" + n, "").replaceAll("class=\"[^\"]*\"", "")))
                .doesNotHaveDuplicates()
                .noneMatch(it -> it.startsWith("null"));
        assertThat(Stream.of("slower", "faster", "same", "inconclusive")
                        .map(kind -> Picture.chip(kind).replace(kind, "")))
                .doesNotHaveDuplicates();
    }

    @Test
    void aPanelHasItsMarksAndNumbersAndWhatIsBeyondIsAtItsEdge() {
        Drawing drawing = new Drawing(LINES.svg());
        assertThat(drawing.texts()).contains("a.B.call", "1x", "8x", "0", "8\u00a0s");
        assertThat(drawing.all("polyline")).hasSize(5);
        assertThat(of(drawing, "line", "since")).hasSize(1);
        assertThat(of(drawing, "circle", "small")).hasSize(2);
        assertThat(drawing.all("polyline").get(3).getAttribute("points"))
                .as("17 of 16 times")
                .startsWith("0,0 ");
        Element interval = of(drawing, "line", "range").findFirst().orElseThrow();
        assertThat(interval.getAttribute("y1")).isEqualTo("60%");
        assertThat(interval.getAttribute("y2")).as("9 of 1").isEqualTo("0%");
    }

    @Test
    void aCurveHasNoPlacesThatCannotBeSeen() {
        Curve bent = curve("", 0.5, 0.501, 0.5, 0.499, 0.5, 1, 0.9, 0.8);
        String svg = bent.svg(Axis.linear(0, 28, "s"), Axis.UNIT);
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
        assertThat(Axis.linear(-17, 17, "%").ticks()).extracting(Tick::text).containsExactly("-10", "0", "+10%");
    }

    private static List<Double> at(Axis axis) {
        return axis.ticks().stream().map(Tick::at).toList();
    }

    @Test
    void anAxisFromZeroHasRoomForTheValueOfTheFarthestMark() {
        assertThat(Axis.withRoom(74, "us", "74 us").high()).isEqualTo(100);
        assertThat(Axis.withRoom(74, "us", "74.0 us ±100% or so").share(74))
                .as("in the narrowest plot")
                .isCloseTo(1 - 20.0 * Mark.LETTER / Picture.NARROWEST, within(1e-9));
        assertThat(Axis.withRoom(74, "us", "long ".repeat(99)).share(74)).isCloseTo(0.26, within(1e-9));
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
        String[] sheets = Picture.style("marks.css").split("prefers-color-scheme:dark");
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
                        .matcher(Picture.style("marks.css") + Picture.style("page.css"))
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
        String html = Page.of(
                "what it costs",
                "A <b> is 16% faster [-17.7, -15.1]",
                "faster",
                "one & all",
                List.of("JDK 17"),
                Page.state(1, "in order"),
                Page.beside(Page.section("", "Times", "how to read it", TIMES.html())),
                Page.section("warnings", "Against", "", Page.warnings(List.of("far apart: <b> is"))),
                Page.section("", "Nothing", "left out"),
                Page.folded("More", "", Page.terms(List.of(List.of("commit", "abc"))), Page.code("a < b")));
        assertThat(html)
                .contains("<title>A &lt;b&gt; is 16\u00a0% faster [\u221217.7, \u221215.1]</title>")
                .contains(
                        "<header class=\"banner faster\">",
                        "<span class=\"light\">[\u221217.7, \u221215.1]</span></h1>")
                .contains("<p class=\"dek\">one &amp; all</p>", "<li>JDK 17</li>")
                .contains(
                        "<a class=\"badge\" href=\"#warnings\">1 warning</a><span class=\"badge good\">in order</span>")
                .contains("<section id=\"warnings\">", "<li><span class=\"badge\">far apart</span> &lt;b&gt; is</li>")
                .contains("<dt>commit</dt><dd>abc</dd>", "<pre tabindex=\"0\">a &lt; b</pre>")
                .contains("<details><summary>More</summary>", "prefers-color-scheme:dark")
                .doesNotContain("<script", "src=", "href=\"h", "@import", "url(", "http:", "Nothing", "left out");
        new Drawing(html.replaceFirst("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>"));
        assertThat(new Drawing(TIMES.svg()).all("style")).hasSize(1);
    }
}
