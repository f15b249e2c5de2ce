package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.Selection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The declaration against the benchmarks that there are. */
class PitfallsOfTheSuiteTest {
    private static final Collection<BenchmarkListEntry> SUITE = BenchmarkList.defaultList()
            .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of());

    @Test
    void everySideIsMeasuredByOneBenchmarkWithItsParamsInItsMode() {
        assertThat(sides())
                .isNotEmpty()
                .allSatisfy(side -> assertThat(SUITE)
                        .filteredOn(entry -> entry.getUsername().endsWith("." + side.benchmark()))
                        .singleElement()
                        .satisfies(entry -> {
                            assertThat(entry.getMode().shortLabel()).isEqualTo(side.mode());
                            assertThat(side.params())
                                    .allSatisfy((name, value) ->
                                            assertThat(values(entry, name)).contains(value));
                        }));
    }

    @Test
    void everyBenchmarkOfThePitfallPackageIsASide() {
        List<String> declared = sides().map(PitfallValue::benchmark).toList();
        assertThat(SUITE)
                .extracting(BenchmarkListEntry::getUsername)
                .filteredOn(name -> name.startsWith("dev.callcost.benchmark.pitfall."))
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(name -> assertThat(declared)
                        .contains(name.replaceFirst("^dev\\.callcost\\.benchmark\\.pitfall\\.", "")));
    }

    @Test
    void namesAreUniqueAndFactorsAboveOne() {
        assertThat(Pitfall.ALL).extracting(Pitfall::name).doesNotHaveDuplicates();
        assertThat(Pitfall.ALL).allSatisfy(pitfall -> {
            assertThat(pitfall.factor()).isGreaterThan(1);
            assertThat(pitfall.larger()).isNotEqualTo(pitfall.smaller());
        });
    }

    private static Stream<PitfallValue> sides() {
        return Pitfall.ALL.stream().flatMap(pitfall -> Stream.of(pitfall.larger(), pitfall.smaller()));
    }

    private static List<String> values(BenchmarkListEntry entry, String param) {
        String[] declared = entry.getParams().orElse(Map.of()).get(param);
        assertThat(declared).as("param %s of %s", param, entry.getUsername()).isNotNull();
        return Stream.concat(
                        Stream.of(declared), Selection.enumConstants(entry).getOrDefault(param, List.of()).stream())
                .toList();
    }
}
