package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.cli.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code doctor} on a machine that may be fit or not. */
class DoctorIT {
    private static final int FIT = 0;
    private static final int UNFIT = 3;

    @TempDir
    Path directory;

    @Test
    void onePageAndItsExitCodeAgree() {
        Invocation ended = Invocation.of("doctor", "--duration", "1s");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("difference of 3%", "\nWhat a row's machine time can show:\n", "\nClock:\n", "\nWaiting:\n");
        assertThat(ended.exitCode()).isEqualTo(ended.out().contains("UNFIT") ? UNFIT : FIT);
    }

    @Test
    void jsonGoesToAFile() throws IOException {
        Path file = directory.resolve("doctor.json");
        Invocation ended = Invocation.of("doctor", "--format", "json", "--duration", "1s", "-o", file.toString());
        assertThat(ended.err() + ended.out()).isEmpty();
        JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        assertThat(ended.exitCode()).isEqualTo(json.get("fit").getAsBoolean() ? FIT : UNFIT);
        assertThat(json.keySet()).containsExactly("schema", "fit", "sections", "measured", "steadiness", "expected");
        assertThat(directory.toFile().list()).containsExactly("doctor.json");
        JsonObject measured = json.getAsJsonObject("measured");
        JsonObject clock = measured.getAsJsonObject("clock");
        assertThat(clock.get("callNanos").getAsDouble()).isPositive();
        assertThat(clock.get("stepNanos").getAsLong()).isPositive();
        assertThat(measured.getAsJsonArray("overshoots"))
                .hasSize(5)
                .allSatisfy(it -> assertThat(it.getAsJsonObject()
                                .getAsJsonObject("lateNanos")
                                .get("worst")
                                .getAsLong())
                        .isPositive());
        assertThat(measured.getAsJsonObject("drift").getAsJsonArray("canaryNanos"))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(nanos -> assertThat(nanos.getAsLong()).isPositive());
    }

    @Test
    void aFailureIsOneLine() {
        Invocation duration = Invocation.of("doctor", "--duration", "soon");
        assertThat(duration.exitCode()).isEqualTo(64);
        assertThat(duration.err()).contains("'soon' is no duration").hasLineCount(1);
        Invocation file = Invocation.of("doctor", "-o", directory + "/missing/doctor.txt");
        assertThat(file.exitCode()).isEqualTo(65);
        assertThat(file.err()).contains("missing").hasLineCount(1);
    }
}
