package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlannedRow.ShortTurns;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;

class ShortTurnsTest {
    private static Options options(String given) {
        return RunArguments.parse(given.split(" ")).options();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -f 1            | -i 100 -r 10 ms |   1000 | 2000
            -r 3ms          | -i 100          |    300 | 2000
            -r 10s          | -i 100          |  50000 | 2000
            -i 50           | -r 10 ms        |    500 |
            -i 5 -r 10s     | ''              |  50000 |
            """)
    void iterationsAreShortUnlessTheUserSaysOtherwise(String given, String added, long millis, Long longest) {
        Options user = options(given);
        ShortTurns turns = ShortTurns.of(user);
        assertThat(String.join(" ", turns.options(user))).isEqualTo(added);
        assertThat(turns.side().toMillis()).isEqualTo(millis);
        assertThat(turns.longest()).isEqualTo(Optional.ofNullable(longest).map(Duration::ofMillis));
    }

    @Test
    void singleShotsAndRatesOfThisSuiteKeepTheirOwn() {
        BenchmarkListEntry entry = Entries.entry(Map.of());
        Options user = options("-f 1");
        assertThat(ShortTurns.of(Entries.row(entry, Map.of(), 1), user)).isPresent();
        assertThat(ShortTurns.of(Entries.row(entry.cloneWith(Mode.SingleShotTime), Map.of(), 1), user))
                .isEmpty();
        Map<String, String> rate = Map.of("rate", "1000");
        assertThat(ShortTurns.of(Entries.row(entry, rate, 1), user)).isEmpty();
        assertThat(ShortTurns.of(Entries.row(Entries.ofClass("org.example.Some"), rate, 1), user))
                .as("another project's param may mean anything")
                .isPresent();
    }
}
