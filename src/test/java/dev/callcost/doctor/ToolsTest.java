package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.doctor.Tools.Profiler;
import dev.callcost.host.KernelFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {
    @TempDir
    Path directory;

    @Test
    void jmhAcceptsOrRefusesItsProfilersAndLeavesNoProcess() {
        Tools tools = Tools.find(KernelFiles.HERE);
        assertThat(tools.profilers()).contains(new Profiler("gc", null));
        assertThat(tools.profilers()).extracting(Profiler::option).contains("jfr", "perfasm", "perfnorm", "async");
        assertThat(tools.perfEventParanoid()).isNotEmpty();
        assertThat(ProcessHandle.current().descendants()).isEmpty();
        Profiler wrong = Profiler.of("gc:unheardof=true");
        assertThat(wrong.works()).isFalse();
        assertThat(wrong.refusal()).isNotBlank().doesNotContain("\n");
        assertThat(Profiler.of("perfasm:events=unheardof-event").works()).isFalse();
    }

    @Test
    void theDisassemblerIsWhereTheJvmLooks() throws IOException {
        Path home = Files.createDirectories(directory.resolve("jdk"));
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        String path = directory.resolve("missing") + File.pathSeparator + elsewhere;
        Files.createFile(elsewhere.resolve("hsdis-amd64.txt"));
        assertThat(Tools.hasDisassembler(home, path)).isFalse();
        assertThat(Tools.hasDisassembler(home, "")).isFalse();

        Path file = Files.createFile(
                elsewhere.resolve(System.mapLibraryName("hsdis-amd64").replaceFirst("^lib", "")));
        assertThat(Tools.hasDisassembler(home, path)).isTrue();
        assertThat(Tools.hasDisassembler(home, "")).isFalse();

        Path server = Files.createDirectories(home.resolve("lib/server"));
        Files.move(file, server.resolve(file.getFileName()));
        assertThat(Tools.hasDisassembler(home, path)).isTrue();
    }
}
