package dev.callcost.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    @Test
    void theDeviceIsThereInShort() {
        JsonObject device = new Environment(Path.of("results.json"), List.of(), List.of(), 1)
                .json()
                .getAsJsonObject("device");
        assertThat(device.getAsJsonObject("settings").keySet()).contains("governor", "smt", "transparentHugePages");
        assertThat(device.keySet()).contains("limits", "otherProcesses");
    }
}
