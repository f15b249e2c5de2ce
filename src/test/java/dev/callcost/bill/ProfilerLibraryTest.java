package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilerLibraryTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"Linux, amd64", "Linux, x86_64", "Linux, aarch64", "Mac OS X, aarch64", "Mac OS X, x86_64"})
    void existsForLinuxAndMacOs(String system, String processor) {
        String resource = ProfilerLibrary.resource(system, processor).orElseThrow();
        assertThat(ProfilerLibrary.class.getResource("/" + resource))
                .as(resource)
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, riscv64", "FreeBSD, amd64"})
    void doesNotExistForOtherSystems(String system, String processor) {
        assertThat(ProfilerLibrary.resource(system, processor)).isEmpty();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void isCopiedToAFile() {
        ProfilerLibrary library = ProfilerLibrary.into(directory, Optional.empty());
        assertThat(Path.of(library.path())).isRegularFile().hasParent(directory);
        assertThat(library.name()).startsWith("async-profiler");
    }
}
