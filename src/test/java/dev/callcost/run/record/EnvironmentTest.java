package dev.callcost.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    @Test
    void liesBesideTheResultsFile() {
        assertThat(Environment.beside(Path.of("results", "a", "results.json"), "environment.json"))
                .isEqualTo(Path.of("results", "a", "environment.json"));
        assertThat(Environment.beside(Path.of("out.json"), "environment.json"))
                .isEqualTo(Path.of("out.environment.json"));
        assertThat(Environment.beside(Path.of("a.b", "out"), "environment.json"))
                .isEqualTo(Path.of("a.b", "out.environment.json"));
    }

    @Test
    void versionsComeFromTheJars() {
        assertThat(Versions.libraries())
                .containsKeys("grpc", "netty", "protobuf", "chronicle-wire", "jmh", "gson")
                .allSatisfy(
                        (library, version) -> assertThat(version).as(library).matches("\\d+\\.\\S+"));
        assertThat(Versions.commit()).matches("[0-9a-f]{40}(-dirty)?|unknown");
    }
}
