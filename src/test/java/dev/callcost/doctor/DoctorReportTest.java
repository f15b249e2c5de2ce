package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.doctor.Finding.Level;
import dev.callcost.host.Processes.Busy;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of made-up machines against golden files, and the thresholds of UNFIT. */
@ExtendWith(ForeignLocale.class)
class DoctorReportTest {
    private static final Path GOLDEN = Path.of("src/test/resources/dev/callcost/doctor");

    private static final Condition<List<? extends Finding>> UNFIT =
            new Condition<>(findings -> findings.stream().anyMatch(finding -> finding.level() == Level.UNFIT), "unfit");

    static Stream<Arguments> examinations() {
        return Stream.of(
                Arguments.of("quiet", Examinations.quiet()),
                Arguments.of("unfit", Examinations.unfit()),
                Arguments.of("silent", Examinations.silent()));
    }

    @Test
    void eachOfThreeThingsAloneMakesItUnfit() {
        assertThat(new Clock(1_001, 10).findings("tsc")).is(UNFIT);
        assertThat(new Clock(20, 1_001).findings("tsc")).is(UNFIT);
        assertThat(new Clock(1_000, 1_000).findings("tsc")).isNot(UNFIT);

        assertThat(Examinations.unfit().drift().findings()).is(UNFIT);
        assertThat(Examinations.silent().drift().findings()).isNot(UNFIT);

        assertThat(machine(new Busy("a", 1.5), new Busy("b", 0.6))).is(UNFIT);
        assertThat(machine(new Busy("a", 2))).isNot(UNFIT);
    }

    private static List<Finding> machine(Busy... others) {
        Examination quiet = Examinations.quiet();
        return MachineFindings.of(quiet.settings(), quiet.limits(), List.of(others), quiet.cpus());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examinations")
    void aPageIsItsGoldenFileAndItsLinesFitTheWidth(String name, Examination examination) throws IOException {
        DoctorReport report = new DoctorReport(examination);
        assertThat(report.page(100)).isEqualTo(Files.readString(GOLDEN.resolve(name + ".txt")));
        for (int width : List.of(80, 100, 140)) {
            assertThat(report.page(width).lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examinations")
    void jsonHasTheContentOfThePage(String name, Examination examination) {
        DoctorReport report = new DoctorReport(examination);
        String page = report.page(100).replaceAll("\\s+", " ");

        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();

        assertThat(json.get("fit").getAsBoolean()).isEqualTo(!page.contains("UNFIT"));
        assertThat(json.getAsJsonArray("sections")).hasSize(6).allSatisfy(section -> {
            for (JsonElement element : section.getAsJsonObject().getAsJsonArray("findings")) {
                JsonObject finding = element.getAsJsonObject();
                assertThat(page)
                        .contains(
                                finding.get("what").getAsString(),
                                finding.get("means").getAsString(),
                                finding.get("todo").getAsString());
                assertThat(finding.get("level").getAsString().equals("OK")
                                || !finding.get("todo").getAsString().isEmpty())
                        .as("a warning says what to do: %s", finding)
                        .isTrue();
            }
        });
        assertThat(json.getAsJsonObject("measured").getAsJsonObject("drift").getAsJsonArray("canaryNanos"))
                .hasSize(40);
        assertThat(json.getAsJsonObject("expected").getAsJsonArray("rows")).hasSize(3);
    }
}
