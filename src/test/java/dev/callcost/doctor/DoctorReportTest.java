package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of made-up machines against golden files. */
class DoctorReportTest {
    static Stream<Arguments> examinations() {
        return Stream.of(
                Arguments.of("quiet", Examinations.quiet()),
                Arguments.of("unfit", Examinations.unfit()),
                Arguments.of("silent", Examinations.silent()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examinations")
    void aPageIsItsGoldenFile(String name, Examination examination) throws IOException {
        Locale before = Locale.getDefault();
        try (InputStream expected = DoctorReportTest.class.getResourceAsStream(name + ".txt")) {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(DoctorReport.page(examination, Diagnosis.of(examination)))
                    .isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examinations")
    void jsonHasTheContentOfThePage(String name, Examination examination) {
        Diagnosis diagnosis = Diagnosis.of(examination);
        String page = DoctorReport.page(examination, diagnosis).replaceAll("\\s+", " ");

        JsonObject json = JsonParser.parseString(DoctorReport.json(examination, diagnosis))
                .getAsJsonObject();

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
