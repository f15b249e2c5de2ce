package dev.callcost.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Fixtures;
import dev.callcost.plot.Axis.Tick;
import dev.callcost.plot.Mark.Dot;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture.Key;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;

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
            new Lane("late", List.of(BAR), "late adds 40")
                    .withDetail("detail")
                    .withValue("+40.0 us")
                    .withEnd("90.0 us")
                    .withKind("lead"),
            new Lane("verdict", List.of(Mark.tick(10)), "verdict: slower")
                    .withEnd("+1%")
                    .withKind("slower"));

    private static Lane time(
            String group, String name, String kind, double value, double low, double high, String text) {
        List<Mark> marks = new ArrayList<>(List.of(
                new Mark.Area(0, 0.4, value, 0.6, "soft", ""), Mark.tick(0.99 * value), Mark.tick(1.01 * value)));
        if (Double.isFinite(low)) {
            marks.add(Mark.range(low, high, kind));
        }
        marks.add(new Dot(value, Mark.MIDDLE, kind, text));
        return new Lane(name, marks, name + ": " + text).withGroup(group).withValue(text);
    }

    private static final List<Picture> ALL = List.of(
            TIMES, new Picture("Fall", List.of(), List.of(Panel.lanes("", Axis.linear(0, 100, "us"), 40, FALL))));

    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+):#([0-9a-f]{6})");

    /** Marks, their numbers and names, lanes and keys. */
    @Test
    void picturesAreThoseOfTheGoldenFile() throws IOException {
        String all = ALL.stream()
                .map(it -> it.svg().replaceFirst("(?s)<style>.*</style>", "") + it.html())
                .collect(Collectors.joining("\n"));
        Fixtures.assertText("report/pictures.html", all);
    }

    /** Each value and its number, or every third. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.3 40  | 0.2 | 50    | 0.5 0.500, 1 1.00, 5 5.00, 10 10.0, 50 50.0
            0.3 700 | 0.2 | 1000  | 1 1.00, 10 10.0, 100 100, 1000 1000
            1 1e12  | 1   | 1e12  | 1 1.00, 1e3 1000, 1e6 1000000, 1e9 1000000000, 1e12 1000000000000
            """)
    void aLogarithmicAxisEndsAtSteps(String values, double low, double high, String ticks) {
        Axis axis =
                Axis.logarithmic(Stream.of(values.split(" ")).mapToDouble(Double::parseDouble), Numbers::significant);
        List<Tick> expected = Stream.of(ticks.split(", "))
                .map(it -> it.split(" "))
                .map(it -> new Tick(Double.parseDouble(it[0]), it[1]))
                .toList();
        assertThat(axis).isEqualTo(new Axis(low, high, true, expected));
        assertThat(axis.share(Math.sqrt(low * high))).isCloseTo(0.5, within(1e-9));
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
                Page.state(1),
                Page.section("", "Times", "how to read it", TIMES.html()),
                Page.section("warnings", "Against", "", Page.warnings(List.of("far apart: <b> is"))),
                Page.section("", "Nothing", "left out"),
                Page.folded("More", "", Page.terms(Map.of("commit", "abc"))));
        assertThat(html)
                .contains("<title>A &lt;b&gt; is 16\u00a0% faster [\u221217.7, \u221215.1]</title>")
                .contains(
                        "<header class=\"banner faster\">",
                        "<span class=\"light\">[\u221217.7, \u221215.1]</span></h1>")
                .contains("<p class=\"dek\">one &amp; all</p>", "<li>JDK 17</li>")
                .contains("<a class=\"badge\" href=\"#warnings\">1 warning</a>")
                .contains("<section id=\"warnings\">", "<li><span class=\"badge\">far apart</span> &lt;b&gt; is</li>")
                .contains("<dt>commit</dt><dd>abc</dd>")
                .contains("<details><summary>More</summary>", "prefers-color-scheme:dark")
                .doesNotContain("<script", "src=", "href=\"h", "@import", "url(", "http:", "Nothing", "left out");
        assertIsXml(html.replaceFirst("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>"));
        assertIsXml(TIMES.svg());
    }

    private static void assertIsXml(String text) {
        assertThatCode(() -> DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(text))))
                .doesNotThrowAnyException();
    }
}
