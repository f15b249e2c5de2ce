package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.doctor.Finding.Level;
import dev.callcost.host.Processes.Busy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of made-up machines against golden files, and the thresholds of UNFIT. */
class DoctorReportTest {
    private static final Condition<List<? extends Finding>> UNFIT =
            new Condition<>(findings -> findings.stream().anyMatch(finding -> finding.level() == Level.UNFIT), "unfit");

    static Stream<Arguments> examinations() {
        return Stream.of(
                Arguments.of("quiet", Examinations.quiet()),
                Arguments.of("unfit", Examinations.unfit()),
                Arguments.of("silent", Examinations.silent()));
    }

    @Test
    void aQuietMachineHasNothingToNote() {
        DoctorReport quiet = new DoctorReport(Examinations.quiet());
        assertThat(quiet.isFit()).isTrue();
        assertThat(quiet.count(Level.NOTE)).isZero();
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
    void aPageIsItsGoldenFile(String name, Examination examination) throws IOException {
        Locale before = Locale.getDefault();
        try (InputStream expected = DoctorReportTest.class.getResourceAsStream(name + ".txt")) {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(new DoctorReport(examination).page(120))
                    .isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examinations")
    void jsonHasTheContentOfThePage(String name, Examination examination) {
        DoctorReport report = new DoctorReport(examination);
        String page = report.page(120).replaceAll("\\s+", " ");

        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();

        assertThat(json.get("fit").getAsBoolean()).isEqualTo(!page.contains("UNFIT"));
        assertThat(json.getAsJsonArray("sections")).hasSize(6).allSatisfy(element -> {
            JsonObject section = element.getAsJsonObject();
            assertThat(page).contains(section.get("title").getAsString());
            assertThat(section.getAsJsonArray("findings")).isNotEmpty();
            for (JsonElement finding : section.getAsJsonArray("findings")) {
                for (String member : List.of("what", "means", "todo")) {
                    assertThat(page)
                            .contains(finding.getAsJsonObject().get(member).getAsString());
                }
            }
        });
        JsonObject measured = json.getAsJsonObject("measured");
        assertThat(measured.getAsJsonObject("clock").get("callNanos").getAsDouble())
                .isEqualTo(examination.clock().callNanos());
        assertThat(measured.getAsJsonObject("drift").getAsJsonArray("canaryNanos"))
                .hasSize(40);
        assertThat(json.getAsJsonObject("steadiness").get("neighbourSpread").getAsDouble())
                .isEqualTo(examination.drift().steadiness().neighbourSpread());
        assertThat(json.getAsJsonObject("expected").getAsJsonArray("rows")).hasSize(3);
    }
}
