package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Row;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A run that was killed is resumed and measures what it lacks. */
class ResumeIT extends PlantedRuns {
    private static final String RUN = "Planted.*plain -f 3 -v EXTRA -rff out.json";
    private static final String RESUME = "--resume out.json";

    /** A line that was cut off is a fork that is repeated. */
    @Test
    void aRunThatWasToldToEndAndThenKilledHasTheForksOfAnUnbrokenRun() throws Exception {
        try (SpawnedMain main = start(RUN)) {
            main.awaitLine("round 1/3, row 1/2");
            main.terminate();
            main.ended();
        }
        killAfter("round 2/3, row 2/2", RESUME);
        assertThat(allForks()).isBetween(4, 5);
        assertThat(environment().has("end")).isFalse();
        String log = Files.readString(log());
        int fork = log.lastIndexOf("{\"type\":\"fork\"");
        Files.writeString(log(), log.substring(0, (fork + log.indexOf('\n', fork)) / 2));
        assertThat(run("--resume .").err()).startsWith("cannot resume ./results.json: ");
        assertThat(passes(RESUME).out()).contains("Resumed: ");
        assertWhole();
    }

    /** Two rows of three forks, each once, and in all files the same. */
    private void assertWhole() throws IOException {
        assertThat(rows()).hasSize(2);
        assertThat(allForks()).isEqualTo(6);
        assertThat(forks()).extracting(PlantedRuns::round).containsExactly(1, 1, 2, 2, 3, 3);
        for (Row row : rows()) {
            assertThat(row.primary().forks())
                    .containsExactlyElementsOf(forks().stream()
                            .filter(fork -> number(fork).equals(row.params().get("number")))
                            .map(PlantedRuns::measured)
                            .toList());
        }
    }

    private static String number(JsonObject fork) {
        return Fork.of(fork).row().params().get("number");
    }

    private void assertRefused(String arguments, int exitCode, String message) throws Exception {
        Ended run = run(arguments);
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.err()).matches(message + "\n");
    }

    @Test
    void otherArgumentsAreRefused() throws Exception {
        killAfter("round 1/3, row 2/2", RUN);
        String before = Files.readString(log());
        String others =
                Pattern.quote("--resume: only -f, --precision and --budget can replace the run's arguments: " + RUN);
        for (String other : List.of("Planted.*plain -f 5 -rff out.json", "-f 5 -wi 3", "--budget 1h -p number=1")) {
            assertRefused(other + " " + RESUME, 64, others);
        }
        assertRefused("--budget soon " + RESUME, 64, ".*'soon' is no duration.*");
        assertThat(log()).hasContent(before);

        Files.writeString(log(), before.replaceFirst("\"machine\":\"[^\"]*\"", "\"machine\":\"a Cray\""));
        assertRefused(RESUME, 64, "cannot resume out\\.json: the machine was a Cray, and is .* now");
    }

    @Test
    void moreForksThanTheRunWasStartedFor() throws Exception {
        run("Planted.*plain -f 2 -v EXTRA -rff out.json");
        assertRefused(RESUME, 65, "cannot resume out\\.json: out\\.log\\.jsonl: the run came to its end at \\S+Z");
        assertThat(passes(RESUME + " -f3").out()).contains(": 2 rows, ", ". 3 rounds, ", "Resumed: 4 forks");
        assertWhole();
        assertThat(strings(lines().get(0).get("commandLine")))
                .containsExactly("Planted.*plain", "-f", "2", "-v", "EXTRA", "-rff", "out.json", "-f3");
    }

    @Test
    void theBudgetEndsARunThatCanBeResumedLater() throws Exception {
        assertThat(run(RUN + " --budget 1s").out())
                .contains("3 rounds, about 1 s, at most 1 s", "The time budget ended");
        assertThat(forks()).hasSizeBetween(1, 5);
        assertThat(environment().has("end")).isTrue();
    }

    @Test
    void thePrecisionIsThatOfAllForks() throws Exception {
        assertThat(passes("Planted.*sleeping -f 8 --precision 95% -rff out.json")
                        .out())
                .contains("until each row is known to \u00b195%")
                .doesNotContain("Not known");
        assertThat(forks()).hasSize(5);

        assertThat(passes(RESUME + " --precision=0.0001%").out())
                .containsPattern("\nNot known to \u00b10.0%: 1 of 1 row, the widest PlantedBenchmark.sleeping"
                        + " \\((\u00b1\\S+%|no interval) after 8 forks\\)\\. To continue: --resume out.json -f 16\n");
        assertThat(forks()).extracting(PlantedRuns::round).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }
}
