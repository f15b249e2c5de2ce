package dev.callcost.bill;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import dev.callcost.data.RowKey;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes between made-up bills, against values that were calculated elsewhere. */
class BillDiffTest {
    private static final String WRITE = "[main];sun.nio.ch.SocketDispatcher.write0";
    private static final RowKey FREE = MadeUpFork.call("pinning=FREE");
    private static final RowKey NIO = MadeUpFork.call("transport=NIO");
    private static final RowKey EPOLL = MadeUpFork.call("transport=EPOLL");

    @TempDir
    Path directory;

    /**
     * Forks that are busy for a share of a call. Of 200 samples an iteration, some are in the kernel's write and the others wait; 20 more are the compiler's.
     *
     * @param writes of each fork
     */
    private static Stream<MadeUpFork> forks(RowKey row, double busy, double[] micros, int... writes) {
        List<MadeUpFork> forks = new ArrayList<>();
        for (int i = 0; i < micros.length; i++) {
            String numbers = micros[i] + " cpu=" + busy * micros[i] * 1.1;
            Map<String, Integer> time = Map.of(WRITE, writes[i], MadeUpFork.PARK, 200 - writes[i], MadeUpFork.JIT, 20);
            forks.add(new MadeUpFork(row, numbers, time));
        }
        return forks.stream();
    }

    private static Stream<MadeUpFork> faster(RowKey row) {
        return forks(row, 1, new double[] {40, 40.2, 40.4, 40.6}, 50, 52, 48, 50);
    }

    private static Stream<MadeUpFork> slower(RowKey row, double busy) {
        return forks(row, busy, new double[] {43, 43.3, 42.7, 43.1}, 56, 58, 57, 57);
    }

    @SafeVarargs
    private Path session(String name, Stream<MadeUpFork>... rows) {
        return MadeUpFork.session(
                directory.resolve(name), Stream.of(rows).flatMap(it -> it).toArray(MadeUpFork[]::new));
    }

    private Path a() {
        return session("a", faster(MadeUpFork.CALL));
    }

    private Path b(double busy) {
        return session("b", slower(MadeUpFork.CALL, busy));
    }

    private static BillDiff read(Path a, Path b, String... rows) {
        return BillDiff.read(
                a, b, Optional.empty(), Stream.of(rows).map(Pattern::compile).toList());
    }

    private String text(BillDiff diff, boolean markdown) {
        return diff.addTo(new Sections(markdown)).text().replace(directory + "/", "");
    }

    private String text(Path a, Path b, String... rows) {
        return text(read(a, b, rows), false);
    }

    private static JsonObject json(Path a, Path b) {
        return JsonParser.parseString(read(a, b).json())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
    }

    private static void assertChange(JsonElement element, String name, double a, double b, double halfWidth) {
        JsonObject change = element.getAsJsonObject();
        assertThat(change.get("name").getAsString()).isEqualTo(name);
        assertThat(change.get("nanosA").getAsDouble()).isCloseTo(1e3 * a, within(0.01));
        assertThat(change.get("nanosB").getAsDouble()).isCloseTo(1e3 * b, within(0.01));
        assertThat(change.get("change").getAsDouble()).isCloseTo(1e3 * (b - a), within(0.02));
        assertThat(change.get("halfWidth").getAsDouble()).isCloseTo(1e3 * halfWidth, within(0.01));
    }

    /** Means and Welch's intervals by another program (mpmath's incomplete beta function) from 40, 40.2, ... us, and shares of 50/200, 52/200, ... of these. */
    @Test
    void changesAndIntervalsAreThoseOfTheForksTimes() {
        JsonObject row = json(a(), b(1));
        assertChange(row.get("call"), "whole call", 40.3, 43.025, 0.666505);
        assertThat(row.getAsJsonArray("parts")).hasSize(2);
        assertChange(row.getAsJsonArray("parts").get(0), "write", 10.0745, 12.2625, 0.747501);
        assertChange(row.getAsJsonArray("parts").get(1), "park and unpark", 30.2255, 30.7625, 1.074487);
        assertThat(row.get("partsAreOfCall").getAsBoolean()).isTrue();
    }

    @Test
    void printsTheGoldenReport() throws IOException {
        BillDiff diff = read(
                session("a", faster(MadeUpFork.CALL), slower(FREE, 0.5), faster(MadeUpFork.call("pinning=TWO_CPUS"))),
                session("b", slower(MadeUpFork.CALL, 1), slower(FREE, 0.6)));
        Fixtures.assertText("report/bill-diff.txt", text(diff, false));
        Fixtures.assertText("report/bill-diff.md", text(diff, true));
    }

