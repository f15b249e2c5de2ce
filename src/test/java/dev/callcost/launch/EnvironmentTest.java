package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    @Test
    void hasTheDeviceInShort() {
        RunSettings settings = RunSettings.now(List.of("-f", "1"), List.of(), Map.of());
        JsonObject json = new Environment(new RunLog(Path.of("results.json"), settings), List.of()).ofRun();

        JsonObject device = json.getAsJsonObject("device");
        assertThat(device.getAsJsonObject("settings").keySet()).contains("governor", "smt", "transparentHugePages");
        assertThat(device.keySet()).contains("limits", "otherProcesses");
    }
}
