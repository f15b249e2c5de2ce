package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.RowKey;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of categories that have more than a third of a row whose code the rules do not know. */
class SplitRulesTest {
    private static final RowKey FOREIGN = new RowKey("org.shop.ShopBenchmark.parse", "avgt", Map.of());
    private static final String START =
            "[main];org.openjdk.jmh.runner.BenchmarkHandler.run;org.shop.ShopBenchmark.parse;";
    private static final String READER = START + "com.google.gson.stream.JsonReader.";
    private static final String LOOP = "[main];org.shop.ShopBenchmark.";

    @TempDir
    Path directory;

    private static MadeUpFork fork(Map<String, Integer> time) {
        return new MadeUpFork(FOREIGN, "40 bytes=1000", time);
    }

    private static Bill bill(MadeUpFork... forks) {
        return Bill.of(Stream.of(forks).map(MadeUpFork::fork).toList(), Rules.ofSuite())
                .get(0);
    }

    private static List<String> lines(MadeUpFork fork) {
        return bill(fork).lines().stream()
                .map(line -> "%s %.1f"
                        .formatted(line.ingredient().name(), 100 * line.share().mean()))
                .toList();
    }

    private static List<String> lines(Map<String, Integer> time) {
        return lines(fork(time));
    }

    /** Of 100 samples: the package of the reader has 80, its class too, and its methods less than a third each. */
    private static Map<String, Integer> parser() {
        return Map.of(
                READER + "nextString;java.lang.String.<init>",
                28,
                READER + "peek",
                26,
                READER + "peek;com.google.gson.stream.JsonReader.doPeek;java.util.Arrays.fill",
                24,
                READER + "close",
                1,
                READER + "close;com.google.gson.stream.JsonScope.end",
                1,
                START + "com.google.gson.internal.bind.TypeAdapters$16.read",
                14,
                START + "com.google.gson.Gson.fromJson",
                3,
                LOOP + "parse",
                2,
                "[GC Thread#0];G1ParScanThreadState::steal",
                1,
                MadeUpFork.JIT,
                50);
    }

    @Test
    void splitsLargePackagesByClassAndLargeClassesByMethodAndAddsUpTheRest() {
        assertThat(lines(parser()))
                .containsExactly(
                        "Gson: JsonReader.nextString 28.0",
                        "Gson: JsonReader.peek 26.0",
                        "Gson: JsonReader.doPeek 24.0",
                        "Gson: gson.internal.bind 14.0",
                        "Gson: gson 3.0",
                        "Gson: rest 2.0",
                        "org.shop 2.0",
                        "memory 1.0");
    }

    @Test
    void doesNotSplitTheSuitesRowsAndSmallCategories() {
        RowKey own = new RowKey("dev.callcost.benchmark.ParseBenchmark.parse", "avgt", Map.of());
        assertThat(lines(new MadeUpFork(own, "40", parser())))
                .containsExactly("Gson 97.0", "org.shop 2.0", "memory 1.0");
        assertThat(lines(Map.of(READER + "peek", 1, LOOP + "parse", 1, "[main];java.lang.Math.abs", 1)))
                .containsExactly("Gson 33.3", "org.shop 33.3", "other 33.3");
    }

    @Test
    void splitsALargeMethodByItsJdkCode() {
        assertThat(lines(Map.of(
                        LOOP + "sort;java.util.Arrays.sort;java.util.DualPivotQuicksort.sort", 36,
                        LOOP + "sort;java.util.Arrays.sort;java.util.DualPivotQuicksort.insertionSort", 35,
                        LOOP + "sort;java.lang.String.compareTo;java.lang.StringLatin1.compareTo", 9,
                        LOOP + "sort;java.util.ArrayList.get", 1,
                        LOOP + "sort", 10,
                        LOOP + "sort;_libc_memcpy", 5,
                        LOOP + "setUp", 4)))
                .containsExactly(
                        "org.shop: DualPivotQuicksort.sort 36.0",
                        "org.shop: DualPivotQuicksort.insertionSort 35.0",
                        "org.shop: ShopBenchmark.sort 16.0",
                        "org.shop: StringLatin1 9.0",
                        "org.shop: ShopBenchmark.setUp 4.0");
    }

