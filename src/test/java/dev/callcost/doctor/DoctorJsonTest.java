package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DoctorJsonTest {
    static List<Examination> examinations() {
        return List.of(Examinations.quiet(), Examinations.unfit(), Examinations.silent());
    }

    @ParameterizedTest
    @MethodSource("examinations")
    void saysWhatThePageSays(Examination examination) {
        Diagnosis diagnosis = Diagnosis.of(examination);
        String page = Page.of(examination, diagnosis).replaceAll("\\s+", " ");

        JsonObject json =
                JsonParser.parseString(DoctorJson.of(examination, diagnosis)).getAsJsonObject();

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
        assertThat(measured.getAsJsonObject("drift").getAsJsonArray("songs")).hasSize(40);
        assertThat(json.getAsJsonObject("steadiness").get("neighbourSpread").getAsDouble())
                .isEqualTo(examination.drift().neighbourSpread());
        assertThat(json.getAsJsonObject("expected").getAsJsonArray("rows")).hasSize(3);
    }
}