    /** Waiting is a category, so that changes add up to that of the call; threads at once make CPU time the whole. */
    @Test
    void timeThatIsNotOfTheCpuIsWaiting() {
        Path a = a();
        double sum = json(a, b(0.5)).getAsJsonArray("parts").asList().stream()
                .mapToDouble(part -> part.getAsJsonObject().get("change").getAsDouble())
                .sum();
        assertThat(sum).isCloseTo(2725, within(0.1));

        Path b = session("c", slower(MadeUpFork.CALL, 1.5));
        assertThat(json(a, b).get("partsAreOfCall").getAsBoolean()).isFalse();
        assertThat(text(a, b))
                .startsWith("park and unpark is +15.9 us of +24.2 us per call (40.3 us -> 64.5 us of CPU time).")
                .contains("CPU time is longer than the time");
    }

    /** A row may have no samples for example when the profiler saw none in forks that are short. */
    @Test
    void withoutASignificantChangeAnIntervalOrSamplesItSaysSo() {
        Path a = a();
        assertThat(text(a, a))
                .startsWith("The time does not differ significantly: +0.00 ns per call (40.3 us -> 40.3 us).");
        assertThat(text(a, session("few", slower(MadeUpFork.CALL, 1).limit(2))))
                .startsWith("write is +2.22 us of +2.85 us per call (40.3 us -> 43.1 us), without an interval.")
                .contains("2 forks are too few for intervals: measure both with -f 5 or more.")
                .doesNotContain("change  ±");
        Path idle = session(
                "idle", Stream.generate(() -> new MadeUpFork("40", Map.of())).limit(3));
        assertThat(text(idle, idle))
                .startsWith("CallBenchmark.call pinning=ONE_CPU: no samples of calls; use more iterations");
    }

    @Test
    void aSingleRowOnEachSideIsAPair() {
        Path both = session("both", faster(EPOLL), slower(NIO, 1));
        for (Path again : List.of(both, both.resolve("log.jsonl"))) {
            assertThat(text(both, again, "NIO", "EPOLL"))
                    .startsWith("write is -2.19 us of -2.72 us per call (43.0 us -> 40.3 us).")
                    .contains("CallBenchmark.call transport=NIO -> CallBenchmark.call transport=EPOLL: ")
                    .as("rows of one bill are measured in rounds")
                    .doesNotContain("one after the other");
        }
        Path pinned = session("pinned", faster(MadeUpFork.CALL), faster(FREE));
        assertThatThrownBy(() -> read(both, pinned))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith(
                        "bill: A and B have no row in common: only in A: CallBenchmark.call transport=EPOLL,");
        assertThatThrownBy(() -> read(both, both, "NIO", "EPOLL", "UDS"))
                .isInstanceOf(CommandException.class)
                .hasMessage("bill: --diff takes one REGEX for both bills, or one for each");
        assertThatThrownBy(() -> read(both, both, "UDS")).hasMessage("bill: no row of " + both + " matches UDS");
    }

    /** Forks of another jar's code are split alike on both sides. */
    @Test
    void partsOfUnknownCodeAreTheSameOnBothSides() {
        assertThat(json(shop("a", 150, 50), shop("b", 50, 150))
                        .getAsJsonArray("parts")
                        .asList())
                .extracting(part -> part.getAsJsonObject().get("name").getAsString())
                .containsExactlyInAnyOrder("org.shop: Shop.buy", "org.shop: Shop.sell");
    }

    private Path shop(String name, int buy, int sell) {
        RowKey row = new RowKey("org.shop.ShopBenchmark.buy", "avgt", 1, new TreeMap<>());
        Map<String, Integer> time = Map.of("[main];org.shop.Shop.buy", buy, "[main];org.shop.Shop.sell", sell);
        return session(name, Stream.of("40", "41", "42").map(micros -> new MadeUpFork(row, micros, time)));
    }

    /** Widths are nanoseconds of a call without the compiler's work: 43,025 in B; write's own change is +2,188. */
    @Test
    void theFlameGraphShowsTheChangeOfEachFrame() {
        Map<String, String> pages = read(a(), b(1)).flameGraphs();
        assertThat(pages).containsOnlyKeys("CallBenchmark.call pinning=ONE_CPU");
        assertThat(pages.get("CallBenchmark.call pinning=ONE_CPU"))
                .contains("<h1>CallBenchmark.call pinning=ONE_CPU: 43.0 us per call, 40.3 us in A. Red: longer.")
                .contains("'1 ns'", "' ns'", "const maxdiff = 2187;")
                .containsPattern("(?s)\\nn\\(\\d+,4302\\d\\)")
                .contains("\nd=2187\n")
                .doesNotContain("samples'", "Compile::Compile");
        Path both = session("both", faster(EPOLL), slower(NIO, 1));
        assertThat(read(both, both, "NIO", "EPOLL").flameGraphs().values())
                .singleElement(as(STRING))
                .contains("40.3 us per call, 43.0 us in A (CallBenchmark.call transport=NIO). Red: longer.");
    }
}
