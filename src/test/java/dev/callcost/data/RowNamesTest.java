package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowNamesTest {
    private static RowKey key(String benchmark, Map<String, String> params) {
        return new RowKey(benchmark, "avgt", 1, new TreeMap<>(params));
    }

    private static List<String> names(List<RowKey> rows) {
        RowNames names = new RowNames(rows);
        return rows.stream().map(names::of).toList();
    }

    private static void assertShared(List<RowKey> rows, List<RowKey> shown, String... lines) {
        String text = Stream.of(lines).map(line -> "  " + line + "\n").collect(Collectors.joining());
        assertThat(new RowNames(rows).addShared(Sections.text(80), shown).text())
                .isEqualTo(text.isEmpty() ? "" : "Same in all rows of a benchmark:\n" + text);
    }

    @Test
    void namesRowsByTheParamsThatDiffer() {
        List<RowKey> rows = List.of(
                key("a.X.call", Map.of("p", "1", "q", "2", "r", "3")),
                key("a.X.call", Map.of("p", "1", "q", "2", "r", "4")),
                key("a.Y.call", Map.of("p", "1", "q", "2")),
                key("a.Z.call", Map.of()));
        assertThat(names(rows)).containsExactly("X.call r=3", "X.call r=4", "Y.call", "Z.call");
        assertShared(rows, rows, "X.call, Y.call: p=1 q=2");
        assertShared(rows, rows.subList(2, 4), "Y.call: p=1 q=2");
        assertShared(rows, List.of());
        List<RowKey> quantities = List.of(key("a.X.call", Map.of("p", "1")), key("a.X.call:p99", Map.of("p", "1")));
        assertShared(quantities, quantities, "X.call: p=1");
    }

    @Test
    void aRowThatSeveralModulesHaveNamesItsOwn() {
        RowKey own = key("a.X.call", Map.of("p", "1"));
        List<RowKey> rows = List.of(
                own.ofModule("core"), own.ofModule("net-1.2"), key("a.Y.call", Map.of()), key("b.Y.call", Map.of()));
        assertThat(names(rows)).containsExactly("core/X.call", "net-1.2/X.call", "a.Y.call", "b.Y.call");
        assertThat(rows.get(1).label()).isEqualTo("net-1.2/X.call p=1");
        assertThat(rows.get(1).fullLabel()).isEqualTo("net-1.2/a.X.call p=1");
        assertThat(rows.get(1).in("ms/op").without("p").label()).isEqualTo("net-1.2/X.call in ms/op");
        assertThat(rows.get(1)).isNotEqualTo(own).isNotEqualTo(rows.get(0));
        assertShared(rows, rows, "core/X.call, net-1.2/X.call: p=1");
    }

    @ParameterizedTest
    @CsvSource({"a.b.XBenchmark.call, XBenchmark.call", "XBenchmark.call, XBenchmark.call", "call, call"})
    void namesTheClassAndTheMethod(String benchmark, String name) {
        assertThat(key(benchmark, Map.of()).label()).isEqualTo(name);
    }

    @Test
    void ordersNumbersInLabelsByValue() {
        assertThat(Stream.of("65536", "0", "1024")
                        .map(payload -> key("a.X.call", Map.of("payload", payload)))
                        .sorted(RowKey.BY_LABEL)
                        .map(RowKey::label))
                .containsExactly("X.call payload=0", "X.call payload=1024", "X.call payload=65536");
    }

    @Test
    void aParamWithoutAValueOrThatARowLacksIsNotShown() {
        List<RowKey> rows = List.of(
                key("a.X.call", Map.of("p", "", "q", "1", "r", "")),
                key("a.X.call", Map.of("p", "2", "q", "1", "r", "")));
        assertThat(names(rows)).containsExactly("X.call", "X.call p=2");
        assertShared(rows, rows, "X.call: q=1");
        assertThat(rows.get(0)).as("as in older files").isEqualTo(key("a.X.call", Map.of("q", "1")));
        assertThat(rows.get(0).label()).isEqualTo("X.call q=1");
        List<RowKey> lacking = List.of(key("a.X.call", Map.of("p", "1")), key("a.X.call", Map.of()));
        assertThat(names(lacking)).containsExactly("X.call p=1", "X.call");
        assertShared(lacking, lacking);
    }

    @Test
    void threadsAndModeAreKeptUnlessAllRowsShareThem() {
        List<RowKey> rows = List.of(
                new RowKey("a.X.call", "thrpt", 4, new TreeMap<>(Map.of("p", "1"))),
                new RowKey("a.X.call", "thrpt", 2, new TreeMap<>(Map.of("p", "1"))));
        assertThat(names(rows)).containsExactly("X.call threads=4", "X.call threads=2");
        assertShared(rows, rows, "all rows: mode=thrpt", "X.call: p=1");
        List<RowKey> modes = List.of(
                new RowKey("a.X.call", "thrpt", 4, new TreeMap<>()), new RowKey("a.X.call", "ss", 4, new TreeMap<>()));
        assertThat(names(modes)).containsExactly("X.call mode=thrpt", "X.call mode=ss");
        assertShared(modes, modes, "all rows: threads=4");
        List<RowKey> byUnit = List.of(
                new RowKey("a.X.call", "thrpt", Map.of()),
                new RowKey("a.Y.call", "avgt", Map.of()),
                new RowKey("a.Z.call", "ss", Map.of()));
        assertThat(names(byUnit)).containsExactly("X.call", "Y.call", "Z.call mode=ss");
        assertShared(byUnit, byUnit);
    }

    @Test
    void benchmarksOfOneNameGetOuterClassesAndPackagesUntilTheyDiffer() {
        List<RowKey> alike = List.of(key("a.X.call", Map.of("p", "1")), key("b.X.call", Map.of("p", "2")));
        assertShared(alike, alike, "a.X.call: p=1", "b.X.call: p=2");
        assertThat(names(List.of(
                        key("a.X.call", Map.of()),
                        key("b.X.call", Map.of()),
                        key("b.X.other", Map.of()),
                        key("c.d.Y.In.call", Map.of()),
                        key("c.d.Z.In.call", Map.of()),
                        key("com.shop.jmh.Cart.add", Map.of()),
                        key("org.shop.jmh.Cart.add", Map.of()),
                        key("Plain.go", Map.of()),
                        key("e.Plain.go", Map.of()))))
                .containsExactly(
                        "a.X.call",
                        "b.X.call",
                        "X.other",
                        "Y.In.call",
                        "Z.In.call",
                        "com.shop.jmh.Cart.add",
                        "org.shop.jmh.Cart.add",
                        "Plain.go",
                        "e.Plain.go");
    }

    @Test
    void namesThatDifferOnlyInTheFirstOfThousandsOfPartsAreWhole() {
        String parts = ".x".repeat(20_000);
        assertThat(names(List.of(key("a" + parts, Map.of()), key("b" + parts, Map.of()), key("x.x", Map.of()))))
                .containsExactly("a" + parts, "b" + parts, "x.x");
    }

    @Test
    void valuesThatReadAsSeveralParamsAreQuotedAndWhatDoesNotShowIsEscaped() {
        assertThat(names(List.of(
                        key("a.X.call", Map.of("p", "1 q=2", "q", "3")),
                        key("a.X.call", Map.of("p", "1", "q", "2 q=3")),
                        key("a.X.call", Map.of("p", "a\u202eb\n", "q", "\\u202e C:\\dir")))))
                .containsExactly(
                        "X.call p=\"1 q=2\" q=3",
                        "X.call p=1 q=\"2 q=3\"",
                        "X.call p=a\\u202eb\\u000a q=\\u005cu202e C:\\dir");
    }

    @Seeds(200)
    void differentRowsHaveDifferentNames(SplittableRandom random) {
        List<RowKey> rows = new ArrayList<>();
        for (int row = random.nextInt(6); row >= 0; row--) {
            SortedMap<String, String> params = new TreeMap<>();
            Stream.of("p", "q", "r")
                    .filter(param -> random.nextInt(4) > 0)
                    .forEach(param -> params.put(param, Integer.toString(random.nextInt(2))));
            String benchmark = (random.nextBoolean() ? "a" : "b") + (random.nextBoolean() ? ".X.call" : ".Y.call");
            rows.add(new RowKey(benchmark, random.nextBoolean() ? "avgt" : "ss", 1 + random.nextInt(2), params));
        }
        assertThat(new HashSet<>(names(rows))).as(rows.toString()).hasSameSizeAs(new HashSet<>(rows));
    }
}