    @Test
    void addsALargeMethodsOwnSmallPartToTheRest() {
        assertThat(lines(Map.of(
                        LOOP + "sort;java.util.Arrays.sort", 98,
                        LOOP + "sort", 1,
                        LOOP + "setUp", 1)))
                .containsExactly("org.shop: Arrays.sort 98.0", "org.shop: rest 2.0");
    }

    @Test
    void splitsUnmatchedWorkByTheInnermostJavaFrame() {
        Map<String, Integer> time = Map.of(
                "[pool-1];java.lang.Thread.run;java.util.HashMap.get;java.util.HashMap.getNode", 60,
                "[pool-1];java.lang.Thread.run;java.util.HashMap.get;java.lang.String.hashCode;_stub", 30,
                "[VM];SymbolTable::lookup", 6,
                "[idle]", 4);
        assertThat(lines(time))
                .containsExactly(
                        "other: HashMap.getNode 60.0",
                        "other: String 30.0",
                        "other: SymbolTable::lookup 6.0",
                        "other: [idle] 4.0");
        assertThat(bill(fork(time)).unknown()).isEmpty();
    }

    @Test
    void partsHaveTheSameNamesInAllForksAndAShareInEach() {
        MadeUpFork one = fork(Map.of(LOOP + "a", 60, LOOP + "b;org.shop.Cart$$Lambda$14.0x00007f01.get", 40));
        MadeUpFork other = fork(Map.of(LOOP + "a", 20, LOOP + "b;org.shop.Cart$$Lambda$15.0x00007f02.get", 80));
        Bill bill = bill(one, other);
        assertThat(bill.lines())
                .extracting(line -> line.ingredient().name(), Bill.Line::share)
                .containsExactly(
                        tuple("org.shop: Cart$$Lambda.get", Share.of(List.of(0.4, 0.8))),
                        tuple("org.shop: ShopBenchmark.a", Share.of(List.of(0.6, 0.2))));
    }

    @Test
    void classesOfOneNameAreNamedWithTheirPackages() {
        assertThat(lines(Map.of("[main];org.shop.one.Cart.add", 50, "[main];org.shop.two.Cart.add", 50)))
                .containsExactlyInAnyOrder("org.shop.one: Cart.add 50.0", "org.shop.two: Cart.add 50.0");
        assertThat(lines(Map.of(
                        "[main];org.shop.api.one.Cart.add", 50,
                        "[main];org.shop.api.two.Cart.add", 50)))
                .containsExactly(
                        "org.shop.api: org.shop.api.one.Cart.add 50.0", "org.shop.api: org.shop.api.two.Cart.add 50.0");
    }

    @Test
    void bytesCountForThePartsOfTheTimeOrForTheRest() {
        Map<String, Integer> time = Map.of(LOOP + "a", 60, LOOP + "b", 40);
        Map<String, Integer> bytes = Map.of(
                LOOP + "a;byte[]", 700,
                LOOP + "b;java.util.Arrays.copyOf;byte[]", 200,
                LOOP + "c;byte[]", 100);
        assertThat(bill(new MadeUpFork(FOREIGN, "40 bytes=1000", time, bytes)).lines().stream()
                        .map(line -> "%s %.0f"
                                .formatted(
                                        line.ingredient().name(), line.bytes().orElseThrow())))
                .containsExactly(
                        "org.shop: ShopBenchmark.a 700", "org.shop: ShopBenchmark.b 200", "org.shop: rest 100");
    }

    @Test
    void reportsHaveTheParts() {
        Path folder = MadeUpFork.session(directory.resolve("session"), fork(parser()));
        BillReport report = BillReport.read(folder, Optional.empty(), List.of());
        assertThat(report.addTo(new Sections(false)).text())
                .containsPattern("(?m)^Gson: JsonReader\\.nextString +28\\.0% +7\\.47 us$")
                .contains("\n  Gson: messages to JSON and back\n", "split by package, class or method");
        JsonObject bill = JsonParser.parseString(report.json()).getAsJsonObject();
        List<JsonElement> parts = bill.getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("ingredients")
                .asList();
        JsonObject largest = parts.get(0).getAsJsonObject();
        assertThat(largest.get("about").getAsString()).isEqualTo("com.google.gson.stream.JsonReader.nextString");
        assertThat(largest.get("partOf").getAsString()).isEqualTo("Gson");
        assertThat(parts.get(parts.size() - 1).getAsJsonObject().has("partOf")).isFalse();
    }
}
