package dev.callcost.compare.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Cpus;
import dev.callcost.host.Limits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideBySideTest {
    /** Four cores with two CPUs each, forks of 1 GiB. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", delimiter = '|', textBlock = """
            none | none | 64 | 0 2 4 6         | false | none
            1    | none | 64 | 0               | true  | none
            3    | none | 64 | 0 2 4           | true  | none
            8    | none | 64 | 0 2 4 6 1 3 5 7 | true  | none
            9    | none | 64 | 0 2 4 6 1 3 5 7 | true  | 8 pairs at a time, not 9: this process may use 8 CPUs
            none | 2.9  | 64 | 0 2             | false | 2 pairs at a time, not 4: this process may use 2 CPUs
            none | 0.5  | 64 | 0               | true  | 1 pair at a time, not 4: this process may use 1 CPU
            none | none | 5  | 0 2             | false | 2 pairs at a time, not 4: the memory that is free has no room for more pairs of forks of 1024 MiB each
            4    | none | 1  | 0               | true  | 1 pair at a time, not 4: the memory that is free has no room for more pairs of forks of 1024 MiB each
            """)
    void asManyPairsAsCoresAndMemoryAllow(
            Integer wanted, Double quota, int gibibytes, String cpus, boolean isFixed, String note) {
        SideBySide here = SideBySide.of(
                Optional.ofNullable(wanted),
                1L << 30,
                new Cpus(List.of(0, 2, 4, 6, 1, 3, 5, 7), 4),
                new Limits(quota, null),
                (long) gibibytes << 30);
        assertThat(here.cpus()).extracting(String::valueOf).containsExactly(cpus.split(" "));
        assertThat(here.isFixed()).isEqualTo(isFixed);
        assertThat(here.note()).isEqualTo(Optional.ofNullable(note));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", delimiter = '|', textBlock = """
            none | none
            1    | none
            2    | One pair at a time: only Linux confines a pair to a CPU
            """)
    void otherSystemsHaveOnePairAtATime(Integer wanted, String note) {
        SideBySide here = SideBySide.of(
                Optional.ofNullable(wanted), 1, new Cpus(List.of(), 0), new Limits(null, null), Long.MAX_VALUE);
        assertThat(here.pairs()).isEqualTo(1);
        assertThat(here.note()).isEqualTo(Optional.ofNullable(note));
    }
}
