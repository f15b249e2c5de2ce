package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.RowKey;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes between made-up bills, against values that were calculated elsewhere. */
class BillDiffTest {
    private static final String WRITE = "[main];sun.nio.ch.SocketDispatcher.write0";
    private static final String PARK = "[main];java.util.concurrent.locks.LockSupport.park";
    private static final String JIT = "[C2 CompilerThread0];Compile::Compile";
    private static final Path GOLDEN = Path.of("src/test/resources/dev/callcost/bill");

    @TempDir
    Path directory;

    private static RowKey row(String param, String value) {
        return new RowKey(Forks.CALL.benchmark(), "avgt", 1, new TreeMap<>(Map.of(param, value)));
    }

    /** A fork that is busy for a share of a call. Of 200 samples an iteration, some are in the kernel's write and the others wait; 20 more are the compiler's. */
    private static JsonObject fork(Samples log, RowKey row, double micros, double busy, int write) {
        Map<String, Integer> samples = Map.of(WRITE, write, PARK, 200 - write, JIT, 20);
        return Forks.line(log, row, micros, micros, busy * micros * 1.1, null, samples, Map.of());
    }

    private static Stream<JsonObject> forks(Samples log, RowKey row, double busy, double[] micros, int... writes) {
        List<JsonObject> forks = new ArrayList<>();
        for (int i = 0; i < micros.length; i++) {
            forks.add(fork(log, row, micros[i], busy, writes[i]));
        }
        return forks.stream();
    }

    private static Stream<JsonObject> faster(Samples log, RowKey row, double busy) {
        return forks(log, row, busy, new double[] {40, 40.2, 40.4, 40.6}, 50, 52, 48, 50);
    }

    private static Stream<JsonObject> slower(Samples log, RowKey row, double busy) {
        return forks(log, row, busy, new double[] {43, 43.3, 42.7, 43.1}, 56, 58, 57, 57);
    }

    private Path session(String name, Stream<JsonObject> forks) {
        return Forks.session(directory.resolve(name), forks.toArray(JsonObject[]::new));
    }

    private Path a() {
        return session("a", faster(new Samples(), Forks.CALL, 1));
    }

    private static BillDiff read(Path a, Path b, String... rows) {
        return BillDiff.read(
                a, b, Optional.empty(), Stream.of(rows).map(Pattern::compile).toList());
    }

    private String text(BillDiff diff) {
        return diff.addTo(new Sections(false)).text().replace(directory + "/", "");
    }

    private static JsonObject json(BillDiff diff) {
        return JsonParser.parseString(diff.json())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
    }

    private static void assertChange(JsonObject change, String name, double a, double b, double halfWidth) {
        assertThat(change.get("name").getAsString()).isEqualTo(name);
        assertThat(change.get("nanosA").getAsDouble()).isCloseTo(1e3 * a, within(0.01));
        assertThat(change.get("nanosB").getAsDouble()).isCloseTo(1e3 * b, within(0.01));
        assertThat(change.get("change").getAsDouble()).isCloseTo(1e3 * (b - a), within(0.02));
        assertThat(change.get("halfWidth").getAsDouble()).isCloseTo(1e3 * halfWidth, within(0.01));
    }

    /** Means and Welch's intervals by another program (mpmath's incomplete beta function) from 40, 40.2, ... us, and shares of 50/200, 52/200, ... of these. */
    @Test
    void changesAndIntervalsAreThoseOfTheForksTimes() {
        JsonObject row = json(read(a(), session("b", slower(new Samples(), Forks.CALL, 1))));
        assertChange(row.getAsJsonObject("call"), "whole call", 40.3, 43.025, 0.666505);
        assertThat(row.getAsJsonArray("parts")).hasSize(2);
        assertChange(row.getAsJsonArray("parts").get(0).getAsJsonObject(), "write", 10.0745, 12.2625, 0.747501);
        assertChange(
                row.getAsJsonArray("parts").get(1).getAsJsonObject(), "park and unpark", 30.2255, 30.7625, 1.074487);
        assertThat(row.get("partsAreOfCall").getAsBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"diff.txt, false", "diff.md, true"})
    void printsTheGoldenReport(String golden, boolean markdown) throws IOException {
        Samples before = new Samples();
        Samples after = new Samples();
        BillDiff diff = read(
                session(
                        "a",
                        Stream.of(
                                        faster(before, Forks.CALL, 1),
                                        slower(before, row("pinning", "FREE"), 0.5),
                                        faster(before, row("pinning", "TWO_CPUS"), 1))
                                .flatMap(it -> it)),
                session(
                        "b",
                        Stream.of(slower(after, Forks.CALL, 1), slower(after, row("pinning", "FREE"), 0.6))
                                .flatMap(it -> it)));
        assertThat(diff.addTo(new Sections(markdown)).text().replace(directory + "/", ""))
                .isEqualTo(Files.readString(GOLDEN.resolve(golden)));
    }

