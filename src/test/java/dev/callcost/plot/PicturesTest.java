package dev.callcost.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Fixtures;
import dev.callcost.plot.Axis.Tick;
import dev.callcost.plot.Mark.Curve;
import dev.callcost.plot.Mark.Line;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Mark.Point;
import dev.callcost.plot.Picture.Key;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(ForeignLocale.class)
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
                            time(
                                    "loopback",
                                    "gRPC " + "param=value ".repeat(6).strip(),
                                    "k0",
                                    91,
                                    90,
                                    95,
                                    "91.0 us")))));

    private static final Mark BAR = new Mark.Area(50, 0, 90, 1, "threads", "");

    /** A value stands left of a bar that ends far right. */
    private static final List<Lane> FALL = List.of(
            new Lane("", "late", "detail", List.of(BAR), "+40.0 us", "90.0 us", "lead", "late adds 40"),
            new Lane("", "verdict", "", List.of(Mark.tick(10)), "", "+1%", "slower", "verdict: slower"));

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

    private static final List<Picture> ALL = List.of(
            TIMES,
            new Picture("Fall", List.of(), List.of(Panel.lanes("", Axis.linear(0, 100, "us"), 40, FALL))),
            LINES);

    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+):#([0-9a-f]{6})");

    /** Marks, their numbers and names, lanes and keys, and what is beyond an axis at its edge. */
    @Test
    void picturesAreThoseOfTheGoldenFile() throws IOException {
        String all = ALL.stream()
                .map(it -> it.svg().replaceFirst("(?s)<style>.*</style>", "") + it.html())
                .collect(Collectors.joining("\n"));
        Fixtures.assertText("report/figure/pictures.html", all);
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
    void aCurveHasNoPlacesThatCannotBeSeen() {
        Curve bent = curve("", 0.5, 0.501, 0.5, 0.499, 0.5, 1, 0.9, 0.8);
        String svg = bent.svg(Axis.linear(0, 28, "s"), Axis.UNIT);
        assertThat(svg).contains("points=\"0,50 57.14,50 71.43,0 100,20\"");
    }

    /** Each value and its number, or every third. An axis is logarithmic beyond a decade, and else from zero. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            12 47   | false | 0   | 50    | 0 0, 10 10.0, 20 20.0, 30 30.0, 40 40.0, 50 50.0
            7       | false | 0   | 8     | 0 0, 2 2.00, 4 4.00, 6 6.00, 8 8.00
            0.3 40  | true  | 0.2 | 50    | 0.5 0.500, 1 1.00, 5 5.00, 10 10.0, 50 50.0
            0.3 700 | true  | 0.2 | 1000  | 1 1.00, 10 10.0, 100 100, 1000 1000
            1 1e12  | true  | 1   | 1e12  | 1 1.00, 1e3 1000, 1e6 1000000, 1e9 1000000000, 1e12 1000000000000
            """)
    void anAxisEndsAtSteps(String values, boolean isLogarithmic, double low, double high, String ticks) {
        Axis axis = Axis.of(Stream.of(values.split(" ")).mapToDouble(Double::parseDouble), Numbers::significant);
        List<Tick> expected = Stream.of(ticks.split(", "))
                .map(it -> it.split(" "))
                .map(it -> new Tick(Double.parseDouble(it[0]), it[1]))
                .toList();
        assertThat(axis).isEqualTo(new Axis(low, high, isLogarithmic, expected));
        assertThat(axis.share(isLogarithmic ? Math.sqrt(low * high) : (low + high) / 2))
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void anAxisFromZeroHasRoomForTheValueOfTheFarthestMark() {
        assertThat(Axis.linear(-17, 17, "%").ticks()).extracting(Tick::text).containsExactly("-10", "0", "+10%");
        assertThat(Axis.withRoom(74, "us", "74 us").high()).isEqualTo(100);
        assertThat(Axis.withRoom(74, "us", "74.0 us ±100% or so").share(74))
                .as("in the narrowest plot")
                .isCloseTo(1 - 20.0 * Mark.LETTER / Picture.NARROWEST, within(1e-9));
        assertThat(Axis.withRoom(74, "us", "long ".repeat(99)).share(74)).isCloseTo(0.26, within(1e-9));
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
                Page.folded("More", "", Page.terms(Map.of("commit", "abc")), Page.code("a < b")));
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
