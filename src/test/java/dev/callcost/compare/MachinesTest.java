package dev.callcost.compare;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.ResultsFile;
import dev.callcost.stats.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachinesTest {
    private static final String HERE = machine("AMD EPYC (family 25, model 17, stepping 1)", 24105, "performance");

    @TempDir
    Path directory;

    private static String machine(String cpu, int memory, String governor) {
        return """
                {"machine": {"cpu": "%s", "cores": 2, "memory": "%d MiB"}, "device": {"settings": {"governor": "%s"}, "limits": {}}}""".formatted(cpu, memory, governor);
    }

    private ResultsFile file(String name, String environment) throws IOException {
        Files.writeString(directory.resolve(name + ".environment.json"), environment);
        return new ResultsFile(directory.resolve(name + ".json"), List.of(row().of(1, 1, 1, 1, 1)));
    }

    @Test
    void itsProcessorAndItsSettingsAreNamed() throws IOException {
        ResultsFile base = file("base", HERE);
        ResultsFile head = file("head", machine("AMD EPYC (family 26, model 2, stepping 1)", 24105, "powersave"));
        assertThat(Machines.differences(base, head))
                .containsExactly(
                        "cpu AMD EPYC (family 25, model 17, stepping 1) / AMD EPYC (family 26, model 2, stepping 1)",
                        "governor performance / powersave");
    }

    @Test
    void aFewMebibytesAreNoOtherMachine() throws IOException {
        assertThat(Machines.differences(
                        file("base", HERE),
                        file("head", machine("AMD EPYC (family 25, model 17, stepping 1)", 24104, "performance"))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"machine\": \"mine\", \"device\": []}"})
    void whoDoesNotTellDoesNotDiffer(String environment) throws IOException {
        assertThat(Machines.differences(file("base", HERE), file("head", environment)))
                .isEmpty();
    }

    @Test
    void nothingIsShownAcrossMachines() throws IOException {
        Verdicts same = FileComparison.of(file("base", HERE), file("head", HERE), Rule.MARGIN);
        Verdicts other = FileComparison.of(
                file("base", HERE), file("elsewhere", machine("another", 24105, "performance")), Rule.MARGIN);
        assertThat(same.rows().get(0).isMeasuredAlike()).isTrue();
        assertThat(other.rows().get(0).isMeasuredAlike()).isFalse();
        assertThat(other.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(other.outcome(false)).isEqualTo(Outcome.OK);
    }
}
