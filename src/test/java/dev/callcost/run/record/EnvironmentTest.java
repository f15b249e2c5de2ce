package dev.callcost.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnvironmentTest {
    @Test
    void versionsComeFromTheJars() {
        assertThat(Versions.libraries())
                .containsKeys("grpc", "netty", "protobuf", "chronicle-wire", "jmh", "gson")
                .allSatisfy(
                        (library, version) -> assertThat(version).as(library).matches("\\d+\\.\\S+"));
        assertThat(Versions.commit()).matches("[0-9a-f]{40}(-dirty)?|unknown");
    }
}
