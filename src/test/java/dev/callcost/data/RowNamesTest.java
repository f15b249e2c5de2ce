package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowNamesTest {
    private static RowKey key(String benchmark, Map<String, String> params) {
        return new RowKey(benchmark, "avgt", 1, new TreeMap<>(params));
    }

    private static List<String> names(List<RowKey> rows) {
        RowNames names = new RowNames(rows);
        return rows.stream().map(names::of).toList();
    }

    private static String shared(List<RowKey> rows, List<RowKey> shown) {
        return new RowNames(rows).addShared(Sections.text(80), shown).text();
    }

    @Test
    void namesRowsByTheParamsThatDiffer() {
        List<RowKey> rows = List.of(
                key("a.X.call", Map.of("p", "1", "q", "2", "r", "3")),
                key("a.X.call", Map.of("p", "1", "q", "2", "r", "4")),
                key("a.Y.call", Map.of("p", "1", "q", "2")),
                key("a.Z.call", Map.of()));
        assertThat(names(rows)).containsExactly("X.call r=3", "X.call r=4", "Y.call", "Z.call");
        assertThat(shared(rows, rows)).isEqualTo("Same in all rows of a benchmark:\n  X.call, Y.call: p=1 q=2\n");
    }

    @Test
    void aParamWithoutAValueIsNotShown() {
        List<RowKey> rows = List.of(
                key("a.X.call", Map.of("p", "", "q", "1", "r", "")),
                key("a.X.call", Map.of("p", "2", "q", "1", "r", "")));
        assertThat(names(rows)).containsExactly("X.call", "X.call p=2");
        assertThat(shared(rows, rows)).isEqualTo("Same in all rows of a benchmark:\n  X.call: q=1\n");
        assertThat(rows.get(0).label()).isEqualTo("X.call q=1");
        List<RowKey> none = List.of(key("a.X.call", Map.of("p", "")));
        assertThat(shared(none, none)).isEmpty();
    }

    @Test
    void onlyBenchmarksThatAreShownAreNoted() {
        List<RowKey> rows = List.of(key("a.X.call", Map.of("p", "1")), key("a.Y.call", Map.of("p", "2")));
        assertThat(shared(rows, rows.subList(1, 2))).isEqualTo("Same in all rows of a benchmark:\n  Y.call: p=2\n");
        assertThat(shared(rows, List.of())).isEmpty();
    }

    @Test
    void aParamThatARowLacksIsNotShared() {
        List<RowKey> rows = List.of(key("a.X.call", Map.of("p", "1")), key("a.X.call", Map.of()));
        assertThat(names(rows)).containsExactly("X.call p=1", "X.call");
        assertThat(shared(rows, rows)).isEmpty();
    }

    @Test
    void threadsAndModeAreKeptUnlessAllRowsShareThem() {
        List<RowKey> rows = List.of(
                new RowKey("a.X.call", "thrpt", 4, new TreeMap<>(Map.of("p", "1"))),
                new RowKey("a.X.call", "thrpt", 2, new TreeMap<>(Map.of("p", "1"))));
        assertThat(names(rows)).containsExactly("X.call threads=4", "X.call threads=2");
        assertThat(shared(rows, rows))
                .isEqualTo("Same in all rows of a benchmark:\n  all rows: mode=thrpt\n  X.call: p=1\n");
        List<RowKey> modes = List.of(
                new RowKey("a.X.call", "thrpt", 4, new TreeMap<>()), new RowKey("a.X.call", "ss", 4, new TreeMap<>()));
        assertThat(names(modes)).containsExactly("X.call mode=thrpt", "X.call mode=ss");
        assertThat(shared(modes, modes)).isEqualTo("Same in all rows of a benchmark:\n  all rows: threads=4\n");
    }

    @Test
    void benchmarksOfOneNameGetOuterClassesAndPackagesUntilTheyDiffer() {
        assertThat(names(List.of(
                        key("a.X.call", Map.of("p", "1")),
                        key("b.X.call", Map.of("p", "2")),
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
    void paramsAreSharedByTheRowsOfABenchmarkAlone() {
        List<RowKey> rows = List.of(key("a.X.call", Map.of("p", "1")), key("b.X.call", Map.of("p", "2")));
        assertThat(shared(rows, rows))
                .isEqualTo("Same in all rows of a benchmark:\n  a.X.call: p=1\n  b.X.call: p=2\n");
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

    @Test
    void differentRowsHaveDifferentNames() {
        Random random = new Random(42);
        for (int file = 0; file < 2000; file++) {
            List<RowKey> rows = new ArrayList<>();
            for (int row = random.nextInt(6); row >= 0; row--) {
                Map<String, String> params = new TreeMap<>();
                for (String param : List.of("p", "q", "r")) {
                    if (random.nextInt(4) > 0) {
                        params.put(param, Integer.toString(random.nextInt(2)));
                    }
                }
                String benchmark = (random.nextBoolean() ? "a" : "b") + (random.nextBoolean() ? ".X.call" : ".Y.call");
                rows.add(new RowKey(
                        benchmark, random.nextBoolean() ? "avgt" : "ss", 1 + random.nextInt(2), new TreeMap<>(params)));
            }
            assertThat(new HashSet<>(names(rows))).as(rows.toString()).hasSameSizeAs(new HashSet<>(rows));
        }
    }
}
