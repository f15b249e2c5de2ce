package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program.Ended;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** A run that continues until its rows are known well enough, or its time is over. */
class PrecisionIT extends PlantedRuns {
    private static final String SLEEPING = "local.PlantedBenchmark.sleeping";

    @Test
    void aRowThatIsKnownWellEnoughIsDoneAlsoAfterAKill() throws Exception {
        killAfter("round 3/20, row 1/1", "Planted.*sleeping --precision 90% -v EXTRA -rff out.json");

        Ended resumed = passes("--resume out.json");

        assertThat(resumed.out())
                .contains("until each row is known to \u00b190%")
                .containsPattern(SLEEPING + " is known to \u00b1\\S+%: done after 5 forks\n")
                .doesNotContain("Not known");
        assertThat(forks()).extracting(PlantedRuns::round).containsExactly(1, 2, 3, 4, 5);
        assertThat(forks("sleeping")).isEqualTo(5);
    }

    @Test
    void othersContinueAndAreNamedInTheEnd() throws Exception {
        Ended run = passes("Planted.*sleeping -f 6 --precision=0.0001% -rff out.json");

        assertThat(run.out())
                .contains("until each row is known to")
                .doesNotContain("done after")
                .containsPattern(
                        "Not known to \u00b10.0%:\n  " + SLEEPING + ": (\u00b1\\S+%|no interval) after 6 forks\n");
        assertThat(forks("sleeping")).isEqualTo(6);
    }

    @Test
    void theBudgetEndsTheRun() throws Exception {
        Ended run = passes("Planted.*sleeping -f 500 --budget 2s -rff out.json");

        assertThat(run.out()).contains("500 rounds, about 2 s, at most 2 s").contains("The time budget ended");
        assertThat(forks("sleeping")).isBetween(1, 499);
        assertThat(environment().has("end")).isTrue();
    }

    @Test
    void aRowThatOnlyFailsIsGivenUp() throws Exception {
        Files.writeString(directory.resolve("attempts"), "before\n");

        Ended run = run("Planted.*failsAfterFirst --precision 5% " + attempts());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(read("attempts")).hasLineCount(1 + Precision.FEWEST_FORKS);
        assertThat(run.out()).contains("No results.");
    }

    @Test
    void aCellOfSeveralNamesIsMeasuredOnce() throws Exception {
        Ended run =
                passes("rmi.Rmi(Pinning)?Benchmark -p pinning=ONE_CPU -f 1 -wi 0 -i 1 -r 10ms -v EXTRA -rff out.json");

        assertThat(run.out())
                .contains("1 row with the configuration of another row is not measured again")
                .contains("RmiPinningBenchmark.call pinning=ONE_CPU: see loopback.rmi.RmiBenchmark.call\n")
                .contains(": 1 row, ");
        assertThat(rows()).hasSize(1);
    }
}
