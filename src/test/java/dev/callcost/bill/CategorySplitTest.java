package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.callcost.bill.Bill.CategoryShare;
import dev.callcost.data.RowKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of categories that have more than a third of a row whose code the rules do not know. */
class CategorySplitTest {
    private static final RowKey FOREIGN = new RowKey("org.shop.ShopBenchmark.parse", "avgt", Map.of());
    private static final String LOOP = "[main];org.shop.ShopBenchmark";
    private static final String READER = LOOP + ".parse;com.google.gson.stream.JsonReader";

    @TempDir
    Path directory;

    private static MadeUpFork fork(Map<String, Integer> time) {
        return new MadeUpFork(FOREIGN, "40 bytes=1000", time);
    }

    /** The categories and their shares, the largest first. */
    private static String lines(MadeUpFork fork) {
        return MadeUpFork.bill(fork).lines().stream()
                .map(line -> "%s %.1f"
                        .formatted(line.ingredient().name(), 100 * line.share().mean()))
                .collect(Collectors.joining(", "));
    }

    /**
     * @param samples a stack and its number a line; READER stands for a class and what calls it, and LOOP for the
     *     benchmark's
     */
    private static Map<String, Integer> time(String samples) {
        Map<String, Integer> time = new TreeMap<>();
        for (String line : samples.lines().toList()) {
            int blank = line.lastIndexOf(' ');
            String stack = line.substring(0, blank).replace("READER", READER).replace("LOOP", LOOP);
            time.put(stack, Integer.valueOf(line.substring(blank + 1)));
        }
        return time;
    }

    private static String lines(String samples) {
        return lines(fork(time(samples)));
    }

    /** Of 100 samples: the package of the reader has 80, its class too, and its methods less than a third each. */
    private static final Map<String, Integer> PARSER = time("""
            READER.nextString;java.lang.String.<init> 28
            READER.peek 26
            READER.peek;com.google.gson.stream.JsonReader.doPeek;java.util.Arrays.fill 24
            READER.close 1
            READER.close;com.google.gson.stream.JsonScope.end 1
            LOOP.parse;com.google.gson.internal.bind.TypeAdapters$16.read 14
            LOOP.parse;com.google.gson.Gson.fromJson 3
            LOOP.parse 2
            [GC Thread#0];G1ParScanThreadState::steal 1
            [C2 CompilerThread0];Compile::Compile 50
            """);

    @Test
    void splitsALargeCategoryByTheMethodThatDecidesAndAddsUpTheRest() {
        assertThat(lines(fork(PARSER)))
                .isEqualTo("Gson: JsonReader.nextString 28.0, Gson: JsonReader.peek 26.0, Gson: JsonReader.doPeek 24.0,"
                        + " Gson: TypeAdapters$16.read 14.0, Gson: Gson.fromJson 3.0, Gson: rest 2.0,"
                        + " org.shop 2.0, memory 1.0");
    }

    @Test
    void doesNotSplitTheSuitesRowsAndSmallCategories() {
        RowKey own = new RowKey("dev.callcost.benchmark.ParseBenchmark.parse", "avgt", Map.of());
        assertThat(lines(new MadeUpFork(own, "40", PARSER))).isEqualTo("Gson 97.0, org.shop 2.0, memory 1.0");
        assertThat(lines("READER.peek 1\nLOOP.parse 1\n[main];java.lang.Math.abs 1"))
                .isEqualTo("Gson 33.3, org.shop 33.3, other 33.3");
    }

    @Test
    void splitsUnmatchedWorkByTheInnermostJavaFrame() {
        String time = """
                [pool-1];java.lang.Thread.run;java.util.HashMap.get;java.util.HashMap.getNode 60
                [pool-1];java.lang.Thread.run;java.util.HashMap.get;java.lang.String.hashCode;_stub 30
                [VM];SymbolTable::lookup 6
                [idle] 4
                """;
        assertThat(lines(time))
                .isEqualTo("other: HashMap.getNode 60.0, other: String.hashCode 30.0, other: SymbolTable::lookup 6.0,"
                        + " other: [idle] 4.0");
    }

    @Test
    void partsHaveTheSameNamesInAllForksAndAShareInEach() {
        MadeUpFork one = fork(time("LOOP.a 60\nLOOP.b;org.shop.Cart$$Lambda$14.0x00007f01.get 40"));
        MadeUpFork other = fork(time("LOOP.a 20\nLOOP.b;org.shop.Cart$$Lambda$15.0x00007f02.get 80"));
        assertThat(MadeUpFork.bill(one, other).lines())
                .extracting(line -> line.ingredient().name(), Bill.BillLine::share)
                .containsExactly(
                        tuple("org.shop: Cart$$Lambda.get", CategoryShare.of(List.of(0.4, 0.8))),
                        tuple("org.shop: ShopBenchmark.a", CategoryShare.of(List.of(0.6, 0.2))));
    }

    @Test
    void bytesCountForThePartsOfTheTimeOrForTheRest() {
        Map<String, Integer> bytes =
                time("LOOP.a;byte[] 700\nLOOP.b;java.util.Arrays.copyOf;byte[] 200\nLOOP.c;byte[] 100");
        assertThat(MadeUpFork.bill(new MadeUpFork(FOREIGN, "40 bytes=1000", time("LOOP.a 60\nLOOP.b 40"), bytes))
                        .lines())
                .extracting(line ->
                        line.ingredient().name() + " " + Math.round(line.bytes().orElseThrow()))
                .containsExactly(
                        "org.shop: ShopBenchmark.a 700", "org.shop: ShopBenchmark.b 200", "org.shop: rest 100");
    }
}
