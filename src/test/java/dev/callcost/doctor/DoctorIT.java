package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code doctor} in its own process, on a machine that may be fit or not. */
class DoctorIT {
    private static final int FIT = 0;
    private static final int UNFIT = 3;

    @TempDir
    Path directory;

    private Program.Ended doctor(String... options) throws Exception {
        String[] arguments =
                Stream.concat(Stream.of("doctor"), Stream.of(options)).toArray(String[]::new);
        try (SpawnedMain main = SpawnedMain.start(directory, directory, arguments)) {
            return main.ended();
        }
    }

    @Test
    void onePageAndItsExitCodeAgree() throws Exception {
        Program.Ended ended = doctor("--duration", "1s");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("difference of 3%", "\nWhat a row's machine time can show:\n", "\nClock:\n", "\nWaiting:\n");
        assertThat(ended.exitCode()).isEqualTo(ended.out().contains("UNFIT") ? UNFIT : FIT);
    }

    @Test
    void jsonGoesToAFile() throws Exception {
        Program.Ended ended = doctor("--format", "json", "--duration", "1s", "-o", "doctor.json");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).isEmpty();
        JsonObject json = JsonParser.parseString(Files.readString(directory.resolve("doctor.json")))
                .getAsJsonObject();
        assertThat(ended.exitCode()).isEqualTo(json.get("fit").getAsBoolean() ? FIT : UNFIT);
        assertThat(json.keySet()).containsExactly("schema", "fit", "sections", "measured", "steadiness", "expected");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("doctor.json", "stderr.txt", "tmp");
    }

    @Test
    void aFailureIsOneLine() throws Exception {
        Program.Ended duration = doctor("--duration", "soon");
        assertThat(duration.exitCode()).isEqualTo(64);
        assertThat(duration.err())
                .isEqualTo(
                        "doctor: Invalid value for option '--duration': 'soon' is no duration such as 20s, 5min or 1h"
                                + " (doctor --help tells more)\n");

        Program.Ended file = doctor("-o", "missing/doctor.txt");
        assertThat(file.exitCode()).isEqualTo(65);
        assertThat(file.err().lines()).singleElement().asString().contains("missing");
    }
}