    /** Waiting is a category, so that changes add up to that of the call; threads at once make CPU time the whole. */
    @Test
    void timeThatIsNotOfTheCpuIsWaiting() {
        Path a = a();
        JsonObject waits = json(read(a, session("b", slower(new Samples(), Forks.CALL, 0.5))));
        double sum = waits.getAsJsonArray("parts").asList().stream()
                .mapToDouble(part -> part.getAsJsonObject().get("change").getAsDouble())
                .sum();
        assertThat(sum).isCloseTo(2725, within(0.1));

        BillDiff both = read(a, session("c", slower(new Samples(), Forks.CALL, 1.5)));
        assertThat(json(both).get("partsAreOfCall").getAsBoolean()).isFalse();
        assertThat(text(both))
                .startsWith("park and unpark is +15.9 us of +24.2 us per call (40.3 us -> 64.5 us of CPU time).")
                .contains("CPU time is longer than the time");
    }

    @Test
    void withoutASignificantChangeItSaysSo() {
        Path a = a();
        assertThat(text(read(a, a)))
                .startsWith("The time does not differ significantly: +0.00 ns per call (40.3 us -> 40.3 us).");
    }

    @Test
    void twoForksHaveNoInterval() {
        Path b = session("b", slower(new Samples(), Forks.CALL, 1).limit(2));
        assertThat(text(read(a(), b)))
                .startsWith("write is +2.22 us of +2.85 us per call (40.3 us -> 43.1 us).")
                .contains("2 forks are too few for intervals: measure both with -f 5 or more.")
                .doesNotContain("change  ±");
    }

    @Test
    void aSingleRowOnEachSideIsAPair() {
        Samples log = new Samples();
        Path both = session(
                "both",
                Stream.of(faster(log, row("transport", "EPOLL"), 1), slower(log, row("transport", "NIO"), 1))
                        .flatMap(it -> it));
        assertThat(text(read(both, both, "NIO", "EPOLL")))
                .startsWith("write is -2.19 us of -2.72 us per call (43.0 us -> 40.3 us).")
                .contains("CallBenchmark.call transport=NIO -> CallBenchmark.call transport=EPOLL: ")
                .doesNotContain("one after the other");
        assertThatThrownBy(() -> read(
                        both,
                        session(
                                "pinned",
                                Stream.concat(
                                        faster(new Samples(), Forks.CALL, 1),
                                        faster(new Samples(), row("pinning", "FREE"), 1)))))
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
        RowKey key = new RowKey("org.shop.ShopBenchmark.buy", "avgt", 1, new TreeMap<>());
        assertThat(json(read(shop("a", key, 150, 50), shop("b", key, 50, 150)))
                        .getAsJsonArray("parts")
                        .asList())
                .extracting(part -> part.getAsJsonObject().get("name").getAsString())
                .containsExactlyInAnyOrder("org.shop: Shop.buy", "org.shop: Shop.sell");
    }

    private Path shop(String name, RowKey key, int buy, int sell) {
        Samples log = new Samples();
        return session(
                name,
                Stream.of(40.0, 41.0, 42.0)
                        .map(micros -> Forks.line(
                                log,
                                key,
                                micros,
                                micros,
                                micros,
                                null,
                                Map.of("[main];org.shop.Shop.buy", buy, "[main];org.shop.Shop.sell", sell),
                                Map.of())));
    }

    /** Widths are nanoseconds of a call without the compiler's work: 43,025 in B; write's own change is +2,188. */
    @Test
    void theFlameGraphShowsTheChangeOfEachFrame() {
        BillDiff diff = read(a(), session("b", slower(new Samples(), Forks.CALL, 1)));
        assertThat(diff.flameGraphs()).containsOnlyKeys("CallBenchmark.call pinning=ONE_CPU");
        String page = diff.flameGraphs().get("CallBenchmark.call pinning=ONE_CPU");
        assertThat(page)
                .contains("<h1>CallBenchmark.call pinning=ONE_CPU: 43.0 us per call, 40.3 us in A. Red: longer.")
                .contains("'1 ns'", "' ns'", "const maxdiff = 2187;")
                .containsPattern("(?s)\\nn\\(\\d+,4302\\d\\)")
                .contains("\nd=2187\n")
                .doesNotContain("samples'", "Compile::Compile");
    }
}
